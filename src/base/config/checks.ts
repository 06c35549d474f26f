/**
 * Checks what a schema of single keys cannot see: keys that must agree with each other, and files that must exist. Each check takes raw
 * data of any type and judges only what it can read, so that these problems are shown together with those of form.
 */
import { resolve } from 'node:path'
import { catalog } from '../../words/catalog.ts'
import { joined, type Said } from '../../words/text.ts'
import { allowed } from './allowed.ts'
import { checkDevices, portAt } from './device-checks.ts'
import { type Fault, formOf, type Raw, rawList, rawRecord, type Surroundings, twice } from './fault.ts'
import type { FileKind } from './files.ts'
import { schemeHint } from './hints.ts'
import { BOXES, DISPLAY_PORT } from './schema.ts'
import { wrong } from './wrong.ts'

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

/** `several`: it is one of a list of tables. */
export function checkTable(raw: Raw, around: Surroundings, several = false): readonly Fault[] {
  return [
    ...checkLimits(rawRecord(raw.limits) ?? {}, around.amountText ?? String),
    ...twice(rawList(raw.chips), (i) => ['chips', i], wrong('twice'), allowed('chips-once')),
    ...checkSpots(raw.spots),
    ...(Array.isArray(raw.devices) ? checkDevices(raw.devices, raw.boxes ?? BOXES, around) : []),
    ...checkMqtt(rawRecord(raw.mqtt) ?? {}, around),
    ...checkBroker(raw, around),
    ...checkSecondPerson(raw),
    ...checkDisplay(rawRecord(raw.display) ?? {}, raw, around),
    ...checkLanguages(raw.languages, around),
    ...checkHealth(rawRecord(raw.health), rawRecord(raw.display)),
    ...(around.purpose === 'run' ? checkJournal(raw, around, several) : []),
  ]
}

/** Where a table keeps its journal. */
export const journalOf = (
  { journal, table }: Raw,
  { dir, dataDir = dir }: Pick<Surroundings, 'dir' | 'dataDir'>,
  several: boolean,
): string => (typeof journal === 'string' ? resolve(dir, journal) : resolve(dataDir, several ? `journal/${table}` : 'journal'))

/** What the limits are called where another one is compared with them; the German steps are a genitive. */
const LIMITS = {
  max: { en: 'the maximum bet', de: 'der Höchsteinsatz' },
  boxMax: { en: 'the maximum of a box', de: 'der Höchsteinsatz einer Box' },
  sideMax: { en: 'the maximum side bet', de: 'die höchste Nebenwette' },
  unit: { en: 'the step of main bets', de: 'der Schrittweite der Haupteinsätze' },
  sideUnit: { en: 'the step of side bets', de: 'der Schrittweite der Nebenwetten' },
} as const
type Limit = keyof typeof LIMITS

/** What has no effect without another key lacks this. */
const OTHERS = {
  cert: { en: 'the certificate (cert)', de: 'das Zertifikat (cert)' },
  key: { en: 'the private key (key)', de: 'den privaten Schlüssel (key)' },
  username: { en: 'the login name (username)', de: 'den Anmeldenamen (username)' },
  kiosk: { en: 'the name of the kiosk (kiosk)', de: 'den Namen des Kiosks (kiosk)' },
} as const
catalog('config-key', { limit: LIMITS, other: OTHERS })

function checkLimits(limits: Raw, text: (minor: number) => string): readonly Fault[] {
  const faults: Fault[] = []
  const notAbove = (low: string, high: Limit) => {
    const [a, b] = [limits[low], limits[high]]
    if (isAmount(a) && isAmount(b) && a > b)
      faults.push({
        at: ['limits', low],
        value: a,
        problem: wrong('greater', { other: LIMITS[high] }),
        allowed: allowed('at-most', { most: text(b) }),
      })
  }
  const divides = (unit: Limit, name: string) => {
    const [u, value] = [limits[unit], limits[name]]
    if (isAmount(u) && isAmount(value) && value % u !== 0)
      faults.push({
        at: ['limits', name],
        value,
        problem: wrong('no-multiple', { unit: LIMITS[unit] }),
        allowed: allowed('multiple', { unit: text(u) }),
      })
  }
  notAbove('min', 'max')
  notAbove('max', 'boxMax')
  notAbove('sideMin', 'sideMax')
  for (const name of ['min', 'max']) divides('unit', name)
  for (const name of ['sideMin', 'sideMax']) divides('sideUnit', name)
  return faults
}

