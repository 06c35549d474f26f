/** One daemon with its own devices: played to in blocks, and measured for what it published and what it cost. */
import { join } from 'node:path'
import type { PlayingRole } from '../../../devices/roles.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { Heard } from './bare.ts'
import { linesBehind } from './behind.ts'
import { atPace, type BenchDevices, benchActions } from './play.ts'
import { cpuSeconds, residentMb } from './processes.ts'
import { baseTopic } from './table.ts'

export interface SideOptions {
  readonly folder: string
  readonly table: string
  readonly pid: number
  readonly devices: BenchDevices
  readonly seed: number
}

/** Returns what was received during a play and shortly after it. */
export type HeardOf = (play: () => Promise<void>) => Promise<readonly Heard[]>

export interface SideFigures {
  /**
   * For each line that led to a round event: the time from its write to the first of its events. Leaves out deliberate waits, for a lag or
   * a later line.
   */
  readonly latencies: readonly number[]
  readonly residentMb: number
  /** Share of one processor during the play. */
  readonly cpuShare: number
  readonly lines: number
  /** Lines that were written later than due because the daemon did not keep up. */
  readonly held: number
  readonly rounds: number
  readonly incomplete: number
}

export interface Side {
  /** The topics that a display of the table subscribes to. */
  readonly topics: readonly string[]
  play(lines: number, perSecond: number): Promise<void>
  /** Plays a measured block. */
  block(lines: number, perSecond: number, heardOf: HeardOf): Promise<void>
  figures(): Promise<SideFigures>
}

export function daemonSide({ folder, table, pid, devices, seed }: SideOptions): Side {
  const base = baseTopic(table)
  const random = seededRandom(seed)
  const actions = benchActions(seed)
  const events: RoundEvent[] = []
  const sum = { lines: 0, held: 0, cpuSeconds: 0, playedMs: 0 }
  const play = async (lines: number, perSecond: number): Promise<void> => {
    sum.held += await atPace(
      lines,
      perSecond,
      random,
      () => {
        const { device, scan } = actions.next().value
        devices.devices[device as PlayingRole].sense(scan)
      },
      devices.keepsUp,
    )
  }
  return {
    topics: [`${base}/ev/+`, `${base}/state/#`],
    play,
    async block(lines, perSecond, heardOf) {
      const [cpuBefore, beganAtMs] = [cpuSeconds(pid), performance.now()]
      events.push(...eventsOf(await heardOf(() => play(lines, perSecond)), `${base}/ev/round`))
      sum.cpuSeconds += cpuSeconds(pid) - cpuBefore
      sum.playedMs += performance.now() - beganAtMs
      sum.lines += lines
    },
    async figures() {
      const closed = events.filter(({ type }) => type === 'round.closed')
      const behind = await linesBehind(join(folder, `${table}.yaml`), join(folder, `journal-${table}`))
      return {
        latencies: latenciesOf(events, behind, devices.writtenAtMs),
        residentMb: residentMb(pid),
        cpuShare: (sum.cpuSeconds * 1000) / sum.playedMs,
        ...{ lines: sum.lines, held: sum.held },
        ...{ rounds: closed.length, incomplete: closed.filter(({ complete }) => !complete).length },
      }
    },
  }
}

interface RoundEvent {
  readonly atMs: number
  readonly id: string
  readonly type: string
  readonly complete: boolean
}

function eventsOf(heard: readonly Heard[], topic: string): RoundEvent[] {
  return heard.flatMap((message) => {
    if (message.topic !== topic) return []
    const { id, type, data } = JSON.parse(message.payload.toString())
    return [{ atMs: message.atMs, id, type, complete: data.complete !== false }]
  })
}

function latenciesOf(
  events: readonly RoundEvent[],
  behind: ReadonlyMap<string, string>,
  writtenAtMs: ReadonlyMap<string, number>,
): number[] {
  const first = new Map<string, number>()
  for (const { id, atMs } of events) {
    const line = behind.get(id)
    if (line !== undefined && !first.has(line)) first.set(line, atMs)
  }
  return [...first].flatMap(([line, atMs]) => {
    const written = writtenAtMs.get(line)
    return written === undefined ? [] : [atMs - written]
  })
}
