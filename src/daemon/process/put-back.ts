/**
 * Puts the entries of a back-up in their places: written beside them, checked there, and only then moved. What was there before is moved
 * aside, never removed.
 */
import { chown, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { ArchiveReader, FoundEntry } from './archive.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED } from './exit-codes.ts'

export interface PutBackOptions {
  readonly replaces: boolean
  /** Also writes files that the configuration names outside of its own folders. */
  readonly outside: boolean
  readonly say: (text: string) => void
  /** For the names of what is moved aside. */
  readonly stamp: string
}

/** One entry and where it is written first. */
export interface Part {
  readonly entry: FoundEntry
  readonly path: string
}

/** A file or a folder that is moved into its place as a whole. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** What a place is called until its entries are checked. */
export const RESTORING = '.restoring'

export interface Plan {
  readonly parts: readonly Part[]
  /** In this order. */
  readonly moves: readonly Move[]
  /** The folders in which it may write. */
  readonly roots: readonly string[]
  /** Shuts out whoever uses the places that are taken. @throws Ending if somebody does */
  readonly lock: (taken: readonly string[]) => Promise<readonly (() => Promise<void>)[]>
  /** Looks at what lies beside the places. @throws Ending if it must not be put there */
  readonly check: () => Promise<void>
}

export async function putBack(archive: ArchiveReader, options: PutBackOptions, plan: Plan): Promise<void> {
  const { say, stamp } = options
  const { parts, moves } = plan
  await refuseOutside(moves, plan.roots, options.outside)
  const taken = await existing(moves)
  if (taken.length > 0 && !options.replaces)
    throw new Ending(EXIT_FAILED, `these are there already; --replace moves them aside:\n${taken.map((path) => `  ${path}\n`).join('')}`)
  const locks = await plan.lock(taken)
  try {
    for (const { from } of moves) await rm(from, { recursive: true, force: true })
    for (const part of parts) await extract(archive, part)
    await plan.check()
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

/** Follows links: a folder that leads elsewhere is elsewhere. */
async function refuseOutside(moves: readonly Move[], roots: readonly string[], isAllowed: boolean): Promise<void> {
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
