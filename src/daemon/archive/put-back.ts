/**
 * Puts the entries of a back-up in their places: written beside them, checked there, and only then moved. What was there before is moved
 * aside, never removed. Root does it in folders that are held open, so nobody who swaps a name meanwhile leads it elsewhere.
 */
import { constants } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Ending, EXIT_CONFIG, EXIT_FAILED } from '../../base/process/exit-codes.ts'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { fingerprintOf, signingKeyOf } from '../../base/records/seal.ts'
import { diskFiles } from '../journal/files.ts'
import { systemProcesses, takeLock } from '../journal/lock.ts'
import type { ArchiveReader, FoundEntry } from './archive.ts'
import { type HeldFolder, makeMissing, type Reached, reach } from './held-folder.ts'
import { isRoot, nameOf, type Owner, ownerHere } from './owners.ts'

export interface PutBackOptions {
  readonly replaces: boolean
  /** Also writes files that the configuration names outside of its own folders. */
  readonly outside: boolean
  /** Also in place of what belongs to another one. */
  readonly other: boolean
  readonly say: (text: string) => void
  /** For the names of what is moved aside. */
  readonly stamp: string
}

/** A file, or a folder of files, that is moved into its place as a whole. */
export interface Move {
  readonly to: string
  /** `name`: within the folder; null: it is the file itself, and the only entry. */
  readonly entries: readonly { readonly name: string | null; readonly entry: FoundEntry }[]
}

/** Whose it is. */
export interface Identity {
  /** `demo/p1/bj07` */
  readonly name: string
  /** Fingerprint; null: it has no key. */
  readonly key: string | null
}

/** `pem`: its key; null: it has none. */
export function identityOf(name: string, pem: string | null): Identity {
  try {
    return { name, key: pem === null ? null : fingerprintOf(signingKeyOf(pem).publicKey) }
  } catch {
    return { name, key: null }
  }
}

/** Paths that lead to a move's own files, whatever names lead to by then. */
export interface Held {
  /** What is to be moved there. */
  readonly staged: (to: string) => string
  /** The place itself. */
  readonly place: (to: string) => string
}

export interface Plan {
  /** In this order. */
  readonly moves: readonly Move[]
  /** The folders in which it may write. */
  readonly roots: readonly string[]
  /** Gets what the archive gives to a user who does not exist here, or to none. */
  readonly service: Owner
  readonly puts: readonly Identity[]
  /** What the places that are there belong to. */
  readonly there: readonly Identity[]
  /** Whoever uses the folder of one of these places has a lock in it: `table`, `book`. */
  readonly locked: { readonly who: string; readonly folderOf: (to: string) => string | null }
  /** Looks at what is to be moved. @throws Ending if it must not be put there */
  readonly check: (held: Held) => Promise<void>
}

/** What a place is called until its entries are checked. */
const RESTORING = '.restoring'

interface Place extends Move {
  readonly folder: HeldFolder
  readonly name: string
  readonly isTaken: boolean
}

export async function putBack(archive: ArchiveReader, options: PutBackOptions, plan: Plan): Promise<void> {
  const { say } = options
  say(`the back-up is of ${told(plan.puts)}`)
  const reached: Reached[] = []
  let release = async (): Promise<void> => undefined
  try {
    for (const { to } of plan.moves) reached.push(await reach(dirname(to)))
    await refuseOutside(plan, reached, options.outside)
    const taken = await takenIn(plan, reached)
    if (taken.length > 0 && !options.replaces)
      throw new Ending(EXIT_FAILED, `these are there already; --replace moves them aside:\n${listed(taken)}`)
    refuseOther(plan, options.other)
    release = await lockAll(plan.locked, taken)
    const places: Place[] = []
    for (const [at, move] of plan.moves.entries()) {
      const folder = await makeMissing(reached[at] ?? (await reach(dirname(move.to))))
      reached[at] = { folder, missing: [] }
      places.push({ ...move, folder, name: basename(move.to), isTaken: taken.includes(move.to) })
    }
    await putAll(archive, places, plan, options)
  } catch (error) {
    const { message } = error as Error
    if (codeOf(error) !== '')
      (error as Error).message = reached.reduce((text, { folder }) => text.replaceAll(folder.own, folder.path), message)
    throw error
  } finally {
    await release().catch(() => undefined)
    for (const { folder } of reached) await folder.close().catch(() => undefined)
  }
}

async function putAll(archive: ArchiveReader, places: readonly Place[], plan: Plan, { say, stamp }: PutBackOptions): Promise<void> {
  const owner = owners(plan.service, say)
  const removeAll = async (): Promise<void> => {
    for (const { folder, name } of places) await folder.remove(name + RESTORING)
  }
  const folders: { readonly to: string; readonly held: HeldFolder; readonly owner: Owner }[] = []
  try {
    await removeAll()
    for (const place of places) {
      const { folder, name, entries } = place
      const [first] = entries
      if (first === undefined) continue
      if (first.name === null) await extract(archive, first.entry, { at: folder.at(name + RESTORING), owner })
      else {
        const held = await folder.make(name + RESTORING)
        folders.push({ to: place.to, held, owner: owner(first.entry) })
        for (const each of entries) await extract(archive, each.entry, { at: held.at(each.name ?? ''), owner })
      }
    }
    const atPlace = (to: string): string => placeOf(places, to)
    const staged = (to: string): string => folders.find((each) => each.to === to)?.held.own ?? atPlace(to) + RESTORING
    await plan.check({ staged, place: atPlace })
    for (const { held, owner: own } of folders) if (isRoot()) await held.give(own, 0o700)
    for (const { folder, name, isTaken, to } of places) {
      if (isTaken) {
        await rename(folder.at(name), folder.at(`${name}.before-${stamp}`))
        say(`${to} was moved to ${to}.before-${stamp}`)
      }
      await rename(folder.at(name + RESTORING), folder.at(name))
      say(`${to} was restored`)
    }
  } catch (error) {
    await removeAll().catch((why: unknown) => say(`what was written is still there, as NAME${RESTORING}: ${reasonOf(why)}`))
    throw error
  } finally {
    for (const { held } of folders) await held.close()
  }
}

