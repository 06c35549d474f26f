/** The catalogue holds every code of the contract once, with a clause or practice for every house and words that can be said. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AREAS } from '../../devices/scan.ts'
import type { Known } from '../../src/procedure/catalogue/figures.ts'
import { FIGURE_NAMES } from '../../src/procedure/catalogue/figures.ts'
import { CATALOGUE, canBeSeen, clauseFor, SECTIONS, severityFor } from '../../src/procedure/catalogue/index.ts'
import type { CatalogueRow } from '../../src/procedure/catalogue/row.ts'
import { casesOf, factsOf, findingWords, peopleText, remediesOf } from '../../src/procedure/catalogue/words.ts'
import { type Moment, STAGES } from '../../src/procedure/facts.ts'
import type { FigureCase } from '../../src/rules/game/error-figures.ts'
import { FINDING_CODES, type FindingCode } from '../../src/rules/house/finding-code.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { LISTED, RULED } from './contract-list.ts'

/** Codes the contract does not have, which are looked for only where they are asked for. */
const ASKED_FOR = ['SHOE-ORDER', 'SHOE-SHORTAGE'] as const

/** The round of the examples began at 21:14:03 UTC. */
const AT = Date.UTC(2026, 10, 21, 21, 14, 3, 512)

const wordsAt = (row: Parameters<typeof factsOf>[0], known: Known, moment: Moment, exponent = 2) =>
  findingWords(row, factsOf(row, known, { moment, exponent }))

