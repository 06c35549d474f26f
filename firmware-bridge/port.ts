/**
 * Station 1, the port: serial line or serial server (`tcp-port.ts`) -> bytes, kept open for ever. A connection ends by a hang-up, or when the
 * link ends it because it receives nothing; then a fresh object opens the port again, after a growing pause.
 */
import { readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Observable, Subject } from 'rxjs'
import { SerialPort } from 'serialport'
import { isAddress } from './address.ts'
import { type Connection, OPEN_MS_MAX, PENDING_BYTES_MAX, READ_BYTES } from './connection.ts'
import { openTcp } from './tcp-port.ts'

export interface PortOptions {
  /**
   * Where the device may be, its own place first. While the device is not there, or a stranger is, the others are tried in turn with it.
   * Another link's port is locked and cannot be taken. At least one.
   */
  readonly paths: readonly string[]
  /** Bits per second, no flow control. A serial server has its own setting of it. */
  readonly baudRate: number
  /** Of eight data bits and one stop bit. @default none */
  readonly parity?: 'even' | undefined
}

/** As technicians write it: `38400 8E1`. */
export const lineText = ({ baudRate, parity }: Pick<PortOptions, 'baudRate' | 'parity'>): string =>
  `${baudRate} ${parity === 'even' ? '8E1' : '8N1'}`

export type PortEvent =
  | { readonly kind: 'opened'; readonly isAway: boolean }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  /** Also for every failed opening. `isAway` above: not the first of the paths. */
  | { readonly kind: 'closed'; readonly reason: string }

export interface KeptPort {
  /** Hot: events before a subscription are not repeated. Completes after `close`. */
  readonly events$: Observable<PortEvent>
  /** Starts opening; nothing happens before this call. */
  start(): void
  /** Returns false and sends nothing if the port is not open or the device has not read what was sent before. */
  write(text: string): boolean
  /** Ends the present connection. `elsewhere`: it was not our device, look on the other paths. */
  reopen(reason: string, elsewhere: boolean): void
  /** Resolves when the port is closed for good. Never rejects. */
  close(): Promise<void>
}

export const REOPEN_MS_MIN = 100
/** A device that is plugged in again is open within 2 s, even if another path is tried in between. */
export const REOPEN_MS_MAX = 800
/** A close that takes longer is abandoned in the same way, and so is an opening when the port is to stop. */
const CLOSE_MS_MAX = 1000
/** Paths whose opening was abandoned. It occupies one of the few threads for files as long as it hangs, so no other one is begun there. */
const hanging = new Set<string>()

/** Tries home every other time, and the other paths in turn between. */
const nextPlace = (count: number, home: number, misses: number): number => {
  const isAtHome = count < 2 || misses % 2 === 0
  return isAtHome ? home : (home + 1 + (((misses - 1) / 2) % (count - 1))) % count
}

