/**
 * A back-up's file: a plain tar (POSIX ustar), so that `tar -tvf` and `tar -xf` read it without this program. Its last entry, MANIFEST, has
 * the SHA-256 of every entry before it: an archive that was cut or damaged is found out before anything is restored.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { Owner } from './owners.ts'

export interface ArchiveEntry {
  /** `journal/bj07/000001.jsonl`; at most 100 bytes. */
  readonly name: string
  readonly size: number
  /** The last nine bits of a file's mode. */
  readonly mode: number
  /** null: the system has no name for its user, or the archive is older than owners in it. */
  readonly owner: Owner | null
}

export interface FoundEntry extends ArchiveEntry {
  readonly sha256: string
  /** Where its bytes begin in the archive. */
  readonly offset: number
}

/** Why a file is no archive, or not the one that was written. */
export class ArchiveFault extends Error {}

const MANIFEST = 'MANIFEST'
const BLOCK = 512
const CHUNK = 256 * 1024
/** A table's journal has some thousand files in ten years. */
const ENTRIES_MAX = 100_000
const MANIFEST_BYTES_MAX = 32 * 1024 * 1024
/** Eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1
/** Leads nowhere but down. */
const NAME = /^(?!\.+(\/|$))[\w.-]+(\/(?!\.+(\/|$))[\w.-]+)*$/
const NAME_BYTES_MAX = 100

export interface ArchiveWriter {
  /** `read`: fills the buffer with bytes of the entry from `position` on; resolves to their number. */
  add(entry: ArchiveEntry, read: (buffer: Buffer, position: number) => Promise<number>): Promise<void>
  addBytes(entry: Omit<ArchiveEntry, 'size'>, bytes: Uint8Array): Promise<void>
}

