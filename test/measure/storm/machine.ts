/** The computer that runs the daemon: its disk, its clock and its power, each of which may fail. The daemon itself is the real one. */
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import type { CursorFiles } from '../../../src/daemon/journal/cursor.ts'
import type { JournalFile, JournalFiles } from '../../../src/daemon/journal/files.ts'
import { type RunningTable, startTable } from '../../../src/daemon/pipeline/table.ts'
import type { Written } from '../../../src/daemon/stations/core.ts'
import { type FakeDisk, type Fate, fakeDisk } from '../../daemon/journal/fake-disk.ts'
import { CODE } from '../../daemon/pipeline/daemon.ts'
import { BASE_MS } from '../../engine/table-play.ts'
import type { FakeBroker } from './fake-broker.ts'
import type { FakeLine } from './fake-line.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface MachineParts {
  readonly config: TableConfig
  readonly time: VirtualTime
  readonly random: () => number
  readonly broker: FakeBroker
  /** Keyed by the path of their port. */
  readonly lines: ReadonlyMap<string, FakeLine>
  readonly written: (written: Written) => void
}

/** A span in which no daemon ran, virtual ms. */
export interface Down {
  readonly fromMs: number
  toMs: number
}

export interface Machine {
  /** Power on. */
  begin(): void
  end(how: 'power' | 'kill', when: 'now' | 'in-a-write'): void
  setDiskFailing(isFailing: boolean): void
  stepClock(ms: number): void
  disk(): FakeDisk
  table(): RunningTable | null
  readonly downs: readonly Down[]
  /** The first refusal of each disk failure, virtual ms. */
  readonly refusals: readonly number[]
  readonly isWriting: () => boolean
  /** The most writes that were under way at once. */
  readonly writesMost: () => number
  /** Why the daemon cannot go on; null: it can. */
  failure(): string | null
}

/** As slow as a slow memory card. */
const WRITE_MS_MAX = 400
/** A file of the journal. Without a newer checkpoint or sealed head the daemon goes on, and says nothing. */
const SEGMENT = /\.jsonl$/

/** From the end of one daemon to the start of the next. */
export const BOOT_MS = 1000

export const newMachine = (parts: MachineParts): Machine => {
  const { config, time, random, broker, lines, written } = parts
  const cursor = new Map<string, string>()
  const downs: Down[] = []
  const refusals: number[] = []
  let isFailing = false
  let isRefused = false
  let wallAheadMs = 0
  let table: RunningTable | null = null
  let failure: string | null = null
  let due: 'power' | 'kill' | null = null
  let writes = 0
  let writesMost = 0
  /** Ends the disk access of one process: once the process has died, the disk takes nothing more from it. */
  let die = (): void => undefined
  const mortal = (): Fate => {
    let isDead = false
    die = () => {
      isDead = true
    }
    return (op, path) => {
      if (isDead) return 'die'
      if (!isFailing || (op !== 'write' && op !== 'create')) return 'ok'
      const isNews = !isRefused && SEGMENT.test(path)
      if (isNews) refusals.push(time.nowMs())
      isRefused ||= isNews
      return 'fail'
    }
  }
  let disk = fakeDisk(mortal())

  const writing = async (): Promise<void> => {
    const ms = 1 + random() * WRITE_MS_MAX
    const how = due
    due = null
    if (how !== null) time.world.after(random() * ms, () => endNow(how))
    writes += 1
    writesMost = Math.max(writesMost, writes)
    await new Promise<void>((resolve) => setTimeout(resolve, ms))
    writes -= 1
  }
  const start = async (): Promise<void> => {
    /** A process id that no earlier process had. Those processes are gone, and at most their lock remains. */
    const self = 1 + downs.length
    const started = await startTable(config, {
      ...{ software: 'storm', code: CODE, newStream: () => 'q3kf9abc', notice: () => undefined },
      newInstance: () => `run${self}`,
      mqtt: { urls: ['mqtt://fake'], protocol: 5, ca: null, cert: null, key: null, username: null, passwordFile: null },
      clock: { nowMs: time.nowMs, wallMs: () => BASE_MS + wallAheadMs + time.nowMs() },
      openPort: ({ paths }) => (lines.get(paths[0] ?? '') as FakeLine).open(),
      processes: { self, held: new Set(), startOf: (pid) => (pid === self ? `boot/${self}` : null) },
      broker: { connect: broker.connect, now: time.nowMs, random },
      files: slowFiles(disk, cursor, writing),
    })
    started.written$.subscribe({ next: written, error: (error: Error) => (failure = error.message) })
    table = started
    const down = downs.at(-1)
    if (down?.toMs === Number.POSITIVE_INFINITY) down.toMs = time.nowMs()
  }
  /** Like a service manager, tries again for as long as the disk takes nothing. */
  const begin = (): void =>
    void start().catch((error: Error) => {
      if (isFailing || isRefused) time.world.after(BOOT_MS, begin)
      else failure = error.message
    })
  const endNow = (how: 'power' | 'kill'): void => {
    if (downs.at(-1)?.toMs === Number.POSITIVE_INFINITY) return
    downs.push({ fromMs: time.nowMs(), toMs: Number.POSITIVE_INFINITY })
    die()
    time.killProcess()
    broker.drop()
    for (const line of lines.values()) line.letGo()
    ;[table, writes] = [null, 0]
    disk = how === 'power' ? disk.afterPowerCut(random, mortal()) : disk.afterKill(mortal())
    time.world.after(BOOT_MS, begin)
  }
  return {
    ...{ begin, downs, refusals },
    end: (how, when) => {
      if (when === 'now') endNow(how)
      else due = how
    },
    setDiskFailing: (now) => {
      isFailing = now
      if (now) isRefused = false
    },
    stepClock: (ms) => {
      wallAheadMs += ms
    },
    disk: () => disk,
    table: () => table,
    isWriting: () => writes > 0,
    writesMost: () => writesMost,
    failure: () => failure,
  }
}

/** Delays each write to `disk`. The cursor, which the daemon can do without, is kept separately. */
const slowFiles = (disk: FakeDisk, cursor: Map<string, string>, writing: () => Promise<void>): JournalFiles & CursorFiles => ({
  ...disk,
  open: async (path, mode) => {
    const file = await disk.open(path, mode)
    const write: JournalFile['write'] = async (bytes, position) => {
      await writing()
      return file.write(bytes, position)
    }
    return { ...file, write }
  },
  readText: async (path) => cursor.get(path) ?? disk.readText(path),
  replace: async (path, text) => void cursor.set(path, text),
})
