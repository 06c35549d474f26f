/**
 * Everything the book can answer, one schema per thing. The queries return it, the HTTP interface answers with it, and the OpenAPI document
 * is made from it. Times are ISO 8601 in UTC to the millisecond, amounts integers in the table's minor unit.
 */
import { z } from 'zod'
import { GRADES, SEVERITIES } from '../../procedure/finding.ts'
import { findingFactsSchema } from '../../wire/finding-schema.ts'

export const ROUND_STATES = ['open', 'closed', 'void', 'incomplete'] as const
const ALARM_STEPS = ['raised', 'acknowledged', 'shelved', 'returned', 'closed', 'withdrawn'] as const
const ALARM_STATES = ['unacknowledged', 'acknowledged', 'shelved', 'returned', 'closed'] as const

const time = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const ordinal = z.int().min(1)
const amount = z.int().nullable()
const text = z.string()

const stream = text.describe("The journal's name in ids; a table that begins its journal anew has another.")
const key = text.describe('stream/round: unique for ever.')
const dealerId = text.nullable().describe('The dealer named then; null: nobody was.')
const box = ordinal.nullable().describe('null: no single box.')
const corrected = z.boolean().describe('The dealer or the floor put it right.')
const withdrawn = z.boolean().describe('Later evidence took it back.')

/**
 * Data as the table published it. Its form is given by the schemas in docs/schemas, in the version of the table's software at that time.
 */
const published = (schema: string) => z.record(text, z.unknown()).describe(`As the table published it: ${schema}.`)

export const incident = z.strictObject({
  at: time,
  code: text,
  text: text.describe('For a person: what is wrong, and what to do.'),
  stream: stream.nullable(),
})

const streamState = z.strictObject({
  stream,
  completeTo: count.describe('Every record from 1 up to it is held.'),
  heardTo: count.describe('The highest record heard of.'),
  missing: z.array(z.tuple([ordinal, ordinal])).describe('Records not held, from and to inclusive; at most 100 gaps are listed.'),
  lastAt: time,
  standing: z
    .enum(['new', 'first', 'before', 'person', 'rejected'])
    .describe(
      "Who vouches for it: `new`: nobody yet; `first`: the first journal that the confirmed key of the table sealed; `before`: known since before the book asked; `person`: a person named it; `rejected`: a person said that it is none of the table's.",
    ),
  waiting: count.describe('Records held that do not count, because nobody vouches for the journal or its key yet, or no seal proves it.'),
})

export const tableState = z.strictObject({
  property: text,
  pit: text,
  table: text,
  house: text.nullable(),
  currency: text.nullable().describe('ISO 4217; null until the table described itself.'),
  exponent: count.nullable().describe('How many digits the minor unit has.'),
  rounds: count,
  lastAt: time.nullable().describe('When the last record held was written at the table.'),
  streams: z.array(streamState).describe('Its journals, the newest first.'),
  incidents: z.array(incident).describe('What a person should know of its records, the newest first; at most 20.'),
})

const findingLine = z.strictObject({
  finding: text,
  code: text,
  grade: z.enum(GRADES),
  severity: z.enum(SEVERITIES),
  box,
  amount: amount.describe('The money that is wrong by it; null: none, or nobody can say how much.'),
  withdrawn,
  corrected,
  otherRules: z
    .boolean()
    .describe(
      'Judged under other rules: a start under other rules, or of newer software, raised, changed or withdrew it after its round was over.',
    ),
})

export const roundSummary = z.strictObject({
  stream,
  round: text,
  key,
  shoe: count,
  number: ordinal.describe('Of the round within its journal, 1, 2, 3, ...'),
  openedAt: time,
  closedAt: time.nullable(),
  dealerId,
  boxes: count.describe('How many boxes played.'),
  hands: count,
  state: z.enum(ROUND_STATES),
  ended: text.nullable().describe('By what it ended, as `ended` of round.closed; null: it has not, or was void.'),
  readings: count,
  certain: z.boolean().describe('Every reading has the same hands, outcomes and money.'),
  complete: z
    .boolean()
    .describe(
      'It closed with every hand, outcome and amount known in at least one reading, and not while lagging: the shift report counts it as told complete.',
    ),
  lagging: z.boolean().describe('It closed while the table was more than 2 s behind its devices: searches for errors were cut short.'),
  leftOut: z
    .boolean()
    .describe(
      'No sum counts it: its journal shares this time with another one of the table (TWO-TABLES), and nobody has named it for that time.',
    ),
  revised: z.boolean().describe('Evidence that came late changed what had been told of it.'),
  net: z
    .strictObject({ house: amount, best: amount, from: amount, to: amount })
    .describe('What the house should have won by the rules: in every reading, in the likeliest, the least and the most.'),
  houseWon: z
    .strictObject({
      best: amount.describe('At all bets that were seen to move, by the likeliest reading; null: none was.'),
      certain: amount.describe('The same number, if every bet was seen and every reading has it; otherwise null.'),
      notSeen: count.describe('Bets that have no part in it, because nobody saw their chips move.'),
      stakedNotSeen: z.int().describe('The stakes of these bets.'),
    })
    .describe('What the house won as the chips moved. Reports, SQL and the dashboard add up `best`. Of a void round nothing is counted.'),
  byTheRules: z
    .strictObject({ best: amount, notKnown: count })
    .describe(
      'What the house should have won at the bets whose result is known, by the likeliest reading, and how many bets have no part in it. null: the result of none is known.',
    ),
  staked: amount.describe('All main stakes by the likeliest reading.'),
  stakedSides: amount.describe('All side stakes by the likeliest reading.'),
  findings: z.array(findingLine),
})

