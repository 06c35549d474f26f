/**
 * The broker inside the daemon, for a table without another one: MQTT 3.1.1 on loopback. Nothing in it survives a restart; the table
 * publishes its state again at every connection.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { listenFault } from '../listening.ts'
import { type Access, accessOf, type PasswordCheck, type TableLogin } from './access.ts'
import { type GuardedSocket, guarded } from './guarded.ts'
import { wallsOf } from './walls.ts'

export interface EmbeddedOptions {
  /** @default 127.0.0.1. The broker serves this machine only; never put it on a network. */
  readonly host?: string
  /** 0: any free one. @default 1883 */
  readonly port?: number
  /** @default null: anybody may claim any name */
  readonly check?: PasswordCheck
  /** The permissions in its place. */
  readonly access?: Access
}

export interface EmbeddedBroker {
  readonly port: number
  /** `mqtt://127.0.0.1:1883` */
  readonly url: string
  /** The tables' own login, made at this start. */
  readonly login: TableLogin
  /** The book's login, with the role audit, also made at this start. */
  readonly bookLogin: TableLogin
  close(): Promise<void>
}

/** All connections, including those that have not identified themselves yet. */
const CONNECTIONS_MAX = 256
/** Beyond this the one that has waited longest is closed: a client that identifies itself at once always finds a place. */
const UNKNOWN_MAX = 64
/**
 * A table's message has at most 64 KiB; the longest packet of others is a display's subscription. A larger one is an attack and ends its
 * connection unread.
 */
const TABLE_PACKET_BYTES_MAX = 128 * 1024
const PACKET_BYTES_MAX = 32 * 1024
const CONNECT_MS_MAX = 5000

/** @throws Error that says which address is in use or refused, and what to do */
export async function startEmbeddedBroker(options: EmbeddedOptions = {}): Promise<EmbeddedBroker> {
  const host = options.host ?? '127.0.0.1'
  const port = options.port ?? 1883
  const login = { username: `table ${randomUUID()}`, password: randomBytes(24).toString('hex') }
  // Its name appears in topics, and no user can have it by chance.
  const bookLogin = { username: `book-${randomBytes(6).toString('hex')}`, password: randomBytes(24).toString('hex') }
  const sockets = new Set<Socket>()
  const guards = new WeakMap<Client, GuardedSocket>()
  const admitTable = (client: Client) => guards.get(client)?.allow(TABLE_PACKET_BYTES_MAX)
  const access = options.access ?? accessOf(login, bookLogin, options.check ?? null)
  const { leave, ...rights } = wallsOf(access, admitTable, () => performance.now())
  const aedes = await Aedes.createBroker({ connectTimeout: CONNECT_MS_MAX, maxTopicLevels: 16, ...rights })
  // A client's mistake ends its connection; nothing else needs to be done about it.
  aedes.on('clientError', () => undefined)
  aedes.on('connectionError', () => undefined)
  const unknown = new Set<Socket>()
  aedes.on('clientReady', ({ conn }) => unknown.delete(conn as Socket))
  const server = createServer({ noDelay: true }, (socket) => {
    const guard = guarded(socket, PACKET_BYTES_MAX)
    sockets.add(socket)
    unknown.add(socket)
    if (unknown.size > UNKNOWN_MAX) [...unknown][0]?.destroy()
    const client = aedes.handle(socket)
    guards.set(client, guard)
    socket.once('close', () => {
      sockets.delete(socket)
      unknown.delete(socket)
      leave(client)
    })
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
  return { port: bound, url: `mqtt://${host}:${bound}`, login, bookLogin, close }
}

function listenError(error: unknown, host: string, port: number): Error {
  const { code, why } = listenFault(error, host, port)
  const advice = 'stop it if it is another broker or daemon, or set another broker under `mqtt: url:` in the configuration'
  return new Error(`the embedded broker cannot listen on ${host}:${port} (${code})${why}; ${advice}`, { cause: error })
}
