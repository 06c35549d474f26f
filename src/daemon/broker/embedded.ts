/**
 * The broker inside the daemon, for a table without another one: MQTT 3.1.1 on loopback. Nothing in it survives a restart; the table
 * publishes its state again at every connection.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { BehaviorSubject, type Observable, Subject } from 'rxjs'
import { listenFault } from '../../base/serving/listening.ts'
import { type Access, accessOf, type PasswordCheck, type TableLogin } from './access.ts'
import { type GuardedSocket, guarded } from './guarded.ts'
import { placesOf } from './places.ts'
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
  /** Whether all places for clients without a login are taken; begins with how it is. */
  readonly isFull$: Observable<boolean>
  /** The client id of a table, whenever somebody else tried to connect with it. */
  readonly imitated$: Observable<string>
  close(): Promise<void>
}

export const USUAL_PORT = 1883
/** All connections, including those that have not identified themselves yet or whose password is being checked: more than there are places. */
const CONNECTIONS_MAX = 256
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
  const port = options.port ?? USUAL_PORT
  const login = { username: `table ${randomUUID()}`, password: randomBytes(24).toString('hex') }
  // Its name appears in topics, and no user can have it by chance.
  const bookLogin = { username: `book-${randomBytes(6).toString('hex')}`, password: randomBytes(24).toString('hex') }
  const sockets = new Set<Socket>()
  const guards = new WeakMap<Client, GuardedSocket>()
  const isFull$ = new BehaviorSubject(false)
  const imitated$ = new Subject<string>()
  const places = placesOf<Client>(
    ({ conn }) => conn.destroy(),
    (isFull) => isFull$.next(isFull),
  )
  const { leave, ...rights } = wallsOf({
    access: options.access ?? accessOf(login, bookLogin, options.check ?? null),
    places,
    admitTable: (client) => guards.get(client)?.allow(TABLE_PACKET_BYTES_MAX),
    tellImitated: (clientId) => imitated$.next(clientId),
    nowMs: () => performance.now(),
  })
  const aedes = await Aedes.createBroker({ connectTimeout: CONNECT_MS_MAX, maxTopicLevels: 16, ...rights })
  // A client's mistake ends its connection; nothing else needs to be done about it.
  aedes.on('clientError', () => undefined)
  aedes.on('connectionError', () => undefined)
  const server = createServer({ noDelay: true }, (socket) => {
    const guard = guarded(socket, PACKET_BYTES_MAX)
    sockets.add(socket)
    const client = aedes.handle(socket)
    guards.set(client, guard)
    places.arrive(client)
    socket.once('close', () => {
      sockets.delete(socket)
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
  return { port: bound, url: `mqtt://${host}:${bound}`, login, bookLogin, isFull$, imitated$, close }
}

function listenError(error: unknown, host: string, port: number): Error {
  const { code, why } = listenFault(error, host, port)
  const advice =
    'stop it if it is another broker or daemon, or set another port under `broker: port:`, or another broker under `mqtt: url:` in the configuration'
  return new Error(`the embedded broker cannot listen on ${host}:${port} (${code})${why}; ${advice}`, { cause: error })
}