const handResult = z.strictObject({
  box: ordinal,
  hand: ordinal,
  cards: z.array(text).describe('Rank and suit, `??` for an unread one.'),
  total: count.nullable(),
  actions: z.array(text),
  outcome: text.nullable(),
  certain: z.boolean(),
  share: z.number().min(0).max(1).nullable().describe("The readings' weight that has it so; null: nobody counted."),
})

const wager = { staked: amount, due: amount, moved: amount }
const spotResult = z.strictObject({
  box: ordinal,
  area: text,
  ...wager,
  best: z.strictObject({ ...wager, staked: z.int() }).describe('By the likeliest reading.'),
  certain: z.boolean(),
})

export const findingFull = z.strictObject({
  ...findingLine.shape,
  stream,
  round: text.nullable(),
  key: key.nullable(),
  hand: ordinal.nullable(),
  spot: text.nullable(),
  group: text.nullable().describe('Of a `one-of`: the id of its group.'),
  dealerId,
  raisedAt: time,
  changedAt: time.nullable(),
  withdrawnAt: time.nullable(),
  data: published('finding.raised, finding.changed or finding.withdrawn, the newest'),
})

const alarmStep = z.strictObject({
  n: ordinal.describe("Number of the journal's record."),
  alarm: text,
  at: time,
  step: z.enum(ALARM_STEPS),
  user: text.nullable(),
  note: text.nullable(),
})

export const alarmFull = z.strictObject({
  stream,
  alarm: text,
  code: text.nullable().describe('null: it is of a device or of the machine, and of no finding.'),
  severity: z.enum(SEVERITIES).nullable(),
  round: text.nullable(),
  key: key.nullable(),
  box,
  text: text.nullable().describe('What was seen.'),
  facts: findingFactsSchema.nullable().describe('The same as data; null: an earlier version wrote it.'),
  state: z.enum(ALARM_STATES),
  steps: z.array(alarmStep).describe('What became of it, in order.'),
})

export const roundFull = z.strictObject({
  summary: roundSummary,
  result: published('round.closed').nullable().describe('`data` of the last round.closed or round.revised; null while it is open.'),
  hands: z.array(handResult),
  spots: z.array(spotResult),
  findings: z.array(findingFull),
  alarms: z.array(alarmStep),
  steps: z
    .array(z.strictObject({ n: ordinal, envelope: published('an envelope') }))
    .describe('Every event of the round in the order of the journal, revisions included.'),
  previous: key.nullable(),
  next: key.nullable(),
})

const next = text.nullable().describe('Give it as `before` for what is older; null: there is nothing.')
const searched = z
  .strictObject({ from: time.nullable(), to: time.nullable() })
  .describe('The span that was looked through; null: no bound.')

export const tableList = z.strictObject({ tables: z.array(tableState) })
export const roundList = z.strictObject({ rounds: z.array(roundSummary), searched, next })
export const findingList = z.strictObject({ findings: z.array(findingFull), next })
export const alarmList = z.strictObject({ alarms: z.array(alarmFull), next })

export type Incident = z.output<typeof incident>
export type TableState = z.output<typeof tableState>
export type FindingLine = z.output<typeof findingLine>
export type RoundSummary = z.output<typeof roundSummary>
export type FindingFull = z.output<typeof findingFull>
export type AlarmStep = z.output<typeof alarmStep>
export type AlarmFull = z.output<typeof alarmFull>
export type RoundFull = z.output<typeof roundFull>

const base64 = z.base64()
const head = {
  stream,
  seq: ordinal.describe('The last record it is about.'),
  hash: text.regex(/^[0-9a-f]{64}$/).describe('Over all records up to it.'),
}

/** Saved as a file, it lets `npm run verify -- DIR --book FILE` compare a journal with it. */
export const bookHead = z.strictObject({
  table: text.describe('property/pit/table'),
  ...head,
  boot: count.describe("The daemon's start that record is of."),
  at: time.describe('When the book signed.'),
  key: base64.describe("The book's Ed25519 public key, DER (SPKI)."),
  sig: base64.describe("The book's signature; docs/regulator.md gives the text that is signed."),
  sealed: z
    .strictObject({ seq: head.seq, hash: head.hash, sig: base64.describe("The book's signature over both figures.") })
    .optional()
    .describe("How far the table's seals prove the records, and the hash there: none of these is ever replaced. Left out by older books."),
  seal: z
    .strictObject({ ...head, at: text, signature: base64, publicKey: base64.describe("The table's.") })
    .nullable()
    .describe("The table's newest seal among these records; null: there is none."),
})
const bookHeads = z.strictObject({ heads: z.array(bookHead).describe('One for each journal, the one heard last first.') })
/** Of one journal, or of each of several. */
export const headAnswer = z.union([bookHead, bookHeads])
