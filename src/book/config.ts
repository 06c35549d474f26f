/** The book's configuration, `book.yaml`: every key with its form, range and meaning, read and checked as a table's configuration is. */
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { allowed, range } from '../base/config/allowed.ts'
import { checkMqtt, keptFaults } from '../base/config/checks.ts'
import { type Fault, rawRecord } from '../base/config/fault.ts'
import { fileFault } from '../base/config/files.ts'
import { dataDirOf, readText } from '../base/config/load.ts'
import { faultsOf, mqttOf, problemOfFault } from '../base/config/parse.ts'
import { type ConfigProblem, problemOfFile } from '../base/config/problems.ts'
import { filled, ID, id, key, mqtt, numbers, optional, PATH, path, TEXT, text } from '../base/config/schema.ts'
import type { MqttConfig } from '../base/config/table-config.ts'
import { readYaml } from '../base/config/yaml-source.ts'
import { wrongBook } from './config-words.ts'
import { CLOCK_USUAL, type DayClock, isZone } from './gaming-day.ts'
import { keyFileBeside } from './signing-key.ts'
import { fingerprintIn } from './store/keys.ts'

const http = z.strictObject({
  host: filled(text, '127.0.0.1', { ...TEXT, means: 'Address on which the read interface is served.' }),
  port: filled(z.int().min(0).max(65535), 8090, {
    form: 'whole number',
    range: numbers(0, 65535),
    means: 'Its TCP port; 0: any free port.',
  }),
  tokens: optional(path, { ...PATH, means: 'File with hashes of the tokens that may read.' }),
  users: optional(path, { ...PATH, means: 'File with users who may read, written by npm run users.' }),
  names: filled(z.array(z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/)).max(16), [], {
    form: 'list of host names',
    range: range('hosts'),
    means: 'Host names under which clients reach it. IP addresses, host and localhost are always accepted.',
  }),
  origins: filled(z.array(text).max(16), [], {
    form: 'list of origins',
    range: range('origins'),
    means: 'Displays on other hosts whose pages may read.',
  }),
})

const BOOK_EXAMPLE = 'book.example.yaml'
const STORE_USUAL = 'book/book.db'

const vouched = z.strictObject({
  table: key(z.string().regex(/^[a-z0-9-]{1,32}\/[a-z0-9-]{1,32}$/, 'is not a table with its pit, as p1/bj07'), {
    form: 'text',
    range: range('pit-table'),
    means: 'The table, with its pit: p1/bj07.',
  }),
  key: key(
    z.string().refine((given) => fingerprintIn(given) !== null, 'is not the fingerprint of a key'),
    { form: 'text', range: range('fingerprint'), means: "Fingerprint of the table's key, as the table prints it at its first start." },
  ),
})

export const bookSchema = z.strictObject({
  property: key(id, { ...ID, means: 'The casino; as in the configurations of its tables.' }),
  mqtt: key(mqtt, { form: 'group', means: 'The broker that the tables publish to; its login needs the role audit.' }),
  store: optional(text, {
    ...TEXT,
    default: `${STORE_USUAL}; of a configuration in /etc/NAME: /var/lib/NAME/${STORE_USUAL}`,
    means: 'File of the embedded store, in a folder of its own, or postgres://user@host/database. The password belongs in PGPASSFILE.',
  }),
  signingKeyFile: optional(path, {
    ...PATH,
    default: "signing.key in the store's folder; for PostgreSQL book-signing.key in this folder, or in /var/lib/NAME",
    means: 'Ed25519 key (PEM, PKCS#8) with which the book vouches for the journals that it holds. It is made at the first start.',
  }),
  name: filled(id, 'book', { ...ID, means: 'The name under which the book acknowledges records; also its login if mqtt gives none.' }),
  tables: filled(z.array(vouched).max(1000), [], {
    form: 'list of groups',
    range: range('most', { most: 1000 }),
    means: 'Tables whose keys are confirmed. Keys of other tables are confirmed with npm run book -- trust-key.',
  }),
  dayBegins: filled(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), CLOCK_USUAL.begins, {
    form: 'text',
    range: range('time-of-day'),
    means: 'When a gaming day begins, on the clocks of `zone`.',
  }),
  zone: filled(z.string().max(64).refine(isZone), CLOCK_USUAL.zone, {
    form: 'text',
    range: range('zone'),
    means: 'Time zone of the property: that of its gaming days, and of the times in a night sheet.',
  }),
  http: optional(http, { form: 'group', default: 'not served', means: 'The read interface.' }),
})

