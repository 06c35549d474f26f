/** Devices with something wrong with them, brokers that refuse, a configuration that names them, and the doctor as people run it. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Aedes, type AedesOptions } from 'aedes'
import type { DeviceRole } from '../../../devices/roles.ts'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { type RigOptions, type SimulatedDevice, startDevice } from '../../../simulators/device/rig.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { openPty, type Pty } from '../../../simulators/pty.ts'
import { tableYaml } from '../../../simulators/table-yaml.ts'
import type { DeviceConfig } from '../../../src/rules/table.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET } from '../../e2e/table.ts'
import type { Certificate } from './certificate.ts'

/** Nobody listens there. */
export const NO_BROKER = 'mqtt://127.0.0.1:9'

export interface Scene {
  readonly folder: string
  /** A line with nobody at its end. */
  line(name: string): Promise<Pty>
  /** A working device, but for what `rig` and `self` say. */
  device(name: string, self: Self, rig?: Partial<RigOptions>): Promise<{ readonly device: SimulatedDevice; readonly pty: Pty }>
  /** Writes the configuration of one table. `mqtt`: the lines of its group. */
  write(devices: readonly DeviceConfig[], mqtt: readonly string[]): string
  /** Writes the configuration of several tables by their names, whose devices are not there; null: with the daemon's own broker. */
  writeTables(tables: { readonly [table: string]: readonly string[] | null }): string
}

type Self = {
  readonly role: DeviceRole
  readonly serial: string
  readonly driftPpm?: number
  readonly cap?: number
  readonly tellsIds?: boolean
}

export function createScene(t: TestContext): Scene {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'run'))
  async function line(name: string): Promise<Pty> {
    const pty = await openPty({ link: join(folder, 'run', name) })
    t.after(() => pty.close())
    return pty
  }
  return {
    folder,
    line,
    async device(name, { driftPpm, ...self }, rig = {}) {
      const pty = await line(name)
      const model = tlpDevice({ ...self, clock: { nowMs: realTiming.nowMs, driftPpm: driftPpm ?? 0 } })
      const device = startDevice({ model, port: pty, timing: realTiming, ...rig })
      t.after(() => device.stop())
      return { device, pty }
    },
    write(devices, mqtt) {
      const path = join(folder, 'table.yaml')
      writeFileSync(path, yamlOf('bj07', devices, mqtt))
      return path
    },
    writeTables(tables) {
      const path = join(folder, 'tables.yaml')
      const entries = Object.entries(tables).map(([table, mqtt]) => {
        const devices = [absent(folder, table, 'shoe'), absent(folder, table, 'spots')]
        return `  - ${yamlOf(table, devices, mqtt).trimEnd().replaceAll('\n', '\n    ')}\n`
      })
      writeFileSync(path, `tables:\n${entries.join('')}`)
      return path
    },
  }
}

const yamlOf = (name: string, devices: readonly DeviceConfig[], mqtt: readonly string[] | null): string => {
  const group = mqtt === null ? '' : `mqtt:\n${mqtt.map((each) => `  ${each}\n`).join('')}`
  return `${tableYaml({ name, speed: 1, ...FREE_BET, devices, journal: `./journal-${name}` })}\n${group}`
}

const absent = (folder: string, table: string, role: DeviceRole): DeviceConfig => ({
  name: role,
  driver: 'tlp',
  role,
  path: join(folder, 'run', `${table}-${role}`),
  serial: `${table}-${role}`,
})

export const configured = (scene: Scene, name: string, role: DeviceRole, serial: string): DeviceConfig => ({
  name,
  driver: 'tlp',
  role,
  path: join(scene.folder, 'run', name),
  serial,
})

export interface ToldStep {
  readonly name: string
  readonly state: string
  readonly detail: string
  readonly todo: string | null
}

export interface Told {
  readonly code: number | null
  readonly ok: boolean
  /** What is told of a table; of the first without a name. */
  of(table?: string): TableTold
}

interface TableTold {
  readonly daemon: number | null
  /** What the daemon says of a device; null where there is nothing of it. */
  readonly said: (name: string) => { readonly up: boolean; readonly serial: string } | null
  /** The steps of a device by its name, or of the broker. */
  readonly steps: (name: string) => readonly ToldStep[]
  /** The rung that failed; fails itself when none or more than one did. */
  readonly broken: (name: string) => ToldStep
}

interface Walk {
  readonly name: string
  readonly told?: { readonly up: boolean; readonly serial: string } | null
  readonly steps: readonly ToldStep[]
}

interface Page {
  readonly ok: boolean
  readonly tables: readonly { readonly table: string; readonly daemon: number | null; readonly devices: Walk[]; readonly brokers: Walk[] }[]
}

/** `npm run -s doctor -- --config FILE --json` */
export async function consult(config: string, ...more: readonly string[]): Promise<Told> {
  const { code, stdout, stderr } = await run('src/tools/doctor.ts', '--config', config, '--json', ...more)
  if (stdout === '') throw new Error(`the doctor told nothing: ${stderr}`)
  const page = JSON.parse(stdout) as Page
  return {
    code,
    ok: page.ok,
    of(name) {
      const found = page.tables.find(({ table }) => name === undefined || table === name)
      if (found === undefined) throw new Error(`nothing is told of ${name}: ${stdout}`)
      return toldOf(found)
    },
  }
}

function toldOf({ daemon, devices, brokers }: Page['tables'][number]): TableTold {
  const steps = (name: string) => {
    const walk = [...devices, ...brokers].find((each) => each.name === name)
    if (walk === undefined) throw new Error(`nothing is told of ${name}`)
    return walk.steps
  }
  const broken = (name: string) => {
    const [one, ...others] = steps(name).filter(({ state }) => state === 'failed')
    if (one === undefined || others.length > 0)
      throw new Error(`${name} has not one rung that failed: ${JSON.stringify(steps(name), null, 1)}`)
    return one
  }
  return { daemon, steps, broken, said: (name) => devices.find((each) => each.name === name)?.told ?? null }
}

/** A broker that lets in whom a test wants; with a certificate it speaks TLS alone, and may be given a new one. */
export async function startStrictBroker(
  t: TestContext,
  options: Partial<AedesOptions>,
  certificate?: Certificate,
  versions: Pick<TlsOptions, 'minVersion' | 'maxVersion'> = {},
): Promise<{ port: number; broker: Aedes; renew: (certificate: Certificate) => void }> {
  const broker = await Aedes.createBroker(options)
  broker.on('clientError', () => undefined)
  broker.on('connectionError', () => undefined)
  const tls = certificate && createTlsServer({ cert: certificate.cert, key: certificate.key, ...versions }, broker.handle)
  const server: Server = tls ?? createServer(broker.handle)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    server.close()
  })
  const renew = ({ cert, key }: Certificate) => tls?.setSecureContext({ cert, key })
  return { port: (server.address() as AddressInfo).port, broker, renew }
}
