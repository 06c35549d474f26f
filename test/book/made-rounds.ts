/**
 * Rounds made up by a seed, straight into the derived tables: as many as somebody wants, for queries that must be fast or find one thing among
 * many. What they say follows no rules of play; an evening that does comes from the simulators.
 */
import type { BookTables } from '../../src/book/rows.ts'
import type { Store } from '../../src/book/store/open.ts'
import { fillSearchDays } from '../../src/book/store/search-days.ts'

export interface MadeTable {
  readonly pit: string
  readonly table: string
  readonly rounds: number
}

export interface Made {
  readonly seed: number
  /** Unix ms of the first round. */
  readonly startMs: number
  readonly tables: readonly MadeTable[]
}

const PROPERTY = 'demo'
export const ROUND_MS = 50_000
const ROUNDS_A_SHOE = 30
/** One round in so many has a finding. */
const FINDING_EVERY = 100
/** No stake is so high: what a finding is about is found by its amount alone. */
export const FINDING_AMOUNT = 1_000_000
/** Events of a round; a real one has some forty, which no query but that of one round reads. */
const EVENTS = 3
const ROWS_AT_ONCE = 250
const CODES = ['BET-CAPPED', 'BJ-SHORT', 'PAY-OVER', 'PAY-SHORT', 'DEALER-HIT-17'] as const
/** One round of a million has it. */
export const RARE_CODE = 'PEEK-MISSED'
const DEALERS = ['d17', 'd21', 'd33', null] as const

type Random = () => number

/** Mulberry32: 0 to 1, without 1. */
function randomBy(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Fills an empty store. `told`: rounds written so far. */
export async function fillStore(
  store: Store,
  { seed, startMs, tables }: Made,
  told: (rounds: number) => void = () => undefined,
): Promise<void> {
  const random = randomBy(seed)
  let done = 0
  for (const [at, { pit, table, rounds }] of tables.entries()) {
    const id = at + 1
    await store
      .insertInto('tables')
      .values(tableRow(id, pit, table))
      .execute()
    await store
      .insertInto('streams')
      .values(streamRow(id, startMs, rounds))
      .execute()
    for (let first = 1; first <= rounds; first += ROWS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, rounds - first + 1) }, (_, index) => first + index)
      const parts = numbers.map((number) => madeRound(id, number, startMs + number * ROUND_MS, random))
      await store.transaction().execute(async (writing) => {
        for (const name of ['rounds', 'hands', 'spots', 'records', 'findings', 'alarm_steps'] as const) {
          const rows = parts.flatMap((part): readonly BookTables[typeof name][] => part[name])
          if (rows.length > 0) await insertRows(writing, name, rows)
        }
      })
      done += numbers.length
      told(done)
    }
  }
  await fillSearchDays(store as never)
}

/** The rows are of the table, which the compiler cannot follow through a list of tables. */
const insertRows = (writing: Store, name: keyof MadeRows, rows: readonly object[]): Promise<unknown> =>
  writing
    .insertInto(name)
    .values(rows as never)
    .execute()

const tableRow = (id: number, pit: string, name: string): BookTables['tables'] => ({
  ...{ id, property: PROPERTY, pit, name, house: 'gld', software: 'made', currency: 'EUR', exponent: 2 },
})

const streamRow = (id: number, startMs: number, rounds: number): BookTables['streams'] => ({
  ...{ id, table_id: id, stream: `made${id}`, complete_to: rounds * EVENTS, heard_to: rounds * EVENTS, derived_to: rounds * EVENTS },
  ...{
    hash: '0'.repeat(64),
    boot: 1,
    derive_state: '{}',
    public_key: null,
    strange_key: null,
    proven_to: 0,
    proven_hash: '0'.repeat(64),
    doubted_by: null,
    unsigned_from: null,
    standing: 'person',
    first_seal: 3,
    heard_from: startMs,
    heard_until: startMs,
    first_at: startMs,
    last_at: startMs + (rounds + 1) * ROUND_MS,
  },
})

type MadeRows = { readonly [T in 'rounds' | 'hands' | 'spots' | 'records' | 'findings' | 'alarm_steps']: readonly BookTables[T][] }

