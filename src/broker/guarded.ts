/** A client's socket within bounds: a limit on the packets it sends, and one on what waits because it does not read. */
import type { Socket } from 'node:net'
import { packetGuard } from './packet-guard.ts'

/**
 * What waits in this process for one client; the system keeps as much again. A display that joins hears some hundred kilobytes at once. Who is
 * further behind is let go, and hears all state again when he comes back.
 */
const BEHIND_BYTES_MAX = 1024 * 1024

export interface GuardedSocket {
  readonly socket: Socket
  /** From now on packets may be so large. */
  allow(packetBytesMax: number): void
}

/** The broker reads by `read()`; looking at the bytes there costs no second buffer and keeps the socket's back-pressure. */
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
  // The broker would wait for who does not read, and everybody else with it: it is told that all is well, until it is too much.
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
