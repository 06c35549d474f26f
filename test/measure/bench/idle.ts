/**
 * What the daemon costs while nobody plays, and how long it takes to start. With another tree to compare with, the two take turns at starting
 * and stand idle side by side, so that other work on the machine falls on both.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { type DaemonTable, startDaemon } from './daemon.ts'
import { type Figures, figuresOf, short } from './figures.ts'
import { benchDevices } from './play.ts'
import { cpuSeconds, residentMb, type Started } from './processes.ts'

export interface IdleFigures {
  readonly tree: string
  readonly startMs: Figures
  readonly startCpuMs: Figures
  /** The rest while nobody plays, by how many tables the process has. */
  readonly idle: readonly { readonly tables: number; readonly cpuMs: number; readonly residentMb: number }[]
}

export interface IdleOptions {
  readonly folder: string
  readonly brokerUrl: string
  /** Folders of this program. */
  readonly trees: readonly string[]
  readonly starts: number
  readonly seconds: number
  readonly progress: (text: string) => void
}

/** Tables in one process. */
const TABLES = [1, 4]
/** Until the links have settled: the first exchanges of the clocks, the first seal. */
const SETTLE_MS = 5000

export async function benchIdle(options: IdleOptions): Promise<readonly IdleFigures[]> {
  const starts = await timeStarts(options)
  const idle = new Map<number, readonly { readonly cpuMs: number; readonly residentMb: number }[]>()
  for (const tables of TABLES) idle.set(tables, await standIdle(tables, options))
  return options.trees.map((tree, at) => ({
    tree,
    startMs: figuresOf(starts[at]?.map(({ readyMs }) => readyMs) ?? []),
    startCpuMs: figuresOf(starts[at]?.map(({ cpuMs }) => cpuMs) ?? []),
    idle: TABLES.map((tables) => ({ tables, ...(idle.get(tables)?.[at] ?? { cpuMs: Number.NaN, residentMb: Number.NaN }) })),
  }))
}

type Start = { readonly readyMs: number; readonly cpuMs: number }

async function timeStarts({ folder, brokerUrl, trees, starts, progress }: IdleOptions): Promise<readonly (readonly Start[])[]> {
  const { configs, close } = await benchDevices(join(folder, 'devices-starts'))
  const figures: readonly Start[][] = trees.map(() => [])
  for (let start = 1; start <= starts; start++) {
    progress(`start-up ${start} of ${starts}`)
    for (const [at, tree] of trees.entries()) {
      const table = `start-${at}-${start}`
      const { started, readyMs, cpuMs } = await startDaemon({ table, devices: configs, folder, brokerUrl, tree })
      figures[at]?.push({ readyMs, cpuMs })
      await started.stop()
    }
  }
  await close()
  return figures
}

/** Of each tree: milliseconds of processor time a second. */
async function standIdle(many: number, { folder, brokerUrl, trees, seconds, progress }: IdleOptions) {
  progress(`${many} idle ${many === 1 ? 'table' : 'tables'} a process, ${seconds} s`)
  const closing: (() => Promise<void>)[] = []
  const running: Started[] = []
  for (const [at, tree] of trees.entries()) {
    const tables: DaemonTable[] = []
    for (let number = 1; number <= many; number++) {
      const table = `idle-${at}-${many}-${number}`
      const { configs, close } = await benchDevices(join(folder, `devices-${table}`))
      closing.push(close)
      tables.push({ table, devices: configs })
    }
    const [first, ...beside] = tables
    if (first !== undefined) running.push((await startDaemon({ ...first, beside, folder, brokerUrl, tree })).started)
  }
  await sleep(SETTLE_MS)
  const before = running.map(({ pid }) => cpuSeconds(pid))
  await sleep(seconds * 1000)
  const figures = running.map(({ pid }, at) => ({
    cpuMs: ((cpuSeconds(pid) - (before[at] ?? 0)) * 1000) / seconds,
    residentMb: residentMb(pid),
  }))
  for (const started of running) await started.stop()
  for (const close of closing) await close()
  return figures
}

export const idleText = (rows: readonly IdleFigures[]): string => `Start-up to \`status\` ready at a subscriber, and processor time, ms
${tableText([
  ['', 'starts', 'p50', 'max', 'processor, p50', 'max'],
  ...rows.map(({ tree, startMs, startCpuMs }) => [
    ...[tree, String(startMs.count), short(startMs.p50), short(startMs.max), short(startCpuMs.p50), short(startCpuMs.max)],
  ]),
])}

Idle, three devices a table: ms of processor time a second
${tableText([
  ['', ...TABLES.flatMap((tables) => [tables === 1 ? '1 table' : `${tables} tables`, 'resident'])],
  ...rows.map(({ tree, idle }) => [tree, ...idle.flatMap((each) => [short(each.cpuMs), `${short(each.residentMb)} MB`])]),
])}
`