function madeRound(stream_id: number, number: number, opened_at: number, random: Random): MadeRows {
  const shoe = Math.ceil(number / ROUNDS_A_SHOE)
  const round = `${shoe}-${number}`
  const boxes = [1, 3, 5].filter(() => random() < 0.8)
  const stakes = boxes.map(() => 500 * (1 + Math.floor(random() * 20)))
  const dealer_id = DEALERS[Math.floor(shoe / 3) % DEALERS.length] ?? null
  const own = { stream_id, round }
  const hasFinding = number % FINDING_EVERY === 0
  const staked = stakes.reduce((sum, stake) => sum + stake, 0)
  const at = { opened_at, closed_at: opened_at + 40_000, first_n: (number - 1) * EVENTS + 1, last_n: number * EVENTS }
  const net = {
    house_won: staked,
    house_won_certain: staked,
    bets_not_seen: 0,
    staked_not_seen: 0,
    by_the_rules: staked,
    bets_not_known: 0,
    net: staked,
    net_best: staked,
    net_from: staked,
    net_to: staked,
    staked,
    staked_sides: 0,
  }
  const told = {
    state: 'closed',
    ended: 'settled',
    readings: 1,
    certain: 1 as const,
    revised: 0 as const,
    lagging: 0 as const,
    left_out: 0 as const,
  }
  const findings = hasFinding ? [madeFinding(stream_id, round, number, dealer_id, opened_at)] : []
  return {
    rounds: [
      {
        ...own,
        shoe,
        number,
        ...at,
        dealer_id,
        rules_sha256: null,
        boxes: boxes.length,
        hands: boxes.length,
        ...told,
        ...net,
        result: '{}',
      },
    ],
    hands: boxes.map((box) => ({
      ...own,
      box,
      hand: 1,
      cards: 'TS 9H',
      total: 19,
      actions: 'stand',
      outcome: 'lose',
      certain: 1,
      share: 1000,
    })),
    spots: boxes.map((box, index) => madeSpot(own, box, stakes[index] ?? 500)),
    records: Array.from({ length: EVENTS }, (_, index) => madeRecord(stream_id, round, at.first_n + index, opened_at + index)),
    findings,
    alarm_steps: findings.map(({ finding, raised_at }) => {
      return { stream_id, n: at.last_n, alarm: finding.toLowerCase(), at: raised_at, step: 'raised', user: null, note: null }
    }),
  }
}

function madeSpot(own: { readonly stream_id: number; readonly round: string }, box: number, stake: number): BookTables['spots'] {
  const told = { staked: stake, due: -stake, moved: -stake, best_staked: stake, best_due: -stake, best_moved: -stake }
  return { ...own, box, area: 'main', ...told, certain: 1 }
}

function madeRecord(stream_id: number, round: string, n: number, t: number): BookTables['records'] {
  const envelope = { id: `${PROPERTY}/${n}`, type: 'card.dealt', sequence: String(n), round, data: { n, card: 'TS' } }
  return { stream_id, n, t, heard_at: t, kind: 'event', body: JSON.stringify({ n, t, kind: 'event', envelope }) }
}

function madeFinding(stream_id: number, round: string, number: number, dealer_id: string | null, at: number): BookTables['findings'] {
  const code = number === FINDING_EVERY * 3 ? RARE_CODE : (CODES[(number / FINDING_EVERY) % CODES.length] ?? CODES[0])
  const finding = `${code}-${number}`
  const about = {
    finding,
    code,
    grade: 'proven',
    severity: 'money',
    round,
    box: 3,
    hand: 1,
    spot: '3.main',
    amount: FINDING_AMOUNT + number,
    amount_wrong: FINDING_AMOUNT + number,
    dealer_id,
  }
  const data = JSON.stringify({ finding, code, grade: 'proven', round, seen: 'paid 10 too much' })
  return {
    stream_id,
    ...about,
    group_id: null,
    group_rank: null,
    raised_at: at + 39_000,
    changed_at: null,
    withdrawn_at: null,
    corrected: 0,
    other_rules: 0,
    data,
  }
}
