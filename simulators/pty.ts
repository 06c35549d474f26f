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
  /** A stable path for the host: a symlink, replaced whole at every plug and removed by `unplug` and `close`. Its folder must exist. */
  readonly link?: string
}

export interface Pty {
  /** What the host opens: the link when one was asked for, else the `/dev/pts` path, which changes with every plug. */
  readonly path: string
  /** Bytes from the host, as they come; goes on over re-plugs and completes at `close`. */
  readonly data$: Observable<Buffer>
  readonly plugged: boolean
  /** Bytes that never reached the line: written while unplugged, or while the host did not read. A serial line has no back pressure. */
  readonly bytesLost: number
  /** Resolves when the bytes are on the line or lost; never rejects. */
  write(bytes: string | Uint8Array): Promise<void>
  /** `false`: takes nothing more from the host, whose writes pile up on its side, until `true`. Holds over re-plugs. */
  setReading(on: boolean): void
  /** Hangs up: the host's port closes, the link disappears. Nothing happens when unplugged already. */
  unplug(): Promise<void>
  /** A new pair under the same link. Nothing happens when plugged already. Rejects after `close`. */
  replug(): Promise<void>
  close(): Promise<void>
}

/** How long a write waits for a host that does not read. Enough for a busy host, short enough not to hold heartbeats back for long. */
const STALL_MS_MAX = 500
const RETRY_MS = 2
/** Writes waiting behind a stalled one; beyond this bytes are lost, as they are on a wire. Six seconds of a line at 115200. */
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

/** Opens a pair of pseudo-terminals and links it. Rejects where the binding is missing or the link's folder is. */
export async function openPty(options: PtyOptions = {}): Promise<Pty> {
  const { link } = options
  const data$ = new Subject<Buffer>()
  let plug: Plug | undefined = plugIn(data$)
  let lastSlavePath = plug.slavePath
  let closed = false
  let bytesLost = 0
  let bytesPending = 0
  let stalled = false
  let reading = true
  let writing: Promise<void> = Promise.resolve()

  if (link !== undefined) {
    try {
      pointLink(link, plug.slavePath)
    } catch (error) {
      await plug.hangUp()
      throw error
    }
  }

  /** One write at a time: an unplug waits for it, so that a re-used descriptor is never written to. */
  async function put(bytes: Uint8Array): Promise<void> {
    const line = plug
    let sent = 0
    let stalledSince = performance.now()
    while (line !== undefined && line === plug && sent < bytes.length) {
      const step = await tryWrite(line.fd, bytes.subarray(sent))
      if (step === 'gone') break
      if (step > 0) {
        sent += step
        stalled = false
        stalledSince = performance.now()
        continue
      }
      if (stalled || performance.now() - stalledSince > STALL_MS_MAX) {
        stalled = true
        break
      }
      await new Promise((wake) => setTimeout(wake, RETRY_MS))
    }
    bytesLost += bytes.length - sent
  }

  async function unplug(): Promise<void> {
    const old = plug
    if (old === undefined) return
    plug = undefined
    stalled = false
    if (link !== undefined) removeLink(link, old.slavePath)
    await writing
    await old.hangUp()
  }

  return {
    data$: data$.asObservable(),
    get path() {
      return link ?? plug?.slavePath ?? lastSlavePath
    },
    get plugged() {
      return plug !== undefined
    },
    get bytesLost() {
      return bytesLost
    },
    write(text) {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
      if (plug === undefined || bytesPending + bytes.length > PENDING_BYTES_MAX) {
        bytesLost += bytes.length
        return Promise.resolve()
      }
      bytesPending += bytes.length
      writing = writing.then(async () => {
        await put(bytes)
        bytesPending -= bytes.length
      })
      return writing
    },
    setReading(on) {
      reading = on
      if (on) plug?.master.resume()
      else plug?.master.pause()
    },
    unplug,
    async replug() {
      if (closed) throw new Error(`the pseudo-terminal ${link ?? lastSlavePath} is closed: open a new one`)
      if (plug !== undefined) return
      plug = plugIn(data$)
      lastSlavePath = plug.slavePath
      if (!reading) plug.master.pause()
      if (link !== undefined) pointLink(link, plug.slavePath)
    },
    async close() {
      closed = true
      await unplug()
      data$.complete()
    },
  }
}

function plugIn(data$: Subject<Buffer>): Plug {
  const pair = nativeBinding().open(80, 24)
  const holder = new ReadStream(pair.slave)
  holder.on('error', () => undefined)
  holder.setRawMode(true)
  // The stream re-opened the slave for itself; a descriptor left open here would outlive the hang-up.
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

/** The package's own `open()` reads the slave itself and takes the host's bytes: only its native part is used. */
function nativeBinding(): NativeBinding {
  if (binding === undefined) {
    const load = createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js') as { requireBinary(file: string): NativeBinding }
    binding = load.requireBinary('pty.node')
  }
  return binding
}

/** Links made and not yet removed, for the case that the process ends without `close`: link -> slave path. */
const links = new Map<string, string>()
let removesLinksAtExit = false

/** Made beside and renamed: the host finds the old device or the new one, never nothing or half a link. */
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

/** Only while it is still ours: another simulator may have taken the path over. */
function removeLink(link: string, slavePath: string): void {
  links.delete(link)
  try {
    if (readlinkSync(link) === slavePath) rmSync(link, { force: true })
  } catch {
    // Gone already, with its folder perhaps: that is what was wanted.
  }
}
