/** Every key of a table's configuration: its form, range, unit, default and meaning in one place. Checks, error texts and the documentation read it. */
import * as z from 'zod'
import { DRIVERS } from '../../devices/registry.ts'
import { AREAS } from '../../devices/scan.ts'
import { BOX_MAX } from '../../firmware-bridge/tlp.ts'
import { isCurrency } from '../house/currency.ts'
import { HOUSE_IDS } from '../house/index.ts'
import { CHIP_EVIDENCE, DEVICE_ROLES } from './table-config.ts'

export interface KeyDoc {
  readonly means: string
  /** The kind of value, `whole number`. */
  readonly form: string
  readonly range?: string
  readonly unit?: string
  /** As the documentation shows it; absent: the key is required. */
  readonly default?: string
}

/** 10 million major units in minor ones: beyond any table, and far from where sums lose precision. */
const AMOUNT_MAX = 1_000_000_000
const LAG_MS_MAX = 60_000
/** A hundred TB: no disk is larger. */
const MB_MAX = 100_000_000

const key = <S extends z.ZodType>(schema: S, doc: KeyDoc): S => schema.meta({ ...doc })
const optional = <S extends z.ZodType>(schema: S, doc: Omit<KeyDoc, 'default'> & { readonly default?: string }) =>
  key(schema.optional(), { default: 'none', ...doc })
const filled = <S extends z.ZodType>(schema: S, value: z.core.util.NoUndefined<z.output<S>>, doc: Omit<KeyDoc, 'default'>) =>
  key(schema.default(value), { ...doc, default: Array.isArray(value) ? `[${value.join(', ')}]` : String(value) })

const ID = { form: 'text', range: 'a-z, 0-9 and -, 1 to 32 characters' }
const id = z.string().regex(/^[a-z0-9-]{1,32}$/)
const AMOUNT = { form: 'whole number', range: `1 to ${AMOUNT_MAX}`, unit: 'minor units' }
const amount = z.int().min(1).max(AMOUNT_MAX)
const LAG = { form: 'whole number', range: `0 to ${LAG_MS_MAX}`, unit: 'ms' }
const lagMs = z.int().min(0).max(LAG_MS_MAX)
const PATH = { form: 'path', range: 'relative to the configuration file, 1 to 4096 characters' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: a path with a NUL would be cut off by the system call.
const path = z.string().regex(/^[^\u0000]{1,4096}$/)
const words = (values: readonly string[]) => ({ form: 'word', range: values.join(', ') })
const TEXT_MAX = 256
const TEXT = { form: 'text', range: `1 to ${TEXT_MAX} characters` }
const text = z.string().min(1).max(TEXT_MAX)
const URL = { form: 'URL', range: 'mqtt://, mqtts://, ws:// or wss://, without user or password' }

const limits = z.strictObject({
  min: key(amount, { ...AMOUNT, means: 'Least main bet.' }),
  max: key(amount, { ...AMOUNT, means: 'Most of one main bet.' }),
  unit: key(amount, { ...AMOUNT, means: 'Main bets are multiples of it; so are min and max.' }),
  boxMax: optional(amount, {
    ...AMOUNT,
    default: 'max (free-bet-european: none)',
    means: 'Most for the sum of the main bets on one box.',
  }),
  sideMin: optional(amount, { ...AMOUNT, means: 'Least side bet.' }),
  sideMax: optional(amount, { ...AMOUNT, means: 'Most of one side bet.' }),
  sideUnit: optional(amount, { ...AMOUNT, means: 'Side bets are multiples of it.' }),
})

const device = z.strictObject({
  name: key(id, { ...ID, means: 'Name in topics, journal and captures.' }),
  driver: key(text, { ...words([...new Set(DRIVERS.map((one) => one.name))]), means: 'What the device speaks.' }),
  role: key(z.enum(DEVICE_ROLES), {
    ...words(DEVICE_ROLES),
    means: 'What the device is to the table: one shoe, at least one spots, at most one pointer.',
  }),
  path: key(path, { ...PATH, means: 'Serial port.' }),
  serial: key(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/), {
    form: 'text',
    range: 'letters, digits, . _ -, 1 to 32 characters',
    means: 'Serial number the device must name; a port with another device is not used.',
  }),
})