/** Opens one place after the other, until the signal. `connectOnce`: true if our device was there. */
async function keepOpen(places: number, stop: AbortSignal, connectOnce: (place: number) => Promise<boolean>): Promise<void> {
  /** Where the device last answered, and how many openings have failed since then. */
  let [home, misses, pauseMs] = [0, 0, REOPEN_MS_MIN]
  while (!stop.aborted) {
    const place = nextPlace(places, home, misses)
    const wasOurs = await connectOnce(place)
    home = wasOurs ? place : home
    misses = wasOurs ? 0 : misses + 1
    pauseMs = wasOurs ? REOPEN_MS_MIN : Math.min(pauseMs * 2, REOPEN_MS_MAX)
    // An aborted pause means that the port is to stop; it is not a failure.
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

export function keepPort({ paths, ...line }: PortOptions): KeptPort {
  const events = new Subject<PortEvent>()
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let connection: Connection | undefined
  let leave: ((reason: string) => void) | undefined
  let isStranger = false

  /** One opening and everything that follows from it; true if our device sent anything. */
  async function connectOnce(place: number): Promise<boolean> {
    const path = paths[place] ?? ''
    let hasSpoken = false
    isStranger = false
    const left = new Promise<string>((resolve) => {
      leave = resolve
    })
    try {
      const hear = (bytes: Uint8Array): void => {
        hasSpoken = true
        if (connection === opened) events.next({ kind: 'data', bytes })
      }
      const opened = isAddress(path) ? await openTcp(path, stop.signal, hear) : await openSerial({ path, ...line }, stop.signal, hear)
      connection = opened
      events.next({ kind: 'opened', isAway: place !== 0 })
      const reason = stop.signal.aborted ? 'closed' : await Promise.race([opened.ended, left])
      connection = undefined
      await opened.close()
      events.next({ kind: 'closed', reason })
    } catch (error) {
      events.next({ kind: 'closed', reason: `cannot open ${path}: ${(error as Error).message}` })
    }
    return hasSpoken && !isStranger
  }

  async function run(): Promise<void> {
    await keepOpen(paths.length, stop.signal, connectOnce)
    events.complete()
  }

  return {
    events$: events.asObservable(),
    start() {
      running ??= run()
    },
    write: (text) => connection?.write(text) ?? false,
    reopen(reason, elsewhere) {
      if (connection === undefined) return
      isStranger = elsewhere
      leave?.(reason)
    },
    async close() {
      stop.abort()
      leave?.('closed')
      await running
    },
  }
}

/** Rejects when the port cannot be opened. `hupcl: false`: dropping DTR at the close resets many boards. */
async function openSerial(
  { path, baudRate, parity }: Omit<PortOptions, 'paths'> & { readonly path: string },
  stop: AbortSignal,
  onData: (bytes: Uint8Array) => void,
): Promise<Connection> {
  if (hanging.has(path))
    throw new Error('an earlier opening of this port still hangs: unplug the device; if that does not help, restart the machine')
  const port = new SerialPort({ path, baudRate, parity: parity ?? 'none', highWaterMark: READ_BYTES, hupcl: false, autoOpen: false })
  let pendingBytes = 0
  let end: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  // Must come before the stream's own listener, which starts reading.
  port.once('open', () => endReadsAtHangUp(port))
  // Errors come at any time, even after the close; without a listener one would end the process.
  port.on('error', (error: Error) => end(endOf(error)))
  port.on('close', (error?: Error | null) => end(error ? endOf(error) : 'the port was closed'))
  // The line has its speed, so nothing is paced here: a port that is not read loses what comes.
  port.on('data', onData)
  await endOfOpening(path, port, stop)

  return {
    ended,
    write(text) {
      const bytes = Buffer.from(text, 'latin1')
      if (!port.isOpen || pendingBytes + bytes.length > PENDING_BYTES_MAX) return false
      pendingBytes += bytes.length
      port.write(bytes, () => {
        pendingBytes -= bytes.length
      })
      return true
    },
    async close() {
      if (port.isOpen) await Promise.race([new Promise<void>((resolve) => port.close(() => resolve())), sleep(CLOSE_MS_MAX)])
      port.off('data', onData)
      port.destroy()
    },
  }
}

/** Resolves when the port is open. */
function endOfOpening(path: string, port: SerialPort, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = () => {
      forget()
      hanging.add(path)
      reject(new Error(`the system did not answer within ${OPEN_MS_MAX / 1000} s`))
    }
    const stopping = () => {
      clearTimeout(timer)
      timer = setTimeout(abandon, CLOSE_MS_MAX)
    }
    const forget = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', stopping)
    }
    let timer = setTimeout(abandon, OPEN_MS_MAX)
    if (stop.aborted) stopping()
    else stop.addEventListener('abort', stopping, { once: true })
    port.open((error) => {
      forget()
      // After it was abandoned nobody waits for it any more.
      if (hanging.delete(path) && error === null) port.close(() => port.destroy())
      else if (error === null) resolve()
      else reject(error)
    })
  })
}

const DISCONNECTED = /EBADF|EIO|ENXIO|ENODEV|bad file descriptor|input\/output error|i\/o error|no such device/i

/** The system's message for a pulled cable reads like a fault of the program. */
const endOf = ({ message }: Error): string => (DISCONNECTED.test(message) ? `the device was disconnected (${message})` : message)

/**
 * The binding reads again at once if a read returns 0 bytes. On a serial line that means a hang-up, so the read repeats for ever and the
 * loop takes a whole core until something closes the port. Here it is an error, and the stream closes by itself.
 *
 * The port is opened with O_NONBLOCK and read only when data is available. Such a read returns at once; a read in another thread
 * costs a tenth of a millisecond per line.
 */
function endReadsAtHangUp(port: SerialPort): void {
  const binding = port.port
  if (binding === undefined || !('poller' in binding) || !('fd' in binding)) return
  const { poller } = binding
  const isReadable = () => new Promise<void>((resolve, reject) => poller.once('readable', (error) => (error ? reject(error) : resolve())))
  binding.read = async (buffer, offset, length) => {
    for (;;) {
      if (binding.fd !== null) await isReadable()
      const { fd } = binding
      if (fd === null) throw Object.assign(new Error('the port is closed'), { canceled: true })
      const bytesRead = readSome(fd, buffer, offset, length)
      if (bytesRead === 0) throw new Error('the device was disconnected')
      if (bytesRead !== null) return { buffer, bytesRead }
    }
  }
}

/** Bytes read; null if there are none yet. @throws any error that ends the connection */
function readSome(fd: number, buffer: Buffer, offset: number, length: number): number | null {
  try {
    return readSync(fd, buffer, offset, length, null)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EAGAIN' || code === 'EINTR') return null
    throw error
  }
}
