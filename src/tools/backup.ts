/** `npm start -- backup FILE` and `npm start -- restore FILE`: a table in one file, made while it runs, and put back. */
import { dirname, resolve } from 'node:path'
import { dataDirOf, readText } from '../base/config/load.ts'
import { formatProblems } from '../base/config/problems.ts'
import { runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { type ArchiveWriter, writeArchive } from '../daemon/archive/archive.ts'
import { type ArchiveVerb, type Asked, addFile, addNamed, openStill, runArchiveVerb, say, withArchive } from '../daemon/archive/command.ts'
import { acting, serviceUser } from '../daemon/archive/owners.ts'
import { placesOf } from './backup/places.ts'
import { refuseUnstartable, restoreInto, serviceOf } from './backup/restore.ts'
import { type Snapshot, snapshotOf } from './backup/snapshot.ts'

const HELP = `Usage: npm start -- backup FILE [--config table.yaml]
       npm start -- restore FILE [--config table.yaml]

backup writes the tables of a configuration to FILE, a plain tar: the configuration, the files that it names (keys, certificates, passwords,
users, cards), and the journals as they are at one moment. The tables may run meanwhile. FILE holds secrets: keep it as the keys themselves.

restore checks FILE, verifies the journals in it, says whose journals and keys they are, and puts everything where its configuration has it, with
the owner and mode that it had. In the end it checks whether the user of the service could start with it. Stop the table first.

Both keep to the folder of the configuration (of one in /etc/NAME, also to /var/lib/NAME); backup also takes journals and keys that lie elsewhere.
Run by root, backup reads only what the user of the service may read: the owner of these folders.

  -c, --config FILE   the configuration, for restore where it is to lie (default table.yaml)
      --replace       backup: FILE may exist; restore: what is there is moved aside, as NAME.before-TIME
      --outside       also the files that the configuration names elsewhere
      --other         restore: also where another table or another key is, or with the journal of another table
  -h, --help          show this text

A journal that is older than what the broker or the book has of it starts only after a person has said why:
npm start -- --config table.yaml --accept-journal "restored from last night's back-up, M. Braun"

Examples
  npm start -- backup /media/usb/bj07.tar --config /etc/blackjack-table/table.yaml
  npm start -- restore /media/usb/bj07.tar --config /etc/blackjack-table/table.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_BAD_RECORD} a journal in FILE is not right; ${EXIT_NO_INPUT} FILE is no back-up, or damaged; ${EXIT_FAILED} something is in the way,
or cannot be read or written; ${EXIT_CONFIG} bad configuration
`

async function backup({ file, config, replaces, outside }: Asked): Promise<void> {
  // Of what root is asked to copy, only what the service itself may read: its configuration may name anything.
  const first = serviceUser([dataDirOf(dirname(resolve(config)))])
  const places = await acting(first, async () => {
    const read = readText(config)
    if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
    return placesOf(config, read.text)
  })
  const { files, journals, roots } = places
  const folders = [...roots, ...journals.flatMap(({ folder, key }) => [folder, dirname(key.path)])]
  let count = 0
  const fill = async (archive: ArchiveWriter): Promise<void> => {
    for (const named of files) await addNamed(archive, named, outside ? null : folders)
    for (const journal of journals) {
      const { beside, segments } = await snapshotOf(journal)
      for (const { entry, bytes } of beside) await archive.addBytes(entry, bytes)
      for (const segment of segments) await addSegment(archive, segment)
      count += segments.length
    }
  }
  await writeArchive(file, replaces, (archive) => acting(serviceOf(places), () => fill(archive)))
  say(`${file}: ${journals.map(({ table }) => table).join(', ')}, ${count} journal ${count === 1 ? 'file' : 'files'}`)
}

async function addSegment(archive: ArchiveWriter, { entry, path, size }: Snapshot['segments'][number]): Promise<void> {
  const file = await openStill(path)
  try {
    await addFile(archive, entry, file, size)
  } finally {
    await file.close()
  }
}

async function restore(asked: Asked): Promise<void> {
  const places = await withArchive(asked, (archive, options) => restoreInto(archive, { ...options, config: asked.config }))
  await refuseUnstartable(asked.config, places, say)
}

const VERBS: { readonly [verb: string]: ArchiveVerb } = { backup, restore }

await runCommand(([verb = '', ...words]) => {
  // `--help` may be the only word.
  const own = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  return runArchiveVerb([verb, own], own === undefined ? [verb, ...words] : words, { help: HELP, config: 'table.yaml' })
})
