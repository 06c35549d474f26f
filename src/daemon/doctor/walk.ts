/** Tests a configuration's devices and brokers step by step, all at once. If a daemon has the devices, they are left alone. */
import { join } from 'node:path'
import { findDriver } from '../../../devices/registry.ts'
import type { MqttConfig, TableConfig } from '../../base/config/table-config.ts'
import { reasonOf } from '../../base/process/reason.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { asIs, type Said, type Text } from '../../words/text.ts'
import { type EmbeddedBroker, startEmbeddedBroker, USUAL_PORT } from '../broker/embedded.ts'
import { diskFiles } from '../journal/files.ts'
import { lockHolder, systemProcesses } from '../journal/lock.ts'
import { foldersOf, unwritable, userHere } from '../journal/writable.ts'
import { type BrokerWatch, examineBroker } from './broker.ts'
import { BROKER_RUNGS, type BrokerFacts } from './broker-rungs.ts'
import { examineDevice, type Watch } from './device.ts'
import { type DeviceReport, deviceReports } from './device-reports.ts'
import { DEVICE_RUNGS } from './device-rungs.ts'
import { deviceWord } from './device-words.ts'
import type { TableWalks } from './page.ts'
import { examinePerson, type Person } from './person.ts'
import { PERSON_RUNGS } from './person-rungs.ts'
import { climb, type Step, stepOf, unclimbed } from './rung.ts'
import { examineTalker } from './talker.ts'
import { TALKER_RUNGS } from './talker-rungs.ts'

type Deps = Omit<Watch, 'onStep'> & {
  readonly onStep: (name: string, what: Text | null) => void
  /** The person who is also tested at each broker; null: nobody. */
  readonly person: Person | null
}

/** Who is using the table's devices. `why`: a reason not to open their ports; null if nobody uses them. */
interface Holder {
  readonly daemon: number | null
  readonly why: Said | null
}

export async function walkTables(configs: readonly TableConfig[], deps: Deps): Promise<readonly TableWalks[]> {
  const tables = await Promise.all(configs.map(async (config) => ({ config, holder: await holderOf(config) })))
  const own = tables.filter(({ config }) => config.mqtt === null)
  // A running daemon has already started the broker, also for tables that do not run yet.
  const tried = own.length > 0 && own.every(({ holder }) => holder.why === null) ? await openOwn(portOf(own[0]?.config)) : null
  try {
    return await Promise.all(tables.map(({ config, holder }) => walkTable(config, holder, tried, deps)))
  } finally {
    await tried?.broker?.close()
  }
}

/** A lock that cannot be read may be a daemon's, so its ports are not opened either. */
async function holderOf({ journal }: TableConfig): Promise<Holder> {
  try {
    const daemon = await lockHolder(journal, diskFiles, systemProcesses)
    return { daemon, why: daemon === null ? null : deviceWord('daemon-runs', { pid: daemon }) }
  } catch (error) {
    const reason = reasonOf(error)
    return { daemon: null, why: deviceWord('lock-unread', { path: join(journal, 'lock'), why: reason }) }
  }
}

async function walkTable(config: TableConfig, { daemon, why }: Holder, own: OwnBroker | null, deps: Deps): Promise<TableWalks> {
  const step = (name: string) => (what: Text | null) => deps.onStep(`${config.table} ${name}`, what)
  const names = config.devices.map(({ name }) => name)
  const asked = { table: config, names, watchMs: deps.watchMs, signal: deps.signal }
  const walkDevices = async (): Promise<readonly DeviceWalk[]> => {
    if (why === null) return Promise.all(config.devices.map((device) => walkDevice(device, config, { ...deps, onStep: step(device.name) })))
    const told = await deviceReports(config.mqtt ?? ownAt(portOf(config)), asked)
    return config.devices.map((device) => heldDevice(device, why, told.get(device.name)))
  }
  const [devices, brokers] = await Promise.all([
    walkDevices(),
    walkBrokers(config, own, daemon !== null, { ...deps, onStep: step('broker') }),
  ])
  return { table: config.table, daemon, closed: why?.en ?? null, folders: walkFolders(config, daemon), devices, brokers }
}

