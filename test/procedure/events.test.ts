/**
 * Every code that single events prove: a scenario that raises it, and its nearest legal twin that stays silent. The catalogue says which
 * codes these are, so that none can be forgotten.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import { FINDING_CODES, type FindingCode } from '../../src/rules/house/finding-code.ts'
import { type Table, teller } from './scene.ts'

interface Scenario extends Table {
  readonly words: string
  readonly twin: string
  /** What the scenario raises besides, because it is so as well. */
  readonly also?: readonly string[]
  /** The twin's own, for the record alone. */
  readonly twinRaises?: readonly string[]
  readonly spot?: string | null
  readonly box?: number | null
}

const SHOE = Array.from({ length: 6 }, () => RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`))).flat()
/** So many cards of a fresh shoe, before any spot was heard. */
const out = (cards: number): string => SHOE.slice(0, cards).join(' ')

/** A round of box 1 that ends at once: 20 against 17, paid and collected. */
const WON = 'TS 7S TH TD +3000 1=2000 +2000 1=0'
/** 18 and 19 against 17, both to be paid; the rack is sensed. */
const RACKED = 'rack=1000x90 1=1000 2=1000 TS TH TD 8S 9S +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000'
const COLLECTED = '+3000 1=0 2=0 +3000 1=1000 2C 7C 3C +3000 tick tick'
/** The first of two split eights busts with 24, the second has 18; the dealer has 7 and this one down, and draws the other. */
const bustFirst = (chips: string, hole: string, drawn: string): string =>
  `rack=1000x99 1=1000 8S 7D 8H ${hole} +2000 >1.1 1=1000,FBx1 +2000 6S +2000 TS ${chips} +2000 >1.2 TC +2000 >dealer ${drawn} +2000 >- +3000`
const AFTER = '+3000 1=1000 2C 7C 3C +3000 tick tick'

const FBE = { house: 'free-bet-european' } as const
const INGO = { house: 'ingo' } as const
const POT = { house: 'free-bet-pot-of-gold' } as const
const SEVENS = { house: 'sevens-prizes' } as const

const SCENARIOS: { readonly [C in FindingCode]?: Scenario } = {
  'DECK-CARD-EXCESS': {
    ...INGO,
    rules: '{ burn: 0, decks: 1 }',
    words: 'LOAD 1=1000 5S 7S 5S',
    twin: 'LOAD 1=1000 5S 7S 5H',
  },
  'DECK-RANK-EXCESS': {
    ...INGO,
    rules: '{ burn: 0, decks: 1 }',
    words: 'LOAD 1=1000 2S 2H 2D 2C 3S 2S',
    also: ['DECK-CARD-EXCESS'],
    twin: 'LOAD 1=1000 2S 2H 2D 2C 3S 3H',
  },
  'DECK-SHORT': {
    ...INGO,
    words: `LOAD ${out(200)} CUT ${SHOE.slice(200, 311).join(' ')} EMPTY`,
    twin: `LOAD ${out(200)} CUT ${SHOE.slice(200).join(' ')} EMPTY`,
  },
  'CARD-UNREADABLE': { ...INGO, words: '1=1000 5S 7S ??', twin: '1=1000 5S 7S 9S' },
  'CUT-CARD-POSITION': { ...INGO, words: `LOAD ${out(155)} CUT`, twin: `LOAD ${out(156)} CUT` },
  'ROUND-AFTER-CUT-CARD': {
    ...INGO,
    words: `LOAD ${out(200)} 1=1000 ${WON.replace('TH', 'CUT TH')} 1=1000 5S 7H 9S`,
    twin: `LOAD ${out(200)} 1=1000 ${WON} CUT 1=1000 5S 7H 9S`,
  },
  'CUT-CARD-NEVER-SEEN': { ...INGO, words: `LOAD ${out(235)}`, twin: `LOAD ${out(234)} CUT 5S` },
  'EARLY-SHUFFLE': { ...INGO, words: `LOAD ${out(150)} LOAD`, twin: `LOAD ${out(160)} CUT LOAD` },
  'SHOE-EXHAUSTED': { ...INGO, words: '1=1000 TS 7S TH EMPTY', twin: `1=1000 ${WON} EMPTY` },
  'CHIP-COPY': { ...INGO, words: '1=500,500#E00401,E00401', twin: '1=500,500#E00401,E00402' },
  'CHIP-FOREIGN': { ...INGO, words: '1=500,500#E00401,-E0FF99', twin: '1=500,500#E00401,E00402' },
  'BURN-EXTRA': {
    ...INGO,
    rules: '{ burn: 1 }',
    words: '1=1000 1=0 LOAD 2S 3S tick tick 1=1000 TS 7S TH',
    twin: '1=1000 1=0 LOAD 2S 1=1000 TS 7S TH tick tick',
  },
  'BURN-AT-DEALER-CHANGE': {
    ...INGO,
    words: '1=1000 1=0 key:relief 2S tick tick',
    twin: '1=1000 1=0 key:relief 1=1000 TS 7S TH tick tick',
  },
  'SCAN-NO-BETS': { ...INGO, words: '1=1000 1=0 5S tick tick', twin: '1=1000 1=0 5S 1=1000 tick tick' },

  'BET-UNDER-MIN': { ...INGO, words: '1=500 TS 7S TH', twin: '1=500 1=1000 TS 7S TH', spot: '1.main', box: 1 },
  'BET-OVER-MAX': { ...INGO, words: '1=50500 TS 7S TH', twin: '1=50000 TS 7S TH', spot: '1.main', box: 1 },
  'BOX-OVER-MAX': { ...INGO, words: '1=30000 1.main2=25000 TS 7S TH', twin: '1=25000 1.main2=25000 TS 7S TH', box: 1 },
  'BOX-TOO-MANY-PLAYERS': {
    house: 'gld',
    rules: '{ burn: 0, maxPlayersPerBox: 1 }',
    words: '1=1000 1.main2=1000 5S 7S 9S TD',
    twin: '1=1000 2=1000 5S 6S 7S 9S 8S TD',
    box: 1,
  },
  'BET-WRONG-UNIT': { ...INGO, words: '1=1200 TS 7S TH', twin: '1=1500 TS 7S TH', spot: '1.main' },
  'BET-SWAPPED': {
    ...INGO,
    words: '1=500x2 TS 7S TH 1=1000x1 +2000 4S +2000 tick',
    twin: '1=500x2 TS 7S TH 1=1000x1 +2000 1=500x2 4S',
    spot: '1.main',
  },
  'SIDE-NO-MAIN': { ...FBE, words: '1=1000 2.p22=500 TS 7S TH', twin: '1=1000 1.p22=500 TS 7S TH', spot: '2.p22', box: 2 },
  'SIDE-LATE': {
    ...FBE,
    words: '1=1000 1.p22=500 TS 7S TH 1.p22=1000 +2000 4S +2000 tick',
    twin: '1=1000 1.p22=500 TS 1.p22=1000 7S TH tick tick',
    spot: '1.p22',
  },
  'SIDE-LIMIT': { ...FBE, limits: { sideMin: 500 }, words: '1=1000 1.p22=100 TS 7S TH', twin: '1=1000 1.p22=500 TS 7S TH', spot: '1.p22' },

  'INS-NO-ACE': {
    ...INGO,
    words: '1=1000 TS 7S TH 1.ins=500 +2000 4S +2000 tick',
    twin: '1=1000 TS 7S TH 1.ins=500 +2000 1.ins=0 4S',
    spot: '1.ins',
  },
  'INS-LATE': {
    ...SEVENS,
    words: '1=1000 2=1000 5S 6S AS 7S 8S +2000 4D +1000 1.ins=500 +2000 4S +2000 tick',
    twin: '1=1000 2=1000 5S 6S AS 7S 8S 1.ins=500 +2000 4D',
    spot: '1.ins',
  },
  'INS-OVER': {
    ...FBE,
    words: '1=2000 5S AS 6H 1.ins=1500 +2000 9D +2000 tick',
    twin: '1=2000 5S AS 6H 1.ins=1000 +2000 9D',
    spot: '1.ins',
  },
  'INS-NOT-HALF': {
    ...INGO,
    words: '1=1000 5S AS 6H 1.ins=400 +2000 9D +2000 tick',
    twin: '1=1000 5S AS 6H 1.ins=400 1.ins=500 +2000 9D',
    spot: '1.ins',
  },
  'INS-UNIT': { ...FBE, words: '1=2000 5S AS 6H 1.ins=700 +2000 9D +2000 tick', twin: '1=2000 5S AS 6H 1.ins=500 +2000 9D', spot: '1.ins' },
  'INS-ON-BJ': {
    ...SEVENS,
    words: '1=1000 AH AS TS 1.ins=500 +2000 9D +2000 tick',
    // 002 l.38: another player's box may be insured there.
    twin: '1=1000 2=1000 AH 5S AS TS 6H 1.ins=500 +2000 9D',
    spot: '1.ins',
  },
  'INS-TABLE-OVER': {
    ...SEVENS,
    words: '1=1000 2=1000 5S 6S AS 7S 8S 1.ins=500 2.ins=600 +2000 9D +2000 tick',
    twin: '1=1000 2=1000 5S 6S AS 7S 8S 1.ins=1000 +2000 9D',
    spot: null,
    box: null,
  },

  'FB-TOKEN-SPOT': {
    ...FBE,
    words: '1=1000 1.p22=500 5S 7S 6H +2000 1.p22=500,FBx1 tick tick',
    twin: '1=500x2 1.p22=500 5S 7S 6H +2000 1=500x2,FBx1 tick tick',
    spot: '1.p22',
  },
  'FB-TOKEN-NOT-REMOVED': {
    ...FBE,
    words: '1=500x2 5S 7S 6H +2000 1=500x2,FBx1 +2000 TS TD +3000 1=500x6,FBx1 +2000 1=FBx1 2=1000 +3000 5H 7H 9S tick tick',
    twin: '1=500x2 5S 7S 6H +2000 1=500x2,FBx1 +2000 TS TD +3000 1=500x6 +2000 1=0 2=1000 +3000 5H 7H 9S tick tick',
    spot: '1.main',
  },
  'POG-NOT-PICKED-UP': {
    ...POT,
    words: '1=1000 1.pog=500 TS 7S 6H 9C +3000 2D tick tick',
    twin: '1=1000 1.pog=500 TS 7S 6H 9C +1000 1.pog=0 +1000 2D tick tick',
    spot: '1.pog',
  },
  'BJ-NOT-PAID-AT-ONCE': {
    ...SEVENS,
    words: '1=1000 2=1000 AS 5S 7S TS 6H +3000 2D tick tick',
    twin: '1=1000 2=1000 AS 5S 7S TS 6H +1000 1=2500 +1000 2D tick tick',
    spot: '1.main',
  },
  'ABSENT-WIN-LEFT': {
    ...FBE,
    words: 'key:absent:1 1=1000 TS 7S TH TD +3000 1=2000 +3000 5S 7H 9S tick tick',
    twin: `key:absent:1 1=1000 ${WON} 1=1000 5S 7H 9S tick tick`,
    spot: '1.main',
  },
  'PAY-ORDER': {
    ...INGO,
    watches: '{ payOrder: true }',
    words: `${RACKED} rack=1000x89 1=2000 +3000 rack=1000x88 2=2000 ${COLLECTED}`,
    twin: `${RACKED} rack=1000x89 2=2000 +3000 rack=1000x88 1=2000 ${COLLECTED}`,
    spot: '2.main',
    box: 2,
  },
  'FB-DEAD-WAGER-TAKEN-EARLY': {
    ...POT,
    words: `${bustFirst('rack=1000x100 1=FBx1', 'TD', '')} 1=1000,FBx1 1=1000 +3000 1=0 ${AFTER}`,
    twin: `${bustFirst('1.ins=1000 1=FBx1', 'TD', '')} 1.ins=0 rack=1000x100 +3000 1=1000,FBx1 rack=1000x99 1=1000 +3000 1=0 ${AFTER}`,
    box: 1,
    spot: '1.main',
  },
  'FB-DEAD-WAGER-RETURNED': {
    ...POT,
    // The dealer has 22: the free hand ties.
    words: `${bustFirst('1.ins=1000 1=FBx1', '5D', 'KD')} 1=0 +3000 1.ins=0 ${AFTER}`,
    twin: `${bustFirst('1.ins=1000 1=FBx1', '5D', 'KD')} 1=0 +3000 1.ins=0 rack=1000x100 ${AFTER}`,
    box: 1,
    spot: '1.ins',
  },
  'FLOAT-IMBALANCE': {
    ...INGO,
    words: `${RACKED} rack=1000x88,500 2=2000 +3000 rack=1000x87,500 1=2000 ${COLLECTED}`,
    twin: `${RACKED} rack=1000x88,500x2 2=2000 +3000 rack=1000x87,500x2 1=2000 ${COLLECTED}`,
    spot: 'rack',
    box: null,
  },
  'FILL-DURING-ROUND': {
    ...INGO,
    words: `${RACKED.replace('>2.1', '>2.1 +2000 rack=1000x190 +2000')} rack=1000x189 2=2000 +3000 rack=1000x188 1=2000 ${COLLECTED}`,
    // The fill comes between the rounds.
    twin: `${RACKED} rack=1000x89 2=2000 +3000 rack=1000x88 1=2000 +3000 rack=1000x188 ${COLLECTED}`,
    spot: 'rack',
    box: null,
  },
  'ROUND-NOT-CLOSED': {
    ...INGO,
    words: '1=1000 2=1000 TS 8S 7S TH 8H >1.1 >2.1 >dealer TD >- +5000 5S 6S 9D 5H 6H',
    twin: '1=1000 2=1000 TS 8S 7S TH 8H >1.1 >2.1 >dealer TD >- +5000 2=0 1=2000 1=1000 2=1000 +5000 5S 6S 9D 5H 6H',
    box: null,
  },
}

const codesOf = (scenario: Scenario, words: string): readonly string[] => {
  const { findings } = teller(scenario, { live: true }).tell(words)
  return findings.map(({ code }) => code)
}

describe('what is lost proves nothing', () => {
  const quiet = (words: string) => {
    const { findings } = teller({ ...FBE, limits: { sideMin: 500 } }).tell(words)
    assert.deepEqual(
      findings.filter(({ severity }) => severity !== 'info'),
      [],
      words,
    )
  }

  it('of a bet whose last line is missing no limit is told, of one told since it is', () => {
    quiet('1=500 lost:spots:1 TS 7S TH tick tick')
    quiet('1=500 1.p22=100 lost:spots:1 TS 7S TH tick tick')
    quiet('2.p22=500 1=1000 lost:spots:1 TS 7S TH tick tick')
    const { findings } = teller(FBE).tell('lost:spots:1 1=500 TS 7S TH tick tick')
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['BET-UNDER-MIN'],
    )
  })

  it('nor is what a device said in a round before its clock was found to be wrong', () => {
    const closed = (fault: string) => {
      const { said } = teller({ house: 'ingo' }).tell(`1=1000 TS 7S TH ${fault} TD +3000 1=2000 +2000 1=0 +3000 1=1000 2S`)
      return said.flatMap((each) => (each.type === 'round.closed' ? [each.data.complete] : []))
    }
    assert.deepEqual(closed(''), [true])
    for (const device of ['shoe', 'spots']) assert.deepEqual(closed(`wrong:${device}:clock-fault`), [false], device)
  })

  it('a card without bets is none while a bet may be told late', () => {
    quiet('1=1000 1=0 lost:spots:1 5S tick tick')
    quiet('1=1000 1=0 down:spots 5S tick tick')
  })

  it('a shoe with missing lines is short of nothing, and its cut card is where it is', () => {
    quiet(`LOAD ${out(100)} lost:shoe:3 CUT ${SHOE.slice(103, 311).join(' ')} EMPTY`)
  })
})

describe('a hole card nobody has turned', () => {
  it('is told as one too many when it is turned, not before', () => {
    const table = teller({ house: 'gld', rules: '{ burn: 0, decks: 1 }' })
    // Box, hole card, box, up card.
    assert.deepEqual(table.tell('LOAD 1=1000 5S 5S 9S TD >1.1 >dealer tick').findings, [])
    const { findings } = table.tell('3C >- +2000 1=0')
    assert.deepEqual(
      findings.map(({ code, seen }) => [code, seen]),
      [['DECK-CARD-EXCESS', '5S came 2 times']],
    )
  })

  it('does not hide another card that is one too many', () => {
    const table = teller({ house: 'gld', rules: '{ burn: 0, decks: 1 }' })
    const { findings } = table.tell('LOAD 1=1000 5S 7H 5S')
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['DECK-CARD-EXCESS'],
    )
  })
})

describe('amounts within a text', () => {
  const words = (table: Table, told: string) => {
    const { state, findings } = teller(table).tell(told)
    const [finding] = findings
    return [finding?.seen, finding?.expected, state.judge.alarms.open[0]?.text]
  }

  it('are in money in the finding and in its alarm', () => {
    assert.deepEqual(words({ ...FBE, limits: { sideMin: 500 } }, '1=1000 1.p22=100 TS 7S TH'), [
      'side bet of 1.00',
      'a side bet is at least 5.00',
      'Box 1, Push 22: side bet of 1.00; a side bet is at least 5.00. Before the deal, have it put right. Once cards are out, settle it within the limits.',
    ])
  })
})

describe('what single events prove', () => {
  it('has a scenario and a twin for every such code of the catalogue', () => {
    // What is never proven has tests of its own: `shoe-tests.test.ts`.
    const codes = FINDING_CODES.filter((code) => CATALOGUE[code].raised === 'events' && CATALOGUE[code].sure !== 'T')
    assert.deepEqual(Object.keys(SCENARIOS).sort(), [...codes].sort())
  })

  for (const [code, scenario] of Object.entries(SCENARIOS) as readonly (readonly [FindingCode, Scenario])[]) {
    it(`${code} is raised once, proven, at once; its twin stays silent`, () => {
      const { words, twin, also = [], twinRaises = [], spot, box } = scenario
      const { findings } = teller(scenario, { live: true }).tell(words)
      assert.deepEqual(findings.map((each) => each.code).sort(), [code, ...also].sort())
      const finding = findings.find((each) => each.code === code) ?? assert.fail(code)
      assert.deepEqual([finding.finding, finding.grade, finding.detectedAfter], [`${code}-1`, 'proven', 0])
      assert.ok(finding.evidence.length > 0, 'it names the lines it rests on')
      assert.ok(
        ![finding.seen, finding.expected, finding.remedy].some((text) => text === null || text.includes('?')),
        JSON.stringify(finding),
      )
      if (spot !== undefined) assert.equal(finding.spot, spot)
      assert.equal(finding.amount !== null, CATALOGUE[code].amount !== undefined, `${code}: ${finding.amount} is wrong`)
      if (box !== undefined) assert.equal(finding.box, box)
      assert.deepEqual(codesOf(scenario, twin), twinRaises)
    })
  }
})
