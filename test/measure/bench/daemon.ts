/** The daemon as it is shipped, in its own process: the bundle, its start and its end. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import type { DeviceConfig } from '../../../src/rules/table.ts'
import { cpuSeconds, ROOT, type Started, startNode, within } from './processes.ts'
import { baseTopic, tableYaml } from './table.ts'

const LAUNCH = join('src', 'launch.mjs')
const READY_MS_MAX = 20_000

/** @throws Error when the daemon cannot be bundled */
export function buildDaemon(tree = ROOT): void {
  const built = spawnSync(process.execPath, [LAUNCH, '--build', 'main'], { cwd: tree, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the daemon cannot be bundled: ${built.stderr}`)
}

const SEMI_SPACE = /^--max-semi-space-size=/

/** The arguments that `npm start` gives to node: its options and the launcher, with another semi-space size if requested. */
function startArgs(tree: string, semiSpaceMb: number | undefined): string[] {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [program, ...args] = scripts.start.split(' ')
  if (program !== 'node' || args.at(-1) !== LAUNCH) throw new Error(`the start script is not "node ... ${LAUNCH}": ${scripts.start}`)
  if (semiSpaceMb === undefined) return args
  if (!args.some((arg) => SEMI_SPACE.test(arg))) throw new Error(`the start script sets no size of the semi-spaces: ${scripts.start}`)
  return args.map((arg) => (SEMI_SPACE.test(arg) ? `--max-semi-space-size=${semiSpaceMb}` : arg))
}

export interface DaemonTable {
  readonly table: string
  readonly devices: readonly DeviceConfig[]
}

export interface DaemonOptions extends DaemonTable {
  /** Further tables of the same process. */
  readonly beside?: readonly DaemonTable[]
  readonly folder: string
  readonly brokerUrl: string
  /** The folder of the program. @default this one */
  readonly tree?: string
  /** Options for node itself. */
  readonly nodeOptions?: readonly string[]
  /** @default that of `npm start` */
  readonly semiSpaceMb?: number
  /** @default 20_000 */
  readonly readyMsMax?: number
}

export interface Running {
  readonly started: Started
  /** From the start of the process until a subscriber hears that all its tables are ready. */
  readonly readyMs: number
  /** Processor time that it had used by then. */
  readonly cpuMs: number
}

/** Starts the daemon and waits until a subscriber hears that its tables are ready. */
export async function startDaemon({ table, devices, beside = [], ...options }: DaemonOptions): Promise<Running> {
  const { folder, brokerUrl, nodeOptions = [], tree = ROOT, readyMsMax = READY_MS_MAX } = options
  const tables = [{ table, devices }, ...beside]
  mkdirSync(folder, { recursive: true })
  const config = join(folder, `${table}.yaml`)
  const texts = tables.map((each) => tableYaml(each.table, each.devices, brokerUrl, join(folder, `journal-${each.table}`)))
  writeFileSync(config, texts.length === 1 ? (texts[0] ?? '') : `tables:\n${texts.map(asItem).join('')}`)
  const subscriber = await mqtt.connectAsync(brokerUrl)
  const waiting = new Set(tables.map((each) => `${baseTopic(each.table)}/status`))
  const ready = new Promise<number>((resolve) => {
    subscriber.on('message', (topic, payload, { retain }) => {
      const atMs = performance.now()
      if (retain || JSON.parse(payload.toString()).data?.state !== 'ready') return
      waiting.delete(topic)
      if (waiting.size === 0) resolve(atMs)
    })
  })
  await subscriber.subscribeAsync([...waiting], { qos: 1 })
  const beganAtMs = performance.now()
  const started = startNode([...nodeOptions, ...startArgs(tree, options.semiSpaceMb), '--config', config], undefined, tree)
  try {
    const readyAtMs = await within(ready, readyMsMax, () => `the daemon did not get ready: ${started.lastWords()}`)
    return { started, readyMs: readyAtMs - beganAtMs, cpuMs: cpuSeconds(started.pid) * 1000 }
  } finally {
    await subscriber.endAsync(true)
  }
}

/** An entry of the list `tables`. */
const asItem = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ').replace('    ', '  - ').concat('\n')
