/**
 * From the write of a line to the message at a subscriber: the bare script, one that syncs, and the daemon, played in turn.
 *
 *   bench: line ─> pseudo-terminal ─> bare.mjs ───────┐                      time of the message less time of the write,
 *   bench: line ─> pseudo-terminal ─> bare.mjs, file ─┤                      both on the bench's clock
 *   bench: line ─> pseudo-terminal ─> daemon ─────────┴> broker ─> bench
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { seededRandom } from '../../../simulators/table/random.ts'
import { type Heard, startBare } from './bare.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { BenchDevices } from './play.ts'
import { within } from './processes.ts'
import { daemonSide, type HeardOf, type SideFigures } from './side.ts'

export const LINES_PER_SECOND = 50
/** The faster pace before anything counts: it brings the daemon's code to the compiled state of one that has run for an hour. */
export const WARM_LINES_PER_SECOND = 150
/** Waits this long after a block's last line for what is still under way; longer than the table's lags. */
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

export interface LatencyFigures extends Omit<SideFigures, 'latencies'> {
  readonly bare: Figures
  /** The bare script with the most expensive duty added: a line is on disk before it is published. */
  readonly synced: Figures
  readonly daemon: Figures
}

/** Listens to these topics until `close`. */
export async function subscriberOf(
  brokerUrl: string,
  topics: readonly string[],
): Promise<{ readonly heardOf: HeardOf; close(): Promise<void> }> {
  let heard: Heard[] = []
  const subscriber = await mqtt.connectAsync(brokerUrl)
  subscriber.on('message', (topic, payload) => heard.push({ atMs: performance.now(), topic, payload }))
  await subscriber.subscribeAsync([...topics], { qos: 1 })
  return {
    async heardOf(play) {
      heard = []
      await play()
      await sleep(SETTLE_MS)
      return heard
    },
    close: () => within(subscriber.endAsync(), CLOSE_MS_MAX, () => 'the subscriber does not close'),
  }
}

export async function runLatency(run: LatencyRun): Promise<LatencyFigures> {
  const { folder, brokerUrl, table, devices, seed, warmLines, blockLines } = run
  const bare = await startBare('bare', folder, brokerUrl, null)
  const synced = await startBare('synced', folder, brokerUrl, join(folder, 'synced.jsonl'))
  const random = seededRandom(seed)
  const daemon = daemonSide({ folder, table, pid: run.daemonPid, devices, seed })
  const { heardOf, close } = await subscriberOf(brokerUrl, [bare.topic, synced.topic, ...daemon.topics])

  const samples: { bare: number[]; synced: number[] } = { bare: [], synced: [] }
  run.progress('latency: warming up')
  for (const side of [bare, synced]) await side.play(warmLines, WARM_LINES_PER_SECOND, random)
  await heardOf(() => daemon.play(warmLines, WARM_LINES_PER_SECOND))
  for (let block = 1; block <= run.blocks; block++) {
    run.progress(`latency: block ${block} of ${run.blocks}`)
    for (const [side, into] of [
      [bare, samples.bare],
      [synced, samples.synced],
    ] as const)
      into.push(...side.latencies(await heardOf(() => side.play(blockLines, LINES_PER_SECOND, random))))
    await daemon.block(blockLines, LINES_PER_SECOND, heardOf)
  }
  const { latencies, ...rest } = await daemon.figures()
  await close()
  await Promise.all([bare.stop(), synced.stop()])
  return { bare: figuresOf(samples.bare), synced: figuresOf(samples.synced), daemon: figuresOf(latencies), ...rest }
}
