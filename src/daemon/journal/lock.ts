/**
 * One writer per journal (F21): a file `lock` names the process and its place, which is the machine and its space of process numbers. If
 * that process is gone, the lock is stale and is taken over. The process is identified by its number and its start (boot id and start
 * tick), because numbers are reused, in containers at once.
 *
 * A process of another container or machine cannot be looked up. It touches its lock as long as it runs, so whoever finds such a lock
 * watches whether that goes on. No times are compared, because the machines that share a folder may have different clocks.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../base/process/reason.ts'
import { JournalError } from './errors.ts'
import { type JournalFiles, writeAll } from './files.ts'

export interface Processes {
  readonly self: number
  /** Distinguishes this process from a later one with the same number; '' if the system does not say; null: no such process. */
  startOf(pid: number): string | null
  /** Where these process numbers hold, without spaces; left out: the system does not say, and locks do not name it either. */
  readonly place?: string
  /** Locks this process holds. If starts cannot be distinguished, its own number in a lock may be a predecessor's. */
  readonly held: Set<string>
}

const REFRESH_MS = 5000
/** A holder that stalls for longer is ended by its own watchdog. */
const WATCHED_MS = 20_000
const LOOK_MS = 1000

type Pause = (ms: number) => Promise<unknown>

const placeHere = (): string => {
  const host = hostname().replaceAll(/\s/g, '') || 'unknown'
  try {
    return `${host}/${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return `${host}/`
  }
}

/** Where the unit hides the system's own file (`ProcSubset=pid`), systemd says it, without the hyphens. */
const bootId = (): string =>
  process.env.BOOT_ID?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ??
  readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()

export const systemProcesses: Processes = {
  self: process.pid,
  place: placeHere(),
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
      return `${bootId()}/${tick}`
    } catch {
      return ''
    }
  },
}

/** Resolves to a function that releases the lock. @throws LockHeld, or JournalError `locked` */
export async function takeLock(
  folder: string,
  files: JournalFiles,
  processes: Processes,
  pause: Pause = sleep,
): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const { self, place } = processes
  const mine = `${self} ${processes.startOf(self) ?? ''}${place === undefined ? '' : ` ${place}`}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (processes.held.has(path)) throw new LockHeld(folder, { pid: self, place: null })
    if (await create(path, mine, files, processes)) {
      processes.held.add(path)
      // Whoever cannot look up this process sees from this that it runs.
      const touching = place === undefined ? null : setInterval(() => void files.touch(path).catch(() => undefined), REFRESH_MS).unref()
      return async () => {
        if (touching !== null) clearInterval(touching)
        processes.held.delete(path)
        await files.remove(path)
      }
    }
    const text = await files.readText(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (text === null) continue
    const holder = await liveHolder({ path, files, processes, pause }, text)
    if (holder !== null) throw new LockHeld(folder, holder)
    await setAside({ path, files, processes }, text, folder)
  }
  throw new JournalError(
    'locked',
    `${path}: the lock keeps changing owner; find out which daemons are being started for this table, and start only one`,
  )
}

/** The process that is writing this journal; null: none. Changes nothing. @throws the error that keeps the lock from being read */
export async function lockHolder(
  folder: string,
  files: Pick<JournalFiles, 'readText' | 'modifiedMs'>,
  processes: Pick<Processes, 'self' | 'startOf' | 'place'>,
): Promise<number | null> {
  const path = join(folder, 'lock')
  const text = await files.readText(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return text === null ? null : ((await liveHolder({ path, files, processes, pause: sleep }, text))?.pid ?? null)
}

interface Holder {
  readonly pid: number
  /** null: here. */
  readonly place: string | null
}

export class LockHeld extends JournalError {
  /** Who holds it, for a person. */
  readonly holder: string

  constructor(folder: string, { pid, place }: Holder) {
    const [host, space] = place?.split('/') ?? []
    const there = place === null ? '' : ` on ${host}, another machine or container (process numbers of ${space || 'unknown'}),`
    const how =
      place === null
        ? 'Stop that process'
        : `Stop it there; if nothing runs there any more, the lock is free ${WATCHED_MS / 1000} s after its end`
    super(
      'locked',
      `${folder}: process ${pid}${there} is already writing this journal, and a table may have only one daemon. ${how}, or set another folder under \`journal:\``,
    )
    this.holder = `process ${pid}${place === null ? '' : ` on ${host}, another machine or container`}`
  }
}

/** A lock that lies there, and how to find out whether its holder runs. */
interface FoundLock {
  readonly path: string
  readonly files: Pick<JournalFiles, 'modifiedMs'>
  readonly processes: Pick<Processes, 'self' | 'startOf' | 'place'>
  readonly pause: Pause
}

/** The lock that this process takes. */
interface OwnLock {
  readonly path: string
  readonly files: JournalFiles
  readonly processes: Processes
}

/** Of a process, as part of a file's name: in another container it may have the same number. */
const nameOf = ({ self, place = '' }: Processes): string => [self, ...place.split(/[^\w.-]+/)].filter((part) => part !== '').join('-')

/** Writes a new file and links it, so that nobody ever reads half a lock. */
async function create(path: string, text: string, files: JournalFiles, processes: Processes): Promise<boolean> {
  const beside = `${path}.new-${nameOf(processes)}`
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

/** The holder if that process is alive, otherwise null. Any other text is a lock damaged by a power failure. */
async function liveHolder({ path, files, processes, pause }: FoundLock, text: string): Promise<Holder | null> {
  const holder = holderIn(text)
  if (holder === null) return null
  const { pid, start, place } = holder
  // A lock without a place is that of an older version.
  if (place !== null && place !== processes.place) return (await isTouched(path, files, pause)) ? { pid, place } : null
  const now = processes.startOf(pid)
  if (now === null) return null
  // Another user's process may be hidden, and a number is soon given again: whoever holds the lock touches it.
  if (now === '' && place !== null && pid !== processes.self) return (await isTouched(path, files, pause)) ? { pid, place: null } : null
  const isSame = now !== '' && start !== '' ? now === start : pid !== processes.self
  return isSame ? { pid, place: null } : null
}

const holderIn = (text: string): (Holder & { readonly start: string }) | null => {
  const [, pid, start = '', place] = /^(\d{1,10}) (\S*)(?: (\S+))?\n$/.exec(text) ?? []
  return pid === undefined ? null : { pid: Number(pid), start, place: place ?? null }
}

async function isTouched(path: string, files: Pick<JournalFiles, 'modifiedMs'>, pause: Pause): Promise<boolean> {
  const first = await files.modifiedMs(path).catch(() => null)
  for (let waitedMs = 0; first !== null && waitedMs < WATCHED_MS; waitedMs += LOOK_MS) {
    await pause(LOOK_MS)
    const now = await files.modifiedMs(path).catch(() => null)
    if (now !== first) return now !== null
  }
  return false
}

/** Two processes may find the same stale lock. The rename lets one win; a process that catches a fresh lock instead stops. */
async function setAside({ path, files, processes }: OwnLock, stale: string, folder: string): Promise<void> {
  const aside = `${path}.stale-${nameOf(processes)}`
  try {
    await files.rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const caught = await files.readText(aside)
  if (caught !== stale) {
    await files.rename(aside, path)
    const { pid, place } = holderIn(caught) ?? { pid: 0, place: null }
    throw new LockHeld(folder, { pid, place })
  }
  await files.remove(aside)
}
