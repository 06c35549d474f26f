/**
 * What is wrong in the pit of the pictures: one alarm of each priority and state, with the findings behind them, in the catalogue's words.
 */

import { amountOf } from '../../../src/procedure/catalogue/amount.ts'
import { CATALOGUE, clauseFor } from '../../../src/procedure/catalogue/index.ts'
import { factsOf, findingWords, peopleText } from '../../../src/procedure/catalogue/words.ts'
import { deviceWords } from '../../../src/procedure/device-alarms.ts'
import type { Place } from '../../../src/procedure/facts.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { Figures } from '../../../src/rules/game/error-figures.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import type { ToldTable } from './told-tables.ts'

export interface Finding {
  readonly table: ToldTable
  readonly alarm: AlarmData
  readonly finding: FindingData | null
}

interface Row extends Pick<AlarmData, 'state'> {
  /** Index of the table. */
  readonly at: number
  readonly agoSeconds: number
  readonly user?: string
  readonly note?: string
  readonly untilSeconds?: number
}

interface FoundRow extends Row {
  readonly code: FindingCode
  readonly place: Place
  readonly expected?: Figures
  readonly seen: Figures
  /** The explanation without an error; with it the finding is only likely. */
  readonly innocent?: string
}

const TABLE: Place = { box: null, hand: null, spot: null }
const mainOf = (box: number): Place => ({ box, hand: 1, spot: `${box}.main` })

const FOUND: readonly FoundRow[] = [
  {
    at: 2,
    code: 'BJ-SHORT',
    state: 'unacknowledged',
    agoSeconds: 14,
    place: mainOf(3),
    expected: { amount: 3000, ratio: [3, 2], base: 2000 },
    seen: { amount: 2000 },
    innocent: 'The ace went to box 4 and the ten to box 3: then box 3 holds 20, won with 20 against 18 and is paid 1 to 1.',
  },
  {
    at: 8,
    code: 'DECK-CARD-EXCESS',
    state: 'unacknowledged',
    agoSeconds: 4,
    place: TABLE,
    expected: { count: 6 },
    seen: { count: 7, cards: ['KS'] },
  },
  {
    at: 4,
    code: 'BET-WRONG-UNIT',
    state: 'acknowledged',
    agoSeconds: 95,
    place: mainOf(2),
    expected: { base: 500 },
    seen: { amount: 1250 },
    user: 'anna',
    note: 'dealer told',
  },
  {
    at: 12,
    code: 'BET-LATE',
    state: 'acknowledged',
    agoSeconds: 220,
    place: mainOf(5),
    seen: { amount: 10_000 },
    user: 'mika',
  },
  {
    at: 10,
    code: 'LOSER-NOT-TAKEN',
    state: 'shelved',
    agoSeconds: 410,
    place: mainOf(5),
    seen: { amount: 2500 },
    user: 'anna',
    note: 'player disputes, surveillance looks',
    untilSeconds: 420,
  },
  {
    at: 15,
    code: 'PAY-SHORT',
    state: 'returned',
    agoSeconds: 160,
    place: mainOf(1),
    expected: { amount: 750 },
    seen: { amount: 700 },
    innocent: 'A chip of 0.50 was taken back by the player before the sensor told.',
  },
]

/** A fault has no finding behind it. */
const FAULT: Row & Pick<AlarmData, 'alarm' | 'code' | 'severity' | 'text' | 'remedy' | 'facts'> = {
  at: 6,
  alarm: 'link-spots',
  severity: 'procedure',
  state: 'unacknowledged',
  ...deviceWords('LINK-DOWN', { device: 'spots', reason: 'no valid line for 3 s' }),
  agoSeconds: 70,
}

const ROUND = '1-4'
const after = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

const stateOf = ({ state, agoSeconds, user, note, untilSeconds }: Row) => ({
  state,
  rev: state === 'unacknowledged' ? 1 : 2,
  since: after(-agoSeconds),
  user: user ?? null,
  note: note ?? null,
  until: untilSeconds === undefined ? null : after(untilSeconds),
})

function foundOf(row: FoundRow, house: string): Pick<Finding, 'alarm' | 'finding'> {
  const { code, place, expected = {}, seen, innocent } = row
  const { severity } = CATALOGUE[code]
  const facts = factsOf(CATALOGUE[code], { expected, seen, at: 0 }, { moment: 'open', exponent: 2 })
  const words = findingWords(CATALOGUE[code], facts)
  const finding: FindingData = {
    finding: `${code}-1`,
    code,
    grade: innocent === undefined ? 'proven' : 'likely',
    severity,
    ...{ group: null, rivals: [], question: null, asked: null },
    round: ROUND,
    dealerId: null,
    ...place,
    corrected: false,
    amount: amountOf(CATALOGUE[code], { expected, seen }),
    clause: clauseFor(code, house),
    ...words,
    facts,
    evidence: ['shoe:SH-00412/3/1905', 'shoe:SH-00412/3/1911', 'spots:SP-00007/3/221'],
    counterReading: innocent ?? null,
    counter: null,
    detectedAfter: 0,
  }
  const text = peopleText(words, place, finding.grade)
  const alarmFacts = { ...facts, hand: place.hand, spot: place.spot }
  const alarm = {
    alarm: finding.finding.toLowerCase(),
    code,
    severity,
    round: ROUND,
    box: place.box,
    text,
    remedy: words.remedy,
    facts: alarmFacts,
  }
  const { grade, question, amount, clause, evidence, counterReading, counter = null } = finding
  return {
    alarm: {
      ...alarm,
      grounds: { finding: finding.finding, grade, question, asked: null, amount, clause, evidence, counterReading, counter },
      group: null,
      ...stateOf(row),
    },
    finding,
  }
}

export function pitFindings(tables: readonly ToldTable[]): readonly Finding[] {
  const found = FOUND.flatMap((row) => {
    const table = tables[row.at]
    return table === undefined ? [] : [{ table, ...foundOf(row, table.house) }]
  })
  const { alarm, code, severity, text, remedy, facts = null } = FAULT
  const table = tables[FAULT.at]
  const fault = { alarm, code, severity, round: null, box: null, text, remedy, facts, grounds: null, group: null, ...stateOf(FAULT) }
  return [...found, ...(table === undefined ? [] : [{ table, alarm: fault, finding: null }])]
}
