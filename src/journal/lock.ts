/**
 * One writer per journal (F21): a file `lock` names the process. If that process is gone, the lock is stale and is taken over. The process
 * is identified by its number and its start (boot id and start tick), because numbers are reused, in containers at once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, JournalError } from './errors.ts'
import { type JournalFiles, writeAll } from './files.ts'

export interface Processes {
  readonly self: number
  /** Distinguishes this process from a later one with the same number; '' if the system does not say; null: no such process. */
  startOf(pid: number): string | null
  /** Locks this process holds. If starts cannot be distinguished, its own number in a lock may be a predecessor's. */
  readonly held: Set<string>
}

export const systemProcesses: Processes = {
  self: process.pid,
  held: new Set(),
  startOf: (pid) => {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return null
    }
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // Field 22 of proc(5), counted from after the name, which may contain spaces and brackets.
      const tick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${tick}`
    } catch {
      return ''
    }
  },
}

/** Resolves to a function that releases the lock. @throws JournalError `locked` */
export async function takeLock(folder: string, files: JournalFiles, processes: Processes): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const mine = `${processes.self} ${processes.startOf(processes.self) ?? ''}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (processes.held.has(path)) throw locked(folder, processes.self)
    if (await create(path, mine, files, processes.self)) {
      processes.held.add(path)
      return async () => {
        processes.held.delete(path)
        await files.remove(path)
      }
    }
    const text = await files.readText(path).catch(() => null)
    if (text === null) continue
    const holder = liveHolder(text, processes)
    if (holder !== null) throw locked(folder, holder)
    await setAside(path, text, files, processes.self, folder)
  }
  throw new JournalError(
    'locked',
    `${path}: the lock keeps changing owner; find out which daemons are being started for this table, and start only one`,
  )
}

/** The process that is writing this journal; null: none. Touches nothing. @throws the error that keeps the lock from being read */
export async function lockHolder(
  folder: string,
  files: Pick<JournalFiles, 'readText'>,
  processes: Pick<Processes, 'self' | 'startOf'>,
): Promise<number | null> {
  const text = await files.readText(join(folder, 'lock')).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return text === null ? null : liveHolder(text, processes)
}

function locked(folder: string, pid: number): JournalError {
  return new JournalError(
    'locked',
    `${folder}: process ${pid} is already writing this journal, and a table may have only one daemon. Stop that process, or set another folder under \`journal:\``,
  )
}

/** Writes a new file and links it, so that nobody ever reads half a lock. */
async function create(path: string, text: string, files: JournalFiles, self: number): Promise<boolean> {
  const beside = `${path}.new-${self}`
  await files.remove(beside).catch(() => undefined)
  try {
    const file = await files.open(beside, 'create')
    try {
      await writeAll(file, Buffer.from(text), 0)
    } finally {
      await file.close()
    }
    await files.link(beside, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    // Also on a full disk: otherwise each start would leave a file behind.
    await files.remove(beside).catch(() => undefined)
  }
}

/** The process number if that process is alive, otherwise null. Any other text is a lock damaged by a power failure. */
function liveHolder(text: string, processes: Pick<Processes, 'self' | 'startOf'>): number | null {
  const match = /^(\d{1,10}) (\S*)\n$/.exec(text)
  if (match === null) return null
  const pid = Number(match[1])
  const start = processes.startOf(pid)
  if (start === null) return null
  if (start !== '' && match[2] !== '') return start === match[2] ? pid : null
  return pid === processes.self ? null : pid
}

/** Two processes may find the same stale lock. The rename lets one win; a process that catches a fresh lock instead stops. */
async function setAside(path: string, stale: string, files: JournalFiles, self: number, folder: string): Promise<void> {
  const aside = `${path}.stale-${self}`
  try {
    await files.rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const caught = await files.readText(aside)
  if (caught !== stale) {
    await files.rename(aside, path)
    throw locked(folder, Number(/^\d{1,10}/.exec(caught)?.[0] ?? 0))
  }
  await files.remove(aside)
}
