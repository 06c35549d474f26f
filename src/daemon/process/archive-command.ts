/** What the commands that back up and restore a table or a book share: their options, and what their failures are called. */
import { open } from 'node:fs/promises'
import { type ArchiveEntry, ArchiveFault, type ArchiveReader, type ArchiveWriter, openArchive } from './archive.ts'
import { print, readArgs } from './command-line.ts'
import { Ending, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from './exit-codes.ts'
import type { PutBackOptions } from './put-back.ts'

export interface Asked {
  readonly file: string
  readonly config: string
  readonly replaces: boolean
  readonly outside: boolean
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
    await verb({ file, config: values.config, replaces: values.replace, outside: values.outside })
    return 0
  } catch (error) {
    if (error instanceof ArchiveFault) throw new Ending(name === 'backup' ? EXIT_FAILED : EXIT_NO_INPUT, error.message)
    const { code, message } = error as NodeJS.ErrnoException
    if (typeof code === 'string') throw new Ending(EXIT_FAILED, `${name}: ${message}`)
    throw error
  }
}

/** Adds what lies at `path`, as it is read: a file may be larger than memory. */
export async function addFile(archive: ArchiveWriter, entry: ArchiveEntry, path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await archive.add(entry, async (buffer, position) => (await file.read(buffer, 0, buffer.length, position)).bytesRead)
  } finally {
    await file.close()
  }
}

/** @throws Ending if there is no archive */
export async function withArchive(
  { file, replaces, outside }: Asked,
  restore: (archive: ArchiveReader, options: PutBackOptions) => Promise<void>,
): Promise<void> {
  const archive = await openArchive(file).catch((error: Error) => {
    throw error instanceof ArchiveFault ? error : new Ending(EXIT_NO_INPUT, `${file} cannot be read: ${error.message}`)
  })
  try {
    await restore(archive, { replaces, outside, say, stamp: new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '') })
  } finally {
    await archive.close()
  }
}