function checkSpots(spots: unknown): readonly Fault[] {
  const list = rawList(spots)
  const missing = Array.isArray(spots) && list.length > 0 && !list.includes('main')
  const main = { at: ['spots'], value: spots, problem: wrong('no-main'), allowed: allowed('with-main') }
  return [...(missing ? [main] : []), ...twice(list, (i) => ['spots', i], wrong('twice'), allowed('areas-once'))]
}

/** Addresses that the configuration may contain. */
interface Reach {
  readonly schemes: readonly string[]
  readonly allowed: Said
  /** The same with where to put the login, which must not be in the address. */
  readonly login: Said
}
const TO_BROKER: Reach = {
  schemes: ['mqtt:', 'mqtts:', 'ws:', 'wss:'],
  allowed: allowed('to-broker'),
  login: allowed('to-broker-login'),
}
const TO_BOOK: Reach = {
  schemes: ['http:', 'https:'],
  allowed: allowed('to-book'),
  login: allowed('to-book-login'),
}
const TLS_SCHEMES = ['mqtts:', 'wss:']

export function checkMqtt(mqtt: Raw, around: Pick<Surroundings, 'dir' | 'purpose' | 'fileFault'>): readonly Fault[] {
  const urls: (readonly [readonly PropertyKey[], unknown])[] = rawList(mqtt.urls).map((url, i) => [['mqtt', 'urls', i], url] as const)
  if (mqtt.url !== undefined) urls.unshift([['mqtt', 'url'], mqtt.url])
  const faults = [...urls.flatMap(([at, url]) => (typeof url === 'string' ? checkUrl(at, url, TO_BROKER) : [])), ...mixed(urls)]
  const fault = (key: string, problem: Said, right: Said) => faults.push({ at: ['mqtt', key], value: mqtt[key], problem, allowed: right })
  if (mqtt.url !== undefined && mqtt.urls !== undefined) fault('urls', wrong('url-and-urls'), allowed('url-or-urls'))
  if (Object.keys(mqtt).length > 0 && mqtt.url === undefined && mqtt.urls === undefined)
    faults.push({ at: ['mqtt'], value: undefined, problem: wrong('no-broker'), allowed: allowed('some-url') })
  const needs = (key: string, other: keyof typeof OTHERS) => {
    if (mqtt[key] !== undefined && mqtt[other] === undefined)
      fault(key, wrong('no-effect-alone', { other: OTHERS[other] }), allowed('together', { one: key, other }))
  }
  needs('cert', 'key')
  needs('key', 'cert')
  needs('passwordFile', 'username')
  const plain = urls.length > 0 && urls.every(([, url]) => typeof url === 'string' && !isEncrypted(url))
  for (const name of ['ca', 'cert', 'key']) {
    if (plain && mqtt[name] !== undefined) fault(name, wrong('unencrypted'), allowed('with-tls'))
  }
  for (const [name, kind] of Object.entries(MQTT_FILES)) {
    const path = mqtt[name]
    if (around.purpose !== 'run' || typeof path !== 'string') continue
    const certificate = typeof mqtt.cert === 'string' ? resolve(around.dir, mqtt.cert) : undefined
    const problem = around.fileFault({ kind, path: resolve(around.dir, path), certificate })
    if (problem !== null) fault(name, problem, formOf(kind))
  }
  const open = urls.flatMap(([, url]) => (typeof url === 'string' && isOpen(url) ? [new URL(url).host] : []))
  if (mqtt.passwordFile !== undefined && mqtt.username !== undefined && mqtt.allowPlainPassword !== true && open.length > 0)
    fault('passwordFile', wrong('password-open', { hosts: open.join(', ') }), allowed('tls-or-allowed'))
  return faults
}

