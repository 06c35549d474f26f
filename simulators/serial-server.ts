/**
 * A serial server: what is plugged into its serial side, anybody who connects over TCP hears. It hands the bytes on in pieces and late, as
 * real ones do, and it can reset connections or go dead without a word.
 *
 *   host  --tcp-->  server  --data$-->  device          reset(): the connection breaks        freeze(): half open, nothing passes
 *         <-------  delay, pieces  <--write--
 */
import { createServer, type Server, type Socket } from 'node:net'
import { type Observable, Subject } from 'rxjs'

export interface SerialServerOptions {
  /** How late every byte is, ms; default 0. */
  readonly delayMs?: number
  /** Hands bytes on in pieces of one byte up to `pieces`; default: as they come. */
  readonly pieces?: number
  /** Default: the middle of every range. */
  readonly random?: () => number
}

export interface SerialServer {
  /** `tcp://127.0.0.1:4001` */
  readonly address: string
  /** Bytes from the host. */
  readonly data$: Observable<Buffer>
  /** Connections so far. */
  readonly connections: number
  /** Nobody is connected: the bytes are lost, as on a serial line. */
  write(bytes: string): Promise<void>
  setReading(on: boolean): void
  /** Breaks the connection, if there is one, with a reset. */
  reset(): void
  /** From now on nothing passes either way, and the connection stays open. A new connection ends it. */
  freeze(): void
  unplug(): Promise<void>
  replug(): Promise<void>
  close(): Promise<void>
}

interface Wire {
  readonly options: SerialServerOptions
  readonly data$: Subject<Buffer>
  readonly timers: Set<NodeJS.Timeout>
  host: Socket | undefined
  isFrozen: boolean
  isReading: boolean
  connections: number
}

export async function serialServer(options: SerialServerOptions = {}): Promise<SerialServer> {
  const wire: Wire = {
    ...{ options, data$: new Subject<Buffer>(), timers: new Set(), host: undefined },
    ...{ isFrozen: false, isReading: true, connections: 0 },
  }
  let server: Server | undefined = await listen(wire, 0)
  const { port } = server.address() as { readonly port: number }
  const unplug = async (): Promise<void> => {
    const old = server
    server = undefined
    wire.host?.resetAndDestroy()
    if (old !== undefined) await new Promise<void>((resolve) => old.close(() => resolve()))
  }
  return {
    address: `tcp://127.0.0.1:${port}`,
    data$: wire.data$.asObservable(),
    get connections() {
      return wire.connections
    },
    write: async (bytes) => send(wire, Buffer.from(bytes, 'latin1')),
    setReading(on) {
      wire.isReading = on
      if (on) wire.host?.resume()
      else wire.host?.pause()
    },
    reset: () => void wire.host?.resetAndDestroy(),
    freeze() {
      wire.isFrozen = true
    },
    unplug,
    async replug() {
      server ??= await listen(wire, port)
    },
    async close() {
      for (const timer of wire.timers) clearTimeout(timer)
      await unplug()
      wire.data$.complete()
    },
  }
}

function listen(wire: Wire, port: number): Promise<Server> {
  const server = createServer({ noDelay: true }, (socket) => {
    // As most of them do, it serves one host: the newest.
    wire.host?.destroy()
    wire.host = socket
    wire.isFrozen = false
    wire.connections++
    if (!wire.isReading) socket.pause()
    socket.on('data', (bytes: Buffer) => wire.host === socket && !wire.isFrozen && wire.data$.next(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (wire.host === socket) wire.host = undefined
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Bytes written before a reset do not appear after it. */
function send(wire: Wire, bytes: Buffer): void {
  const { host, isFrozen, options, timers } = wire
  if (host === undefined || isFrozen) return
  const pass = (): void => {
    for (const piece of piecesOf(bytes, options)) if (wire.host === host && !wire.isFrozen) host.write(piece)
  }
  if (options.delayMs === undefined) {
    pass()
    return
  }
  const timer = setTimeout(() => {
    timers.delete(timer)
    pass()
  }, options.delayMs)
  timers.add(timer)
}

function piecesOf(bytes: Buffer, { pieces, random = () => 0.5 }: SerialServerOptions): readonly Buffer[] {
  if (pieces === undefined) return [bytes]
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + Math.floor(random() * pieces)
    out.push(bytes.subarray(at, end))
    at = end
  }
  return out
}
