/** `npm run book -- backup FILE` and `restore FILE`: the book in one file, made while it runs, and put back. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { dataDirOf, readText } from '../../base/config/load.ts'
import { formatProblems } from '../../base/config/problems.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { type ArchiveReader, type ArchiveWriter, writeArchive } from '../../daemon/archive/archive.ts'
import { type Asked, addFile, addNamed, openStill, runArchiveVerb, say, withArchive } from '../../daemon/archive/command.ts'
import { acting, become, nameOf, type Owner, serviceUser } from '../../daemon/archive/owners.ts'
import { type Identity, identityOf, type PutBackOptions, putBack } from '../../daemon/archive/put-back.ts'
import { readRegular } from '../../daemon/journal/files.ts'
import { unwritable } from '../../daemon/journal/writable.ts'
import { parseBookConfig } from '../config.ts'
import { askCopy } from '../store/asking.ts'
import { BESIDE, copyFault, copyStore } from '../store/copy.ts'
import { isEmbedded, placeOf } from '../store/open.ts'
import { askOrDo, CONFIG_USUAL } from './shared.ts'

const HELP = `Usage: npm run book -- backup FILE [--config book.yaml]
       npm run book -- restore FILE [--config book.yaml]

backup writes the book to FILE, a plain tar: the configuration, the files that it names (keys, certificates, passwords, users, tokens), and the
embedded store as it is at one moment. A running book makes that copy itself, and takes nothing new until it is done. The records of a PostgreSQL
store are not in it: the command names the tool that copies those. FILE holds secrets: keep it as the keys themselves.

restore checks FILE and the store in it, says whose book and key they are, and puts everything where its configuration has it, with the owner and
mode that it had. In the end it checks whether the user of the service could start with it. Stop the book first. What the tables recorded since,
the book requests from them.

Both keep to the folder of the configuration (of one in /etc/NAME, also to /var/lib/NAME); backup also takes a key that lies elsewhere. Run by
root, backup reads only what the user of the service may read: the owner of these folders.

  -c, --config FILE   the configuration, for restore where it is to lie (default ${CONFIG_USUAL})
      --replace       backup: FILE may exist; restore: what is there is moved aside, as NAME.before-TIME
      --outside       also the files that the configuration names elsewhere
      --other         restore: also where another book or another key is
  -h, --help          show this text

Examples
  npm run book -- backup /media/usb/book.tar --config /etc/blackjack-book/book.yaml
  npm run book -- restore /media/usb/book.tar --config /etc/blackjack-book/book.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_BAD_RECORD} the store in FILE is not whole; ${EXIT_NO_INPUT} FILE is no back-up, or damaged; ${EXIT_FAILED} something is in the way,
or cannot be read or written; ${EXIT_CONFIG} bad configuration
`

const CONFIG_ENTRY = 'book.yaml'
const KEY_ENTRY = 'keys/signing.key'
const STORE_ENTRY = 'store/book.db'

interface Places {
  /** Whose book it is. */
  readonly name: string
  readonly store: string
  /** By entry, the configuration first; each path once. */
  readonly files: ReadonlyMap<string, string>
  readonly roots: readonly string[]
}

function placesOf(config: string, text: string): Places {
  const dir = dirname(resolve(config))
  const dataDir = dataDirOf(dir)
  const read = parseBookConfig(text, dir, dataDir, () => null)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const { property, mqtt, http, store, signingKeyFile } = read.config
  const named = {
    [CONFIG_ENTRY]: resolve(config),
    [KEY_ENTRY]: signingKeyFile,
    ...{ 'named/mqtt.ca': mqtt.ca, 'named/mqtt.cert': mqtt.cert, 'named/mqtt.key': mqtt.key, 'named/mqtt.passwordFile': mqtt.passwordFile },
    ...{ 'named/http.users': http?.users, 'named/http.tokens': http?.tokens },
  }
  const files = new Map<string, string>()
  for (const [entry, path] of Object.entries(named))
    if (typeof path === 'string' && ![...files.values()].includes(path)) files.set(entry, path)
  return { name: `the book of ${property}`, store, files, roots: [...new Set([dir, dataDir])] }
}

