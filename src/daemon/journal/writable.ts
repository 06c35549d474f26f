/** Whether the user of this process may write where it has to, in words for a person. */
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { TableConfig } from '../../base/config/table-config.ts'
import { codeOf } from '../../base/process/reason.ts'
import { catalog } from '../../words/catalog.ts'
import { type Said, saying, type Text } from '../../words/text.ts'

export interface Unwritable {
  /** `cannot write FOLDER as USER: ...` */
  readonly problem: string
  readonly todo: string
  /** The same in every language. */
  readonly said: { readonly problem: Said; readonly todo: Said }
}

export const UNWRITABLE = {
  problem: { en: 'cannot write {folder} as {user}: {why}', de: '{user} kann {folder} nicht beschreiben: {why}' },
  todo: {
    en: '{todo}, or name another folder in the configuration',
    de: '{todo}, oder nennen Sie in der Konfiguration einen anderen Ordner',
  },

  'is-file': { en: 'it is a file, not a folder', de: 'das ist eine Datei, kein Ordner' },
  'read-only': { en: 'its file system is read-only', de: 'sein Dateisystem ist nur lesbar' },
  own: { en: 'it {owner}', de: 'er {owner}' },
  file: { en: '{file} in it {owner}', de: '{file} darin {owner}' },
  'above-is-file': { en: '{above} is a file, not a folder', de: '{above} ist eine Datei, kein Ordner' },
  'above-read-only': { en: '{absent}the file system of {above} is read-only', de: '{absent}das Dateisystem von {above} ist nur lesbar' },
  'above-foreign': { en: '{absent}{above} {owner}', de: '{absent}{above} {owner}' },
  absent: { en: 'it does not exist, and ', de: 'es gibt ihn nicht, und ' },
  'against-owner': {
    en: 'is protected against its own owner (chmod u+rwX)',
    de: 'ist vor dem eigenen Besitzer geschützt (chmod u+rwX)',
  },
  belongs: { en: 'belongs to {user}', de: 'gehört {user}' },

  give: {
    en: 'give it to that user (sudo chown -R {user} {folder})',
    de: 'geben Sie ihn diesem Benutzer (sudo chown -R {user} {folder})',
  },
  make: {
    en: 'make it for that user (sudo install -d -o {user} -m 0700 {folder})',
    de: 'legen Sie ihn für diesen Benutzer an (sudo install -d -o {user} -m 0700 {folder})',
  },
  unlock: {
    en: 'if systemd keeps it read-only, add ReadWritePaths={folder} to the unit',
    de: 'hält systemd ihn nur lesbar, tragen Sie ReadWritePaths={folder} in die Unit ein',
  },
  rename: { en: 'move that file away', de: 'verschieben Sie diese Datei' },
} as const

const say = saying(UNWRITABLE)
catalog('folder', UNWRITABLE)

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
  if (!statSync(folder).isDirectory()) return told(folder, say('is-file'), 'rename')
  const why = refusal(folder, R_OK | W_OK | X_OK)
  if (why !== '')
    return why === 'EROFS' ? told(folder, say('read-only'), 'unlock') : told(folder, say('own', { owner: ownerOf(folder) }), 'give')
  // Somebody may have started the program as root before.
  const foreign = readdirSync(folder, { withFileTypes: true }).find(
    (file) => file.isFile() && refusal(join(folder, file.name), R_OK | W_OK) === 'EACCES',
  )
  return foreign === undefined
    ? null
    : told(folder, say('file', { file: foreign.name, owner: ownerOf(join(folder, foreign.name)) }), 'give')
}

/** A folder that is not there can be made if the nearest one above it allows that. */
function unmakeable(folder: string): Unwritable | null {
  let above = dirname(folder)
  while (!isSeen(above) && above !== dirname(above)) above = dirname(above)
  if (!statSync(above).isDirectory()) return told(folder, say('above-is-file', { above }), 'rename')
  const why = refusal(above, W_OK | X_OK)
  if (why === '') return null
  const absent = refusal(above, X_OK) === '' ? say('absent') : ''
  return why === 'EROFS'
    ? told(folder, say('above-read-only', { absent, above }), 'unlock')
    : told(folder, say('above-foreign', { absent, above, owner: ownerOf(above) }), 'make')
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

function ownerOf(path: string): Text {
  const { uid = -1 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return uid === process.getuid?.() ? say('against-owner') : say('belongs', { user: userOf(uid) })
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

function told(folder: string, why: Text, what: 'give' | 'make' | 'unlock' | 'rename'): Unwritable {
  const user = userHere()
  const problem = say('problem', { folder, user, why })
  const todo = say('todo', { todo: say(what, { folder, user }) })
  return { problem: problem.en, todo: todo.en, said: { problem, todo } }
}
