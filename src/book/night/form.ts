/**
 * What a night sheet has, one schema for its data, its JSON and its documentation. Times are ISO 8601 in UTC to the millisecond, amounts integers in
 * the minor unit of their currency. null: not known, or nothing to count.
 */
import { z } from 'zod'
import { GRADES } from '../../procedure/finding.ts'

const time = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const amount = z.int()
const figure = z.number()
const text = z.string()
const currency = text.nullable().describe('ISO 4217.')
const exponent = count.describe('How many digits the minor unit has.')

const hour = z
  .strictObject({
    from: time,
    rounds: count,
    occupancy: figure.nullable().describe('Boxes dealt as a share of the boxes of the table, 0 to 1.'),
    firstBet: figure.nullable().describe('Mean of the main bets as they were first made.'),
    minimum: amount.nullable().describe('The lowest minimum in force.'),
    houseWon: amount,
    theory: figure.nullable(),
    deviation: figure.nullable(),
  })
  .describe('An hour of the clock in which the table dealt.')

const spell = z.strictObject({ dealer: text, from: time, to: time })

const tableNight = z.strictObject({
  property: text,
  pit: text,
  table: text,
  house: text.nullable(),
  currency,
  exponent,
  hours: figure.describe('How long the table was open, without pauses of more than 15 minutes.'),
  rounds: count,
  hands: count,
  roundsPerHour: figure.nullable(),
  handsPerHour: figure.nullable(),
  occupancy: figure.nullable(),
  handle: amount.describe('Everything staked.'),
  houseWon: amount.nullable(),
  byTheRules: amount.nullable(),
  theory: figure.nullable(),
  deviation: figure.nullable().describe('One standard deviation.'),
  z: figure.nullable(),
  isUnusual: z.boolean(),
  roundsNotSeen: count,
  stakedNotSeen: amount,
  findings: count,
  findingsOpen: count,
  wrongMoney: amount.nullable().describe('Paid or taken wrongly, put right or not.'),
  wrongMoneyLeft: amount.nullable(),
  devicesUp: figure.nullable().describe('Share of the time, 0 to 1.'),
  linkFaults: count,
  completeTo: count.describe('The book has every record up to this one.'),
  heardTo: count,
  strip: z.array(hour).describe('Oldest first.'),
  spells: z.array(spell).describe('Who dealt, oldest first.'),
})

const dealerNight = z.strictObject({
  dealer: text,
  currency,
  exponent,
  hours: figure,
  rounds: count,
  hands: count,
  roundsPerHour: figure.nullable(),
  pace: figure.nullable().describe('Rounds as a share of what these tables deal in the same time, by all dealers. 1: as everybody there.'),
  decisions: count,
  findings: count,
  rate: figure.nullable().describe('Findings for 1,000 decisions; null below 300 rounds, which say nothing about a person.'),
  rateFrom: figure.nullable().describe('Exact 95 % interval of a Poisson count (Garwood).'),
  rateTo: figure.nullable(),
  wrongMoneyLeft: amount.nullable(),
})

const UNUSUAL = ['win', 'silenced', 'links', 'records', 'untouched', 'rules-changed'] as const

const unusual = z.strictObject({
  what: z.enum(UNUSUAL),
  of: text.describe('The table, or for `silenced` the person.'),
  figures: z.record(text, z.union([z.number(), text])),
})

const openMoney = z.strictObject({
  property: text,
  pit: text,
  table: text,
  stream: text,
  round: text.nullable(),
  box: count.nullable(),
  finding: text,
  code: text,
  grade: z.enum(GRADES),
  amount: amount.nullable(),
  currency,
  exponent,
  dealer: text.nullable(),
  raisedAt: time,
  data: z.record(text, z.unknown()).describe('As the table published it: finding.raised or finding.changed, the newest.'),
})

const sum = z.strictObject({
  currency,
  exponent,
  amount,
  count,
  unknown: count.describe('Findings of an unknown amount, which the sum has no part in.'),
})

const person = z.strictObject({
  user: text,
  commands: count.describe('Carried out.'),
  refused: count,
  byName: z.array(z.strictObject({ name: text, count })),
  findings: count,
  silencing: count,
  silenced: count,
})

/** What no sensor tells and nobody typed in. */
export const NOT_KNOWN = ['drop', 'fills', 'credits', 'hold'] as const

export const nightSheetForm = z.strictObject({
  day: text.nullable().describe('The gaming day, by the date on which it began; null: another span.'),
  from: time,
  to: time.describe('Not included.'),
  zone: text.describe('IANA; the hours of the strips are those of its clock.'),
  notCounted: z.array(text).describe('What the sheet leaves out, for a person.'),
  tables: z.array(tableNight),
  dealers: z.array(dealerNight),
  unusual: z.array(unusual),
  openMoney: z.strictObject({ findings: z.array(openMoney), sums: z.array(sum).describe('One for each currency.') }),
  persons: z.array(person),
  notKnown: z.array(z.enum(NOT_KNOWN)),
})

export type NightSheet = z.output<typeof nightSheetForm>
export type TableNight = NightSheet['tables'][number]
export type DealerNight = NightSheet['dealers'][number]
export type Hour = TableNight['strip'][number]
export type Unusual = NightSheet['unusual'][number]
export type OpenMoney = NightSheet['openMoney']
export type OpenFinding = OpenMoney['findings'][number]