async function backup({ file, config, replaces, outside }: Asked): Promise<void> {
  // Of what root is asked to copy, only what the service itself may read: its configuration may name anything.
  const service = serviceUser([dataDirOf(dirname(resolve(config)))])
  const { store, files, roots } = await acting(service, async () => {
    const read = readText(config, 'book.example.yaml')
    if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
    return placesOf(config, read.text)
  })
  const folders = [...roots, ...[files.get(KEY_ENTRY) ?? []].flat().map(dirname)]
  const fill = async (archive: ArchiveWriter): Promise<void> => {
    for (const [entry, path] of files) await addNamed(archive, { entry, path }, outside ? null : folders)
    if (isEmbedded({ store })) await addStore(archive, store)
  }
  await writeArchive(file, replaces, (archive) => acting(service, () => fill(archive)))
  say(`${file}: the book`)
  if (!isEmbedded({ store }))
    say(
      `the records are in PostgreSQL, and not in this file; copy them as well: pg_dump --format=custom --file=book.dump '${placeOf({ store })}'`,
    )
}

async function addStore(archive: ArchiveWriter, store: string): Promise<void> {
  const copy = await copied(store)
  try {
    const file = await openStill(copy)
    await addFile(archive, STORE_ENTRY, file).finally(() => file.close())
  } finally {
    await rm(copy, { force: true })
  }
}

const copied = (path: string): Promise<string> =>
  askOrDo(
    path,
    () => askCopy(path),
    (store) => copyStore(store, path),
  )

async function restore(asked: Asked): Promise<void> {
  const { service, places } = await withArchive(asked, (archive, options) => restoreFrom(archive, asked.config, options))
  become(service)
  const problems = problemsOf(asked.config, places)
  if (problems !== '')
    throw new Ending(EXIT_CONFIG, `everything was put back, but user ${nameOf(service)} could not start with it:\n${problems}`)
  say(`user ${nameOf(service)} can start with it`)
}

async function restoreFrom(archive: ArchiveReader, config: string, options: PutBackOptions) {
  const text = async (name: string): Promise<string | null> => {
    const entry = archive.entries.find((each) => each.name === name)
    return entry === undefined ? null : (await archive.bytes(entry)).toString('utf8')
  }
  const own = await text(CONFIG_ENTRY)
  if (own === null) throw new Ending(EXIT_NO_INPUT, 'it is not the back-up of a book: it has no book.yaml')
  const places = placesOf(config, own)
  const { store, files, roots } = places
  const service = serviceUser(roots.slice(-1))
  const known = new Map([...files, ...(isEmbedded({ store }) ? [[STORE_ENTRY, store] as const] : [])])
  const moves = archive.entries.map((entry) => {
    const to = known.get(entry.name)
    if (to === undefined) throw new Ending(EXIT_NO_INPUT, `its configuration has no place for ${entry.name}`)
    return { to, entries: [{ name: null, entry }] }
  })
  await putBack(archive, options, {
    ...{ roots, service, moves: [...moves.slice(1), ...moves.slice(0, 1)] },
    puts: [identityOf(places.name, await text(KEY_ENTRY))],
    there: await identityThere(config, service),
    locked: { who: 'book', folderOf: (to) => (to === store ? dirname(store) : null) },
    check: async ({ staged, place }) => {
      if (moves.every(({ to }) => to !== store)) return
      const fault = copyFault(staged(store))
      if (fault !== null) throw new Ending(EXIT_BAD_RECORD, `the store of the back-up is not whole: ${fault}`)
      // What a killed book left beside the old store belongs to it.
      const there = place(store)
      for (const end of BESIDE) if (existsSync(there + end)) await rename(there + end, `${there}.before-${options.stamp}${end}`)
    },
  })
  return { service, places }
}

const identityThere = (config: string, service: Owner): Promise<readonly Identity[]> =>
  acting(service, async () => {
    const read = readText(config)
    if (!read.ok) return []
    try {
      const { name, files } = placesOf(config, read.text)
      return [identityOf(name, await readRegular(files.get(KEY_ENTRY) ?? '').catch(() => null))]
    } catch {
      return []
    }
  })

/** What keeps the user of this process from starting a book; empty: nothing. */
function problemsOf(config: string, { store }: Places): string {
  const dir = dirname(resolve(config))
  const read = readText(config)
  const parsed = read.ok ? parseBookConfig(read.text, dir, dataDirOf(dir)) : read
  if (!parsed.ok) return formatProblems(config, parsed.problems)
  const denied = isEmbedded({ store }) ? unwritable(dirname(store)) : null
  return denied === null ? '' : `${denied.problem}\n    what to do: ${denied.todo}\n`
}

export const backupBook = (words: readonly string[]): Promise<number> => runArchiveVerb(['backup', backup], words, USAGE)
export const restoreBook = (words: readonly string[]): Promise<number> => runArchiveVerb(['restore', restore], words, USAGE)
const USAGE = { help: HELP, config: CONFIG_USUAL }
