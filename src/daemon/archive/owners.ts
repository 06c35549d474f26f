/** Users and groups: as whom a service runs, whose a file was when it was backed up, and work that root does with no more rights than they have. */
import { execFileSync } from 'node:child_process'
import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A user and a group; names are empty where the system has none. */
export interface Owner {
  readonly uid: number
  readonly gid: number
  readonly user: string
  readonly group: string
}

export const isRoot = (): boolean => process.geteuid?.() === 0

export function ownerOf({ uid, gid }: Pick<Stats, 'uid' | 'gid'>): Owner {
  return { uid, gid, user: found('passwd', uid)?.name ?? '', group: found('group', gid)?.name ?? '' }
}

/** The owner of that name on this computer; what does not exist here is `instead`'s. */
export function ownerHere({ user, group }: Pick<Owner, 'user' | 'group'>, instead: Owner): Owner {
  const [uid, gid] = [found('passwd', user), found('group', group)]
  return {
    ...(uid === null ? { uid: instead.uid, user: instead.user } : { uid: uid.id, user }),
    ...(gid === null ? { gid: instead.gid, group: instead.group } : { gid: gid.id, group }),
  }
}

/** As whom a service runs whose data are in these folders: the owner of the first that is not root's, or root. A missing one counts as that above. */
export function serviceUser(folders: readonly string[]): Owner {
  const owners = folders.map((folder) => ownerOf(nearest(folder)))
  const [user = ownerOf({ uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 })] = [
    ...owners.filter(({ uid }) => uid !== 0),
    ...owners,
  ]
  const gid = found('passwd', user.uid)?.gid
  return gid === undefined ? user : ownerOf({ uid: user.uid, gid })
}

export const nameOf = ({ user, uid }: Owner): string => user || `user ${uid}`

function nearest(folder: string): Stats {
  return statSync(folder, { throwIfNoEntry: false }) ?? nearest(dirname(folder))
}

const known = new Map<string, { readonly name: string; readonly id: number; readonly gid: number } | null>()

/** What the system says of a user or group, by name or number; null: it knows none, or cannot be asked. */
function found(database: 'passwd' | 'group', key: string | number) {
  const asked = `${database} ${key}`
  const before = known.get(asked)
  if (before !== undefined) return before
  const entry = key === '' ? null : ask(database, String(key))
  known.set(asked, entry)
  return entry
}

function ask(database: string, key: string) {
  try {
    const line = execFileSync('getent', [database, key], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const [name = '', , id, gid] = line.split(':')
    return { name, id: Number(id), gid: Number(gid) }
  } catch {
    return null
  }
}

/** Does it with the rights of that user, if root asks; the kernel then refuses what he may not do. Nothing else may run meanwhile. */
export async function acting<T>(user: Owner, work: () => Promise<T>): Promise<T> {
  if (!isRoot() || user.uid === 0) return work()
  const [groups, gid] = [process.getgroups?.() ?? [], process.getegid?.() ?? 0]
  takeGroups(user)
  process.setegid?.(user.gid)
  process.seteuid?.(user.uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(gid)
    process.setgroups?.(groups)
  }
}

/** From here on this process is that user's, if it was root's. */
export function become(user: Owner): void {
  if (!isRoot() || user.uid === 0) return
  takeGroups(user)
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
}

function takeGroups({ user, gid }: Owner): void {
  const more = user === '' ? '' : execFileSync('id', ['-G', user], { encoding: 'utf8' })
  process.setgroups?.([
    gid,
    ...more
      .split(/\s+/)
      .filter((each) => each !== '')
      .map(Number),
  ])
}
