/** Whether the user of this process may write where it has to, in words for a person. */
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { TableConfig } from '../config/table-config.ts'
import { codeOf } from './errors.ts'

export interface Unwritable {
  /** `cannot write FOLDER as USER: ...` */
  readonly problem: string
  readonly todo: string
}

const { R_OK, W_OK, X_OK } = constants

/** The user whose rights count; one without a name is told by number. */
export function userHere(): string {
  try {
    return userInfo().username
  } catch {
    return userOf(process.getuid?.() ?? 0)
  }
}

/** The folders that a table writes: that of its journal, and that of its key, where the newest seal is kept. */
export const foldersOf = ({ journal, signingKeyFile }: Pick<TableConfig, 'journal' | 'signingKeyFile'>): readonly string[] => [
  ...new Set([journal, signingKeyFile === undefined ? journal : dirname(signingKeyFile)]),
]

/** null: the folder can be written, or made. Changes nothing. */
export function unwritable(folder: string): Unwritable | null {
  if (!isSeen(folder)) return unmakeable(folder)
  if (!statSync(folder).isDirectory()) return told(folder, 'it is a file, not a folder', 'rename')
  const why = refusal(folder, R_OK | W_OK | X_OK)
  if (why !== '')
    return why === 'EROFS' ? told(folder, 'its file system is read-only', 'unlock') : told(folder, `it ${ownerOf(folder)}`, 'give')
  // Somebody may have started the program as root before.
  const foreign = readdirSync(folder, { withFileTypes: true }).find(
    (file) => file.isFile() && refusal(join(folder, file.name), R_OK | W_OK) === 'EACCES',
  )
  return foreign === undefined ? null : told(folder, `${foreign.name} in it ${ownerOf(join(folder, foreign.name))}`, 'give')
}

/** A folder that is not there can be made if the nearest one above it allows that. */
function unmakeable(folder: string): Unwritable | null {
  let above = dirname(folder)
  while (!isSeen(above) && above !== dirname(above)) above = dirname(above)
  if (!statSync(above).isDirectory()) return told(folder, `${above} is a file, not a folder`, 'rename')
  const why = refusal(above, W_OK | X_OK)
  if (why === '') return null
  const absent = refusal(above, X_OK) === '' ? 'it does not exist, and ' : ''
  return why === 'EROFS'
    ? told(folder, `${absent}the file system of ${above} is read-only`, 'unlock')
    : told(folder, `${absent}${above} ${ownerOf(above)}`, 'make')
}

/** The code of the error with which the system refuses that access; empty: it does not. */
function refusal(path: string, access: number): string {
  try {
    accessSync(path, access)
    return ''
  } catch (error) {
    return codeOf(error)
  }
}

const isSeen = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function ownerOf(path: string): string {
  const { uid = -1 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return uid === process.getuid?.() ? 'is protected against its own owner (chmod u+rwX)' : `belongs to ${userOf(uid)}`
}

function userOf(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(uid))
    return line?.split(':')[0] || `user ${uid}`
  } catch {
    return `user ${uid}`
  }
}

const TODOS = {
  give: (folder: string, user: string) => `give it to that user (sudo chown -R ${user} ${folder})`,
  make: (folder: string, user: string) => `make it for that user (sudo install -d -o ${user} -m 0700 ${folder})`,
  unlock: (folder: string) => `if systemd keeps it read-only, add ReadWritePaths=${folder} to the unit`,
  rename: () => 'move that file away',
} as const

function told(folder: string, why: string, todo: keyof typeof TODOS): Unwritable {
  const user = userHere()
  return {
    problem: `cannot write ${folder} as ${user}: ${why}`,
    todo: `${TODOS[todo](folder, user)}, or name another folder in the configuration`,
  }
}
