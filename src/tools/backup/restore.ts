/**
 * Puts the back-up of a table in its place. Its journals are verified before they are moved there.
 */
import { join } from 'node:path'
import { reasonOf } from '../../daemon/journal/errors.ts'
import { diskFiles } from '../../daemon/journal/files.ts'
import { headFileOf, type KeptHead, parseHead, SIGNING_KEY_NAME } from '../../daemon/journal/kept-head.ts'
import { systemProcesses, takeLock } from '../../daemon/journal/lock.ts'
import type { ArchiveReader, FoundEntry } from '../../daemon/process/archive.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_FAILED, EXIT_NO_INPUT } from '../../daemon/process/exit-codes.ts'
import { type Move, type Part, type PutBackOptions, putBack, RESTORING } from '../../daemon/process/put-back.ts'
import { verifyJournal } from '../verify/journal.ts'
import { CONFIG_ENTRY, inJournal, type JournalPlace, type Places, pathIn, placesOf } from './places.ts'
import { readWhole } from './snapshot.ts'

export interface RestoreOptions extends PutBackOptions {
  /** Where the configuration is to lie. */
  readonly config: string
}

export async function restoreInto(archive: ArchiveReader, options: RestoreOptions): Promise<void> {
  const configEntry = archive.entries.find(({ name }) => name === CONFIG_ENTRY)
  if (configEntry === undefined) throw new Ending(EXIT_NO_INPUT, 'it is not the back-up of a table: it has no table.yaml')
  const places = placesOf(options.config, (await archive.bytes(configEntry)).toString('utf8'))
  const plan = planned(archive.entries, places)
  await putBack(archive, options, {
    ...plan,
    roots: places.roots,
    lock: (taken) => lockAll(places, taken),
    check: async () => {
      for (const journal of places.journals) await verified(journal, plan.moves, options.say)
    },
  })
}

/** The configuration comes last: until then nothing starts with half of it. @throws Ending for an entry that belongs nowhere */
function planned(entries: readonly FoundEntry[], places: Places): { readonly parts: readonly Part[]; readonly moves: readonly Move[] } {
  const single = new Map([...places.files, ...places.journals.flatMap(({ beside }) => beside)].map(({ entry, path }) => [entry, path]))
  const moves = new Map<string, string>()
  const parts = entries.map((entry): Part => {
    const own = single.get(entry.name)
    if (own !== undefined) {
      moves.set(own, own + RESTORING)
      return { entry, path: own + RESTORING }
    }
    const found = inJournal(entry.name, places)
    if (found === null) throw new Ending(EXIT_NO_INPUT, `its configuration has no place for ${entry.name}`)
    const folder = found.journal.folder + RESTORING
    moves.set(found.journal.folder, folder)
    return { entry, path: pathIn(folder, found.name) }
  })
  const config = places.files[0]?.path
  const all = [...moves].map(([to, from]) => ({ from, to }))
  return { parts, moves: [...all.filter(({ to }) => to !== config), ...all.filter(({ to }) => to === config)] }
}

/** @throws Ending if a daemon writes one of the journals that are there */
async function lockAll({ journals }: Places, taken: readonly string[]): Promise<readonly (() => Promise<void>)[]> {
  const locks: (() => Promise<void>)[] = []
  for (const { folder } of journals) {
    if (!taken.includes(folder)) continue
    try {
      locks.push(await takeLock(folder, diskFiles, systemProcesses))
    } catch (error) {
      for (const release of locks) await release()
      throw new Ending(EXIT_FAILED, `${folder} is in use; stop the table first: ${reasonOf(error)}`)
    }
  }
  return locks
}

/** @throws Ending if the journal is not the one that its table wrote */
async function verified({ folder, beside }: JournalPlace, moves: readonly Move[], say: (text: string) => void): Promise<void> {
  if (!moves.some(({ to }) => to === folder)) return
  const restored = folder + RESTORING
  const own = headFileOf(join(restored, SIGNING_KEY_NAME))
  const heads: KeptHead[] = []
  for (const path of [own, ...beside.map((each) => each.path + RESTORING)]) {
    const text = path.endsWith('.json') || path.endsWith(`.json${RESTORING}`) ? await readWhole(path) : null
    const head = text === null ? null : parseHead(text.bytes.toString('utf8'), path)
    if (typeof head === 'string') throw new Ending(EXIT_BAD_RECORD, `${path} is not the head of a journal: ${head}`)
    if (head !== null) heads.push(head)
  }
  const { fault, n } = await verifyJournal(restored, { keys: [], heads, files: diskFiles })
  if (fault !== null) throw new Ending(EXIT_BAD_RECORD, `the journal of the back-up is not right: ${fault.file}: ${fault.reason}`)
  say(`${folder}: ${n} records, verified`)
}