export interface BookConfig {
  readonly property: string
  readonly mqtt: MqttConfig
  readonly store: string
  readonly signingKeyFile: string
  readonly name: string
  /** Tables whose keys are confirmed, with the fingerprints. */
  readonly tables: readonly { readonly table: string; readonly key: string }[]
  /** When a gaming day begins. */
  readonly clock: DayClock
  /** null: the book serves no HTTP. */
  readonly http: {
    readonly host: string
    readonly port: number
    readonly tokens: string | null
    readonly users: string | null
    readonly names: readonly string[]
    readonly origins: readonly string[]
  } | null
}

export type BookConfigRead =
  | { readonly ok: true; readonly config: BookConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

/** Returns all problems at once and throws nothing. */
export function loadBookConfig(file: string): BookConfigRead {
  const read = readText(file, BOOK_EXAMPLE)
  const dir = dirname(resolve(file))
  return read.ok ? parseBookConfig(read.text, dir, dataDirOf(dir)) : read
}

/** `dir`: relative paths start here; `dataDir`: data is kept here for which no path is given; `fault`: what is wrong with a named file. */
export function parseBookConfig(given: string, dir: string, dataDir = dir, fault = fileFault): BookConfigRead {
  const yaml = readYaml(given, BOOK_EXAMPLE)
  if (!yaml.ok) return yaml
  const { value } = yaml.source
  const raw = rawRecord(value)
  if (raw !== null && isOfTable(raw)) {
    return { ok: false, problems: [problemOfFile(wrongBook('of-a-table'), allowed('file-as-example', { example: BOOK_EXAMPLE }))] }
  }
  const parsed = bookSchema.safeParse(value)
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue, value, bookSchema))),
    ...(raw?.mqtt === undefined ? [] : checkMqtt(rawRecord(raw.mqtt) ?? {}, { dir, purpose: 'run', fileFault: fault })),
    ...(typeof raw?.store === 'string' ? checkStore(raw.store) : []),
    ...keptFaults(['http', 'users'], rawRecord(raw?.http)?.users, { dir, fileFault: fault }),
    ...keptFaults(['http', 'tokens'], rawRecord(raw?.http)?.tokens, { dir, fileFault: fault }),
    ...(parsed.success ? keptFaults(['signingKeyFile'], signingKeyOf(parsed.data, { dir, dataDir }), { dir, fileFault: fault }) : []),
  ]
  if (!parsed.success || faults.length > 0) {
    return { ok: false, problems: faults.map((fault) => problemOfFault(fault, yaml.source)) }
  }
  return { ok: true, config: complete(parsed.data, { dir, dataDir }) }
}

/** The configuration of a table has these, that of several in a list `tables`. */
const isOfTable = (raw: Readonly<Record<string, unknown>>): boolean =>
  ['house', 'devices'].some((name) => Object.hasOwn(raw, name)) ||
  (Array.isArray(raw.tables) && raw.tables.some((row) => Object.hasOwn(rawRecord(row) ?? {}, 'house')))

const IS_URL = /^[a-z]+:\/\//
const IS_POSTGRES = /^postgres(ql)?:\/\//

const checkStore = (store: string): readonly Fault[] => {
  const fault = { at: ['store'], value: undefined }
  if (!IS_URL.test(store)) return []
  if (!IS_POSTGRES.test(store) || !URL.canParse(store))
    return [{ ...fault, problem: wrongBook('no-postgres'), allowed: wrongBook('store') }]
  if (new URL(store).password === '') return []
  return [{ ...fault, problem: wrongBook('store-password'), allowed: wrongBook('store-without-password') }]
}

type Input = z.output<typeof bookSchema>
/** Data is kept in `dataDir` if the configuration does not say where. */
interface Folders {
  readonly dir: string
  readonly dataDir: string
}

const storeOf = ({ store = '' }: Partial<Input>, { dir, dataDir }: Folders): string =>
  store === '' ? resolve(dataDir, STORE_USUAL) : IS_POSTGRES.test(store) ? store : resolve(dir, store)
const signingKeyOf = (input: Input, folders: Folders): string =>
  input.signingKeyFile === undefined
    ? (keyFileBeside(storeOf(input, folders)) ?? resolve(folders.dataDir, 'book-signing.key'))
    : resolve(folders.dir, input.signingKeyFile)

const complete = (input: Input, folders: Folders): BookConfig => {
  const absolute = (file: string | undefined) => (file === undefined ? null : resolve(folders.dir, file))
  const { property, name } = input
  return {
    property,
    name,
    tables: input.tables,
    clock: { begins: input.dayBegins, zone: input.zone },
    mqtt: mqttOf(input.mqtt, folders.dir),
    store: storeOf(input, folders),
    signingKeyFile: signingKeyOf(input, folders),
    http: input.http === undefined ? null : { ...input.http, tokens: absolute(input.http.tokens), users: absolute(input.http.users) },
  }
}
