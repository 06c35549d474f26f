/**
 * Every key of a table's configuration: its form, range, unit, default and meaning in one place. Checks, error texts and documentation use
 * it.
 */
import * as z from 'zod'
import { DRIVERS } from '../../../devices/registry.ts'
import { DEVICE_ROLES } from '../../../devices/roles.ts'
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import { BOX_MAX } from '../../../firmware-bridge/tlp.ts'
import { isCurrency } from '../../rules/house/currency.ts'
import { HOUSE_IDS } from '../../rules/house/index.ts'
import { SHUFFLERS } from '../../rules/house/shuffler.ts'
import { CHIP_EVIDENCE } from '../../rules/table.ts'
import type { Said } from '../../words/text.ts'
import { type FORMS, range, type UNITS } from './allowed.ts'

export interface KeyDoc {
  readonly means: string
  readonly form: keyof typeof FORMS
  /** Text: words and signs that are the same in every language. */
  readonly range?: string | Said
  readonly unit?: keyof typeof UNITS
  /** As the documentation shows it; absent: the key is required. */
  readonly default?: string
}

/** 10 million major units in minor ones: beyond any table, and far from where sums lose precision. */
export const AMOUNT_MAX = 1_000_000_000
const LAG_MS_MAX = 60_000
/** By then, whatever the next card or payment would withdraw is gone. */
export const ALARM_HOLD_MS = 4000
const CARD_APART_MS = 250
const CARD_APART_MS_MAX = 2000
export const DISPLAY_PORT = 8080
export const BOXES = 7
/** A hundred TB: no disk is larger. */
const MB_MAX = 100_000_000

export const key = <S extends z.ZodType>(schema: S, doc: KeyDoc): S => schema.meta({ ...doc })
export const optional = <S extends z.ZodType>(schema: S, doc: Omit<KeyDoc, 'default'> & { readonly default?: string }) =>
  key(schema.optional(), { default: 'none', ...doc })
export const filled = <S extends z.ZodType>(schema: S, value: z.core.util.NoUndefined<z.output<S>>, doc: Omit<KeyDoc, 'default'>) =>
  key(schema.default(value), { ...doc, default: Array.isArray(value) ? `[${value.join(', ')}]` : String(value) })

export const ID = { form: 'text', range: range('id') } as const
export const id = z.string().regex(/^[a-z0-9-]{1,32}$/)
export const numbers = (low: number | string, high: number | string): Said => range('numbers', { low, high })
const AMOUNT = { form: 'whole number', range: numbers(1, AMOUNT_MAX), unit: 'minor units' } as const
const amount = z.int().min(1).max(AMOUNT_MAX)
const LAG = { form: 'whole number', range: numbers(0, LAG_MS_MAX), unit: 'ms' } as const
const lagMs = z.int().min(0).max(LAG_MS_MAX)
export const PATH = { form: 'path', range: range('path') } as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: a path with a NUL would be cut off by the system call.
export const path = z.string().regex(/^[^\u0000]{1,4096}$/)
const words = (values: readonly string[]) => ({ form: 'word', range: values.join(', ') }) as const
const TEXT_MAX = 256
export const TEXT = { form: 'text', range: range('text', { most: TEXT_MAX }) } as const
export const text = z.string().min(1).max(TEXT_MAX)
const URL = { form: 'URL', range: range('url') } as const

const limits = z.strictObject({
  min: key(amount, { ...AMOUNT, means: 'Minimum main bet.' }),
  max: key(amount, { ...AMOUNT, means: 'Maximum main bet.' }),
  unit: key(amount, { ...AMOUNT, means: 'Main bets are multiples of it; so are min and max.' }),
  boxMax: optional(amount, {
    ...AMOUNT,
    default: 'max (free-bet-european: none)',
    means: 'Maximum for all main bets on one box together.',
  }),
  sideMin: optional(amount, { ...AMOUNT, means: 'Minimum side bet.' }),
  sideMax: optional(amount, { ...AMOUNT, means: 'Maximum side bet.' }),
  sideUnit: optional(amount, { ...AMOUNT, means: 'Side bets are multiples of it.' }),
})

