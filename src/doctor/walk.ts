/** Walks a configuration's devices and brokers up their ladders, all at once; where a daemon has the devices, they are left alone. */
import { startEmbeddedBroker } from '../broker/embedded.ts'
import type { DeviceConfig, MqttConfig, TableConfig } from '../config/table-config.ts'
import { diskFiles } from '../journal/files.ts'
import { lockHolder, systemProcesses } from '../journal/lock.ts'
import type { DeviceStateData } from '../wire/payloads.ts'
import { type BrokerWatch, examineBroker } from './broker.ts'
import { BROKER_RUNGS, type BrokerFacts } from './broker-rungs.ts'
import { examineDevice, type Watch } from './device.ts'
import { DEVICE_RUNGS } from './device-rungs.ts'
import type { TableWalks } from './page.ts'
import { climb, unclimbed } from './rung.ts'
import { toldOf } from './told.ts'

type Deps = Omit<Watch, 'onStep'> & { readonly onStep: (name: string, text: string) => void }

export async function walkTable(config: TableConfig, deps: Deps): Promise<TableWalks> {
  const daemon = await lockHolder(config.journal, diskFiles, systemProcesses)
  const step = (name: string) => (text: string) => deps.onStep(`${config.table} ${name}`, text)
  const names = config.devices.map(({ name }) => name)
  const told = daemon === null ? Promise.resolve(NOBODY) : toldOf(config.mqtt ?? OWN, config, names, deps.signal)
  const [devices, brokers] = await Promise.all([
    Promise.all(config.devices.map((device) => walkDevice(device, config, daemon, told, { ...deps, onStep: step(device.name) }))),
    walkBrokers(config, daemon, { ...deps, onStep: step('broker') }),
  ])
  return { table: config.table, daemon, devices, brokers }
}

type DeviceWalk = TableWalks['devices'][number]
type Told = ReadonlyMap<string, DeviceStateData>
const NOBODY: Told = new Map()

async function walkDevice(
  device: DeviceConfig,
  config: TableConfig,
  daemon: number | null,
  told: Promise<Told>,
  watch: Watch,
): Promise<DeviceWalk> {
  const { name, path, serial } = device
  if (daemon !== null) {
    const steps = unclimbed(DEVICE_RUNGS, `the daemon runs (process ${daemon})`)
    return { name, path, serial, steps, told: (await told).get(name) ?? null }
  }
  const facts = await examineDevice(device, config.devices, watch)
  watch.onStep('')
  return { name, path, serial, steps: climb(DEVICE_RUNGS, facts), told: null }
}

type BrokerWalk = TableWalks['brokers'][number]

async function walkBrokers(config: TableConfig, daemon: number | null, watch: BrokerWatch): Promise<readonly BrokerWalk[]> {
  const { mqtt } = config
  const walked =
    mqtt === null
      ? [await ownBroker(config, daemon, watch)]
      : await Promise.all(mqtt.urls.map((url) => examineBroker(url, mqtt, config, watch)))
  watch.onStep('')
  return walked.map((facts, at) => ({
    name: walked.length === 1 ? 'broker' : `broker ${at + 1}`,
    url: facts.url,
    steps: climb(BROKER_RUNGS, facts),
  }))
}

const OWN_URL = 'mqtt://127.0.0.1:1883'
const OWN: MqttConfig = { urls: [OWN_URL], protocol: 4, ca: null, cert: null, key: null, username: null, passwordFile: null }

/** The daemon brings its own broker: where none runs, the port is taken for a moment to see that it can be had. */
async function ownBroker(config: TableConfig, daemon: number | null, watch: BrokerWatch): Promise<BrokerFacts> {
  if (daemon !== null) return examineBroker(OWN_URL, OWN, config, watch)
  try {
    const broker = await startEmbeddedBroker()
    try {
      return await examineBroker(OWN_URL, OWN, config, watch)
    } finally {
      await broker.close()
    }
  } catch (error) {
    const address = { ok: false, code: '', text: error instanceof Error ? error.message : String(error) } as const
    return { url: OWN_URL, mqtt: OWN, address, tls: null, login: null, commands: null, publish: null }
  }
}
