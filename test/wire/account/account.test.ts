/** The account of a round holds all that was told of it: who got which card, what it came to, what is open, what was found, its story. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Account, accountOf } from '../../../src/wire/account/account.ts'
import { phraseOf } from '../../../src/wire/account/phrase.ts'
import { PHRASES } from '../../../src/wire/account/phrases.ts'
import { cardsText, phraseText, plainVoice } from '../../../src/wire/account/text.ts'
import { hear } from '../../engine/told-round.ts'

const VOICE = plainVoice(2)

/** Box 1 splits eights and busts its first hand; what the third card made of box 2 nobody saw. */
const told = (words: string, house: 'gld' | 'ingo' = 'ingo'): Account => {
  const messages = hear({ house, words, config: { chipEvidence: 'payouts' } }).events.filter(({ round }) => round === '1-1')
  return accountOf({ messages }, 'pit')
}

test('every card has its place in the order of the shoe, every hand its cards, decisions, outcome and money', () => {
  const account = told('1=1000 2=2000 TS 9C 7D 4H 8C 3C TC 2=0 1=0 close')
  assert.deepEqual(
    account.cards.slice(0, 5).map(({ n, card, to, certain }) => [n, card, to, certain]),
    [
      [1, 'TS', { box: 1, hand: 1 }, true],
      [2, '9C', { box: 2, hand: 1 }, true],
      [3, '7D', 'dealer', true],
      [4, '4H', { box: 1, hand: 1 }, true],
      [5, '8C', { box: 2, hand: 1 }, true],
    ],
  )
  assert.equal(cardsText(account.cards.slice(5).map(({ card }) => card)), '3♣ 10♣')
  assert.equal(account.phase, 'closed')
  const [first, second] = account.boxes
  assert.ok(first && second, `${account.boxes.length} boxes`)
  assert.equal(cardsText(second.hands[0]?.cards.map(({ card }) => card) ?? []), '9♣ 8♣')
  assert.deepEqual([second.hands[0]?.total, second.hands[0]?.actions], [17, ['stand']])
  assert.equal(second.spots[0]?.result?.best.staked, 2000)
  assert.equal(account.end?.round, '1-1')
  assert.deepEqual(
    account.open.includes(1),
    first.hands.some(({ certain }) => !certain),
  )
})

test('an open round has what is seen of it: the hole card lies face down, at nobody but the dealer', () => {
  const { events } = hear({ house: 'gld', words: '1=1500 TH 9C 9D 8S', config: { chipEvidence: 'payouts' } })
  const messages = events.filter(({ cause, round }) => cause !== '' && round !== null)
  const { cards, dealer, boxes, end, phase } = accountOf({ messages }, 'pit')
  assert.deepEqual(
    cards.map(({ card }) => card),
    ['TH', 'hidden', '9D', '8S'],
  )
  assert.deepEqual([dealer.cards.length, dealer.total, end, phase], [2, null, null, 'dealing'])
  assert.equal(boxes[0]?.spots.find(({ area }) => area === 'main')?.amount, 1500)
})

test('its story is a phrase for each message, in both languages', () => {
  const { story } = told('1=1000 2=2000 TS 9C 7D 4H 8C 3C TC 2=0 1=0 close')
  const said = story.flatMap((phrase) => (phrase === null ? [] : [phraseText(phrase, VOICE)]))
  for (const text of ['round 1-1 opens, boxes 1, 2', 'box 1 bets 10.00', 'card 1, 10♠, to box 1', 'card 3, 7♦, to the dealer'])
    assert.ok(said.includes(text), said.join('\n'))
  const german = story.flatMap((phrase) => (phrase === null ? [] : [phraseText(phrase, { ...VOICE, language: 'de' })]))
  assert.ok(german.includes('Runde 1-1 beginnt, Boxen 1, 2'), german.join('\n'))
  for (const text of [...said, ...german]) assert.doesNotMatch(text, /[{}]/)
})

test('of a finding stands its code, grade and amount, and whether it was taken back', () => {
  const data = {
    ...({ finding: 'PAY-SHORT-1', code: 'PAY-SHORT', grade: 'likely', severity: 'money', round: '1-1', box: 3, hand: 1 } as const),
    ...{ spot: '3.main', amount: 500, seen: 'paid 10.00', expected: 'due 15.00', corrected: false },
  }
  const raised = accountOf({ messages: [{ type: 'finding.raised', data }] }, 'pit')
  assert.deepEqual(
    raised.findings.map(({ phrase, withdrawn, data: { grade, amount } }) => [phrase.key, phrase.values.text, withdrawn, grade, amount]),
    [['event.finding.raised', { seen: 'paid 10.00', of: { code: 'PAY-SHORT', facts: undefined } }, false, 'likely', 500]],
  )
  const messages = [
    { type: 'finding.raised', data },
    { type: 'finding.changed', data: { ...data, corrected: true } },
  ]
  const [corrected] = accountOf({ messages }, 'pit').findings
  assert.equal(corrected && phraseText(corrected.phrase, VOICE), 'PAY-SHORT-1 put right: paid 10.00')
  const gone = accountOf({ messages: [...messages, { type: 'finding.withdrawn', data }] }, 'pit').findings
  assert.deepEqual(
    gone.map(({ withdrawn }) => withdrawn),
    [true],
  )
})

test('a card that was burned lies face down for the pit', () => {
  const message = { type: 'card.dealt', data: { n: 1, card: '5S', to: 'burn', certain: true } }
  const texts = (['pit', 'all'] as const).map((sight) => {
    const phrase = phraseOf(message, sight)
    return phrase && phraseText(phrase, VOICE)
  })
  assert.deepEqual(texts, ['burn card, face down', 'burn card 5♠'])
})

test('every phrase has the same names in every language', () => {
  const namesIn = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort()
  for (const [key, row] of Object.entries(PHRASES)) {
    assert.deepEqual(Object.keys(row), ['en', 'de'], key)
    assert.deepEqual(namesIn(row.de), namesIn(row.en), key)
  }
})
