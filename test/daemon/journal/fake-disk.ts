/**
 * A disk in memory that forgets what was not synced. A failed sync leaves the pages clean and unwritten, as Linux does: only a
 * second write and sync save them.
 */
import type { JournalFile, JournalFiles } from '../../../src/daemon/journal/files.ts'

export type DiskOp = 'write' | 'sync' | 'create' | 'syncFolder'
/** Decides at each operation: go on, fail, or die (the operation never ends, the power is gone). `slow`: go on some turns later. */
export type Fate = (op: DiskOp, path: string) => 'ok' | 'slow' | 'fail' | 'short' | 'die'

const SLOW_TURNS = 4

interface FakeFile {
  seen: Buffer
  stable: Buffer
  dirty: { from: number; to: number }[]
}

export interface FakeDisk extends JournalFiles {
  /** What stands on the disk after a power cut: all that was synced, then some of the rest, the last block perhaps garbage. */
  afterPowerCut(random: () => number, fate?: Fate): FakeDisk
  /** The same disk for the next process: what was written is there, synced or not. The one before has to be dead. */
  afterKill(fate?: Fate): FakeDisk
  /** The bytes a reader sees now. */
  content(path: string): Buffer
  /** Puts a whole file there, on stable storage. */
  place(path: string, bytes: Uint8Array): void
  /** From now on it says that it is so large, and has so much left. @default 1 TB, all of it */
  fill(space: { readonly bytes: number; readonly free: number }): void
}

export function fakeDisk(
  fate: Fate = () => 'ok',
  names = new Map<string, FakeFile>(),
  stableNames = new Set<string>(names.keys()),
): FakeDisk {
  let dead = false
  const times = new Map<FakeFile, number>()
  let space = { bytes: 1e12, free: 1e12 }
  const never = () => new Promise<never>(() => undefined)
  const step = async (op: DiskOp, path: string): Promise<'ok' | 'short'> => {
    if (dead) return never()
    const what = fate(op, path)
    if (what === 'slow') {
      for (let turns = 0; turns < SLOW_TURNS; turns++) await new Promise((resolve) => setImmediate(resolve))
      return dead ? never() : 'ok'
    }
    if (what === 'die') {
      dead = true
      return never()
    }
    if (what === 'fail') throw Object.assign(new Error(`${op} failed`), { code: op === 'sync' ? 'EIO' : 'ENOSPC' })
    return what
  }
  const fileError = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code })
  const need = (path: string): FakeFile => {
    const file = names.get(path)
    if (file === undefined) throw fileError('ENOENT', path)
    return file
  }

  const sync = async (file: FakeFile, path: string): Promise<void> => {
    const dirty = file.dirty
    try {
      await step('sync', path)
    } catch (error) {
      file.dirty = []
      throw error
    }
    file.dirty = file.dirty.filter((range) => !dirty.includes(range))
    for (const { from, to } of dirty) file.stable = overlaid(file.stable, file.seen.subarray(from, to), from)
  }
  const handle = (file: FakeFile, path: string): JournalFile => ({
    read: async (buffer, position) => file.seen.copy(buffer, 0, position, position + buffer.length),
    // As the kernel does it: into its pages, and from there to the disk. Either may fail, and the power may go between them.
    write: async (bytes, position) => {
      const short = (await step('write', path)) === 'short' ? Math.ceil(bytes.length / 2) : bytes.length
      put(file, bytes.subarray(0, short), position)
      await sync(file, path)
      return short
    },
    sync: () => sync(file, path),
    truncate: async (length) => {
      file.seen = Buffer.from(file.seen.subarray(0, length))
      file.stable = Buffer.from(file.stable.subarray(0, length))
      file.dirty = []
    },
    size: async () => file.seen.length,
    close: async () => undefined,
  })

  return {
    makeFolder: async () => undefined,
    restrict: async () => undefined,
    list: async (folder) => [...names.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
    open: async (path, mode) => {
      if (mode !== 'create') return handle(need(path), path)
      await step('create', path)
      if (names.has(path)) throw fileError('EEXIST', path)
      const file: FakeFile = { seen: Buffer.alloc(0), stable: Buffer.alloc(0), dirty: [] }
      names.set(path, file)
      return handle(file, path)
    },
    readText: async (path) => need(path).seen.toString(),
    touch: async (path) => void times.set(need(path), (times.get(need(path)) ?? 0) + 1),
    modifiedMs: async (path) => times.get(need(path)) ?? 0,
    rename: async (from, to) => {
      names.set(to, need(from))
      names.delete(from)
    },
    link: async (from, to) => {
      if (names.has(to)) throw fileError('EEXIST', to)
      names.set(to, need(from))
    },
    remove: async (path) => {
      need(path)
      names.delete(path)
    },
    syncFolder: async (path) => {
      await step('syncFolder', path)
      stableNames.clear()
      for (const name of names.keys()) stableNames.add(name)
    },
    space: async () => space,
    makeFault: async () => null,
    fill: (now) => {
      space = now
    },
    content: (path) => need(path).seen,
    place: (path, bytes) => {
      names.set(path, { seen: Buffer.from(bytes), stable: Buffer.from(bytes), dirty: [] })
      stableNames.add(path)
    },
    afterKill: (fateThen = () => 'ok') => fakeDisk(fateThen, names, stableNames),
    afterPowerCut: (random, fateThen = () => 'ok') => {
      const left = new Map<string, FakeFile>()
      for (const [path, file] of names) {
        if (/\.(jsonl|state|json|key)$/.test(path) && stableNames.has(path)) {
          const seen = torn(file, random)
          left.set(path, { seen, stable: Buffer.from(seen), dirty: [] })
        }
      }
      return fakeDisk(fateThen, left)
    },
  }
}

function put(file: FakeFile, bytes: Uint8Array, position: number): void {
  file.seen = overlaid(file.seen, bytes, position)
  file.dirty.push({ from: position, to: position + bytes.length })
}

function overlaid(base: Buffer, bytes: Uint8Array, position: number): Buffer {
  const out = Buffer.alloc(Math.max(base.length, position + bytes.length))
  base.copy(out)
  out.set(bytes, position)
  return out
}

/** Block by block, what was not synced is there, or is zeros, or is garbage; and the end may be missing. */
function torn(file: FakeFile, random: () => number): Buffer {
  const out = overlaid(file.stable, file.seen.subarray(file.stable.length), file.stable.length)
  const block = 512
  for (const { from, to } of file.dirty) {
    for (let at = from; at < Math.min(to, file.stable.length); at += block) {
      const end = Math.min(to, file.stable.length, at + block)
      const luck = random()
      if (luck < 0.1) out.fill(0, at, end)
      else if (luck < 0.5) file.seen.copy(out, at, at, end)
    }
  }
  for (let at = file.stable.length; at < out.length; at += block) {
    const luck = random()
    const end = Math.min(out.length, at + block)
    if (luck < 0.2) out.fill(0, at, end)
    else if (luck < 0.3) for (let i = at; i < end; i++) out[i] = Math.floor(random() * 256)
  }
  const keep = file.stable.length + Math.floor(random() * (out.length - file.stable.length + 1))
  return Buffer.from(out.subarray(0, random() < 0.5 ? keep : out.length))
}

/** mulberry32 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