describe('the catalogue of findings', () => {
  it('has the 157 codes of the contract, none missing, none twice', () => {
    assert.equal(LISTED.length, 157)
    assert.equal(new Set(LISTED.map(([, code]) => code)).size, 157)
    assert.deepEqual(
      LISTED.map(([, code]) => code).filter((code) => !FINDING_CODES.includes(code)),
      [],
    )
    assert.equal(new Set(FINDING_CODES).size, FINDING_CODES.length)
    assert.equal(SECTIONS.flatMap(({ codes }) => codes).length, FINDING_CODES.length, 'no row is in two sections')
  })

  it('never proves what is looked for only where it is asked for', () => {
    for (const code of ASKED_FOR) {
      const { means, sure, severity } = CATALOGUE[code]
      assert.deepEqual([sure, severity], ['T', 'procedure'], code)
      assert.match(means.en, /Reported only where `watches\.\w+`/, code)
    }
  })

  it('has the severity and the certainty class of the contract, the rulings above it', () => {
    for (const [section, code, severity, sure] of LISTED) {
      const row = CATALOGUE[code as keyof typeof CATALOGUE]
      assert.equal(row.severity, RULED[code] ?? severity, `${section} ${code}`)
      const classes = sure === '—' ? null : sure.includes('X') && sure.includes('S') && !code.startsWith('P22') ? 'S/X' : sure
      if (classes !== null && code.startsWith('P22') && sure.includes('ratio')) assert.equal(row.sure, code === 'P22-UNPAID' ? 'X' : 'S')
      else assert.equal(row.sure, classes === null ? null : classes === 'S/X' ? 'S/X' : classes[0], `${section} ${code}`)
    }
  })

  it('names for every house a clause of its own document, or a practice with its source', () => {
    for (const code of FINDING_CODES) {
      for (const house of HOUSE_IDS) {
        const { document, section, line, says } = clauseFor(code, house)
        const where = `${code} ${house}`
        assert.ok(document === 'practice' ? line === null : document === HOUSES[house].document && line !== null, `${where}: ${document}`)
        assert.ok(section.length > 1 || document !== 'practice', where)
        assert.ok(says.length > 4 && says.endsWith('.'), `${where}: ${says}`)
      }
    }
    assert.equal(clauseFor('DECK-CARD-EXCESS', 'gld', ['decks']).document, 'table')
  })

  it('says each code in words that only name figures, and says why one cannot be decided', () => {
    for (const code of FINDING_CODES) {
      const row: CatalogueRow = CATALOGUE[code]
      const { seen, expected, remedy, afterDeal, means, raised } = row
      for (const language of ['en', 'de'] as const) {
        for (const words of [row, ...casesOf(row)])
          for (const each of [words.seen, words.expected, ...remediesOf(words)])
            for (const [, name = ''] of each[language].matchAll(/\{(\w+)\}/g))
              assert.ok(FIGURE_NAMES.includes(name), `${code}: {${name}} is no figure (figures.ts)`)
        assert.match(means[language], /^[A-ZÄÖÜ].*\.$/, code)
        assert.match(remedy[language], /^([A-ZÄÖÜ]|\{).*\.$/, code)
        assert.match(afterDeal[language], /^([A-ZÄÖÜ]|\{).*\.$/, code)
        assert.ok(seen[language].length > 0 && expected[language].length > 0, code)
      }
      if (typeof raised !== 'string') assert.match(raised.closed, /^[A-Z].*\.$/, code)
    }
  })

  it('can be seen by no table that lacks what it needs, and by some table in some house', () => {
    const spots = [...AREAS, 'rack'] as const
    for (const code of FINDING_CODES) {
      const row = CATALOGUE[code]
      // No house forbids every double after a split, but a table may.
      const rulesIn = (house: HouseId) => ({
        ...HOUSES[house].rules,
        ...(code === 'DOUBLE-AFTER-SPLIT' ? { doubleAfterSplit: 'no' as const } : {}),
      })
      const houses = HOUSE_IDS.filter((house) => canBeSeen(row, { rules: rulesIn(house), chipEvidence: 'payouts', spots }))
      assert.ok(houses.length > 0, `${code} is of no house`)
      const bare = houses.filter((house) => canBeSeen(row, { rules: rulesIn(house), chipEvidence: 'bets', spots: ['main'] }))
      const sensed = row.needs.also.filter((each) => each !== 'absent key' && each !== 'relief key')
      const isBare = ['cards', 'bets'].includes(row.needs.evidence) && sensed.length === 0
      assert.equal(bare.length > 0, isBare, code)
    }
  })

  it('speaks in money, and leaves out what it does not know', () => {
    const row = CATALOGUE['BJ-OVER']
    const expected = { amount: 3000, base: 2000, ratio: [3, 2] } as const
    const place = { box: 3, hand: 1, spot: '3.main' }
    const words = wordsAt(row, { expected, seen: { amount: 4500 }, at: AT }, 'open')
    assert.deepEqual(words, {
      seen: 'paid 45.00',
      expected: 'due 30.00 (3 to 2 on 20.00)',
      remedy: 'Leave the cards out. Bring the whole payment back and pay 30.00.',
    })
    assert.equal(peopleText(words, place, 'proven'), `Box 3: paid 45.00, due 30.00 (3 to 2 on 20.00). ${words.remedy}`)
    const unknown = wordsAt(row, { expected: { amount: 3000 }, seen: {}, at: AT }, 'open')
    assert.equal(peopleText(unknown, place, 'likely'), `Box 3: likely paid ?, due 30.00. ${words.remedy}`)
    assert.equal(
      wordsAt(CATALOGUE['FLOAT-IMBALANCE'], { expected: {}, seen: { amount: -13_700 }, at: AT }, 'open').seen,
      'the rack changed by -137.00',
    )
    assert.equal(
      wordsAt(CATALOGUE['FLOAT-IMBALANCE'], { expected: {}, seen: { amount: -13_700 }, at: AT }, 'open', 0).seen,
      'the rack changed by -13700',
    )
    const swapped = wordsAt(
      CATALOGUE['BET-SWAPPED'],
      { expected: { chips: [{ value: 1250, count: 2 }] }, seen: { chips: [{ value: 2500, count: 1 }] }, at: AT },
      'open',
    )
    assert.equal(swapped.seen, '2 chips of 12.50 became 1 chip of 25.00')
  })

  it('has another remedy once the next round is dealt: it says when to look, and speaks of nothing that no longer lies there', () => {
    for (const code of FINDING_CODES) {
      const row: CatalogueRow = CATALOGUE[code]
      for (const words of [row, ...casesOf(row)]) {
        const [before, between, after] = STAGES.map((stage) => wordsAt(words, { expected: {}, seen: {}, at: AT }, stage).remedy)
        // What belongs to no round is told as it was.
        if (code !== 'SCAN-NO-BETS')
          assert.doesNotMatch(between ?? '', /\b(plays|draw|burn)\b|next (card|hand)|next round is out|offer|second card/i, code)
        if (before === 'Nothing to do.') {
          assert.equal(after, before, code)
          continue
        }
        assert.match(after ?? '', /\b21:14:03 UTC\b/, code)
        assert.doesNotMatch(before ?? '', /21:14:03/, code)
        assert.doesNotMatch(after ?? '', /before the next|leave (the )?(cards|chips)|where they are|play on\b|plays on/i, code)
      }
    }
    assert.equal(
      wordsAt(CATALOGUE['LOSER-NOT-TAKEN'], { expected: {}, seen: { amount: 2000 }, at: AT }, 'over').remedy,
      'Hold the next deal. Leave the cards out or back the round up from the discards, then take 20.00.',
    )
    assert.equal(
      wordsAt(CATALOGUE['LOSER-NOT-TAKEN'], { expected: {}, seen: { amount: 2000 }, at: AT }, 'past').remedy,
      'The next round is out. Back this one up from the discards, or ask surveillance for the round at 21:14:03 UTC, then take 20.00.',
    )
  })

  it('brings a blackjack paid short back as it does any other payment', () => {
    assert.equal(CATALOGUE['BJ-SHORT'].remedy, CATALOGUE['PAY-SHORT'].remedy)
    assert.match(CATALOGUE['BJ-SHORT'].remedy.en, /Bring the whole payment back/)
  })

  it('tells a dealer who stood where the house hits that a card is missing, not one too many', () => {
    const told = (which: FigureCase) => wordsAt(CATALOGUE['DEALER-SOFT17'], { expected: {}, seen: { case: which }, at: AT }, 'open')
    assert.match(told('drew').remedy, /^Burn the extra card/)
    assert.match(told('stood').remedy, /draw the card/)
    assert.doesNotMatch(told('stood').remedy, /extra|burn/i)
    assert.doesNotMatch(`${told('stood').expected} ${told('drew').expected}`, /other/)
  })

  it('calls a draw for nobody no more than information where the document orders it', () => {
    const severities = HOUSE_IDS.map((house) => severityFor('DEALER-DREW-NEEDLESSLY', house))
    assert.deepEqual(
      HOUSE_IDS.filter((_, at) => severities[at] === 'info'),
      ['free-bet-european', 'sevens-prizes', 'gld', 'ingo'],
    )
  })

  it('rests on the lines that say it', () => {
    const line = (code: FindingCode, house: HouseId) => clauseFor(code, house).line
    assert.equal(line('INS-UNIT', 'free-bet-european'), 254)
    assert.equal(line('INS-LATE', 'free-bet-european'), 250)
    assert.equal(line('INS-LATE', 'free-bet-pot-of-gold'), 48)
    assert.equal(line('INS-LATE', 'gld'), null)
    assert.equal(line('INS-ON-BJ', 'free-bet-european'), 259)
    assert.equal(line('INS-OVER', 'free-bet-european'), 254)
    assert.equal(line('INS-MISPAID', 'free-bet-european'), 247)
    assert.equal(line('SPLIT-ACE-DOUBLE', 'free-bet-european'), 145)
    assert.equal(line('DEAL-BOX-SKIPPED', 'sevens-prizes'), 11)
    assert.equal(line('INS-NO-ACE', 'free-bet-pot-of-gold'), 48)
    assert.equal(HOUSES.gld.rules.tieBet, 'returned')
    assert.equal(clauseFor('SURRENDER-NONE', 'ingo').section, 'field', 'not a chapter on Free Bet')
    for (const code of FINDING_CODES) for (const house of HOUSE_IDS) assert.doesNotMatch(clauseFor(code, house).section, /685a/, code)
  })

  it('rests on the line of what was done', () => {
    const EUROPEAN = 'free-bet-european'
    const POT = 'free-bet-pot-of-gold'
    const rows: readonly (readonly [FindingCode, HouseId, FigureCase | undefined, string])[] = [
      ['FB-CHARGED', EUROPEAN, undefined, '000 l.205'],
      ['FB-CHARGED', EUROPEAN, 'of-a-split', '000 l.154'],
      ['FB-CHARGED', POT, undefined, '001 l.7'],
      ['FB-CHARGED', POT, 'of-a-split', '001 l.8'],
      ['FB-TOKEN-MISSING', EUROPEAN, undefined, '000 l.207'],
      ['FB-TOKEN-MISSING', EUROPEAN, 'of-a-split', '000 l.156'],
      ['FB-TOKEN-MISSING', POT, undefined, '001 l.29'],
      ['FB-TOKEN-MISSING', POT, 'of-a-split', '001 l.21'],
      ['FB-TOKEN-NOT-REMOVED', EUROPEAN, 'win', '000 l.164'],
      ['FB-TOKEN-NOT-REMOVED', EUROPEAN, 'lose', '000 l.168'],
      ['FB-TOKEN-NOT-REMOVED', EUROPEAN, 'push', '000 l.170'],
      ['FB-TOKEN-NOT-REMOVED', POT, 'win', '001 l.82'],
      ['FB-TOKEN-NOT-REMOVED', POT, 'lose', '001 l.100'],
      ['FB-TOKEN-NOT-REMOVED', POT, 'push', '001 l.90'],
      ['POG-NOT-PICKED-UP', POT, undefined, '001 l.46'],
      ['POG-NOT-PICKED-UP', POT, 'declined', '001 l.61'],
      ['PEEK-MISSED', POT, 'against-a-ten', '001 l.47'],
      ['PEEK-MISSED', POT, 'against-an-ace', '001 l.48'],
      ['PAY-BEFORE-DEALER-DONE', EUROPEAN, undefined, 'practice l.null'],
      ['PAY-BEFORE-DEALER-DONE', EUROPEAN, 'against-a-ten', '000 l.118'],
      ['PAY-BEFORE-DEALER-DONE', EUROPEAN, 'against-an-ace', '000 l.118'],
      ['PAY-BEFORE-DEALER-DONE', 'ingo', 'against-an-ace', 'practice l.null'],
      ['PRIZE-WRONG-TIER', 'sevens-prizes', 'twoSevens', '002 l.50'],
      ['PRIZE-WRONG-TIER', 'sevens-prizes', 'threeSuited', '002 l.56'],
      ['PRIZE-ON-LOSER', 'sevens-prizes', undefined, '002 l.59'],
      ['SPLIT-ACE-DOUBLE', 'sevens-prizes', undefined, '002 l.34'],
      ['SPLIT-ACE-DOUBLE', POT, undefined, 'practice l.null'],
      ['SPLIT-ACE-DOUBLE', 'ingo', undefined, '004 l.55'],
    ]
    for (const [code, house, which, cited] of rows) {
      const { document, line } = clauseFor(code, house, [], which)
      assert.equal(`${document} l.${line}`, cited, `${code} ${house} ${which}`)
    }
    assert.equal(clauseFor('PRIZE-WRONG-TIER', 'sevens-prizes', ['sevens'], 'twoSevens').document, 'table')
  })
})
