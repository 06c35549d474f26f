/**
 * A folder that is held open: what is done in it happens there, whatever its name leads to by then, as with openat(2), which Node lacks. Root
 * needs this where another user may rename things: a name that was looked at may be a link at its next use.
 */
import { constants, existsSync, type Stats } from 'node:fs'
import { chmod, chown, type FileHandle, lstat, mkdir, open, readdir, readlink, rmdir, stat, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Ending, EXIT_FAILED } from '../../base/process/exit-codes.ts'
import { codeOf } from '../../base/process/reason.ts'
import { isRoot, type Owner } from './owners.ts'

const DESCRIPTORS = '/proc/self/fd'
/** Elsewhere than on Linux names have to do. */
const HAS_DESCRIPTORS = existsSync(DESCRIPTORS)
/** Linux's, which Node does not name: a folder that one may pass through need not be readable. */
const O_PATH = HAS_DESCRIPTORS ? 0o10000000 : 0
const FOLDER = O_PATH | constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
/** As the system's own limit. */
const LINKS_MAX = 40
const OTHERS_WRITE = 0o022

export class HeldFolder {
  /** Where it was found, without links. For people, and to compare. */
  readonly path: string
  readonly #handle: FileHandle

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  static async root(): Promise<HeldFolder> {
    return new HeldFolder('/', await open('/', FOLDER))
  }

  /** For every call that takes a path: this folder. */
  get own(): string {
    return HAS_DESCRIPTORS ? `${DESCRIPTORS}/${this.#handle.fd}` : this.path
  }

  /** The same: `name` in it. */
  at(name: string): string {
    return join(this.own, name)
  }

  stat(): Promise<Stats> {
    return stat(this.own)
  }

  async give({ uid, gid }: Pick<Owner, 'uid' | 'gid'>, mode: number): Promise<void> {
    await chown(this.own, uid, gid)
    await chmod(this.own, mode)
  }

  /** A folder in this one. @throws the system's error, also for a link */
  async enter(name: string): Promise<HeldFolder> {
    return new HeldFolder(join(this.path, name), await open(this.at(name), FOLDER))
  }

  /** A new folder in this one, for nobody but this user. @throws Ending if somebody else was there first */
  async make(name: string): Promise<HeldFolder> {
    await mkdir(this.at(name), { mode: 0o700 })
    const made = await this.enter(name)
    const { uid } = await made.stat()
    if (uid === process.geteuid?.() && (await readdir(made.own)).length === 0) return made
    await made.close()
    throw new Ending(EXIT_FAILED, `${made.path} was put there by somebody else at this moment; find out by whom, and try again`)
  }

  async has(name: string): Promise<boolean> {
    return lstat(this.at(name)).then(
      () => true,
      () => false,
    )
  }

  /** Removes a file, or a folder that holds nothing but files. Follows no link. */
  async remove(name: string): Promise<void> {
    try {
      await unlink(this.at(name))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      // Linux says it of a folder in one way, others in another.
      if (codeOf(error) !== 'EISDIR' && codeOf(error) !== 'EPERM') throw error
      const folder = await this.enter(name)
      for (const each of await readdir(folder.own)) await unlink(folder.at(each))
      await folder.close()
      await rmdir(this.at(name))
    }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

export interface Reached {
  readonly folder: HeldFolder
  /** The rest of the path, which does not exist. */
  readonly missing: readonly string[]
}

/** As far as there are folders on the way to `path`. @throws Ending for a link that somebody else than root may have put there, if root asks */
export async function reach(path: string): Promise<Reached> {
  let folder = await HeldFolder.root()
  const left = namesIn(resolve(path))
  for (let links = 0; left.length > 0; ) {
    const [name = ''] = left
    const next = await folder.enter(name).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? null : linkAt(folder, name, error)))
    if (next === null) break
    left.shift()
    if (typeof next !== 'string') {
      await folder.close()
      folder = next
      continue
    }
    links += 1
    if (links > LINKS_MAX) throw new Ending(EXIT_FAILED, `${path} leads through links without an end`)
    left.unshift(...namesIn(next))
    if (!next.startsWith('/')) continue
    await folder.close()
    folder = await HeldFolder.root()
  }
  return { folder, missing: left }
}

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '')

/** Where a link leads that may be followed. */
async function linkAt(folder: HeldFolder, name: string, otherwise: unknown): Promise<string> {
  const target = await readlink(folder.at(name)).catch(() => null)
  if (target === null) throw otherwise
  const { uid, mode } = await folder.stat()
  if (!isRoot() || (uid === 0 && (mode & OTHERS_WRITE) === 0)) return target
  throw new Ending(
    EXIT_FAILED,
    `${join(folder.path, name)} is a symbolic link that others than root may have put there, so root does not follow it; name the folder that it leads to`,
  )
}

/** Makes what is missing, as the folder above is. */
export async function makeMissing({ folder, missing }: Reached): Promise<HeldFolder> {
  let held = folder
  for (const name of missing) {
    const next = await made(held, name)
    await held.close()
    held = next
  }
  return held
}

async function made(folder: HeldFolder, name: string): Promise<HeldFolder> {
  // The place before this one may have needed it, too.
  if (await folder.has(name)) return folder.enter(name)
  const { uid, gid, mode } = await folder.stat()
  const own = await folder.make(name)
  if (isRoot()) await own.give({ uid, gid }, (mode & 0o2050) | 0o700)
  return own
}