/** F23: addresses are tried in turn, so one without encryption would be the way out whenever TLS fails. */
function mixed(urls: readonly (readonly [at: readonly PropertyKey[], url: unknown])[]): readonly Fault[] {
  if (!urls.some(([, url]) => isEncrypted(url))) return []
  return urls.flatMap(([at, url]) => {
    if (isEncrypted(url) || typeof url !== 'string' || !URL.canParse(url)) return []
    const { protocol, host } = new URL(url)
    if (!TO_BROKER.schemes.includes(protocol)) return []
    return [{ at, value: `${protocol}//${host}`, problem: wrong('mixed-encryption'), allowed: allowed('all-or-none') }]
  })
}

const MQTT_FILES: { readonly [key: string]: FileKind } = { ca: 'authority', cert: 'certificate', key: 'key', passwordFile: 'password' }
/** `file`: relative to the configuration. */
export function keptFaults(
  at: readonly PropertyKey[],
  file: unknown,
  { dir, fileFault }: Pick<Surroundings, 'dir' | 'fileFault'>,
): readonly Fault[] {
  const problem = typeof file === 'string' ? fileFault({ kind: 'kept', path: resolve(dir, file) }) : null
  return problem === null ? [] : [{ at, value: file, problem, allowed: formOf('kept') }]
}

const isEncrypted = (url: unknown): boolean => typeof url === 'string' && URL.canParse(url) && TLS_SCHEMES.includes(new URL(url).protocol)

/** Neither encrypted nor within this machine. */
function isOpen(url: string): boolean {
  if (!URL.canParse(url) || isEncrypted(url)) return false
  return !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
}

function checkBroker(raw: Raw, around: Surroundings): readonly Fault[] {
  const broker = rawRecord(raw.broker)
  if (broker === null) return []
  if (raw.mqtt !== undefined)
    return [{ at: ['broker'], value: undefined, problem: wrong('broker-has-users'), allowed: allowed('broker-alone') }]
  const { users } = broker
  if (around.purpose !== 'run' || typeof users !== 'string') return []
  const problem = around.fileFault({ kind: 'users', path: resolve(around.dir, users) })
  return problem === null ? [] : [{ at: ['broker', 'users'], value: users, problem, allowed: formOf('users') }]
}

function checkLanguages(languages: unknown, { dir, purpose, fileFault }: Surroundings): readonly Fault[] {
  const paths = rawList(languages)
  const faults = paths.flatMap((path, i): readonly Fault[] => {
    const problem = purpose === 'run' && typeof path === 'string' ? fileFault({ kind: 'language', path: resolve(dir, path) }) : null
    return problem === null ? [] : [{ at: ['languages', i], value: path, problem, allowed: formOf('language') }]
  })
  return [...faults, ...twice(paths, (i) => ['languages', i], wrong('twice'), allowed('language-once'))]
}

/** Whoever claims a name can claim a second one. */
function checkSecondPerson({ secondPerson, mqtt, broker }: Raw): readonly Fault[] {
  if (secondPerson !== true || mqtt !== undefined || rawRecord(broker)?.users !== undefined) return []
  return [{ at: ['secondPerson'], value: true, problem: wrong('second-nobody'), allowed: allowed('with-users') }]
}

function checkJournal(raw: Raw, around: Surroundings, several: boolean): readonly Fault[] {
  const { journal, signingKeyFile } = raw
  const problem = around.folderFault(journalOf(raw, around, several))
  return [
    ...(problem === null ? [] : [{ at: ['journal'], value: journal, problem, allowed: allowed('journal-folder') }]),
    ...keptFaults(['signingKeyFile'], signingKeyFile, around),
  ]
}

const DISPLAY_FILES: { readonly [key: string]: FileKind } = { cert: 'certificate', key: 'key', kioskPasswordFile: 'password' }

function checkDisplay(display: Raw, { mqtt }: Raw, around: Surroundings): readonly Fault[] {
  const { book, cert } = display
  const faults = typeof book === 'string' ? [...checkUrl(['display', 'book'], book, TO_BOOK)] : []
  const fault = (key: string, problem: Said, right: Said) =>
    faults.push({ at: ['display', key], value: display[key], problem, allowed: right })
  for (const [key, other] of [
    ['cert', 'key'],
    ['key', 'cert'],
    ['kioskPasswordFile', 'kiosk'],
  ] as const)
    if (display[key] !== undefined && display[other] === undefined)
      fault(key, wrong('no-effect-alone', { other: OTHERS[other] }), allowed('together', { one: key, other }))
  if (display.kioskPasswordFile !== undefined && mqtt === undefined) fault('kioskPasswordFile', wrong('kiosk-open'), allowed('with-mqtt'))
  if (cert !== undefined && display.insecure === true) fault('insecure', wrong('insecure-unused'), allowed('tls-or-insecure'))
  for (const [name, kind] of Object.entries(DISPLAY_FILES)) {
    const path = display[name]
    if (around.purpose !== 'run' || typeof path !== 'string') continue
    const certificate = typeof cert === 'string' ? resolve(around.dir, cert) : undefined
    const problem = around.fileFault({ kind, path: resolve(around.dir, path), certificate })
    if (problem !== null) fault(name, problem, formOf(kind))
  }
  return faults
}

