/** A client's socket within bounds: a limit on the packets it sends, and one on what waits because it does not read. */
import type { Socket } from 'node:net'
import { packetGuard } from './packet-guard.ts'

/**
 * Data waiting in this process for one client; the system holds as much again. A display that joins receives some hundred kilobytes at
 * once. A client that falls further behind is disconnected, and receives all state again when it returns.
 */
const BEHIND_BYTES_MAX = 1024 * 1024

export interface GuardedSocket {
  readonly socket: Socket
  /** From now on packets may have this size. */
  allow(packetBytesMax: number): void
}

/** The broker reads by `read()`; examining the bytes there needs no second buffer and keeps the socket's back-pressure. */
export function guarded(socket: Socket, packetBytesMax: number): GuardedSocket {
  let largest = packetBytesMax
  const fits = packetGuard(() => largest)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const bytes: unknown = read(size)
    if (!(bytes instanceof Uint8Array) || fits(bytes)) return bytes
    socket.destroy()
    return null
  }
  const write = socket.write.bind(socket)
  // The broker would wait for a client that does not read, and everybody else with it. So it is told that all is well until too much waits.
  socket.write = (...given: unknown[]) => {
    write(...(given as Parameters<typeof write>))
    if (socket.writableLength > BEHIND_BYTES_MAX) socket.destroy()
    return true
  }
  return {
    socket,
    allow: (bytes) => {
      largest = bytes
    },
  }
}
