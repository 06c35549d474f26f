/**
 * What the floor rules (docs/pit.md, "When you rule, tell the table"): the readings use it, faultless people are accused of nothing, and a
 * replay says the same.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NEXT_OF_TWO } from './reading-scenario.ts'
import { type Told, teller } from './scene.ts'

const INGO = { house: 'ingo', boxes: 3 } as const
const GLD = { house: 'gld', boxes: 3 } as const
const FBE = { house: 'free-bet-european', boxes: 3 } as const

const answers = ({ said }: Told) => said.flatMap((each) => (each.type === 'command.answered' ? [each.data] : []))
const last = <T>(items: readonly T[]): T => items.at(-1) ?? assert.fail('there is none')
const closedIn = ({ said }: Told) => said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
/** Findings that stand in the end. */
const standing = ({ said }: Told): readonly string[] => {
  const open = new Map<string, string>()
  for (const each of said) {
    if (each.type === 'finding.raised') open.set(each.data.finding, each.data.code)
    if (each.type === 'finding.withdrawn') open.delete(each.data.finding)
  }
  return [...open.values()]
}
const handsOf = (told: Told) =>
  last(closedIn(told)).boxes.map(({ box, hands }) => [box, hands.map(({ cards, outcome }) => `${cards.join(' ')} ${outcome}`)])

describe('card-burn', () => {
  it('a card burned in play is no card of the round, which is told right', () => {
    const table = teller(INGO)
    // Box 1 stands on 15; a two is exposed by mistake and burned; the dealer draws from six to seventeen.
    table.tell('1=1000 8S 6S 7S 2H')
    assert.equal(last(answers(table.command('card-burn', { seq: table.seq('shoe') }))).ok, true)
    const told = table.tell('TH AD 1=0 +2000 tick')
    assert.deepEqual(handsOf(told), [[1, ['8S 7S lose']]])
    assert.deepEqual(standing(told), [])
  })

  it('takes the card by its number in the round as well', () => {
    const bySeq = teller(INGO)
    const byNumber = teller(INGO)
    for (const table of [bySeq, byNumber]) table.tell('1=1000 8S 6S 7S 2H')
    const ruled = (told: Told) => told.said.filter(({ type }) => type === 'floor.ruled')
    assert.deepEqual(ruled(byNumber.command('card-burn', { n: 4 })), ruled(bySeq.command('card-burn', { seq: bySeq.seq('shoe') })))
  })

  it('the first card was burned at a relief: the round begins with the second', () => {
    const table = teller(INGO)
    table.tell('1=1000 2C')
    table.command('card-burn', { seq: table.seq('shoe') })
    const told = table.tell('8S 6S TS TH 2D 1=0 +2000 tick')
    assert.deepEqual(handsOf(told), [[1, ['8S TS push']]])
    assert.deepEqual(standing(told), [])
  })

  it('is refused where the open round has no such card', () => {
    const table = teller(INGO)
    assert.match(last(answers(table.command('card-burn', { seq: 1 }))).error ?? '', /no round is open/)
    table.tell('1=1000 8S 6S')
    assert.match(last(answers(table.command('card-burn', { seq: 999 }))).error ?? '', /no card with sequence 999/)
    assert.match(last(answers(table.command('card-burn', { n: 3 }))).error ?? '', /no card number 3/)
  })
})

describe('card-move', () => {
  it('a card that lay at the next box goes back to the one it was drawn for', () => {
    const table = teller(INGO)
    // 5 and 6 at box 1, 9 and 8 at box 2; the two belongs to box 1 though box 2 could have taken it.
    table.tell('1=1000 2=1000 5S 9S 6S 6D 8S 2H')
    const told = table.command('card-move', { seq: table.seq('shoe'), box: 1, hand: 1 })
    assert.equal(last(answers(told)).ok, true)
    const ended = table.tell('TH 1=0 TD 5C 2=0 +2000 tick')
    assert.deepEqual(handsOf(ended), [
      [1, ['5S 6D 2H TH lose']],
      [2, ['9S 8S lose']],
    ])
    assert.deepEqual(standing(ended), [])
  })

  it('is refused where no reading has the card there, and for a box or a hand that is not in the round', () => {
    const table = teller(INGO)
    table.tell('1=1000 TS 6S TH 9C')
    const seq = table.seq('shoe')
    for (const args of [
      { seq, box: 1, hand: 2 },
      { seq, box: 2, hand: 1 },
      { seq, box: 1, hand: 4 },
      { seq: seq + 1, box: 1, hand: 1 },
    ])
      assert.match(last(answers(table.command('card-move', args))).error ?? '', /^refused/, JSON.stringify(args))
  })
})

