/** Opens the files a configuration names and says what is wrong with them. Quotes nothing it has read. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Given } from '../../../devices/driver.ts'
import { KEY_BYTES } from '../../../firmware-bridge/proof.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { type LanguageFile, languageIn } from '../../words/file.ts'
import { isSaid, type Said } from '../../words/text.ts'
import { badgesIn, cardsIn, chipsIn } from './tag-file.ts'
import { readUsers } from './users.ts'
import { wrongFile } from './wrong.ts'

/** `kept`: a secret that the program reads or makes later, so it may be missing, and is not read here. */
export type FileKind =
  | 'password'
  | 'authority'
  | 'certificate'
  | 'key'
  | 'users'
  | 'device-key'
  | 'cards'
  | 'chips'
  | 'badges'
  | 'language'
  | 'kept'

export interface NamedFile {
  readonly kind: FileKind
  readonly path: string
  /** For a key: where its certificate is. */
  readonly certificate?: string | undefined
}

/** Real files have a few kilobytes. */
const BYTES_MAX = 1024 * 1024

/** What is wrong with the file; null: it can be used. */
export function fileFault(file: NamedFile): Said | null {
  const { kind, path } = file
  if (kind === 'kept') return modeFault(path)
  const bytes = contentOf(path)
  if (isFault(bytes)) return bytes
  return CHECKS[kind](bytes, file) ?? (PUBLIC.includes(kind) ? null : modeFault(path))
}

const PUBLIC: readonly FileKind[] = ['authority', 'certificate', 'cards', 'chips', 'badges', 'language']

/**
 * The bits of a file's mode that let others read a secret, or anybody but its owner change it. Its group may read it: the files of a service
 * often belong to root and the group of the service (0640).
 */
const FOREIGN = 0o027
const PLAIN_PATH = /^[\w./@+-]+$/

/** Whether others may read or change a secret; null: nobody may, or there is no such file. */
function modeFault(path: string): Said | null {
  const mode = modeOf(path)
  if ((mode & FOREIGN) === 0) return null
  const named = PLAIN_PATH.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return wrongFile('mode-open', { path, mode: (mode & 0o777).toString(8), named })
}

/** 0: it is not there, not a file, or not to be seen: whoever opens it will say so. */
function modeOf(path: string): number {
  try {
    const stat = statSync(path)
    return stat.isFile() ? stat.mode : 0
  } catch {
    return 0
  }
}

/** Checks a journal's folder, and the key in it; the daemon creates both if they do not exist. */
export function folderFault(path: string): Said | null {
  if (existsSync(path) && !statSync(path).isDirectory()) return wrongFile('no-folder', { path })
  const fault = modeFault(join(path, 'signing.key'))
  return fault === null ? null : wrongFile('key-in-folder', { fault })
}

const isFault = (read: Buffer | Said): read is Said => !(read instanceof Buffer)

/** The file's bytes, or why there are none. */
function contentOf(path: string): Buffer | Said {
  let file: number | null = null
  try {
    // Otherwise opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) return wrongFile('no-file', { path })
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    if (size === 0) return wrongFile('empty-file', { path })
    return size > BYTES_MAX ? wrongFile('large-file', { bytes: BYTES_MAX, path }) : readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? wrongFile('absent', { path }) : wrongFile('unreadable-file', { code: code ?? 'unknown error', path })
  } finally {
    if (file !== null) closeSync(file)
  }
}

