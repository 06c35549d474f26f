/**
 * The few file operations the journal needs, as a port: a test can put a disk behind it that fails at the N-th write or loses
 * power. Errors are Node's (`code`: ENOSPC, EIO, EACCES, ...).
 */
import { constants, type Stats, write } from 'node:fs'
import { access, chmod, type FileHandle, link, lutimes, mkdir, open, readdir, rename, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, reasonOf } from '../../base/process/reason.ts'

export interface JournalFile {
  /** Reads at `position`; resolves to the bytes read, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>
  /** Writes at `position`, perhaps less than was given; resolves to the number of bytes written once they are on stable storage. */
  write(bytes: Uint8Array, position: number): Promise<number>
  /** The new length is on stable storage after a `sync`. */
  truncate(length: number): Promise<void>
  sync(): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
}

export interface JournalFiles {
  /** Creates the folder and its parents; an existing folder is no error. */
  makeFolder(path: string): Promise<void>
  /** Denies every other user access to the folder and its files, where we may change that. */
  restrict(folder: string): Promise<void>
  list(folder: string): Promise<string[]>
  /** `create` fails with EEXIST if the file exists. */
  open(path: string, mode: 'read' | 'write' | 'create'): Promise<JournalFile>
  readText(path: string): Promise<string>
  /** Sets the time at which the file was modified. */
  touch(path: string): Promise<void>
  /** That time, Unix ms by the clock of whoever set it; asks the file's server, not what is remembered of it. */
  modifiedMs(path: string): Promise<number>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; fails with EEXIST if the name is taken. */
  link(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Makes created, renamed and removed names durable. */
  syncFolder(path: string): Promise<void>
  /** The size of the disk that holds the folder; `free`: available to this user. */
  space(path: string): Promise<{ readonly bytes: number; readonly free: number }>
  /** Why no file can be made in the folder, as far as it can be seen without making one; null: nothing speaks against it. Never rejects. */
  makeFault(folder: string): Promise<string | null>
}

/** Resolves when all bytes are on stable storage. @throws the disk's error; some of the bytes may have been written */
export async function writeAll(file: JournalFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const count = await file.write(bytes.subarray(done), position + done)
    if (count <= 0) throw new Error('the disk accepts no more data')
    done += count
  }
}

/** Writes the file that is to take the place of another one. Resolves to its path. @throws the disk's error */
export async function writeBeside(path: string, text: string, files: JournalFiles): Promise<string> {
  const beside = `${path}.new`
  await files.remove(beside).catch(() => undefined)
  const file = await files.open(beside, 'create')
  try {
    await writeAll(file, Buffer.from(text), 0)
  } finally {
    await file.close()
  }
  return beside
}

/** Writes a new file and renames it: whenever the power fails, either the old or the new one is there. @throws the disk's error */
export async function replaceFile(path: string, text: string, files: JournalFiles): Promise<void> {
  await files.rename(await writeBeside(path, text, files), path)
  await files.syncFolder(dirname(path))
}

/** At most `bytesMax` from the beginning of a file. @throws the disk's error */
export async function readUpTo(path: string, bytesMax: number, files: Pick<JournalFiles, 'open'>): Promise<Buffer> {
  const file = await files.open(path, 'read')
  try {
    const bytes = Buffer.alloc(Math.min(await file.size(), bytesMax))
    let held = 0
    while (held < bytes.length) {
      const count = await file.read(bytes.subarray(held), held)
      if (count === 0) break
      held += count
    }
    return bytes.subarray(0, held)
  } finally {
    await file.close()
  }
}

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_DSYNC, O_NONBLOCK, O_NOCTTY, W_OK, X_OK } = constants
/**
 * O_DSYNC: a write ends when its bytes are on the disk, as if `fdatasync` followed it. It needs one call instead of two, and the disk works
 * while a line is folded; a separate sync after the write would have to wait for the fold.
 */
const FLAGS = { read: O_RDONLY, write: O_RDWR | O_DSYNC, create: O_RDWR | O_CREAT | O_EXCL | O_DSYNC } as const

/** The journal contains cards that nobody at the table has seen. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** What lies there instead of a file, with what to do; null: it is a file. */
export function strangeKind(path: string, stat: Stats): string | null {
  if (stat.isFile()) return null
  const kind = stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device'
  return `${path} is a ${kind}, not a file; find out who put it there, and move it away`
}

/** Opens a file and nothing else: opening or reading a pipe would wait for whoever writes to it. @throws Error that says what it is instead */
export async function openRegular(path: string, flags: number, mode?: number): Promise<FileHandle> {
  const handle = await open(path, flags | O_NONBLOCK | O_NOCTTY, mode)
  const stat = await handle.stat()
  const strange = strangeKind(path, stat)
  if (strange === null) return handle
  await handle.close()
  // As the system says it of a folder.
  throw new Error(stat.isDirectory() ? `EISDIR: ${strange}` : strange)
}

/** @throws as `openRegular` */
export async function readRegular(path: string): Promise<string> {
  const handle = await openRegular(path, O_RDONLY)
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

async function openFile(path: string, mode: keyof typeof FLAGS): Promise<JournalFile> {
  const handle = await openRegular(path, FLAGS[mode], FILE_MODE)
  return {
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    // Uses the descriptor: the handle's own method takes a tenth of a millisecond longer for every line of a device.
    write: (bytes, position) =>
      new Promise((resolve, reject) => {
        write(handle.fd, bytes, 0, bytes.length, position, (error, written) => (error ? reject(error) : resolve(written)))
      }),
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  }
}

async function restrict(folder: string): Promise<void> {
  // Another user's folder keeps its mode; the files made in it get ours.
  const unlessForeign = (error: unknown): void => {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOENT') throw error
  }
  await chmod(folder, FOLDER_MODE).catch(unlessForeign)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) if (entry.isFile()) await chmod(join(folder, entry.name), FILE_MODE).catch(unlessForeign)
}

async function makeFault(folder: string): Promise<string | null> {
  try {
    await access(folder, W_OK | X_OK)
    const { files, ffree } = await statfs(folder)
    // Some systems make them as they are needed, and say that there are none at all.
    return files > 0 && ffree === 0 ? `no file can be made in ${folder}: its disk has no file entries (inodes) left` : null
  } catch (error) {
    return `no file can be made in ${folder}: ${reasonOf(error)}`
  }
}

export const diskFiles: JournalFiles = {
  makeFolder: async (path) => void (await mkdir(path, { recursive: true, mode: FOLDER_MODE })),
  restrict,
  list: (folder) => readdir(folder),
  open: openFile,
  readText: readRegular,
  touch: (path) => lutimes(path, new Date(), new Date()),
  modifiedMs: async (path) => {
    const handle = await openRegular(path, O_RDONLY)
    try {
      return (await handle.stat()).mtimeMs
    } finally {
      await handle.close()
    }
  },
  rename,
  link,
  remove: unlink,
  syncFolder: async (path) => {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  space: async (path) => {
    const { bsize, blocks, bavail } = await statfs(path)
    return { bytes: bsize * blocks, free: bsize * bavail }
  },
  makeFault,
}

/** The same files, of which nothing more is read once the signal has come. */
export const stoppable = (files: JournalFiles, signal: AbortSignal): JournalFiles => ({
  ...files,
  open: async (path, mode) => {
    const file = await files.open(path, mode)
    const read: JournalFile['read'] = async (buffer, position) => {
      signal.throwIfAborted()
      return file.read(buffer, position)
    }
    return { ...file, read }
  },
})
