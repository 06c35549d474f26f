/**
 * A pseudo-terminal that stands in for a serial device: the host opens `path` with the real serialport, the simulated device
 * holds the other end.
 *
 *   device  --write-->  master | slave  <--serialport--  host          unplug() closes the master: the host sees a hang-up
 *           <--data$--         |
 *
 * The slave is held open, raw and unread, so that the line neither echoes nor hangs up while the host is away.
 */
import { closeSync, write as fsWrite, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ReadStream } from 'node:tty'
import { type Observable, Subject } from 'rxjs'

export interface PtyOptions {
  /**
   * A stable path for the host: a symlink that is replaced whole at every plug and removed by `unplug` and `close`. Its folder must exist.
   */
  readonly link?: string
}

export interface Pty {
  /** What the host opens: the link if one was asked for, else the `/dev/pts` path, which changes with every plug. */
  readonly path: string
  /** Bytes from the host, as they come. Continues over re-plugs and completes at `close`. */
  readonly data$: Observable<Buffer>
  readonly plugged: boolean
  /** Bytes that never reached the line: written while unplugged, or while the host did not read. A serial line has no back pressure. */
  readonly bytesLost: number
  /** Resolves when the bytes are on the line or lost; never rejects. */
  write(bytes: string | Uint8Array): Promise<void>
  /** `false`: takes nothing more from the host until `true`; the host's writes pile up on its side. Holds over re-plugs. */
  setReading(on: boolean): void
  /** Hangs up: the host's port closes and the link disappears. Does nothing if already unplugged. */
  unplug(): Promise<void>
  /** A new pair under the same link. Does nothing if already plugged. Rejects after `close`. */
  replug(): Promise<void>
  close(): Promise<void>
}

/** How long a write waits for a host that does not read. Enough for a busy host, short enough not to hold heartbeats back for long. */
const STALL_MS_MAX = 500
const RETRY_MS = 2
/** Most bytes that wait behind a stalled write. Beyond this bytes are lost, as on a wire. Six seconds of a line at 115200. */
const PENDING_BYTES_MAX = 65_536

interface NativeBinding {
  open(columns: number, rows: number): { master: number; slave: number; pty: string }
}

interface Plug {
  readonly slavePath: string
  readonly fd: number
  readonly master: ReadStream
  hangUp(): Promise<void>
}

/** The line, and what is on its way. */
interface Wire {
  readonly data$: Subject<Buffer>
  readonly link: string | undefined
  plug: Plug | undefined
  lastSlavePath: string
  isClosed: boolean
  bytesLost: number
  bytesPending: number
  isStalled: boolean
  isReading: boolean
  writing: Promise<void>
}

/** Opens a pair of pseudo-terminals and links it. Rejects if the binding or the link's folder is missing. */
export async function openPty({ link }: PtyOptions = {}): Promise<Pty> {
  const data$ = new Subject<Buffer>()
  const plug = plugIn(data$)
  const wire: Wire = {
    ...{ data$, link, plug, lastSlavePath: plug.slavePath, isClosed: false, bytesLost: 0, bytesPending: 0 },
    ...{ isStalled: false, isReading: true, writing: Promise.resolve() },
  }
  try {
    if (link !== undefined) pointLink(link, plug.slavePath)
  } catch (error) {
    await plug.hangUp()
    throw error
  }
  return {
    data$: data$.asObservable(),
    get path() {
      return link ?? wire.plug?.slavePath ?? wire.lastSlavePath
    },
    get plugged() {
      return wire.plug !== undefined
    },
    get bytesLost() {
      return wire.bytesLost
    },
    write: (text) => write(wire, typeof text === 'string' ? Buffer.from(text, 'latin1') : text),
    setReading(on) {
      wire.isReading = on
      if (on) wire.plug?.master.resume()
      else wire.plug?.master.pause()
    },
    unplug: () => unplug(wire),
    replug: async () => replug(wire),
    async close() {
      wire.isClosed = true
      await unplug(wire)
      data$.complete()
    },
  }
}

function write(wire: Wire, bytes: Uint8Array): Promise<void> {
  if (wire.plug === undefined || wire.bytesPending + bytes.length > PENDING_BYTES_MAX) {
    wire.bytesLost += bytes.length
    return Promise.resolve()
  }
  wire.bytesPending += bytes.length
  wire.writing = wire.writing.then(async () => {
    await put(wire, bytes)
    wire.bytesPending -= bytes.length
  })
  return wire.writing
}