const mqtt = z.strictObject({
  url: optional(text, { ...URL, means: 'The broker; either this or urls.' }),
  urls: optional(z.array(text).min(1).max(16), {
    form: 'list of URLs',
    range: '1 to 16',
    means: 'The brokers of a cluster, tried in turn.',
  }),
  protocol: filled(z.literal([4, 5]), 4, { form: 'number', range: '4 (MQTT 3.1.1) or 5', means: 'Protocol level asked of the broker.' }),
  ca: optional(path, { ...PATH, means: "File of the authority that signs the broker's certificate." }),
  cert: optional(path, { ...PATH, means: "The table's certificate; needs key." }),
  key: optional(path, { ...PATH, means: 'The private key of cert.' }),
  username: optional(text, { ...TEXT, means: 'Login name at the broker.' }),
  passwordFile: optional(path, {
    ...PATH,
    means: 'File that holds the password; needs username. The password itself never stands in the configuration.',
  }),
  allowPlainPassword: filled(z.boolean(), false, {
    form: 'true or false',
    means:
      'Lets the password go over the network unencrypted, by mqtt:// or ws:// to another machine. For a network that something else protects, a VPN for instance.',
  }),
})

const broker = z.strictObject({
  users: optional(path, {
    ...PATH,
    default: 'none: a name is only claimed, and commands are unverified',
    means: 'File of those who may give commands, made by npm run users. Displays that only show need no login.',
  }),
})

const display = z.strictObject({
  host: filled(text, '127.0.0.1', { ...TEXT, means: 'Address the display is served on.' }),
  port: filled(z.int().min(1).max(65535), 8080, { form: 'whole number', range: '1 to 65535', means: 'TCP port of the display.' }),
  names: filled(z.array(z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/)).max(16), [], {
    form: 'list of host names',
    range: 'up to 16, a-z, 0-9, . and -',
    means: 'Names by which browsers reach the display, as they stand in the address. Any address, host and localhost are taken without.',
  }),
})

const watches = z.strictObject({
  shoeAlarmRate: optional(z.number().min(1e-9).max(0.01), {
    form: 'number',
    range: '0.000000001 to 0.01',
    unit: 'false alarms per shoe',
    means:
      'Tests each shoe for an order that no shuffle gives, and shoe after shoe for cards that never come. Off unless given: what such tests find is likely, never proven, and an honest shoe is accused at this rate.',
  }),
  payOrder: filled(z.boolean(), false, {
    form: 'true or false',
    means: 'Records boxes settled out of order as PAY-ORDER; off unless asked for, as the order is seldom strict.',
  }),
})

const SPOTS = [...AREAS, 'rack'] as const
const ROUNDING = ['down', 'up', 'nearest'] as const
const COLLECT = ['box-settled', 'table-settled'] as const

