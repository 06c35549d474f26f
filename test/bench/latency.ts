/**
 * From the write of a line to the message at a subscriber: the bare script, one that syncs, and the daemon side by side, in turn.
 *
 *   bench: line ─> pseudo-terminal ─> bare.mjs ───────┐                      time of the message less time of the write,
 *   bench: line ─> pseudo-terminal ─> bare.mjs, file ─┤                      both on the bench's clock
 *   bench: line ─> pseudo-terminal ─> daemon ─────────┴> broker ─> bench
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { seededRandom } from '../../simulators/table/random.ts'
import { type Heard, startBare } from './bare.ts'
import { type Figures, figuresOf } from './figures.ts'
import { atPace, type BenchDevices, benchActions } from './play.ts'
import { cpuSeconds, residentMb, within } from './processes.ts'
import { baseTopic } from './table.ts'

export const LINES_PER_SECOND = 50
/** Faster, before anything counts: a daemon that has run for an hour has its code compiled. */
const WARM_LINES_PER_SECOND = 150
/** After a block's last line: for what is still under way, longer than the table's lags. */
const SETTLE_MS = 400
const CLOSE_MS_MAX = 5_000

export interface LatencyRun {
  readonly brokerUrl: string
  readonly folder: string
  readonly seed: number
  readonly devices: BenchDevices
  readonly daemonPid: number
  readonly table: string
  readonly blocks: number
  readonly blockLines: number
  readonly warmLines: number
  readonly progress: (text: string) => void
}

export interface LatencyFigures {
  readonly bare: Figures
  /** The bare script with the one thing that costs most by law: a line is on the disk before it is published. */
  readonly synced: Figures
  /** Of the lines that led to a round event: from the line to the first of its events. */
  readonly daemon: Figures
  readonly residentMb: number
  /** Of one processor, while it played. */
  readonly cpuShare: number
  readonly lines: number
  readonly rounds: number
  readonly incomplete: number
}

export async function runLatency(run: LatencyRun): Promise<LatencyFigures> {
  const bare = await startBare('bare', run.folder, run.brokerUrl, null)
  const synced = await startBare('synced', run.folder, run.brokerUrl, join(run.folder, 'synced.jsonl'))
  const random = seededRandom(run.seed)
  const actions = benchActions(run.seed)
  const playDaemon = (lines: number, perSecond: number) =>
    atPace(lines, perSecond, random, () => {
      const { device, scan } = actions.next().value
      run.devices.devices[device].sense(scan)
    })
  let heard: Heard[] = []
  const subscriber = await mqtt.connectAsync(run.brokerUrl)
  subscriber.on('message', (topic, payload) => heard.push({ atMs: performance.now(), topic, payload }))
  // What a display of the table hears.
  const table = baseTopic(run.table)
  await subscriber.subscribeAsync([bare.topic, synced.topic, `${table}/ev/+`, `${table}/state/#`], { qos: 1 })
  /** What is heard of a play and a little after it. */
  const heardOf = async (play: () => Promise<void>): Promise<readonly Heard[]> => {
    heard = []
    await play()
    await sleep(SETTLE_MS)
    return heard
  }

  const samples: { bare: number[]; synced: number[]; daemon: number[] } = { bare: [], synced: [], daemon: [] }
  let cpu = 0
  let playedMs = 0
  let rounds = 0
  let incomplete = 0
  run.progress('latency: warming up')
  for (const side of [bare, synced]) await side.play(run.warmLines, WARM_LINES_PER_SECOND, random)
  await heardOf(() => playDaemon(run.warmLines, WARM_LINES_PER_SECOND))
  for (let block = 1; block <= run.blocks; block++) {
    run.progress(`latency: block ${block} of ${run.blocks}, ${rounds} rounds closed`)
    for (const [side, into] of [
      [bare, samples.bare],
      [synced, samples.synced],
    ] as const)
      into.push(...side.latencies(await heardOf(() => side.play(run.blockLines, LINES_PER_SECOND, random))))
    const [cpuBefore, beganAtMs] = [cpuSeconds(run.daemonPid), performance.now()]
    const events = eventsOf(await heardOf(() => playDaemon(run.blockLines, LINES_PER_SECOND)))
    cpu += cpuSeconds(run.daemonPid) - cpuBefore
    playedMs += performance.now() - beganAtMs
    samples.daemon.push(...daemonLatencies(events, run.devices.writtenAtMs))
    const closed = events.filter(({ type }) => type === 'round.closed')
    rounds += closed.length
    incomplete += closed.filter(({ complete }) => !complete).length
  }
  const figures = {
    ...{ bare: figuresOf(samples.bare), synced: figuresOf(samples.synced), daemon: figuresOf(samples.daemon) },
    ...{ residentMb: residentMb(run.daemonPid), cpuShare: (cpu * 1000) / playedMs },
    ...{ lines: run.blocks * run.blockLines, rounds, incomplete },
  }
  await within(subscriber.endAsync(), CLOSE_MS_MAX, () => 'the subscriber does not close')
  await Promise.all([bare.stop(), synced.stop()])
  return figures
}

interface RoundEvent {
  readonly atMs: number
  readonly type: string
  readonly cause: string
  readonly complete: boolean
}

function eventsOf(heard: readonly Heard[]): RoundEvent[] {
  return heard.flatMap(({ topic, payload, atMs }) => {
    if (!topic.endsWith('/ev/round')) return []
    const { type, cause = '', data } = JSON.parse(payload.toString())
    return [{ atMs, type, cause, complete: data.complete !== false }]
  })
}

/** The first event of each line counts: what its line was waited for. */
function daemonLatencies(events: readonly RoundEvent[], writtenAtMs: ReadonlyMap<string, number>): number[] {
  const first = new Map<string, number>()
  for (const { cause, atMs } of events) if (!first.has(cause)) first.set(cause, atMs)
  return [...first].flatMap(([cause, atMs]) => {
    const written = writtenAtMs.get(cause)
    return written === undefined ? [] : [atMs - written]
  })
}