describe('bet-note', () => {
  it('cash without chips plays: its box is dealt in, and nobody dealt to an empty box', () => {
    const table = teller(INGO)
    assert.equal(last(answers(table.command('bet-note', { box: 2, kind: 'cash', amount: 5000 }))).ok, true)
    const told = table.tell('1=1000 TS 9S 6S TH 8D 9C TC 1=2000 1=0 +2000 tick')
    const round = last(closedIn(told))
    assert.deepEqual(
      round.boxes.map(({ box }) => box),
      [1, 2],
    )
    assert.deepEqual(round.boxes[1]?.spots.main?.staked, 5000)
    assert.equal(round.boxes[1]?.spots.main?.moved, null)
    assert.deepEqual(standing(told), [])
  })

  it('said after the first cards, the round is read with it; the next round knows nothing of it', () => {
    const table = teller(INGO)
    table.tell('1=1000 TS 9S 6S')
    table.command('bet-note', { box: 2, kind: 'cash', amount: 5000 })
    const told = table.tell('TH 8D 9C TC 1=2000 1=0 +2000 tick 1=1000 TD 7D 9D TC 1=2000 1=0 +2000 tick')
    const rounds = closedIn(told)
    assert.deepEqual(
      rounds.slice(-2).map(({ boxes }) => boxes.map(({ box }) => box)),
      [[1, 2], [1]],
    )
    assert.deepEqual(standing(told), [])
  })
})

describe('cards for a box without chips', () => {
  const TWO_BOXES = { house: 'ingo', boxes: 2 } as const
  /** 20 against 17; box 2 has no chips, and cards come to it. */
  const dealt = '1=1000 TS 5S 7S TH 6S +2000 >1.1 +2000 >dealer TD +3000 1=2000 +3000 tick'
  const found = ({ said }: Told) =>
    said.flatMap((each) => (each.type === 'finding.raised' || each.type === 'finding.changed' ? [each.data] : []))

  it('are not proven an error while cash may play there: the finding says so, and asks', () => {
    const told = teller(TWO_BOXES).tell(dealt)
    const empty = last(found(told).filter(({ code }) => code === 'DEAL-EMPTY-BOX'))
    assert.deepEqual(
      [empty.grade, empty.box, empty.counterReading, empty.question],
      ['likely', 2, 'cash or a coupon plays on box 2, and nobody has noted it, instead', 'Was cash or a coupon on box 2?'],
    )
  })

  it('are certain in nothing that is said of that box, and in all that is said of the others', () => {
    const told = teller(TWO_BOXES).tell(`${dealt} 1=0 +3000 1=1000 2C 7C 3C +2000 tick tick`)
    const [round] = closedIn(told)
    assert.deepEqual(
      round?.boxes.map(({ box, hands }) => [box, hands.map(({ certain }) => certain)]),
      [
        [1, [true]],
        [2, [false]],
      ],
    )
    const ofBox2 = told.said.flatMap((each) =>
      each.type === 'hand.stood' || each.type === 'hand.busted' ? [[each.data.box, each.data.certain]] : [],
    )
    assert.deepEqual(
      ofBox2.filter(([box]) => box === 2).every(([, certain]) => certain === false),
      true,
    )
  })

  it('were no error once the bet is noted: the finding goes, and the round is told right', () => {
    const table = teller(TWO_BOXES)
    table.tell(dealt)
    assert.equal(last(answers(table.command('bet-note', { box: 2, kind: 'coupon', amount: 5000 }))).ok, true)
    const told = table.tell('1=0 +3000 1=1000 2C 7C 3C +2000 tick tick')
    const [round] = closedIn(told)
    assert.deepEqual(
      round?.boxes.map(({ box, hands, spots }) => [box, hands.map(({ cards, certain }) => [cards.join(' '), certain]), spots.main?.staked]),
      [
        [1, [['TS TH', true]], 1000],
        [2, [['5S 6S', true]], 5000],
      ],
    )
    assert.deepEqual(standing(told), [])
  })

  it('noted once the round has closed: it is told anew, and the answer names it', () => {
    const table = teller(TWO_BOXES)
    const before = table.tell(`${dealt} 1=0 +3000 tick tick`)
    const round = last(closedIn(before)).round
    assert.deepEqual(standing(before), ['DEAL-EMPTY-BOX'])
    const told = table.command('bet-note', { box: 2, kind: 'coupon', amount: 5000 })
    const said = told.said.flatMap((each) => (each.type === 'command.answered' || each.type === 'floor.ruled' ? [each.round] : []))
    assert.deepEqual(said, [round, round])
    const revised = told.said.flatMap((each) => (each.type === 'round.revised' ? [each.data] : []))
    assert.deepEqual(
      revised.map(({ boxes }) => boxes.map(({ box, spots }) => [box, spots.main?.staked])),
      [
        [
          [1, 1000],
          [2, 5000],
        ],
      ],
    )
    assert.deepEqual(standing(told), [])
  })

  it('a note for a box that lacked no bet in it is of the next round, and the answer names none', () => {
    const table = teller(TWO_BOXES)
    table.tell(`${dealt} 1=0 +3000 tick tick`)
    const told = table.command('bet-note', { box: 1, kind: 'cash', amount: 5000 })
    assert.deepEqual(
      told.said.flatMap((each) => (each.type === 'command.answered' ? [each.round] : [])),
      [null],
    )
  })
})