/** A spot with a box. */
const SPOT = new RegExp(`^([1-9]|1[0-2])\\.(${AREAS.join('|')})$`)

const device = z.strictObject({
  name: key(id, { ...ID, means: 'Name of the device in topics, journal and captures.' }),
  driver: key(text, { ...words([...new Set(DRIVERS.map((one) => one.name))]), means: 'Driver for the protocol of the device.' }),
  role: key(z.enum(DEVICE_ROLES), {
    ...words(DEVICE_ROLES),
    means: 'Kind of device. A table has one `shoe`, one or more `spots`, and at most one device of each other role.',
  }),
  path: key(path, {
    form: 'path or address',
    range: range('port'),
    means: 'Serial port; or a serial server with a raw TCP socket, `tcp://10.0.0.7:4001`, on which the line of the device is set.',
  }),
  serial: key(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/), {
    form: 'text',
    range: range('serial'),
    means:
      'Serial number that the device must report; another device on this port is not used. Of a device without one, as its driver has it: none.',
  }),
  cardFile: optional(path, {
    ...PATH,
    means: 'File that translates the codes or tags of cards, for drivers that need one: [devices.md](devices.md).',
  }),
  chipFile: optional(path, {
    ...PATH,
    means: 'File that says what the tags of the chips are worth, for drivers of chip readers: [devices.md](devices.md).',
  }),
  badgeFile: optional(path, {
    ...PATH,
    means: 'File that says whose the badges are, for drivers of badge readers: [devices.md](devices.md).',
  }),
  antennas: optional(
    z.record(
      z.string().regex(/^[1-9]\d?$/),
      z
        .string()
        .regex(SPOT)
        .transform((spot) => spot as SpotId),
    ),
    {
      form: 'spots by antennas',
      range: range('antennas'),
      means: 'The spot that each antenna senses, for drivers of chip readers: `{ 1: 1.main, 2: 2.main }`.',
    },
  ),
  keyFile: optional(path, {
    ...PATH,
    default: 'none: the device is identified by its serial number alone',
    means:
      'File with the key that the device must prove it has: 64 hexadecimal digits, readable only by its owner. Each device needs its own key.',
  }),
})

export const mqtt = z.strictObject({
  url: optional(text, { ...URL, means: 'The broker; give either this or urls.' }),
  urls: optional(z.array(text).min(1).max(16), {
    form: 'list of URLs',
    range: numbers(1, 16),
    means: 'The brokers of a cluster, tried in turn; all of them encrypted, or none.',
  }),
  protocol: filled(z.literal([4, 5]), 4, { form: 'number', range: range('protocol'), means: 'Protocol version.' }),
  ca: optional(path, { ...PATH, means: "Certificate of the authority that signed the broker's certificate." }),
  cert: optional(path, { ...PATH, means: "The table's certificate; needs key." }),
  key: optional(path, { ...PATH, means: 'The private key of cert.' }),
  username: optional(text, { ...TEXT, means: 'Login name at the broker.' }),
  passwordFile: optional(path, {
    ...PATH,
    means: 'File that holds the password; needs username. The password itself may not be in the configuration.',
  }),
  allowPlainPassword: filled(z.boolean(), false, {
    form: 'true or false',
    means:
      'Allows the password to cross the network unencrypted, by mqtt:// or ws:// to another machine. Only for a network with other protection, such as a VPN.',
  }),
})
const tableMqtt = mqtt.extend({
  discovery: optional(z.enum(['homeassistant']), {
    ...words(['homeassistant']),
    default: 'nobody is told; what an earlier start told is taken back',
    means: 'Tells Home Assistant at this broker which topics of the table to show: [neighbours.md](neighbours.md).',
  }),
})

