/** `npm start -- backup FILE` and `npm start -- restore FILE`: a table in one file, made while it runs, and put back. */
import { open } from 'node:fs/promises'
import { readText } from '../daemon/config/load.ts'
import { formatProblems } from '../daemon/config/problems.ts'
import { codeOf, reasonOf } from '../daemon/journal/errors.ts'
import { ArchiveFault, type ArchiveWriter, openArchive, writeArchive } from '../daemon/process/archive.ts'
import { print, readArgs, runCommand } from '../daemon/process/command-line.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from '../daemon/process/exit-codes.ts'
import { placesOf } from './backup/places.ts'
import { restoreInto } from './backup/restore.ts'
import { readWhole, snapshotOf } from './backup/snapshot.ts'

const HELP = `Usage: npm start -- backup FILE [--config table.yaml]
       npm start -- restore FILE [--config table.yaml]

backup writes the tables of a configuration to FILE, a plain tar: the configuration, every file that it names (keys, certificates, passwords,
users, cards), and the journals as they are at one moment. The tables may run meanwhile. FILE holds secrets: keep it as the keys themselves.

restore checks FILE, verifies the journals in it, and puts everything where its configuration has it. It writes only in the folder of the
configuration (of one in /etc/NAME, also in /var/lib/NAME). Stop the table first.

  -c, --config FILE   the configuration, for restore where it is to lie (default table.yaml)
      --replace       backup: FILE may exist; restore: what is there is moved aside, as NAME.before-TIME
      --outside       restore: also writes the files that the configuration names elsewhere
  -h, --help          show this text

A journal that is older than what the broker or the book has of it starts only after a person has said why:
npm start -- --config table.yaml --accept-journal "restored from last night's back-up, M. Braun"

Examples
  npm start -- backup /media/usb/bj07.tar --config /etc/blackjack-table/table.yaml
  npm start -- restore /media/usb/bj07.tar --config /etc/blackjack-table/table.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_BAD_RECORD} a journal in FILE is not right; ${EXIT_NO_INPUT} FILE is no back-up, or damaged; ${EXIT_FAILED} something is in the way,
or cannot be read or written; ${EXIT_CONFIG} bad configuration
`

interface Asked {
  readonly file: string
  readonly config: string
  readonly replaces: boolean
  readonly outside: boolean
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

async function backup({ file, config, replaces }: Asked): Promise<void> {
  const read = readText(config)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const { files, journals } = placesOf(config, read.text)
  let count = 0
  await writeArchive(file, replaces, async (archive) => {
    for (const { entry, path } of files) {
      const found = await readWhole(path)
      if (found === null) say(`${path} does not exist, so the back-up lacks it`)
      else await archive.addBytes(entry, found.mode, found.bytes)
    }
    for (const journal of journals) {
      const { beside, segments } = await snapshotOf(journal)
      for (const { entry, mode, bytes } of beside) await archive.addBytes(entry, mode, bytes)
      for (const segment of segments) await addSegment(archive, segment)
      count += segments.length
    }
  })
  say(`${file}: ${journals.map(({ table }) => table).join(', ')}, ${count} journal ${count === 1 ? 'file' : 'files'}`)
}

async function addSegment(
  archive: ArchiveWriter,
  { entry, path, mode, size }: { readonly entry: string; readonly path: string; readonly mode: number; readonly size: number },
): Promise<void> {
  const segment = await open(path, 'r')
  try {
    await archive.add(
      { name: entry, mode, size },
      async (buffer, position) => (await segment.read(buffer, 0, buffer.length, position)).bytesRead,
    )
  } finally {
    await segment.close()
  }
}

async function restore({ file, config, replaces, outside }: Asked): Promise<void> {
  const archive = await openArchive(file).catch((error: unknown) => {
    throw error instanceof ArchiveFault ? error : new Ending(EXIT_NO_INPUT, `${file} cannot be read: ${reasonOf(error)}`)
  })
  try {
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    await restoreInto(archive, { config, replaces, outside, say, stamp })
  } finally {
    await archive.close()
  }
}

const VERBS: { readonly [verb: string]: (asked: Asked) => Promise<void> } = { backup, restore }

await runCommand(async (args) => {
  const options = {
    config: { type: 'string', short: 'c', default: 'table.yaml' },
    replace: { type: 'boolean', default: false },
    outside: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = readArgs({ args: [...args], allowPositionals: true, options }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const [verb = '', file, ...more] = positionals
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (run === undefined || file === undefined || more.length > 0) throw new Ending(EXIT_USAGE, `exactly one FILE is needed\n\n${HELP}`)
  try {
    await run({ file, config: values.config, replaces: values.replace, outside: values.outside })
    return 0
  } catch (error) {
    if (error instanceof ArchiveFault) throw new Ending(verb === 'backup' ? EXIT_FAILED : EXIT_NO_INPUT, error.message)
    if (codeOf(error) !== '') throw new Ending(EXIT_FAILED, `${verb}: ${reasonOf(error)}`)
    throw error
  }
})