/** A running daemon has its folders, and may be another user's. */
function walkFolders(config: TableConfig, daemon: number | null): TableWalks['folders'] {
  const user = userHere()
  const own = foldersOf(config).map((folder): Step => {
    const name = deviceWord('writable')
    const denied = unwritable(folder)
    if (denied === null) return stepOf(name, 'ok', asIs(folder), null)
    return stepOf(name, 'failed', denied.said.problem, deviceWord('folder-todo', { todo: denied.said.todo, user }))
  })
  return { name: `folders, as user ${user}`, steps: daemon === null ? own : [] }
}

const isTalker = ({ driver, role }: DeviceConfig): boolean => findDriver(driver, role).traits.identity !== 'asked'

type DeviceWalk = TableWalks['devices'][number]

async function walkDevice(device: DeviceConfig, config: TableConfig, watch: Watch): Promise<DeviceWalk> {
  const { name, path, serial } = device
  const steps = isTalker(device)
    ? climb(TALKER_RUNGS, await examineTalker(device, config.devices, watch))
    : climb(DEVICE_RUNGS, await examineDevice(device, config.devices, watch))
  watch.onStep(null)
  return { name, path, serial, steps, told: null, rose: {} }
}

/** A daemon has it: what that one says of it. */
const heldDevice = (device: DeviceConfig, why: Said, told: DeviceReport | undefined): DeviceWalk => ({
  ...{ name: device.name, path: device.path, serial: device.serial },
  steps: unclimbed(isTalker(device) ? TALKER_RUNGS : DEVICE_RUNGS, why),
  ...{ told: told?.state ?? null, rose: told?.rose ?? {} },
})

type BrokerWalk = TableWalks['brokers'][number]

interface BrokerDeps extends Watch {
  readonly person: Person | null
}

async function walkBrokers(config: TableConfig, own: OwnBroker | null, daemon: boolean, deps: BrokerDeps): Promise<readonly BrokerWalk[]> {
  const { mqtt, journal } = config
  const watch: BrokerWatch = { ...deps, journal, isGuest: mqtt === null && own === null }
  const embedded = ownAt(portOf(config))
  const login = mqtt ?? (own?.broker ? { ...embedded, ...own.broker.login } : embedded)
  const walked = own?.failed ? [own.failed] : await Promise.all(login.urls.map((url) => examineBroker(url, login, config, watch)))
  const name = (at: number): string => (walked.length === 1 ? 'broker' : `broker ${at + 1}`)
  const { person } = deps
  // One after another, and after the table: a broker that accepts no login has already been reported.
  const visits: BrokerWalk[] = []
  for (const [at, { url, address }] of walked.entries()) {
    if (person === null || !address?.ok) continue
    const facts = await examinePerson({ url, config: login, table: config, person, daemon }, watch)
    visits.push({ name: `${name(at)} as ${person.user}`, url, own: mqtt === null, steps: climb(PERSON_RUNGS, facts) })
  }
  watch.onStep(null)
  const tables = walked.map((facts, at) => ({ name: name(at), url: facts.url, own: mqtt === null, steps: climb(BROKER_RUNGS, facts) }))
  return [...tables, ...visits]
}

const portOf = (config: TableConfig | undefined): number => config?.broker?.port ?? USUAL_PORT
const ownAt = (port: number): MqttConfig => ({
  urls: [`mqtt://127.0.0.1:${port}`],
  ...{ protocol: 4, ca: null, cert: null, key: null, username: null, passwordFile: null },
})

/** The broker built into the daemon, started briefly to check that its port is free. */
interface OwnBroker {
  readonly broker: EmbeddedBroker | null
  readonly failed: BrokerFacts | null
}

async function openOwn(port: number): Promise<OwnBroker> {
  try {
    return { broker: await startEmbeddedBroker({ port }), failed: null }
  } catch (error) {
    const address = { ok: false, code: '', text: reasonOf(error) } as const
    const mqtt = ownAt(port)
    const unknown = { tls: null, login: null, commands: null, publish: null, sink: null }
    return { broker: null, failed: { url: mqtt.urls[0] ?? '', mqtt, address, ...unknown } }
  }
}
