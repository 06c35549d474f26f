/** `npm run book -- backup FILE` and `restore FILE`: the book in one file, made while it runs, and put back. */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { dataDirOf, readText } from '../../daemon/config/load.ts'
import { formatProblems } from '../../daemon/config/problems.ts'
import { codeOf, reasonOf } from '../../daemon/journal/errors.ts'
import { diskFiles } from '../../daemon/journal/files.ts'
import { systemProcesses, takeLock } from '../../daemon/journal/lock.ts'
import { type ArchiveReader, type ArchiveWriter, writeArchive } from '../../daemon/process/archive.ts'
import { type Asked, addFile, runArchiveVerb, say, withArchive } from '../../daemon/process/archive-command.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_FAILED, EXIT_NO_INPUT, EXIT_USAGE } from '../../daemon/process/exit-codes.ts'
import { type PutBackOptions, putBack, RESTORING } from '../../daemon/process/put-back.ts'
import { parseBookConfig } from '../config.ts'
import { askCopy } from '../store/asking.ts'
import { BESIDE, copyFault, copyStore } from '../store/copy.ts'
import { isEmbedded, openStore, placeOf, StoreFault, StoreHeld } from '../store/open.ts'
import { CONFIG_USUAL } from './shared.ts'

const HELP = `Usage: npm run book -- backup FILE [--config book.yaml]
       npm run book -- restore FILE [--config book.yaml]

backup writes the book to FILE, a plain tar: the configuration, every file that it names (keys, certificates, passwords, users, tokens), and the
embedded store as it is at one moment. A running book makes that copy itself, and takes nothing new until it is done. The records of a PostgreSQL
store are not in it: the command names the tool that copies those. FILE holds secrets: keep it as the keys themselves.

restore checks FILE and the store in it, and puts everything where its configuration has it. It writes only in the folder of the configuration
(of one in /etc/NAME, also in /var/lib/NAME). Stop the book first. What the tables recorded since, the book requests from them.

  -c, --config FILE   the configuration, for restore where it is to lie (default ${CONFIG_USUAL})
      --replace       backup: FILE may exist; restore: what is there is moved aside, as NAME.before-TIME
      --outside       restore: also writes the files that the configuration names elsewhere
  -h, --help          show this text

Examples
  npm run book -- backup /media/usb/book.tar --config /etc/blackjack-book/book.yaml
  npm run book -- restore /media/usb/book.tar --config /etc/blackjack-book/book.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_BAD_RECORD} the store in FILE is not whole; ${EXIT_NO_INPUT} FILE is no back-up, or damaged; ${EXIT_FAILED} something is in the way,
or cannot be read or written; ${EXIT_CONFIG} bad configuration
`

const CONFIG_ENTRY = 'book.yaml'
const STORE_ENTRY = 'store/book.db'

interface Places {
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
  const { mqtt, http, store, signingKeyFile } = read.config
  const named = {
    [CONFIG_ENTRY]: resolve(config),
    'keys/signing.key': signingKeyFile,
    ...{ 'named/mqtt.ca': mqtt.ca, 'named/mqtt.cert': mqtt.cert, 'named/mqtt.key': mqtt.key, 'named/mqtt.passwordFile': mqtt.passwordFile },
    ...{ 'named/http.users': http?.users, 'named/http.tokens': http?.tokens },
  }
  const files = new Map<string, string>()
  for (const [entry, path] of Object.entries(named))
    if (typeof path === 'string' && ![...files.values()].includes(path)) files.set(entry, path)
  return { store, files, roots: [...new Set([dir, dataDir])] }
}

async function backup({ file, config, replaces }: Asked): Promise<void> {
  const read = readText(config, 'book.example.yaml')
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const { store, files } = placesOf(config, read.text)
  await writeArchive(file, replaces, async (archive) => {
    for (const [entry, path] of files) {
      try {
        await archive.addBytes(entry, (await stat(path)).mode & 0o777, await readFile(path))
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        say(`${path} does not exist, so the back-up lacks it`)
      }
    }
    if (isEmbedded({ store })) await addStore(archive, store)
  })
  say(`${file}: the book`)
  if (!isEmbedded({ store }))
    say(
      `the records are in PostgreSQL, and not in this file; copy them as well: pg_dump --format=custom --file=book.dump '${placeOf({ store })}'`,
    )
}

async function addStore(archive: ArchiveWriter, store: string): Promise<void> {
  const copy = await copied(store)
  try {
    await addFile(archive, { name: STORE_ENTRY, mode: 0o600, size: (await stat(copy)).size }, copy)
  } finally {
    await rm(copy, { force: true })
  }
}

/** By the book that runs, or here if none does. */
async function copied(path: string): Promise<string> {
  const store = await openStore({ store: path }).catch((error: unknown) => {
    if (error instanceof StoreHeld) return null
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })
  try {
    return await (store === null ? askCopy(path) : copyStore(store, path))
  } catch (error) {
    throw new Ending(EXIT_FAILED, `book: ${reasonOf(error)}`)
  } finally {
    await store?.destroy()
  }
}

const restore = (asked: Asked): Promise<void> => withArchive(asked, (archive, options) => restoreFrom(archive, asked.config, options))

async function restoreFrom(archive: ArchiveReader, config: string, options: PutBackOptions): Promise<void> {
  const own = archive.entries.find(({ name }) => name === CONFIG_ENTRY)
  if (own === undefined) throw new Ending(EXIT_NO_INPUT, 'it is not the back-up of a book: it has no book.yaml')
  const { store, files, roots } = placesOf(config, (await archive.bytes(own)).toString('utf8'))
  const places = new Map([...files, ...(isEmbedded({ store }) ? [[STORE_ENTRY, store] as const] : [])])
  const parts = archive.entries.map((entry) => {
    const path = places.get(entry.name)
    if (path === undefined) throw new Ending(EXIT_NO_INPUT, `its configuration has no place for ${entry.name}`)
    return { entry, path: path + RESTORING, to: path }
  })
  const moves = parts.map(({ path, to }) => ({ from: path, to }))
  await putBack(archive, options, {
    ...{ parts, roots, moves: [...moves.slice(1), ...moves.slice(0, 1)] },
    lock: async (taken) => (taken.includes(store) ? [await lockOf(store)] : []),
    check: async () => {
      const fault = parts.some(({ to }) => to === store) ? copyFault(store + RESTORING) : null
      if (fault !== null) throw new Ending(EXIT_BAD_RECORD, `the store of the back-up is not whole: ${fault}`)
      // What a killed book left beside the old store belongs to it.
      for (const end of BESIDE) if (existsSync(store + end)) await rename(store + end, `${store}.before-${options.stamp}${end}`)
    },
  })
}

async function lockOf(store: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(dirname(store), diskFiles, systemProcesses)
  } catch (error) {
    throw new Ending(EXIT_FAILED, `${dirname(store)} is in use; stop the book first: ${reasonOf(error)}`)
  }
}

export const backupBook = (words: readonly string[]): Promise<number> => runArchiveVerb(['backup', backup], words, USAGE)
export const restoreBook = (words: readonly string[]): Promise<number> => runArchiveVerb(['restore', restore], words, USAGE)
const USAGE = { help: HELP, config: CONFIG_USUAL }
