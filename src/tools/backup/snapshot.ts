/**
 * A journal as it is at one moment, while its daemon goes on writing. Segments only grow, so their lengths at that moment are enough. What
 * lies beside them is replaced now and then: it is read before and after the lengths are, until both times give the same.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, readdir } from 'node:fs/promises'
import { codeOf } from '../../base/process/reason.ts'
import type { ArchiveEntry } from '../../daemon/archive/archive.ts'
import { openStill } from '../../daemon/archive/command.ts'
import { ownerOf } from '../../daemon/archive/owners.ts'
import { type JournalPlace, KEPT, pathIn, SEGMENT } from './places.ts'

export interface Snapshot {
  readonly beside: readonly { readonly entry: Omit<ArchiveEntry, 'size'>; readonly bytes: Buffer }[]
  readonly segments: readonly { readonly entry: string; readonly path: string; readonly size: number }[]
}

/** A table seals its journal once a minute; each attempt takes milliseconds. */
const TRIES_MAX = 50

/** @throws Error if the journal is never still, or cannot be read */
export async function snapshotOf(journal: JournalPlace): Promise<Snapshot> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const before = await besideOf(journal)
    const segments = await segmentsOf(journal)
    const after = await besideOf(journal)
    if (segments !== null && digestOf(before) === digestOf(after)) return { beside: before, segments }
  }
  throw new Error(`${journal.folder} does not stand still for a moment; try again`)
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    // The table has never been started.
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })

async function besideOf({ folder, prefix, beside }: JournalPlace): Promise<Snapshot['beside']> {
  const own = (await namesIn(folder)).filter((name) => KEPT.test(name) && !SEGMENT.test(name)).sort()
  const all = [...own.map((name) => ({ entry: prefix + name, path: pathIn(folder, name) })), ...beside]
  const read = await Promise.all(all.map(({ entry, path }) => readWhole(entry, path)))
  return read.flatMap((file) => file ?? [])
}

/** null: there is none. */
async function readWhole(name: string, path: string): Promise<Snapshot['beside'][number] | null> {
  const file = await openStill(path).catch(unlessGone)
  if (file === null) return null
  try {
    const stat = await file.stat()
    return { entry: { name, mode: stat.mode & 0o777, owner: ownerOf(stat) }, bytes: await file.readFile() }
  } finally {
    await file.close()
  }
}

function unlessGone(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

const digestOf = (files: Snapshot['beside']): string => {
  const hash = createHash('sha256')
  for (const { entry, bytes } of files) hash.update(`${entry.name} ${bytes.length}\n`).update(bytes)
  return hash.digest('hex')
}

/** null: one was removed meanwhile. */
async function segmentsOf({ folder, prefix }: JournalPlace): Promise<Snapshot['segments'] | null> {
  const names = (await namesIn(folder)).filter((name) => SEGMENT.test(name)).sort()
  const segments: Snapshot['segments'][number][] = []
  for (const [at, name] of names.entries()) {
    const path = pathIn(folder, name)
    const file = await openStill(path).catch(unlessGone)
    if (file === null) return null
    try {
      const { size } = await file.stat()
      segments.push({ entry: prefix + name, path, size: at === names.length - 1 ? await wholeLines(file, size) : size })
    } finally {
      await file.close()
    }
  }
  return segments
}

const TAIL_BYTES = 256 * 1024

/** Up to the end of the last line that is complete. */
async function wholeLines(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= TAIL_BYTES) {
    const from = Math.max(0, end - TAIL_BYTES)
    const tail = Buffer.alloc(end - from)
    await file.read(tail, 0, tail.length, from)
    const at = tail.lastIndexOf(0x0a)
    if (at !== -1) return from + at + 1
  }
  return 0
}
