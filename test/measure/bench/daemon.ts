/** The daemon as it is shipped, in its own process: the bundle, its start and its end. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import type { DeviceConfig } from '../../../src/rules/table.ts'
import { ROOT, type Started, startNode, within } from './processes.ts'
import { baseTopic, tableYaml } from './table.ts'

const LAUNCH = join('src', 'launch.mjs')
const READY_MS_MAX = 20_000

/** @throws Error when the daemon cannot be bundled */
export function buildDaemon(): void {
  const built = spawnSync(process.execPath, [LAUNCH, '--build', 'main'], { cwd: ROOT, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the daemon cannot be bundled: ${built.stderr}`)
}

const SEMI_SPACE = /^--max-semi-space-size=/

/** The arguments that `npm start` gives to node: its options and the launcher, with another semi-space size if requested. */
function startArgs(semiSpaceMb: number | undefined): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [program, ...args] = scripts.start.split(' ')
  if (program !== 'node' || args.at(-1) !== LAUNCH) throw new Error(`the start script is not "node ... ${LAUNCH}": ${scripts.start}`)
  if (semiSpaceMb === undefined) return args
  if (!args.some((arg) => SEMI_SPACE.test(arg))) throw new Error(`the start script sets no size of the semi-spaces: ${scripts.start}`)
  return args.map((arg) => (SEMI_SPACE.test(arg) ? `--max-semi-space-size=${semiSpaceMb}` : arg))
}

export interface DaemonOptions {
  readonly table: string
  readonly folder: string
  readonly devices: readonly DeviceConfig[]
  readonly brokerUrl: string
  /** Options for node itself. */
  readonly nodeOptions?: readonly string[]
  /** @default that of `npm start` */
  readonly semiSpaceMb?: number
  /** @default 20_000 */
  readonly readyMsMax?: number
}

/** Starts the daemon and waits until a subscriber hears that the table is ready; `readyMs`: from the start of the process until then. */
export async function startDaemon(options: DaemonOptions): Promise<{ readonly started: Started; readonly readyMs: number }> {
  const { table, folder, devices, brokerUrl, nodeOptions = [], readyMsMax = READY_MS_MAX } = options
  mkdirSync(folder, { recursive: true })
  const config = join(folder, `${table}.yaml`)
  writeFileSync(config, tableYaml(table, devices, brokerUrl, join(folder, `journal-${table}`)))
  const subscriber = await mqtt.connectAsync(brokerUrl)
  const ready = new Promise<number>((resolve) => {
    subscriber.on('message', (_, payload, { retain }) => {
      const atMs = performance.now()
      if (!retain && JSON.parse(payload.toString()).data?.state === 'ready') resolve(atMs)
    })
  })
  await subscriber.subscribeAsync(`${baseTopic(table)}/status`, { qos: 1 })
  const beganAtMs = performance.now()
  const started = startNode([...nodeOptions, ...startArgs(options.semiSpaceMb), '--config', config])
  try {
    const readyAtMs = await within(ready, readyMsMax, () => `the daemon did not get ready: ${started.lastWords()}`)
    return { started, readyMs: readyAtMs - beganAtMs }
  } finally {
    await subscriber.endAsync(true)
  }
}
