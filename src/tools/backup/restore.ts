/**
 * Puts the back-up of a table in its place. Its journals are verified before they are moved there, and at the end the service's user tries
 * what a start needs.
 */

import { loadConfig } from '../../base/config/load.ts'
import { formatProblems } from '../../base/config/problems.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_NO_INPUT } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { signingKeyOf } from '../../base/records/seal.ts'
import type { ArchiveReader, FoundEntry } from '../../daemon/archive/archive.ts'
import { become, nameOf, type Owner, serviceUser } from '../../daemon/archive/owners.ts'
import { identityOf, type Move, type PutBackOptions, putBack } from '../../daemon/archive/put-back.ts'
import { diskFiles, readRegular } from '../../daemon/journal/files.ts'
import { type KeptHead, parseHead } from '../../daemon/journal/kept-head.ts'
import { foldersOf, unwritable } from '../../daemon/journal/writable.ts'
import { verifyJournal } from '../verify/journal.ts'
import { identitiesThere, identityOfHead } from './identities.ts'
import { CONFIG_ENTRY, inJournal, type JournalPlace, type Places, placesOf } from './places.ts'

export interface RestoreOptions extends PutBackOptions {
  /** Where the configuration is to lie. */
  readonly config: string
}

/** As the service's user: of its data, or, where they are root's, of its journals. */
export const serviceOf = ({ roots, journals }: Places): Owner => serviceUser([...roots.slice(-1), ...journals.map(({ folder }) => folder)])

export async function restoreInto(archive: ArchiveReader, options: RestoreOptions): Promise<Places> {
  const configEntry = archive.entries.find(({ name }) => name === CONFIG_ENTRY)
  if (configEntry === undefined) throw new Ending(EXIT_NO_INPUT, 'it is not the back-up of a table: it has no table.yaml')
  const places = placesOf(options.config, (await archive.bytes(configEntry)).toString('utf8'))
  const service = serviceOf(places)
  const journals = await Promise.all(places.journals.map((journal) => found(archive, journal)))
  await putBack(archive, options, {
    moves: movesOf(archive.entries, places),
    roots: places.roots,
    service,
    puts: journals.map(({ journal, pem }) => identityOf(journal.name, pem)),
    there: await identitiesThere(options.config, places, service),
    locked: { who: 'table', folderOf: (to) => (places.journals.some(({ folder }) => folder === to) ? to : null) },
    check: async ({ staged }) => {
      for (const each of journals) if (each.hasFolder) await verified(each, staged(each.journal.folder), options)
    },
  })
  return places
}

/** The configuration comes last: until then nothing starts with half of it. @throws Ending for an entry that belongs nowhere */
function movesOf(entries: readonly FoundEntry[], places: Places): readonly Move[] {
  const single = new Map([...places.files, ...places.journals.flatMap(({ beside }) => beside)].map(({ entry, path }) => [entry, path]))
  const moves = new Map<string, Move['entries'][number][]>()
  for (const entry of entries) {
    const inside = inJournal(entry.name, places)
    const to = single.get(entry.name) ?? inside?.journal.folder
    if (to === undefined) throw new Ending(EXIT_NO_INPUT, `its configuration has no place for ${entry.name}`)
    moves.set(to, [...(moves.get(to) ?? []), { name: single.has(entry.name) ? null : (inside?.name ?? null), entry }])
  }
  const all = [...moves].map(([to, own]) => ({ to, entries: own }))
  const isConfig = ({ to }: Move): boolean => to === places.files[0]?.path
  return [...all.filter((move) => !isConfig(move)), ...all.filter(isConfig)]
}

/** What the archive has of a journal, beside its records. */
interface FoundJournal {
  readonly journal: JournalPlace
  readonly hasFolder: boolean
  readonly pem: string | null
  readonly heads: readonly KeptHead[]
}

async function found(archive: ArchiveReader, journal: JournalPlace): Promise<FoundJournal> {
  const text = async (name: string): Promise<string | null> => {
    const entry = archive.entries.find((each) => each.name === name)
    return entry === undefined ? null : (await archive.bytes(entry)).toString('utf8')
  }
  const heads: KeptHead[] = []
  for (const name of [
    `${journal.prefix}head.json`,
    ...journal.beside.map(({ entry }) => entry).filter((entry) => entry !== journal.key.entry),
  ]) {
    const head = parsedHead(name, await text(name))
    if (head !== null) heads.push(head)
  }
  const hasFolder = archive.entries.some(({ name }) => name.startsWith(journal.prefix))
  return { journal, hasFolder, pem: await text(journal.key.entry), heads }
}

function parsedHead(name: string, text: string | null): KeptHead | null {
  const head = text === null ? null : parseHead(text, name)
  if (typeof head === 'string') throw new Ending(EXIT_BAD_RECORD, `${name} is not the head of a journal: ${head}`)
  return head
}

/** @throws Ending if the journal is not the one that its table wrote */
async function verified({ journal, pem, heads }: FoundJournal, folder: string, { say, other }: RestoreOptions): Promise<void> {
  const { fault, n, head } = await verifyJournal(folder, { keys: [], heads, files: diskFiles })
  if (fault !== null) {
    const reason = `${fault.file}: ${fault.reason}`.replaceAll(folder, journal.folder)
    throw new Ending(EXIT_BAD_RECORD, `the journal of the back-up is not right: ${reason}`)
  }
  const own = identityOf(journal.name, pem)
  const { name, key } = head === null ? own : identityOfHead(head)
  const foreign = name !== own.name ? `of ${name}` : key !== null && own.key !== null && key !== own.key ? `sealed with key ${key}` : null
  if (foreign !== null && !other)
    throw new Ending(
      EXIT_BAD_RECORD,
      `the journal of the back-up is ${foreign}, but its configuration and key are of ${own.name} (key ${own.key ?? 'none'}); --other restores it all the same`,
    )
  say(`${journal.folder}: ${n} records, verified: the journal of ${name}, ${key === null ? 'without a key' : `key ${key}`}`)
}

/** @throws Ending with what keeps a table from starting as that user, who this process then is */
export async function refuseUnstartable(config: string, places: Places, say: (text: string) => void): Promise<void> {
  const user = serviceOf(places)
  become(user)
  const read = loadConfig(config)
  const problems = read.ok
    ? read.tables
        .flatMap(foldersOf)
        .flatMap((folder) => unwritable(folder) ?? [])
        .map(({ problem, todo }) => `${problem}\n    what to do: ${todo}\n`)
    : [formatProblems(config, read.problems)]
  for (const { key } of places.journals) {
    const why = await readRegular(key.path)
      .then(signingKeyOf)
      .then(() => null, reasonOf)
    if (why !== null && !why.includes('ENOENT')) problems.push(`${key.path}: the signing key cannot be used: ${why}\n`)
  }
  if (problems.length > 0)
    throw new Ending(EXIT_CONFIG, `everything was put back, but user ${nameOf(user)} could not start with it:\n${problems.join('')}`)
  say(`user ${nameOf(user)} can start with it`)
}
