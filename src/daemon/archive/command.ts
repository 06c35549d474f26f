/** What the commands that back up and restore a table or a book share: their options, and what their failures are called. */
import { constants } from 'node:fs'
import { type FileHandle, readlink, realpath } from 'node:fs/promises'
import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { codeOf } from '../../base/process/reason.ts'
import { openRegular } from '../journal/files.ts'
import { ArchiveFault, type ArchiveReader, type ArchiveWriter, openArchive } from './archive.ts'
import { ownerOf } from './owners.ts'
import { isWithin, type PutBackOptions } from './put-back.ts'

export interface Asked {
  readonly file: string
  readonly config: string
  readonly replaces: boolean
  readonly outside: boolean
  readonly other: boolean
}

export type ArchiveVerb = (asked: Asked) => Promise<void>

/** To the person at the terminal. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/**
 * `verb`: its name and what it does; undefined: the command does nothing of that name. `words`: what was typed behind it. Returns the exit code.
 * @throws Ending
 */
export async function runArchiveVerb(
  [name, verb]: readonly [name: string, verb: ArchiveVerb | undefined],
  words: readonly string[],
  { help, config }: { readonly help: string; readonly config: string },
): Promise<number> {
  const options = {
    config: { type: 'string', short: 'c', default: config },
    replace: { type: 'boolean', default: false },
    outside: { type: 'boolean', default: false },
    other: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = readArgs({ args: [...words], allowPositionals: true, options }, help)
  if (values.help) {
    await print(help)
    return 0
  }
  const [file, ...more] = positionals
  if (verb === undefined || file === undefined || more.length > 0) throw new Ending(EXIT_USAGE, `exactly one FILE is needed\n\n${help}`)
  try {
    await verb({ file, config: values.config, replaces: values.replace, outside: values.outside, other: values.other })
    return 0
  } catch (error) {
    if (error instanceof ArchiveFault) throw new Ending(name === 'backup' ? EXIT_FAILED : EXIT_NO_INPUT, error.message)
    const { code, message } = error as NodeJS.ErrnoException
    if (typeof code === 'string') throw new Ending(EXIT_FAILED, `${name}: ${message}`)
    throw error
  }
}

/** A file as it is opened: never a link, nor anything else. @throws the system's error, or one that says what it is instead */
export async function openStill(path: string): Promise<FileHandle> {
  try {
    return await openRegular(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? new Ending(EXIT_FAILED, `${path} is a symbolic link, where a file is expected`) : error
  }
}

/** Adds the first `size` bytes of a file, or all of it, as it is read: it may be larger than memory. */
export async function addFile(archive: ArchiveWriter, name: string, file: FileHandle, size?: number): Promise<void> {
  const stat = await file.stat()
  const entry = { name, mode: stat.mode & 0o777, owner: ownerOf(stat), size: size ?? stat.size }
  await archive.add(entry, async (buffer, position) => (await file.read(buffer, 0, buffer.length, position)).bytesRead)
}

/** Adds a file that a configuration names, if it lies below one of `folders`; null: wherever it lies. What is left out is said. */
export async function addNamed(
  archive: ArchiveWriter,
  { entry, path }: { readonly entry: string; readonly path: string },
  folders: readonly string[] | null,
): Promise<void> {
  const file = await openRegular(path, constants.O_RDONLY).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (file === null) return say(`${path} does not exist, so the back-up lacks it`)
  try {
    // Where it is, not what it is called: a link may lead anywhere.
    const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
    const within = await Promise.all((folders ?? []).map((folder) => realpath(folder).catch(() => folder)))
    if (folders === null || within.some((folder) => isWithin(folder, place))) await addFile(archive, entry, file)
    else say(`${path} is outside of ${folders.join(', ')}, so the back-up lacks it; --outside takes it, too`)
  } finally {
    await file.close()
  }
}

/** @throws Ending if there is no archive */
export async function withArchive<T>(
  { file, replaces, outside, other }: Asked,
  restore: (archive: ArchiveReader, options: PutBackOptions) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(file).catch((error: Error) => {
    throw error instanceof ArchiveFault ? error : new Ending(EXIT_NO_INPUT, `${file} cannot be read: ${error.message}`)
  })
  try {
    return await restore(archive, { replaces, outside, other, say, stamp: new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '') })
  } finally {
    await archive.close()
  }
}
