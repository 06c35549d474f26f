/** Every line of a section and every column of money, by hand: an evening of four rounds, and what a reader must find of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BetFacts, RoundFacts } from '../../../src/book/reports/facts.ts'
import { COUNT_LINES, MONEY_COLUMNS } from '../../../src/book/reports/lines.ts'
import type { AskedFinding } from '../../../src/book/reports/rows-asked.ts'
import { sectionOf } from '../../../src/book/reports/section.ts'
import { BETS } from '../../../src/book/reports/theory.ts'
import type { RoundRow } from '../../../src/book/rows.ts'

const MINUTE_MS = 60_000
const NO_BETS: BetFacts = { bets: 0, staked: 0, houseWon: 0, notSeen: 0, stakedNotSeen: 0, byRules: 0, notKnown: 0 }
const NO_SIDES = { p22: NO_BETS, pog: NO_BETS, ins: NO_BETS }

/** As the store keeps it. */
const row: RoundRow & { readonly decisions: number } = {
  ...{ stream_id: 1, shoe: 1, number: 1, round: '1-1', opened_at: 0, closed_at: MINUTE_MS, first_n: 1, last_n: 9 },
  ...{ dealer_id: 'd-17', rules_sha256: null, boxes: 2, hands: 3, state: 'closed', ended: 'table-cleared', readings: 1 },
  ...{ certain: 1, lagging: 0, left_out: 0, house_won: null, house_won_certain: null, bets_not_seen: 0, staked_not_seen: 0 },
  ...{ by_the_rules: null, bets_not_known: 0, net: null, net_best: null, net_from: null, net_to: null, staked: null },
  ...{ staked_sides: null, revised: 0, result: null, decisions: 5 },
}
const facts = (round: Partial<typeof row>, main: Partial<BetFacts>, win: number | null): RoundFacts => ({
  round: { ...row, ...round },
  table_id: 1,
  told: null,
  bets: { ...NO_SIDES, main: { ...NO_BETS, bets: 2, ...main } },
  isSeen: (main.notSeen ?? 0) === 0,
  expected:
    win === null
      ? null
      : (Object.fromEntries(
          [...BETS, 'all'].map((bet) => [bet, bet === 'main' || bet === 'all' ? { win, variance: 40_000 } : { win: 0, variance: 0 }]),
        ) as NonNullable<RoundFacts['expected']>),
})

const finding: AskedFinding = {
  ...{ stream_id: 1, finding: 'PAY-SHORT-1', code: 'PAY-SHORT', grade: 'proven', severity: 'money', round: '1-1', box: 1 },
  ...{ amount_wrong: 500, group_id: null, dealer_id: 'd-17', raised_at: 0, changed_at: null, withdrawn_at: null },
  ...{ corrected: 0, other_rules: 0, counts: 1 },
}
const step = (alarm: string, name: string, at: number) => ({ stream_id: 1, alarm, at, step: name })

const SECTION = sectionOf({
  ...{ of: 'table', name: 'bj07', currency: 'EUR', exponent: 2, voids: 1, dealtMs: 30 * MINUTE_MS },
  facts: [
    facts({}, { staked: 3000, houseWon: 1000, byRules: 1500 }, 20),
    facts({ readings: 2, ended: 'ruled' }, { staked: 2000, houseWon: 500, byRules: 500, notKnown: 1 }, null),
    facts({ lagging: 1, revised: 1 }, { staked: 4000, houseWon: -2000, byRules: -2000, notSeen: 1, stakedNotSeen: 1000 }, 30),
    facts({ state: 'incomplete', hands: 1, decisions: 1 }, { staked: 1000, houseWon: 1000, byRules: 1000 }, null),
  ],
  shoes: [
    { stream_id: 1, loaded_at: 0, ended_at: 9, cards_out: 156, cards: 312 },
    { stream_id: 1, loaded_at: 9, ended_at: null, cards_out: 78, cards: 312 },
  ],
  findings: [
    finding,
    { ...finding, finding: 'PAY-SHORT-2', amount_wrong: 300, corrected: 1, other_rules: 1 },
    { ...finding, finding: 'PAY-SHORT-3', amount_wrong: null },
    { ...finding, finding: 'PAY-SHORT-4', grade: 'likely', withdrawn_at: 900 },
  ],
  steps: [
    ...[step('pay-short-1', 'raised', 0), step('pay-short-1', 'acknowledged', 4000)],
    ...[step('pay-short-2', 'raised', 0), step('pay-short-2', 'acknowledged', 8000), step('pay-short-2', 'closed', 9000)],
    ...[step('pay-short-3', 'raised', 0), step('pay-short-4', 'raised', 0)],
  ],
})

test('every line of a section says what the evening was', () => {
  assert.deepEqual(Object.fromEntries(COUNT_LINES.map(({ key, value }) => [key, value(SECTION)])), {
    rounds: '5',
    complete: '2',
    lagging: '1',
    rounds_not_seen: '1',
    stakes_not_seen: '10.00',
    one_reading: '60.0 %',
    void: '1',
    hands: '10',
    hours: '0.50',
    rounds_per_hour: '10',
    hands_per_hour: '20',
    decisions_per_hour: '32',
    occupancy: '',
    shoe_changes: '1',
    penetration: '50.0 %',
    running_shoe: '25.0 %',
    findings: '3',
    findings_other_rules: '1',
    findings_open: '2',
    acknowledged_median_s: '6',
    acknowledged_nine_in_ten_s: '8',
    alarms_touched: '2',
    alarms_never_shown: '1',
    alarms_untouched: '1',
    paid_wrongly: '8.00',
    put_right: '3.00',
    left: '5.00',
    paid_wrongly_not_known: '1',
  })
})

test('every column of money says what the bets were', () => {
  assert.deepEqual(Object.fromEntries(MONEY_COLUMNS.map(({ key, value }) => [key, value(SECTION.money.all, 2)])), {
    handle: '100.00',
    house_won: '5.00',
    not_seen: '1',
    staked_not_seen: '10.00',
    by_the_rules: '10.00',
    not_known: '1',
    theoretical: '0.50',
    deviation: '2.83',
    z: '-1.94',
    unusual: '',
  })
})