describe('hand-dead', () => {
  it("what happens to the box's chips is judged no more, the others are", () => {
    const table = teller(INGO)
    table.tell('1=1000 2=1000 TS 9S 6S TH 8D')
    table.command('hand-dead', { box: 2, hand: 1 })
    // The floor gives the second box half its bet back.
    const told = table.tell('9C 2=500 TC 1=2000 1=0 2=0 +2000 tick')
    const [, second] = last(closedIn(told)).boxes
    assert.equal(second?.hands[0]?.outcome, 'void')
    assert.deepEqual([second?.spots.main?.due, second?.spots.main?.moved], [null, null])
    assert.deepEqual(standing(told), [])
  })
})

describe('limits', () => {
  it('hold from the next round on, but for the boxes that keep theirs', () => {
    const table = teller(INGO)
    table.tell('1=1000 TS 9S')
    assert.equal(last(answers(table.command('limits', { min: 2000, max: 50000, unit: 1000, keep: [2] }))).ok, true)
    const first = table.tell('TH 8D 1=2000 1=0 +2000 tick')
    assert.deepEqual(standing(first), [], 'the open round was bet by the limits before')
    const next = table.tell('1=1000 2=1000 TS 9S 6S TH 8D 9C TC +2000 tick')
    const found = next.said.flatMap((each) => (each.type === 'finding.raised' ? [[each.data.code, each.data.box]] : []))
    assert.deepEqual(
      found.filter(([code]) => code === 'BET-UNDER-MIN'),
      [['BET-UNDER-MIN', 1]],
    )
  })

  it('count for insurance too, which goes in halves of the minimum (000 l.254-258)', () => {
    const codes = (keep: readonly number[], insured: number): readonly string[] => {
      const table = teller({ ...FBE, limits: { min: 2000 } })
      table.tell('1=4000 TS 9S TH 8D 1=8000 1=0 +2000 tick')
      table.command('limits', { min: 3000, max: 50_000, unit: 500, keep })
      return standing(table.tell(`1=4000 5S AS 6H 1.ins=${insured} +2000 9D +3000 tick`))
    }
    assert.deepEqual([codes([], 1500), codes([], 1000)], [[], ['INS-UNIT']])
    assert.deepEqual([codes([1], 1500), codes([1], 1000)], [['INS-UNIT'], []], 'of a box that keeps its limits')
  })

  it('count for the rack, where what is more than any bet is a fill', () => {
    const codes = (max: number, keep: readonly number[] = []): readonly string[] => {
      const table = teller({ ...INGO, limits: { max: 50_000 } })
      table.tell('rack=1000x400 1=1000 TS 9S TH 8D 1=2000 1=0 +3000 rack=1000x399 +3000 tick')
      table.command('limits', { min: 1000, max, unit: 500, keep })
      const dealt = '1=1000 2=1000 TS TH TD 8S 9S +2000 >1.1 >2.1 +2000 rack=1000x499 +2000 >dealer 7D +2000 >- +3000'
      return standing(table.tell(`${dealt} rack=1000x498 2=2000 +3000 rack=1000x497 1=2000 +3000 1=0 2=0 +3000 ${NEXT_OF_TWO}`))
    }
    assert.deepEqual([codes(50_000), codes(200_000), codes(200_000, [1])], [['FILL-DURING-ROUND'], [], []])
    assert.deepEqual(
      [codes(200_000, [1, 2, 3]), codes(50_000, [1])],
      [['FILL-DURING-ROUND'], ['FILL-DURING-ROUND']],
      'of boxes that keep theirs',
    )
  })

  it('that contradict themselves are refused', () => {
    const table = teller(INGO)
    for (const args of [
      { min: 5000, max: 2000, unit: 1000 },
      { min: 1500, max: 5000, unit: 1000 },
    ])
      assert.equal(last(answers(table.command('limits', args))).ok, false, JSON.stringify(args))
  })
})