export const tableSchema = z.strictObject({
  property: key(id, { ...ID, means: 'Casino; first part of every topic.' }),
  pit: key(id, { ...ID, means: 'Pit; second part of every topic.' }),
  table: key(id, { ...ID, means: 'Table; third part of every topic.' }),
  house: key(z.enum(HOUSE_IDS), { ...words(HOUSE_IDS), means: 'Whose rules are played.' }),
  rules: optional(z.unknown(), { form: 'group', default: "the house's own", means: 'Overrides of single rules, see below.' }),
  currency: filled(z.string().refine(isCurrency), 'EUR', {
    form: 'text',
    range: 'the three capital letters of a currency in ISO 4217',
    means: 'The currency played in. Its decimals (2 for EUR, none for JPY) say what one minor unit is.',
  }),
  limits: key(limits, { form: 'group', means: 'What may be bet.' }),
  chips: filled(z.array(amount).max(32), [], {
    form: 'list of whole numbers',
    range: 'up to 32, no value twice',
    unit: 'minor units',
    means: 'Chip values in use; payouts are rounded to the smallest (to 1 when the list is empty).',
  }),
  rounding: filled(z.enum(ROUNDING), 'down', { ...words(ROUNDING), means: 'How a payout that does not divide is rounded.' }),
  boxes: filled(z.int().min(1).max(BOX_MAX), 7, { form: 'whole number', range: `1 to ${BOX_MAX}`, means: 'Boxes on the layout.' }),
  spots: filled(z.array(z.enum(SPOTS)).min(1).max(SPOTS.length), ['main'], {
    form: 'list of words',
    range: `${SPOTS.join(', ')}; main is required, none twice`,
    means: 'Areas of each box, and the rack, that sensors report.',
  }),
  spotLagMs: filled(lagMs, 1500, { ...LAG, means: 'How long after a change its report may come.' }),
  chipEvidence: filled(z.enum(CHIP_EVIDENCE), 'payouts', {
    ...words(CHIP_EVIDENCE),
    means: 'How far the sensors follow the chips; each word includes those before it.',
  }),
  pointerLagMs: filled(lagMs, 1500, { ...LAG, means: 'How long after a card the pointer may follow.' }),
  collectAfter: optional(z.enum(COLLECT), {
    ...words(COLLECT),
    default: "as the house's collectWhen has it: box-settled",
    means: 'When players may pick up or change what was won or pushed: once their box is settled, or once the whole table is.',
  }),
  rackTolerance: optional(amount, {
    ...AMOUNT,
    default: 'the smallest chip',
    means: 'What the rack may be off by after a round: an imbalance below it is recorded, and is no alarm.',
  }),
  devices: key(z.array(device).max(16), { form: 'list of groups', range: 'up to 16', means: 'The devices of the table.' }),
  mqtt: optional(mqtt, { form: 'group', default: 'an embedded broker on 127.0.0.1:1883', means: 'Where to publish.' }),
  broker: optional(broker, {
    form: 'group',
    default: 'commands are unverified',
    means: 'The embedded broker, where there is no mqtt group.',
  }),
  journal: optional(path, {
    ...PATH,
    default: './journal (of several tables: ./journal/ and the table)',
    means: 'Directory of the journal, one for each table.',
  }),
  journalMbMax: optional(z.int().min(1).max(MB_MAX), {
    form: 'whole number',
    range: `1 to ${MB_MAX}`,
    unit: 'MB (a million bytes)',
    default: 'whatever the disk has',
    means:
      'How large the journal may become. At 80 % of it, or of what the disk has, an alarm; when it is reached nothing more is recorded, as on a full disk.',
  }),
  display: optional(display, { form: 'group', default: 'no display is served', means: 'Where to serve the display.' }),
  watches: optional(watches, { form: 'group', means: 'What is looked for only where it is asked for.' }),
})
export type TableInput = z.output<typeof tableSchema>

/** The schema under a path of a table's configuration, past defaults, options and list indices; null where there is none. */
export function schemaAt(at: readonly PropertyKey[]): z.ZodType | null {
  let schema: z.ZodType | null = tableSchema
  for (const step of at) {
    const inner: z.ZodType = schema === null ? z.never() : bare(schema)
    if (inner instanceof z.ZodObject) schema = (inner.shape as Readonly<Record<string, z.ZodType>>)[String(step)] ?? null
    else if (inner instanceof z.ZodArray) schema = inner.element as z.ZodType
    else return null
  }
  return schema
}

/** A schema without its default and without its being optional. */
export function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap() as z.ZodType) : schema
}

export function docOf(schema: z.ZodType): KeyDoc | null {
  return (schema.meta() as KeyDoc | undefined) ?? null
}
