/** `npm start -- backup FILE` and `npm start -- restore FILE`: a table in one file, made while it runs, and put back. */
import { readText } from '../daemon/config/load.ts'
import { formatProblems } from '../daemon/config/problems.ts'
import { writeArchive } from '../daemon/process/archive.ts'
import { type ArchiveVerb, type Asked, addFile, runArchiveVerb, say, withArchive } from '../daemon/process/archive-command.ts'
import { runCommand } from '../daemon/process/command-line.ts'
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
      for (const { entry: name, path, mode, size } of segments) await addFile(archive, { name, mode, size }, path)
      count += segments.length
    }
  })
  say(`${file}: ${journals.map(({ table }) => table).join(', ')}, ${count} journal ${count === 1 ? 'file' : 'files'}`)
}

const restore = (asked: Asked): Promise<void> =>
  withArchive(asked, (archive, options) => restoreInto(archive, { ...options, config: asked.config }))

const VERBS: { readonly [verb: string]: ArchiveVerb } = { backup, restore }

await runCommand(([verb = '', ...words]) => {
  // `--help` may be the only word.
  const own = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  return runArchiveVerb([verb, own], own === undefined ? [verb, ...words] : words, { help: HELP, config: 'table.yaml' })
})
