/**
 * Puts a back-up in its place: everything is checked first, written beside its place, the journals are verified there, and only then moved.
 * What was there before is moved aside, never removed.
 */
import { chown, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { reasonOf } from '../../daemon/journal/errors.ts'
import { diskFiles } from '../../daemon/journal/files.ts'
import { headFileOf, type KeptHead, parseHead, SIGNING_KEY_NAME } from '../../daemon/journal/kept-head.ts'
import { systemProcesses, takeLock } from '../../daemon/journal/lock.ts'
import type { ArchiveReader, FoundEntry } from '../../daemon/process/archive.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_FAILED, EXIT_NO_INPUT } from '../../daemon/process/exit-codes.ts'
import { verifyJournal } from '../verify/journal.ts'
import { CONFIG_ENTRY, inJournal, type JournalPlace, type Places, pathIn, placesOf } from './places.ts'
import { readWhole } from './snapshot.ts'

export interface RestoreOptions {
  /** Where the configuration is to lie. */
  readonly config: string
  readonly replaces: boolean
  /** Also writes files that the configuration names outside of its own folders. */
  readonly outside: boolean
  readonly say: (text: string) => void
  /** For the names of what is moved aside. */
  readonly stamp: string
}

/** One entry and where it is written first. */
interface Part {
  readonly entry: FoundEntry
  readonly path: string
}

/** A file or a folder that is moved into its place as a whole. */
interface Move {
  readonly from: string
  readonly to: string
}

const RESTORING = '.restoring'

export async function restoreInto(archive: ArchiveReader, options: RestoreOptions): Promise<void> {
  const { say, stamp } = options
  const configEntry = archive.entries.find(({ name }) => name === CONFIG_ENTRY)
  if (configEntry === undefined) throw new Ending(EXIT_NO_INPUT, 'it is not the back-up of a table: it has no table.yaml')
  const places = placesOf(options.config, (await archive.bytes(configEntry)).toString('utf8'))
  const { parts, moves } = planned(archive.entries, places)
  await refuseOutside(moves, places, options.outside)
  const taken = await existing(moves)
  if (taken.length > 0 && !options.replaces)
    throw new Ending(EXIT_FAILED, `these are there already; --replace moves them aside:\n${taken.map((path) => `  ${path}\n`).join('')}`)
  const locks = await lockAll(places, taken)
  try {
    for (const { from } of moves) await rm(from, { recursive: true, force: true })
    for (const part of parts) await extract(archive, part)
    for (const journal of places.journals) await verified(journal, moves, say)
    for (const { from, to } of moves) {
      if (taken.includes(to)) {
        await rename(to, `${to}.before-${stamp}`)
        say(`${to} was moved to ${to}.before-${stamp}`)
      }
      await rename(from, to)
      say(`${to} was restored`)
    }
  } catch (error) {
    for (const { from } of moves) await rm(from, { recursive: true, force: true })
    throw error
  } finally {
    for (const release of locks) await release().catch(() => undefined)
  }
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

/** Follows links: a folder that leads elsewhere is elsewhere. */
async function refuseOutside(moves: readonly Move[], { roots }: Places, isAllowed: boolean): Promise<void> {
  if (isAllowed) return
  const within = await Promise.all(roots.map(real))
  const out: string[] = []
  for (const { to } of moves) {
    const path = await real(to)
    if (!within.some((root) => path !== root && !/^(\.\.(\/|$)|\/)/.test(relative(root, path)))) out.push(to)
  }
  if (out.length > 0)
    throw new Ending(
      EXIT_CONFIG,
      `its configuration names places outside of ${roots.join(' and ')}; --outside writes there, too:\n${out.map((path) => `  ${path}\n`).join('')}`,
    )
}

/** With the links of the part of it that exists. */
async function real(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await real(above), relative(above, path))
  }
}

async function existing(moves: readonly Move[]): Promise<readonly string[]> {
  const found = await Promise.all(
    moves.map(({ to }) =>
      stat(to).then(
        () => [to],
        () => [],
      ),
    ),
  )
  return found.flat()
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

/** With the owner of the folder above, so that the service can read what root restores. */
async function extract(archive: ArchiveReader, { entry, path }: Part): Promise<void> {
  await makeFolder(dirname(path))
  const file = await open(path, 'wx', entry.mode & 0o755)
  try {
    await archive.copy(entry, async (bytes) => void (await file.writeFile(bytes)))
    await file.sync()
  } finally {
    await file.close()
  }
  await giveAsAbove(path)
}

async function makeFolder(path: string): Promise<void> {
  if (
    await stat(path).then(
      () => true,
      () => false,
    )
  )
    return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 })
  await giveAsAbove(path)
}

async function giveAsAbove(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
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
