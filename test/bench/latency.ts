/**
 * From the write of a line to the message at a subscriber: the bare script and the daemon side by side, in turn.
 *
 *   bench: line ─> pseudo-terminal ─> bare.mjs ─┐                      time of the message less time of the write,
 *   bench: line ─> pseudo-terminal ─> daemon ───┴> broker ─> bench     both on the bench's clock
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { openPty } from '../../simulators/pty.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type Figures, figuresOf } from './figures.ts'
import { atPace, type BenchDevices, benchActions } from './play.ts'
import { cpuSeconds, residentMb, startHelper, within } from './processes.ts'
import { baseTopic } from './table.ts'

export const LINES_PER_SECOND = 50
/** Faster, before anything counts: a daemon that has run for an hour has its code compiled. */
const WARM_LINES_PER_SECOND = 150
/** After a block's last line: for what is still under way, longer than the table's lags. */
const SETTLE_MS = 400
const LAST_ROUND_MS_MAX = 5_000

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
  /** Of the lines that led to a round event: from the line to the first of its events. */
  readonly daemon: Figures
  readonly residentMb: number
  /** Of one processor, while it played. */
  readonly cpuShare: number
  readonly lines: number
  readonly rounds: number
  readonly incomplete: number
}

interface Heard {
  readonly atMs: number
  readonly topic: string
  readonly payload: Buffer
}

export async function runLatency(run: LatencyRun): Promise<LatencyFigures> {
  const bareTopic = 'bench/bare'
  const pty = await openPty({ link: join(run.folder, 'bare') })
  const bare = await startHelper([join(import.meta.dirname, 'bare.mjs'), pty.path, run.brokerUrl, bareTopic])
  const subscriber = await mqtt.connectAsync(run.brokerUrl)
  let heard: Heard[] = []
  subscriber.on('message', (topic, payload) => heard.push({ atMs: performance.now(), topic, payload }))
  // What a display of the table hears.
  await subscriber.subscribeAsync([bareTopic, `${baseTopic(run.table)}/ev/+`, `${baseTopic(run.table)}/state/#`], { qos: 1 })

  const random = seededRandom(run.seed)
  const actions = benchActions(run.seed)
  const bareWrittenAtMs: number[] = []
  const playBare = (lines: number, perSecond: number) =>
    atPace(lines, perSecond, random, () => {
      const seq = bareWrittenAtMs.length
      const line = `${JSON.stringify({ seq, t: Math.round(performance.now()), line: `C ${seq} 3812345 5S` })}\n`
      bareWrittenAtMs.push(performance.now())
      void pty.write(line)
    })
  const playDaemon = (lines: number, perSecond: number) =>
    atPace(lines, perSecond, random, () => {
      const { device, scan } = actions.next().value
      run.devices.devices[device].sense(scan)
    })

  const samples: { bare: number[]; daemon: number[] } = { bare: [], daemon: [] }
  let cpu = 0
  let playedMs = 0
  let rounds = 0
  let incomplete = 0
  run.progress('latency: warming up')
  await playBare(run.warmLines, WARM_LINES_PER_SECOND)
  await playDaemon(run.warmLines, WARM_LINES_PER_SECOND)
  await sleep(SETTLE_MS)
  for (let block = 1; block <= run.blocks; block++) {
    run.progress(`latency: block ${block} of ${run.blocks}, ${rounds} rounds closed`)
    heard = []
    await playBare(run.blockLines, LINES_PER_SECOND)
    await sleep(SETTLE_MS)
    samples.bare.push(...bareLatencies(heard, bareTopic, bareWrittenAtMs))
    heard = []
    const [cpuBefore, beganAtMs] = [cpuSeconds(run.daemonPid), performance.now()]
    await playDaemon(run.blockLines, LINES_PER_SECOND)
    await sleep(SETTLE_MS)
    cpu += cpuSeconds(run.daemonPid) - cpuBefore
    playedMs += performance.now() - beganAtMs
    const events = eventsOf(heard)
    samples.daemon.push(...daemonLatencies(events, run.devices.writtenAtMs))
    const closed = events.filter(({ type }) => type === 'round.closed')
    rounds += closed.length
    incomplete += closed.filter(({ complete }) => !complete).length
  }
  const figures = {
    ...{ bare: figuresOf(samples.bare), daemon: figuresOf(samples.daemon), residentMb: residentMb(run.daemonPid) },
    ...{ cpuShare: (cpu * 1000) / playedMs, lines: run.blocks * run.blockLines, rounds, incomplete },
  }
  await within(subscriber.endAsync(), LAST_ROUND_MS_MAX, () => 'the subscriber does not close')
  await bare.started.stop()
  await pty.close()
  return figures
}

function bareLatencies(heard: readonly Heard[], bareTopic: string, writtenAtMs: readonly number[]): number[] {
  return heard.flatMap(({ topic, payload, atMs }) => {
    if (topic !== bareTopic) return []
    const { seq } = JSON.parse(payload.toString()) as { seq: number }
    const written = writtenAtMs[seq]
    return written === undefined ? [] : [atMs - written]
  })
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
