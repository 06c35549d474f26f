/** Small files that another program may be reading: each is replaced as a whole or not at all, and is on the disk once this returns. */
import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { reasonOf } from './reason.ts'

export interface WholeFile {
  readonly path: string
  readonly text: string
  /** For a file that is not there yet; one that is keeps its own. */
  readonly mode: number
}

/**
 * In this order: a file that names another one comes last.
 *
 * @throws Error that names the file which cannot be written: then none has been replaced, or, if a rename failed, only those before it
 */
export function writeWhole(...files: readonly WholeFile[]): void {
  const beside = files.map(({ path }) => join(dirname(path), `.${basename(path)}.${process.pid}`))
  const each = (work: (file: WholeFile, beside: string) => void): void => {
    for (const [at, file] of files.entries()) naming(file.path, () => work(file, beside[at] ?? ''))
  }
  try {
    each(writeBeside)
    each(({ path }, written) => renameSync(written, path))
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) naming(folder, () => flush(folder))
  } catch (error) {
    // Not even that is possible on a disk that has become read-only; the error that matters is the first.
    for (const path of beside) attempt(() => rmSync(path, { force: true }))
    throw error
  }
}

function writeBeside({ path, text, mode }: WholeFile, beside: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  rmSync(beside, { force: true })
  const file = openSync(beside, 'wx', there === undefined ? mode : 0o600)
  try {
    writeFileSync(file, text)
    giveAway(file, there ?? { uid: process.getuid?.() ?? 0, gid: statSync(dirname(path)).gid })
    if (there !== undefined) fchmodSync(file, there.mode & 0o777)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A service reads these files through their owner or group: whoever writes them as root must not take them from it. */
function giveAway(file: number, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): void {
  // Only root may give files away; anybody else's are his own.
  attempt(() => fchownSync(file, uid, gid))
}

function flush(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Not needed for what comes next.
  }
}

function naming(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new Error(`${path} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
}
