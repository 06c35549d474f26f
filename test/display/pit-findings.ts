/** What is wrong in the pit of the pictures: one alarm of each priority and state, with the findings behind them. */
import type { FindingData } from '../../src/procedure/finding.ts'
import type { AlarmData } from '../../src/wire/payloads.ts'
import type { ToldTable } from './told-tables.ts'

export interface Finding {
  readonly table: ToldTable
  readonly alarm: AlarmData
  readonly finding: FindingData | null
}

interface Row extends Pick<AlarmData, 'code' | 'severity' | 'text' | 'remedy' | 'box' | 'state'> {
  /** Index of the table. */
  readonly at: number
  readonly agoSeconds: number
  readonly grade?: FindingData['grade']
  readonly expected?: string
  readonly seen?: string
  readonly clause?: FindingData['clause']
  readonly innocent?: string
  readonly user?: string
  readonly note?: string
  readonly untilSeconds?: number
}

const ROWS: readonly Row[] = [
  {
    at: 2,
    code: 'BJ-SHORT',
    severity: 'money',
    state: 'unacknowledged',
    text: 'box 3: blackjack paid 1 to 1, due 3 to 2',
    remedy: 'pay 10.00 more on box 3',
    box: 3,
    agoSeconds: 14,
    grade: 'likely',
    expected: 'pay 30.00',
    seen: 'paid 20.00',
    clause: { document: '000', section: '3', line: null, says: 'a blackjack is paid 3 to 2' },
    innocent: 'The ace went to box 4 and the ten to box 3: then box 3 holds 20, won with 20 against 18 and is paid 1 to 1.',
  },
  {
    at: 8,
    code: 'DEALER-DREW-HARD17',
    severity: 'stop',
    state: 'unacknowledged',
    text: 'the dealer drew a card on hard 17',
    remedy: 'stop the round; the card drawn does not count',
    box: null,
    agoSeconds: 4,
    grade: 'proven',
    expected: 'stand on 17',
    seen: 'a fourth card, 5♦',
    clause: { document: '001', section: '7', line: null, says: 'the dealer stands on hard 17' },
  },
  {
    at: 4,
    code: 'BET-WRONG-UNIT',
    severity: 'procedure',
    state: 'acknowledged',
    text: 'box 2: bet 12.50, not a multiple of 5.00',
    remedy: 'ask the player to correct the bet before the first card',
    box: 2,
    agoSeconds: 95,
    grade: 'proven',
    user: 'anna',
    note: 'dealer told',
  },
  {
    at: 12,
    code: 'TABLE-LOST',
    severity: 'stop',
    state: 'acknowledged',
    text: 'the table is gone from the broker',
    remedy: 'look at its computer',
    box: null,
    agoSeconds: 220,
    user: 'mika',
  },
  {
    at: 6,
    code: 'DEVICE-DOWN',
    severity: 'procedure',
    state: 'unacknowledged',
    text: 'spots has not been heard for 70 s',
    remedy: 'check the cable of the spots',
    box: null,
    agoSeconds: 70,
  },
  {
    at: 10,
    code: 'LOSER-NOT-TAKEN',
    severity: 'money',
    state: 'shelved',
    text: 'box 5: 25.00 of a lost hand still lies there',
    remedy: 'take 25.00 from box 5',
    box: 5,
    agoSeconds: 410,
    grade: 'proven',
    user: 'anna',
    note: 'player disputes, surveillance looks',
    untilSeconds: 420,
  },
  {
    at: 15,
    code: 'PAY-ROUNDED',
    severity: 'money',
    state: 'returned',
    text: 'box 1: paid 7.00 of 7.50',
    remedy: 'pay 0.50 more on box 1',
    box: 1,
    agoSeconds: 160,
    grade: 'likely',
  },
]

export function pitFindings(tables: readonly ToldTable[]): readonly Finding[] {
  return ROWS.flatMap((row, index) => {
    const table = tables[row.at]
    if (table === undefined) return []
    const { code, severity, state, text, remedy, box, agoSeconds, grade, untilSeconds } = row
    const id = `${code}-${index + 1}`
    const round = '1-4'
    const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
    const alarm: AlarmData = {
      alarm: id.toLowerCase(),
      state,
      rev: state === 'unacknowledged' ? 1 : 2,
      code,
      severity,
      since: at(-agoSeconds),
      round,
      box,
      text,
      remedy,
      user: row.user ?? null,
      note: row.note ?? null,
      until: untilSeconds === undefined ? null : at(untilSeconds),
    }
    const finding: FindingData | null =
      grade === undefined
        ? null
        : {
            finding: id,
            code,
            grade,
            severity,
            round,
            box,
            hand: box === null ? null : 1,
            spot: box === null ? null : `${box}.main`,
            clause: row.clause ?? { document: '000', section: '2', line: null, says: 'bets are multiples of the unit' },
            expected: row.expected ?? null,
            seen: row.seen ?? null,
            remedy,
            evidence: ['shoe:SH-00412/3/1905', 'shoe:SH-00412/3/1911', 'spots:SP-00007/3/221'],
            counterReading:
              row.innocent ?? (grade === 'likely' ? 'A chip of 0.50 was taken back by the player before the sensor told.' : null),
            detectedAfter: 0,
          }
    return [{ table, alarm, finding }]
  })
}