const broker = z.strictObject({
  users: optional(path, {
    ...PATH,
    default: 'none: a name is only claimed, and commands are unverified',
    means: 'File with the users who may give commands, written by npm run users. Nobody needs a login to watch.',
  }),
  port: optional(z.int().min(1).max(65535), {
    ...{ form: 'whole number', range: numbers(1, 65535), default: '1883' },
    means: 'TCP port of the embedded broker, on this machine only.',
  }),
})

const display = z.strictObject({
  host: filled(text, '127.0.0.1', { ...TEXT, means: 'Address on which the display is served.' }),
  port: filled(z.int().min(1).max(65535), DISPLAY_PORT, {
    form: 'whole number',
    range: numbers(1, 65535),
    means: 'TCP port of the display.',
  }),
  names: filled(z.array(z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/)).max(16), [], {
    form: 'list of host names',
    range: range('hosts'),
    means: 'Host names in the address under which browsers open the display. IP addresses, host and localhost are always accepted.',
  }),
  book: optional(text, {
    form: 'URL',
    range: range('web'),
    default: 'none: the display shows the last ten rounds only',
    means: 'The book, whose rounds and alarms the display shows. The display forwards what a browser requests there, with its login.',
  }),
  cert: optional(path, {
    ...PATH,
    default: 'none: the display speaks plain HTTP',
    means:
      "The display's certificate for TLS, with those between it and its authority; needs key. A renewed one is taken up while it runs.",
  }),
  key: optional(path, { ...PATH, means: 'The private key of cert.' }),
  insecure: filled(z.boolean(), false, {
    form: 'true or false',
    means:
      'Without cert, and on a host other than 127.0.0.1, the display refuses the logins of people, because they would cross the network in clear. true takes them. Only for a network with other protection, such as a VPN.',
  }),
  kiosk: optional(id, {
    ...ID,
    default: 'none: whoever has not logged in comes to the broker without a login',
    means:
      'Login of whoever has not logged in, for screens that nobody operates: it only watches, and only at this display. A broker of your own gives it the rules of a display.',
  }),
  kioskPasswordFile: optional(path, {
    ...PATH,
    means: 'File that holds the password of kiosk at a broker of your own. The embedded broker needs none.',
  }),
})

const health = z.strictObject({
  host: filled(text, '127.0.0.1', { ...TEXT, means: 'Address to listen on. Anybody who can reach it may read it: it reveals no secrets.' }),
  port: key(z.int().min(1).max(65535), { form: 'whole number', range: numbers(1, 65535), means: 'TCP port; not that of the display.' }),
})

const watches = z.strictObject({
  shoeAlarmRate: optional(z.number().min(1e-9).max(0.01), {
    form: 'number',
    range: numbers('0.000000001', '0.01'),
    unit: 'false alarms per shoe',
    means:
      'Tests whether the order of each shoe looks shuffled, and over many shoes whether cards are missing. Off by default: such findings are likely, never proven, and a good shoe raises a false alarm at this rate.',
  }),
  payOrder: filled(z.boolean(), false, {
    form: 'true or false',
    means: 'Records boxes settled out of order as PAY-ORDER. Off by default, because few houses are strict about the order.',
  }),
  invariants: optional(z.boolean(), {
    form: 'true or false',
    default: 'false',
    means:
      'Checks after every line that what the software has concluded is consistent, and reports a line where it is not as an internal error. Off by default: it costs time, and is meant for trying out new software.',
  }),
})

const SPOTS = [...AREAS, 'rack'] as const
const ROUNDING = ['down', 'up', 'nearest'] as const
const COLLECT = ['box-settled', 'table-settled'] as const

/** RFC 8410, 4: the DER form is 12 constant bytes, then the 32 bytes of the key. */
const ED25519_KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/
/** Of a currency. */
export const CURRENCY = range('currency')
const LANGUAGES_MAX = 16
/** Ten years. */
const KEEP_DAYS_MAX = 3660