/** Writes the archive beside its place and moves it there when it is whole and on the disk. @throws the disk's error, or that of `fill` */
export async function writeArchive(path: string, replaces: boolean, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  if (!replaces) await refuseExisting(path)
  const beside = `${path}.part`
  await rm(beside, { force: true })
  // It holds keys.
  const file = await open(beside, 'wx', 0o600)
  try {
    await fillArchive(file, fill)
    await file.sync()
    await file.close()
    if (!replaces) await refuseExisting(path)
    await rename(beside, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(beside, { force: true })
    throw error
  }
}

async function refuseExisting(path: string): Promise<void> {
  const there = await open(path, 'r').catch(() => null)
  await there?.close()
  if (there !== null) throw new ArchiveFault(`${path} already exists`)
}

async function fillArchive(file: FileHandle, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const written: (ArchiveEntry & { readonly sha256: string })[] = []
  const put = async (bytes: Uint8Array): Promise<void> => void (await file.writeFile(bytes))
  const add: ArchiveWriter['add'] = async (entry, read) => {
    await put(headerOf(entry))
    const hash = createHash('sha256')
    const buffer = Buffer.alloc(CHUNK)
    for (let done = 0; done < entry.size; ) {
      const count = await read(buffer.subarray(0, Math.min(CHUNK, entry.size - done)), done)
      if (count === 0) throw new Error(`${entry.name} became shorter while it was read`)
      hash.update(buffer.subarray(0, count))
      await put(buffer.subarray(0, count))
      done += count
    }
    await put(Buffer.alloc(paddingOf(entry.size)))
    written.push({ ...entry, sha256: hash.digest('hex') })
  }
  const addBytes: ArchiveWriter['addBytes'] = (entry, bytes) =>
    add({ ...entry, size: bytes.length }, async (buffer, position) => Buffer.from(bytes).copy(buffer, 0, position))
  await fill({ add, addBytes })
  const lines = written.map(({ name, size, sha256 }) => ({ name, size, sha256 }))
  const manifest = Buffer.from(`${JSON.stringify({ backup: 1, entries: lines })}\n`)
  await addBytes({ name: MANIFEST, mode: 0o600, owner: null }, manifest)
  await put(Buffer.alloc(2 * BLOCK))
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

function headerOf({ name, size, mode, owner }: ArchiveEntry): Buffer {
  if (!NAME.test(name) || Buffer.byteLength(name) > NAME_BYTES_MAX) throw new ArchiveFault(`${name} cannot be the name of an entry`)
  if (size > SIZE_MAX) throw new ArchiveFault(`${name} is too large for an archive`)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write(octal(mode & 0o777, 7), 100)
  head.write(octal(numberOf(owner?.uid), 7), 108)
  head.write(octal(numberOf(owner?.gid), 7), 116)
  head.write(octal(size, 11), 124)
  head.write(octal(0, 11), 136)
  head.write('0', 156)
  head.write('ustar\u000000', 257)
  head.write(nameIn(owner?.user), 265)
  head.write(nameIn(owner?.group), 297)
  head.write(`${octal(sumOf(head), 6)} `, 148)
  return head
}

/** Seven octal digits; names count, and numbers are for whoever reads the archive with another program. */
const numberOf = (id = 0): number => (id < 8 ** 7 ? id : 0)
const nameIn = (text = ''): string => (/^[\w.@-]{1,31}$/.test(text) ? text : '')

/** The checksum counts itself as blanks. */
const sumOf = (head: Buffer): number => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

export interface ArchiveReader {
  readonly entries: readonly FoundEntry[]
  /** All bytes of a small entry. */
  bytes(entry: FoundEntry): Promise<Buffer>
  /** Calls `take` with the bytes of an entry, in order; checks them once more. */
  copy(entry: FoundEntry, take: (bytes: Buffer) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Reads and checks all of it. @throws ArchiveFault that says what is wrong, or the system's error */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new ArchiveFault(`${path} is not a file`)
    const entries = await entriesOf(file, path)
    return {
      entries,
      bytes: async (entry) => {
        const parts: Buffer[] = []
        await copyOut(file, entry, async (part) => void parts.push(Buffer.from(part)))
        return Buffer.concat(parts)
      },
      copy: async (entry, take) => {
        if ((await copyOut(file, entry, take)) !== entry.sha256) throw new ArchiveFault(`${path}: ${entry.name} changed while it was read`)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function entriesOf(file: FileHandle, path: string): Promise<readonly FoundEntry[]> {
  const found: FoundEntry[] = []
  const { size: end } = await file.stat()
  for (let at = 0; at + BLOCK <= end; ) {
    const head = Buffer.alloc(BLOCK)
    await file.read(head, 0, BLOCK, at)
    const entry = readHeader(head)
    if (entry === null || at + BLOCK + entry.size > end) break
    const offset = at + BLOCK
    const sha256 = await copyOut(file, { ...entry, offset }, async () => undefined)
    if (entry.name === MANIFEST) {
      await compare(file, { ...entry, offset }, found, path)
      return found
    }
    if (found.some(({ name }) => name === entry.name) || found.length >= ENTRIES_MAX)
      throw new ArchiveFault(`${path}: ${entry.name} is in it twice, or it has too many entries`)
    found.push({ ...entry, sha256, offset })
    at = offset + entry.size + paddingOf(entry.size)
  }
  throw new ArchiveFault(`${path} is not a whole back-up: it was cut, damaged, or made by another program`)
}

/** null: it is none that this program has written. */
function readHeader(head: Buffer): ArchiveEntry | null {
  const text = (from: number, to: number): string => head.toString('latin1', from, to).replace(/\0.*$/s, '')
  const digits = (from: number, to: number): number =>
    /^[0-7]+$/.test(text(from, to).trim()) ? Number.parseInt(text(from, to), 8) : Number.NaN
  const [name, mode, size] = [text(0, 100), digits(100, 108), digits(124, 136)]
  const names = { user: nameIn(text(265, 297)), group: nameIn(text(297, 329)) }
  const owner = names.user === '' ? null : { ...names, uid: digits(108, 116), gid: digits(116, 124) }
  const isOne = NAME.test(name) && text(156, 157) === '0' && text(345, 500) === ''
  return isOne && digits(148, 155) === sumOf(head) && Number.isSafeInteger(size) && mode <= 0o777 ? { name, mode, size, owner } : null
}

async function copyOut(
  file: FileHandle,
  { offset, size }: Pick<FoundEntry, 'offset' | 'size'>,
  take: (bytes: Buffer) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(Math.min(CHUNK, size))
  for (let done = 0; done < size; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - done), offset + done)
    if (bytesRead === 0) throw new ArchiveFault('the back-up became shorter while it was read')
    hash.update(buffer.subarray(0, bytesRead))
    await take(buffer.subarray(0, bytesRead))
    done += bytesRead
  }
  return hash.digest('hex')
}

async function compare(
  file: FileHandle,
  manifest: Pick<FoundEntry, 'offset' | 'size'>,
  found: readonly FoundEntry[],
  path: string,
): Promise<void> {
  if (manifest.size > MANIFEST_BYTES_MAX) throw new ArchiveFault(`${path} has a list of its entries that is too long`)
  let text = ''
  await copyOut(file, manifest, async (part) => {
    text += part.toString('utf8')
  })
  const own = JSON.stringify({ backup: 1, entries: found.map(({ name, size, sha256 }) => ({ name, size, sha256 })) })
  if (text.trim() === own) return
  const bad = found.find(({ sha256 }) => !text.includes(sha256))?.name ?? 'the list of its entries'
  throw new ArchiveFault(`${path} is damaged: ${bad} is not as it was when the back-up was made`)
}