describe('shuffler', () => {
  it('continuous: no card is counted and no cut card is missed', () => {
    const played = (mode: 'shoe' | 'continuous'): readonly string[] => {
      const table = teller({ ...GLD, boxes: 1 })
      table.tell('LOAD')
      table.command('shuffler', { mode })
      return standing(table.tell(`${'1=1000 AS AS AS AS key:void '.repeat(9)}LOAD`))
    }
    assert.ok(played('shoe').includes('DECK-CARD-EXCESS'), 'a shoe holds so many aces of spades only')
    assert.deepEqual(
      played('continuous').filter((code) => code.startsWith('DE') || /SHUFFLE|CUT/.test(code)),
      [],
    )
  })

  it('a machine that tells its mode is believed as the floor is, and what it does is told', () => {
    const played = (...words: readonly string[]) =>
      teller({ ...GLD, boxes: 1 }).tell(`${words.join(' ')} LOAD ${'1=1000 AS AS AS AS key:void '.repeat(9)}LOAD`)
    const isCounted = (...words: readonly string[]): boolean => standing(played(...words)).includes('DECK-CARD-EXCESS')
    assert.deepEqual(
      [
        isCounted('shuffler:shoe:shuffling', 'shuffler:shoe:ready'),
        isCounted('shuffler:continuous:jam'),
        isCounted('shuffler:continuous:ready', 'shuffler:shoe:open'),
        isCounted('shuffler:continuous:ready', 'down:shuffler'),
      ],
      [true, false, true, false],
    )
    const told = played('shuffler:shoe:shuffling', 'shuffler:shoe:ready').said.flatMap((each) =>
      each.type === 'shuffler.state' ? [each.data] : [],
    )
    assert.deepEqual(told, [
      { device: 'shuffler', mode: 'shoe', state: 'shuffling' },
      { device: 'shuffler', mode: 'shoe', state: 'ready' },
    ])
  })
})

describe('ruling-undo', () => {
  const CASES: readonly { readonly command: string; readonly args: object; readonly dealt: string; readonly rest: string }[] = [
    // The dealer pays a lost bet.
    { command: 'hand-dead', args: { box: 1, hand: 1 }, dealt: '1=1000 8S 6S 7S', rest: 'TH AD 1=2000 1=0 +2000 tick' },
    { command: 'card-burn', args: { n: 4 }, dealt: '1=1000 8S 6S 7S 2H', rest: 'TH AD 1=0 +2000 tick' },
    { command: 'card-burn', args: { n: 1 }, dealt: '1=1000 8S 6S 7S 2H', rest: 'TH AD 1=0 +2000 tick' },
    {
      command: 'card-move',
      args: { n: 6, box: 1, hand: 1 },
      dealt: '1=1000 2=1000 5S 9S 6S 6D 8S 2H',
      rest: 'TH 1=0 TD 5C 2=0 +2000 tick',
    },
    { command: 'bet-note', args: { box: 1, kind: 'cash', amount: 500 }, dealt: '1=1000 8S 6S 7S 2H', rest: 'TH AD 1=0 +2000 tick' },
  ]
  for (const { command, args, dealt, rest } of CASES)
    it(`${command} ${JSON.stringify(args)}: the round ends as if it had not been given, and both stay on record`, () => {
      const [ruled, untouched] = [teller(INGO), teller(INGO)]
      for (const table of [ruled, untouched]) table.tell(dealt)
      const { ok, ruling } = last(answers(ruled.command(command, args)))
      assert.ok(ok && ruling?.startsWith('1-1/'), `${ruling} begins with the round`)
      assert.equal(last(answers(ruled.command('ruling-undo', { ruling, note: 'the wrong box' }))).ok, true)
      const [told, without] = [ruled.tell(rest), untouched.tell(rest)]
      assert.deepEqual(last(closedIn(told)).boxes, last(closedIn(without)).boxes)
      assert.deepEqual(last(closedIn(told)).net, last(closedIn(without)).net)
      assert.deepEqual(standing(told), standing(without))
      const undone = told.said.flatMap((each) => (each.type === 'floor.ruled' && each.data.ruling === 'undo' ? [each.data.of] : []))
      assert.deepEqual(undone, [ruling])
    })

  it('the verdict that a dead hand silenced comes back', () => {
    const table = teller(INGO)
    table.tell('1=1000 8S 6S 7S')
    const { ruling } = last(answers(table.command('hand-dead', { box: 1, hand: 1 })))
    assert.deepEqual(standing(table.tell('TH AD 1=2000')), [])
    table.command('ruling-undo', { ruling })
    const found = standing(table.tell('+2000 tick 1=0 +2000 tick'))
    assert.ok(found.includes('PAID-LOSER'), found.join(' '))
  })

  it('is refused for what is no ruling of the open round, and a second time', () => {
    const table = teller(INGO)
    table.tell('1=1000 8S 6S 7S')
    const undo = (ruling: string): string => last(answers(table.command('ruling-undo', { ruling }))).error ?? ''
    assert.match(undo('0-1/9'), /^refused: there is no ruling 0-1\/9 in the open round 1-1$/)
    const { ruling = '' } = last(answers(table.command('hand-dead', { box: 1, hand: 1 })))
    assert.equal(undo(ruling), '')
    assert.match(undo(ruling), /^refused/)
  })
})
