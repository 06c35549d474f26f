/**
 * The broker inside the daemon, for a table without one of its own: MQTT 3.1.1 on loopback. Nothing in it survives a restart; the
 * table publishes its state again on every connect.
 */
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { packetGuard } from './packet-guard.ts'

export interface EmbeddedOptions {
  /** @default 127.0.0.1 — it has no logins, so it is never put on a network. */
  readonly host?: string
  /** 0: any free one. @default 1883 */
  readonly port?: number
}

export interface EmbeddedBroker {
  readonly port: number
  /** `mqtt://127.0.0.1:1883` */
  readonly url: string
  close(): Promise<void>
}

/** Displays and tools of one table; each may hold buffers, so their number is bounded. */
const CONNECTIONS_MAX = 64
/** A message has 64 KiB at most, commands 4 KiB: a larger packet is an attack and ends its connection unread. */
const PACKET_BYTES_MAX = 128 * 1024
/** A local subscriber that takes nothing for so long is dead; till then it may hold up the others. */
const DRAIN_MS_MAX = 2000
const CONNECT_MS_MAX = 5000

/** @throws Error that says which address is taken or refused, and what to do */
export async function startEmbeddedBroker(options: EmbeddedOptions = {}): Promise<EmbeddedBroker> {
  const host = options.host ?? '127.0.0.1'
  const port = options.port ?? 1883
  const aedes = await Aedes.createBroker({ drainTimeout: DRAIN_MS_MAX, connectTimeout: CONNECT_MS_MAX, maxTopicLevels: 16 })
  // What a client does wrong ends its connection; that is all there is to do about it.
  aedes.on('clientError', () => undefined)
  aedes.on('connectionError', () => undefined)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    aedes.handle(guarded(socket))
  })
  server.maxConnections = CONNECTIONS_MAX
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
    throw listenError(error, host, port)
  }
  server.on('error', () => undefined)
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return { port: bound, url: `mqtt://${host}:${bound}`, close }
}

/** The broker reads by `read()`; looking at the bytes there costs no second buffer and keeps the socket's back-pressure. */
function guarded(socket: Socket): Socket {
  const fits = packetGuard(PACKET_BYTES_MAX)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const bytes: unknown = read(size)
    if (!(bytes instanceof Uint8Array) || fits(bytes)) return bytes
    socket.destroy()
    return null
  }
  return socket
}

function listenError(error: unknown, host: string, port: number): Error {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const advice =
    code === 'EADDRINUSE'
      ? 'the port is taken: stop the other broker, or name it under `mqtt: url:` in the configuration'
      : 'name a broker under `mqtt: url:` in the configuration'
  return new Error(`the embedded broker cannot listen on ${host}:${port} (${code}): ${advice}`, { cause: error })
}
