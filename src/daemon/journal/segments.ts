/** The segment files of a journal. */
import { join } from 'node:path'
import { codeOf } from '../../base/process/reason.ts'
import type { JournalFile, JournalFiles } from './files.ts'
import { type Recovered, segmentName, segmentsOf } from './recover.ts'

export async function openLastSegment(folder: string, found: Recovered, files: JournalFiles): Promise<JournalFile> {
  const last = found.segments.at(-1)
  if (last === undefined) return createSegment(folder, 1, files)
  const file = await files.open(join(folder, last), 'write')
  if (found.cut !== null) {
    await file.truncate(found.bytes)
    await file.sync()
  }
  return file
}

export async function createSegment(folder: string, number: number, files: JournalFiles): Promise<JournalFile> {
  const path = join(folder, segmentName(number))
  const file = await files.open(path, 'create').catch((error: unknown) => {
    // Left by an attempt that failed half-way: it is empty, so it may be used.
    if (codeOf(error) === 'EEXIST') return files.open(path, 'write')
    throw error
  })
  try {
    if ((await file.size()) > 0) throw new Error(`${path} already exists and is not empty`)
    await file.sync()
    await files.syncFolder(folder)
    return file
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
}

/** Resolves to the bytes the file had. If it is already gone, that is no error. */
export async function removeSegment(folder: string, number: number, files: JournalFiles): Promise<number> {
  const path = join(folder, segmentName(number))
  try {
    const file = await files.open(path, 'read')
    const size = await file.size()
    await file.close()
    await files.remove(path)
    return size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** Removes released segments that a crash left behind: their files precede the first segment. */
export async function removeLeftovers(folder: string, { segments }: Recovered, files: JournalFiles): Promise<void> {
  const left = (await segmentsOf(folder, files)).filter((name) => !segments.includes(name))
  for (const name of left) await files.remove(join(folder, name))
  if (left.length > 0) await files.syncFolder(folder)
}
