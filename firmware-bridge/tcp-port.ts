/**
 * A serial server as a port: a raw socket, and behind it a serial line that the server has set up itself. Silence of the device looks like
 * silence of the network, so the system probes a quiet connection: a peer that is gone is noticed within `KEEPALIVE_MS` and ten seconds,
 * for Node probes ten times, a second apart. A device with a heartbeat is missed sooner (`link.ts`).
 * Source: nodejs.org/api/net.html, "socket.setKeepAlive".
 */
import { createConnection, type Socket } from 'node:net'
import { type Address, addressOf } from './address.ts'
import { type Connection, OPEN_MS_MAX, PENDING_BYTES_MAX, pacer, READ_BYTES } from './connection.ts'

const KEEPALIVE_MS = 3000

/** Rejects when nobody answers there. */
export async function openTcp(path: string, stop: AbortSignal, onData: (bytes: Uint8Array) => void): Promise<Connection> {
  const address = addressOf(path)
  if (address === null) throw new Error('it is not an address of the form tcp://host:port')
  let end: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  const socket = await connected(address, stop, onData)
  socket.on('error', (error: Error) => end(reasonOf(error)))
  socket.on('end', () => end('the serial server closed the connection'))
  socket.on('close', () => end('the connection was closed'))
  // What happened before anybody listened.
  if (socket.destroyed || socket.readableEnded) end('the serial server closed the connection')
  return {
    ended,
    write(text) {
      const bytes = Buffer.from(text, 'latin1')
      if (socket.destroyed || socket.writableLength + bytes.length > PENDING_BYTES_MAX) return false
      socket.write(bytes)
      return true
    },
    async close() {
      socket.destroy()
    },
  }
}

function connected({ host, port }: Address, stop: AbortSignal, onData: (bytes: Uint8Array) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const paced = pacer(() => performance.now())
    const onread = {
      // One buffer for all reads: what one read brings is decoded as a whole, and only so much is held.
      buffer: Buffer.alloc(READ_BYTES),
      callback: (count: number, bytes: Uint8Array) => {
        onData(Uint8Array.prototype.slice.call(bytes, 0, count))
        // One read a turn: the system would hand on all that waits, and nothing else would run meanwhile.
        const waitMs = paced(count)
        if (waitMs === 0) setImmediate(() => socket.resume())
        else setTimeout(() => socket.resume(), waitMs)
        return false
      },
    }
    const socket = createConnection({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS, onread })
    const fail = (reason: string): void => {
      forget()
      socket.destroy()
      reject(new Error(reason))
    }
    const stopping = (): void => fail('it is to stop')
    const forget = (): void => {
      clearTimeout(late)
      stop.removeEventListener('abort', stopping)
    }
    const late = setTimeout(() => fail(`it did not answer within ${OPEN_MS_MAX / 1000} s`), OPEN_MS_MAX)
    stop.addEventListener('abort', stopping, { once: true })
    // Errors come at any time, even after the end; without a listener one would end the process.
    socket.on('error', (error: Error) => fail(reasonOf(error)))
    socket.once('connect', () => {
      forget()
      resolve(socket)
    })
  })
}

const REASONS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing accepts connections there, or only one is accepted and another program has it (ECONNREFUSED)',
  ECONNRESET: 'the serial server reset the connection (ECONNRESET)',
  ETIMEDOUT: 'the serial server no longer answers (ETIMEDOUT)',
  EHOSTUNREACH: 'no way leads to that host (EHOSTUNREACH)',
  ENETUNREACH: 'no way leads to that network (ENETUNREACH)',
  ENOTFOUND: 'no host has that name (ENOTFOUND)',
  EAI_AGAIN: 'the name of the host cannot be looked up (EAI_AGAIN)',
  EPIPE: 'the serial server closed the connection (EPIPE)',
}

function reasonOf(error: Error & { readonly code?: string }): string {
  return REASONS[error.code ?? ''] ?? error.message
}
