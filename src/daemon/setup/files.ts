/** Writes what set-up has made: each file whole or not at all, and the configuration last, because it names the others. */
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export interface NewFile {
  readonly path: string
  readonly text: string
  /** For a file that is not there yet; one that is keeps its own. */
  readonly mode: number
}

/** The text of a file; null: there is none. @throws Error if it cannot be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** @throws Error if one cannot be written: then none has been replaced, or only the first ones, which nothing names yet */
export function writeAll(files: readonly NewFile[]): void {
  const beside = files.map(({ path }) => join(dirname(path), `.${basename(path)}.${process.pid}`))
  try {
    for (const [at, file] of files.entries()) writeBeside(file, beside[at] ?? '')
    for (const [at, { path }] of files.entries()) renameSync(beside[at] ?? '', path)
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) flush(folder)
  } catch (error) {
    for (const path of beside) rmSync(path, { force: true })
    throw error
  }
}

/** A service reads these files through their group: whoever sets up as root must not take them from it. */
function writeBeside({ path, text, mode }: NewFile, beside: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  rmSync(beside, { force: true })
  writeFileSync(beside, text, { mode: there === undefined ? mode : there.mode & 0o777, flag: 'wx' })
  const { uid, gid } = there ?? { uid: process.getuid?.() ?? 0, gid: statSync(dirname(path)).gid }
  try {
    chownSync(beside, uid, gid)
  } catch {
    // Only root may give files away; anybody else's are his own.
  }
  flush(beside)
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Why set-up cannot make that file; null: it can. */
export function cannotMake(file: string): string | null {
  const folder = dirname(resolve(file))
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return `this user cannot write into ${folder} (${(error as NodeJS.ErrnoException).code})`
  }
}
