/** Runs a bare script on its own pseudo-terminal, and records the time of every line written to it. */
import { join } from 'node:path'
import { openPty } from '../../../simulators/pty.ts'
import { atPace } from './play.ts'
import { startHelper } from './processes.ts'

export interface Heard {
  readonly atMs: number
  readonly topic: string
  readonly payload: Buffer
}

export interface Bare {
  readonly topic: string
  play(lines: number, perSecond: number, random: () => number): Promise<void>
  /** Milliseconds from the write of a line to its message, for this script's own messages. */
  latencies(heard: readonly Heard[]): number[]
  stop(): Promise<void>
}

/** `file`: the script writes and syncs each line to it before publishing; null: it does not. */
export async function startBare(name: string, folder: string, brokerUrl: string, file: string | null): Promise<Bare> {
  const topic = `bench/${name}`
  const pty = await openPty({ link: join(folder, name) })
  const script = join(import.meta.dirname, 'bare.mjs')
  const { started } = await startHelper([script, pty.path, brokerUrl, topic, ...(file === null ? [] : [file])])
  const writtenAtMs: number[] = []
  return {
    topic,
    async play(lines, perSecond, random) {
      await atPace(lines, perSecond, random, () => {
        const seq = writtenAtMs.length
        const line = `${JSON.stringify({ seq, t: Math.round(performance.now()), line: `C ${seq} 3812345 5S` })}\n`
        writtenAtMs.push(performance.now())
        void pty.write(line)
      })
    },
    latencies: (heard) =>
      heard.flatMap((message) => {
        if (message.topic !== topic) return []
        const { seq } = JSON.parse(message.payload.toString()) as { seq: number }
        const written = writtenAtMs[seq]
        return written === undefined ? [] : [message.atMs - written]
      }),
    async stop() {
      await started.stop()
      await pty.close()
    },
  }
}