const CHECKS: { readonly [kind in Exclude<FileKind, 'kept'>]: (bytes: Buffer, file: NamedFile) => Said | null } = {
  password: (bytes, { path }) => (bytes.toString('utf8').trim() === '' ? wrongFile('no-password', { path }) : null),
  authority: (bytes, { path }) => {
    const found = certificatesIn(bytes)
    if (found === null) return wrongFile('no-certificate', { path })
    const isAuthority = ({ ca, issuer, subject }: X509Certificate) => ca || issuer === subject
    return found.some(isAuthority) ? null : wrongFile('no-authority', { path })
  },
  certificate: (bytes, { path }) => (certificatesIn(bytes) === null ? wrongFile('no-certificate', { path }) : null),
  key: (bytes, { path, certificate }) => {
    const key = keyIn(bytes)
    if (key === null) return wrongFile('no-key', { path })
    const own = certificate === undefined ? null : contentOf(certificate)
    const [first] = own instanceof Buffer ? (certificatesIn(own) ?? []) : []
    return first === undefined || first.checkPrivateKey(key) ? null : wrongFile('other-key', { path })
  },
  'device-key': (bytes, { path }) =>
    deviceKeyIn(bytes.toString('latin1')) === null ? wrongFile('no-device-key', { count: 2 * KEY_BYTES, path }) : null,
  cards: (bytes, { path }) => {
    const cards = cardsIn(bytes.toString('utf8'))
    return isSaid(cards) ? wrongFile('tags', { fault: cards, path }) : null
  },
  chips: (bytes, { path }) => {
    const chips = chipsIn(bytes.toString('utf8'))
    return isSaid(chips) ? wrongFile('tags', { fault: chips, path }) : null
  },
  badges: (bytes, { path }) => {
    const badges = badgesIn(bytes.toString('utf8'))
    return isSaid(badges) ? wrongFile('tags', { fault: badges, path }) : null
  },
  language: (bytes, { path }) => {
    const language = languageIn(bytes.toString('utf8'))
    return isSaid(language) ? wrongFile('language', { fault: language, path }) : null
  },
  users: (bytes, { path }) => {
    const users = readUsers(bytes.toString('utf8'))
    return isSaid(users) ? wrongFile('users', { path, fault: users }) : null
  },
}

/** The key of a device in the text of its file; null: the text is not a key. */
function deviceKeyIn(text: string): Uint8Array | null {
  const digits = text.trim()
  return /^[0-9a-fA-F]+$/.test(digits) && digits.length === 2 * KEY_BYTES ? Buffer.from(digits, 'hex') : null
}

/** @throws Error if the file cannot be read, or no longer holds a key */
export function readDeviceKey(path: string): Uint8Array {
  const bytes = contentOf(path)
  const key = isFault(bytes) ? null : deviceKeyIn(bytes.toString('latin1'))
  if (key === null) throw new Error(`${path}: the key of a device ${isFault(bytes) ? bytes.en : 'is damaged'}`)
  return key
}

/** What the configuration gives to a device's driver. @throws Error if a file cannot be read, or is no file of tags any more */
export function givenOf({
  cardFile,
  chipFile,
  badgeFile,
  antennas,
}: Pick<DeviceConfig, 'cardFile' | 'chipFile' | 'badgeFile' | 'antennas'>): Partial<Given> {
  return {
    ...(cardFile === undefined ? {} : { cards: readTags(cardFile, 'card', cardsIn) }),
    ...(chipFile === undefined ? {} : { chips: readTags(chipFile, 'chip', chipsIn) }),
    ...(badgeFile === undefined ? {} : { badges: readTags(badgeFile, 'badge', badgesIn) }),
    ...(antennas === undefined ? {} : { antennas: new Map(Object.entries(antennas).map(([antenna, spot]) => [Number(antenna), spot])) }),
  }
}

function readTags<File extends object>(path: string, noun: string, tagsIn: (text: string) => File | Said): File {
  const bytes = contentOf(path)
  const tags = isFault(bytes) ? bytes : tagsIn(bytes.toString('utf8'))
  if (isSaid(tags)) throw new Error(`${path}: the ${noun} file ${tags.en}`)
  return tags
}

/** @throws Error if the file cannot be read, or is no language file any more */
export function readLanguage(path: string): LanguageFile {
  const bytes = contentOf(path)
  const language = isFault(bytes) ? bytes : languageIn(bytes.toString('utf8'))
  if (isSaid(language)) throw new Error(`${path}: the language file ${language.en}`)
  return language
}

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g

/** null: there is none, or one is damaged. */
function certificatesIn(bytes: Buffer): readonly X509Certificate[] | null {
  const blocks = bytes.toString('latin1').match(PEM)
  try {
    return blocks?.map((block) => new X509Certificate(block)) ?? null
  } catch {
    return null
  }
}

function keyIn(bytes: Buffer): KeyObject | null {
  try {
    return createPrivateKey(bytes)
  } catch {
    return null
  }
}