function placeOf(places: readonly Place[], to: string): string {
  const place = places.find((each) => each.to === to)
  if (place === undefined) throw new Error(`${to} is not restored`)
  return place.folder.at(place.name)
}

/** Whether a path lies below a folder. Neither has links in it. */
export const isWithin = (folder: string, path: string): boolean => path !== folder && !/^(\.\.(\/|$)|\/)/.test(relative(folder, path))

/** A folder that leads elsewhere is elsewhere. */
async function refuseOutside({ moves, roots }: Plan, reached: readonly Reached[], isAllowed: boolean): Promise<void> {
  if (isAllowed) return
  const within: string[] = []
  for (const root of roots) {
    const { folder, missing } = await reach(root)
    within.push(join(folder.path, ...missing))
    await folder.close()
  }
  const out = moves.filter(({ to }, at) => {
    const { folder, missing = [] } = reached[at] ?? {}
    const path = join(folder?.path ?? '/', ...missing, basename(to))
    return !within.some((root) => isWithin(root, path))
  })
  if (out.length > 0)
    throw new Ending(
      EXIT_CONFIG,
      `its configuration names places outside of ${roots.join(' and ')}; --outside writes there, too:\n${listed(out.map(({ to }) => to))}`,
    )
}

const listed = (paths: readonly string[]): string => paths.map((path) => `  ${path}\n`).join('')

async function takenIn({ moves }: Plan, reached: readonly Reached[]): Promise<readonly string[]> {
  const taken: string[] = []
  for (const [at, { to }] of moves.entries()) {
    const { folder, missing = [] } = reached[at] ?? {}
    if (folder !== undefined && missing.length === 0 && (await folder.has(basename(to)))) taken.push(to)
  }
  return taken
}

function refuseOther({ puts, there }: Plan, isAllowed: boolean): void {
  const isSame = (one: Identity, other: Identity): boolean =>
    one.name === other.name && (one.key === null || other.key === null || one.key === other.key)
  const others = there.filter((each) => !puts.some((put) => isSame(put, each)))
  if (others.length > 0 && !isAllowed)
    throw new Ending(
      EXIT_FAILED,
      `what is there is of ${told(others)}, and the back-up is of ${told(puts)}; --other puts it there all the same`,
    )
}

const told = (identities: readonly Identity[]): string =>
  identities.map(({ name, key }) => `${name} (${key === null ? 'without a key' : `key ${key}`})`).join(', ')

/** @throws Ending if somebody uses one of the places that are taken */
async function lockAll({ who, folderOf }: Plan['locked'], taken: readonly string[]): Promise<() => Promise<void>> {
  const held: { readonly release: () => Promise<void>; readonly folder: HeldFolder }[] = []
  const release = async (): Promise<void> => {
    for (const each of held) {
      await each.release()
      await each.folder.close()
    }
  }
  for (const to of taken) {
    const path = folderOf(to)
    if (path === null) continue
    let own = path
    try {
      const { folder } = await reach(path)
      own = folder.own
      held.push({ folder, release: await takeLock(own, diskFiles, systemProcesses) })
    } catch (error) {
      await release()
      throw new Ending(EXIT_FAILED, `${path} is in use; stop the ${who} first: ${reasonOf(error).replaceAll(own, path)}`)
    }
  }
  return release
}

/** To whom each entry is given. */
function owners(service: Owner, say: (text: string) => void): (entry: FoundEntry) => Owner {
  const known = new Map<string, Owner>()
  return ({ owner }) => {
    if (owner === null) return service
    const key = `${owner.user}:${owner.group}`
    const here = known.get(key) ?? ownerHere(owner, service)
    if (!known.has(key) && isRoot() && (here.user !== owner.user || (owner.group !== '' && here.group !== owner.group)))
      say(`this computer has no ${key}; what belonged to it is given to ${nameOf(here)}:${here.group || here.gid}`)
    known.set(key, here)
    return here
  }
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants

async function extract(
  archive: ArchiveReader,
  entry: FoundEntry,
  { at, owner }: { readonly at: string; readonly owner: (entry: FoundEntry) => Owner },
): Promise<void> {
  const file = await open(at, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST'
      ? new Ending(EXIT_FAILED, `${entry.name}: somebody else puts files beside its place; find out who`)
      : error
  })
  try {
    await archive.copy(entry, async (bytes) => void (await file.writeFile(bytes)))
    if (isRoot()) {
      const { uid, gid } = owner(entry)
      await file.chown(uid, gid)
    }
    await file.chmod(entry.mode)
    await file.sync()
  } finally {
    await file.close()
  }
}
