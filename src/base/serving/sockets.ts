/**
 * Limits connections without shutting out newcomers: beyond the limit the oldest connection is closed of the address that has the most. A
 * browser sends its request at once and has its answer long before; a client that holds hundreds of silent connections loses them.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Places<S> {
  enter(socket: S, address: string): void
  /** It is closed, or the limit no longer applies to it. */
  leave(socket: S): void
}

/** `close`: ends a connection at once. */
export function placesFor<S>(max: number, close: (socket: S) => void): Places<S> {
  // In order of arrival.
  const open = new Map<S, string>()
  return {
    enter: (socket, address) => {
      open.set(socket, address)
      if (open.size <= max) return
      const oldest = oldestOfMost(open)
      if (oldest === undefined) return
      open.delete(oldest)
      close(oldest)
    },
    leave: (socket) => void open.delete(socket),
  }
}

/** Until a socket leaves because it belongs to a display: displays have a limit of their own. */
export function limitSockets(server: Server, max: number): Pick<Places<Ends>, 'leave'> {
  const places = placesFor<Socket>(max, (socket) => socket.destroy())
  // A request under TLS comes on another object than the connection; its two ends are the same.
  const byEnds = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket)
    byEnds.set(ends, socket)
    socket.once('close', () => {
      places.leave(socket)
      if (byEnds.get(ends) === socket) byEnds.delete(ends)
    })
    places.enter(socket, socket.remoteAddress ?? '')
  })
  return {
    leave: (given) => {
      const socket = byEnds.get(endsOf(given))
      if (socket !== undefined) places.leave(socket)
    },
  }
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>
const endsOf = ({ remoteAddress, remotePort }: Ends): string => `${remoteAddress} ${remotePort}`

function oldestOfMost<S>(open: ReadonlyMap<S, string>): S | undefined {
  const counts = new Map<string, number>()
  for (const address of open.values()) counts.set(address, (counts.get(address) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...open].find(([, address]) => counts.get(address) === most)?.[0]
}