export const tableSchema = z.strictObject({
  property: key(id, { ...ID, means: 'Casino; first part of every topic.' }),
  pit: key(id, { ...ID, means: 'Pit; second part of every topic.' }),
  table: key(id, { ...ID, means: 'Table; third part of every topic.' }),
  house: key(z.enum(HOUSE_IDS), { ...words(HOUSE_IDS), means: 'The house whose rules apply.' }),
  rules: optional(z.unknown(), {
    form: 'group',
    default: "the house's own",
    means: 'Rules in which the table differs from the house, see below.',
  }),
  currency: filled(z.string().refine(isCurrency), 'EUR', {
    form: 'text',
    range: CURRENCY,
    means: 'The currency. Its decimals (2 for EUR, none for JPY) define the minor unit.',
  }),
  limits: key(limits, { form: 'group', means: 'Limits of the bets.' }),
  chips: filled(z.array(amount).max(32), [], {
    form: 'list of whole numbers',
    range: range('distinct', { most: 32 }),
    unit: 'minor units',
    means: 'Chip values in use; payouts are rounded to the smallest (to 1 when the list is empty).',
  }),
  rounding: filled(z.enum(ROUNDING), 'down', {
    ...words(ROUNDING),
    means: 'How to round a payout that the smallest chip cannot make exactly.',
  }),
  boxes: filled(z.int().min(1).max(BOX_MAX), BOXES, { form: 'whole number', range: numbers(1, BOX_MAX), means: 'Boxes on the layout.' }),
  spots: filled(z.array(z.enum(SPOTS)).min(1).max(SPOTS.length), ['main'], {
    form: 'list of words',
    range: range('spots', { spots: SPOTS.join(', ') }),
    means: 'Areas of each box that have sensors, and the rack if it has one.',
  }),
  spotLagMs: filled(lagMs, 1500, { ...LAG, means: 'Longest delay between a change and its report.' }),
  chipEvidence: filled(z.enum(CHIP_EVIDENCE), 'payouts', {
    ...words(CHIP_EVIDENCE),
    means: 'Which movements of chips the sensors see; each word includes those before it.',
  }),
  pointerLagMs: filled(lagMs, 1500, { ...LAG, means: 'Longest delay between a card and the movement of the pointer.' }),
  cardApartMs: filled(z.int().min(0).max(CARD_APART_MS_MAX), CARD_APART_MS, {
    form: 'whole number',
    range: numbers(0, CARD_APART_MS_MAX),
    unit: 'ms',
    means: 'Nobody deals two cards closer together: the same card again within it was read twice. 0: any may be dealt.',
  }),
  collectAfter: optional(z.enum(COLLECT), {
    ...words(COLLECT),
    default: "the house's collectWhen: box-settled",
    means: 'When players may pick up or change what they won or pushed: once their box is settled, or once the whole table is.',
  }),
  shuffler: filled(z.enum(SHUFFLERS), 'shoe', {
    ...words(SHUFFLERS),
    means:
      'What deals the cards. With continuous, cards go back after each round: no card is counted, and there is no cut card and no early shuffle.',
  }),
  rackTolerance: optional(amount, {
    ...AMOUNT,
    default: 'the smallest chip',
    means: 'Tolerance of the rack after a round: a smaller imbalance is recorded without an alarm.',
  }),
  alarmHoldMs: filled(z.int().min(0).max(LAG_MS_MAX), ALARM_HOLD_MS, {
    form: 'whole number',
    range: numbers(0, LAG_MS_MAX),
    unit: 'ms',
    means:
      'How long a finding that is not proven must stand before it is an alarm. It is published as a finding at once. One that stops the game is an alarm at once, unless another error that is only likely explains the same box.',
  }),
  devices: key(z.array(device).max(16), { form: 'list of groups', range: range('most', { most: 16 }), means: 'The devices of the table.' }),
  mqtt: optional(tableMqtt, { form: 'group', default: 'an embedded broker on this machine', means: 'The broker to publish to.' }),
  broker: optional(broker, {
    form: 'group',
    default: 'commands are unverified',
    means: 'The embedded broker, where there is no mqtt group.',
  }),
  journal: optional(path, {
    ...PATH,
    default: './journal (of several tables: ./journal/ and the table); of a configuration in /etc/NAME: /var/lib/NAME/journal',
    means: 'Directory of the journal, one for each table.',
  }),
  signingKeyFile: optional(path, {
    ...PATH,
    default: 'signing.key in the journal directory',
    means:
      'Ed25519 key (PEM, PKCS#8) that signs the journal. It is made at the first start. The newest seal is kept next to it, so the service must be able to write to its folder. On another disk, both survive if the journal is lost.',
  }),
  bookKey: optional(z.string().regex(ED25519_KEY, 'is not an Ed25519 public key in base64'), {
    form: 'Ed25519 public key in base64 (DER)',
    default: 'acknowledgements of every audit sink are accepted',
    means: "The book's public key, which the book prints when it starts: acknowledgements that it did not sign are ignored.",
  }),
  keepDays: optional(z.int().min(1).max(KEEP_DAYS_MAX), {
    form: 'whole number',
    range: numbers(1, KEEP_DAYS_MAX),
    unit: 'days',
    default: 'nothing is removed',
    means: 'How long journal files are kept once the audit sink has acknowledged everything in them.',
  }),
  secondPerson: optional(z.boolean(), {
    form: 'true or false',
    default: 'false',
    means:
      'A command that silences a verdict (`round-void`, `card-burn`, `card-move`, `hand-dead`) is carried out only once another login has given the same within 60 s.',
  }),
  journalMbMax: optional(z.int().min(1).max(MB_MAX), {
    form: 'whole number',
    range: numbers(1, MB_MAX),
    unit: 'MB (a million bytes)',
    default: 'the space on the disk',
    means:
      'Maximum size of the journal. At 80 % of it, or of the space on the disk, there is an alarm; at 100 % nothing more is recorded, as on a full disk.',
  }),
  display: optional(display, { form: 'group', default: 'no display is served', means: 'Where to serve the display.' }),
  languages: optional(z.array(path).max(LANGUAGES_MAX), {
    form: 'list of paths',
    range: range('most', { most: LANGUAGES_MAX }),
    means:
      'Files of further languages for the display and set-up, written by translators: [technician.md](technician.md#another-language). The wire and the journal stay English.',
  }),
  health: optional(health, {
    form: 'group',
    default: "only the display's port answers /healthz",
    means: 'Where to answer /healthz and /metrics (Prometheus) for your monitoring. Tables with the same address share it.',
  }),
  watches: optional(watches, { form: 'group', means: 'Checks that run only when they are turned on.' }),
})
export type TableInput = z.output<typeof tableSchema>

/** The schema at a path of a configuration, by default a table's, past defaults, options and list indices; null if there is none. */
export function schemaAt(at: readonly PropertyKey[], root: z.ZodType = tableSchema): z.ZodType | null {
  let schema: z.ZodType | null = root
  for (const step of at) {
    const inner: z.ZodType = schema === null ? z.never() : bare(schema)
    if (inner instanceof z.ZodObject) schema = (inner.shape as Readonly<Record<string, z.ZodType>>)[String(step)] ?? null
    else if (inner instanceof z.ZodArray) schema = inner.element as z.ZodType
    else return null
  }
  return schema
}

/** A schema without its default and its optional wrapper. */
export function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap() as z.ZodType) : schema
}

export function docOf(schema: z.ZodType): KeyDoc | null {
  return (schema.meta() as KeyDoc | undefined) ?? null
}