/** One port cannot serve both, nor need it: the display's port reports the health as well. */
const checkHealth = (health: Raw | null, display: Raw | null): readonly Fault[] =>
  health !== null && display !== null && health.port === (display.port ?? DISPLAY_PORT)
    ? [{ at: ['health', 'port'], value: health.port, problem: wrong('display-port'), allowed: allowed('other-port') }]
    : []

function checkUrl(at: readonly PropertyKey[], url: string, { schemes, allowed: right, login }: Reach): readonly Fault[] {
  if (!URL.canParse(url)) return [{ at, value: url.includes('@') ? undefined : url, problem: wrong('no-url'), allowed: right }]
  const { protocol, username, password, hostname } = new URL(url)
  const faults: Fault[] = []
  if (username !== '' || password !== '') faults.push({ at, value: undefined, problem: wrong('url-login'), allowed: login })
  if (!schemes.includes(protocol))
    faults.push({
      at,
      value: url.includes('@') ? protocol : url,
      problem: joined(wrong('scheme'), schemeHint(url, schemes[0] ?? '')),
      allowed: right,
    })
  else if (hostname === '') faults.push({ at, value: url, problem: wrong('no-host'), allowed: right })
  return faults
}

/** What one broker has once. */
const SHARED = [
  ['users', allowed('same-users')],
  ['port', allowed('same-port')],
] as const

/** Several tables in one process must not share what only one may own. `raws`: the entries of `tables:`. */
export function checkTables(raws: readonly unknown[], around: Surroundings): readonly Fault[] {
  const tables = raws.map((raw) => rawRecord(raw) ?? {})
  const topics = tables.map(({ property, pit, table }) => (typeof table === 'string' ? `${property}/${pit}/${table}` : undefined))
  const journals = tables.map(({ journal }) => (typeof journal === 'string' ? resolve(around.dir, journal) : undefined))
  const keys = tables.map(({ signingKeyFile: key }) => (typeof key === 'string' ? resolve(around.dir, key) : undefined))
  // All tables share one embedded broker.
  const strays = SHARED.flatMap(([key, right]) => {
    const values = tables.map(({ mqtt, broker }) => (mqtt === undefined ? (rawRecord(broker)?.[key] ?? null) : undefined))
    const first = values.find((each) => each !== undefined)
    return values.flatMap((value, t) => (value === undefined || value === first ? [] : [{ t, key, value, right }]))
  })
  const ports = tables.flatMap((raw, t) =>
    rawList(raw.devices).flatMap((device, d) => {
      const path = rawRecord(device)?.path
      return typeof path === 'string' ? [{ t, d, path: portAt(path, around) }] : []
    }),
  )
  const taken = ports.filter(({ t, path }) => ports.some((other) => other.t < t && other.path === path))
  return [
    ...twice(topics, (i) => ['tables', i, 'table'], wrong('same-topics'), allowed('own-topics')),
    ...twice(journals, (i) => ['tables', i, 'journal'], wrong('same-journal'), allowed('own-journal')),
    ...twice(keys, (i) => ['tables', i, 'signingKeyFile'], wrong('same-signing-key'), allowed('own-file')),
    ...strays.map(({ t, key, value, right }) => ({
      at: ['tables', t, 'broker', key],
      value: value ?? undefined,
      problem: wrong('other-users'),
      allowed: right,
    })),
    ...taken.map(({ t, d, path }) => ({
      at: ['tables', t, 'devices', d, 'path'],
      value: path,
      problem: wrong('same-port-elsewhere'),
      allowed: allowed('own-port'),
    })),
  ]
}