/** One write at a time. An unplug waits for it, so that a re-used descriptor is never written to. */
async function put(wire: Wire, bytes: Uint8Array): Promise<void> {
  const line = wire.plug
  let sent = 0
  let stalledSince = performance.now()
  while (line !== undefined && line === wire.plug && sent < bytes.length) {
    const step = await tryWrite(line.fd, bytes.subarray(sent))
    if (step === 'gone') break
    if (step > 0) {
      sent += step
      wire.isStalled = false
      stalledSince = performance.now()
      continue
    }
    if (wire.isStalled || performance.now() - stalledSince > STALL_MS_MAX) {
      wire.isStalled = true
      break
    }
    await new Promise((wake) => setTimeout(wake, RETRY_MS))
  }
  wire.bytesLost += bytes.length - sent
}

async function unplug(wire: Wire): Promise<void> {
  const old = wire.plug
  if (old === undefined) return
  wire.plug = undefined
  wire.isStalled = false
  if (wire.link !== undefined) removeLink(wire.link, old.slavePath)
  await wire.writing
  await old.hangUp()
}

function replug(wire: Wire): void {
  const { link, lastSlavePath, data$ } = wire
  if (wire.isClosed) throw new Error(`the pseudo-terminal ${link ?? lastSlavePath} is closed: open a new one`)
  if (wire.plug !== undefined) return
  const plug = plugIn(data$)
  wire.plug = plug
  wire.lastSlavePath = plug.slavePath
  if (!wire.isReading) plug.master.pause()
  if (link !== undefined) pointLink(link, plug.slavePath)
}

function plugIn(data$: Subject<Buffer>): Plug {
  const pair = nativeBinding().open(80, 24)
  const holder = new ReadStream(pair.slave)
  holder.on('error', () => undefined)
  holder.setRawMode(true)
  // The stream re-opened the slave for itself. A descriptor left open here would outlive the hang-up.
  closeSync(pair.slave)
  const master = new ReadStream(pair.master)
  const gone = new Promise<void>((resolve) => master.once('close', () => resolve()))
  master.on('error', () => undefined)
  master.on('data', (bytes: Buffer) => data$.next(bytes))
  return {
    slavePath: pair.pty,
    fd: pair.master,
    master,
    async hangUp() {
      master.destroy()
      holder.destroy()
      await gone
    },
  }
}

/** Bytes taken; 0 when the line is full; `gone` after a hang-up. */
function tryWrite(fd: number, bytes: Uint8Array): Promise<number | 'gone'> {
  return new Promise((resolve) => {
    fsWrite(fd, bytes, (error, taken) => {
      if (error === null) resolve(taken)
      else resolve(error.code === 'EAGAIN' || error.code === 'EINTR' ? 0 : 'gone')
    })
  })
}

let binding: NativeBinding | undefined

/** The package's own `open()` reads the slave itself and takes the host's bytes, so only its native part is used. */
function nativeBinding(): NativeBinding {
  if (binding === undefined) {
    const load = createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js') as { requireBinary(file: string): NativeBinding }
    binding = load.requireBinary('pty.node')
  }
  return binding
}

/** Links made and not yet removed, in case the process ends without `close`: link -> slave path. */
const links = new Map<string, string>()
let removesLinksAtExit = false

/** Made next to the path and renamed: the host finds the old device or the new one, never nothing or half a link. */
function pointLink(link: string, slavePath: string): void {
  const beside = join(dirname(link), `.${basename(link)}.${process.pid}`)
  rmSync(beside, { force: true })
  symlinkSync(slavePath, beside)
  renameSync(beside, link)
  links.set(link, slavePath)
  if (removesLinksAtExit) return
  removesLinksAtExit = true
  process.once('exit', () => {
    for (const [left, target] of links) removeLink(left, target)
  })
}

/** Only if it is still ours, because another simulator may have taken over the path. */
function removeLink(link: string, slavePath: string): void {
  links.delete(link)
  try {
    if (readlinkSync(link) === slavePath) rmSync(link, { force: true })
  } catch {
    // It is already gone, perhaps with its folder, which is what was wanted.
  }
}
