/**
 * Limits connections without shutting out newcomers: beyond the limit the oldest connection is closed of the address that has the most. A
 * browser sends its request at once and has its answer long before; a client that holds hundreds of silent connections loses them.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SocketLimit {
  /** The limit no longer applies: the socket belongs to a display, and displays have a limit of their own. */
  release(socket: unknown): void
}

export function limitSockets(server: Server, max: number): SocketLimit {
  // In order of arrival.
  const open = new Map<unknown, { readonly address: string; readonly socket: Socket }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { address: socket.remoteAddress ?? '', socket })
    socket.once('close', () => open.delete(socket))
    if (open.size > max) oldestOfMost([...open.values()])?.destroy()
  })
  return { release: (socket) => open.delete(socket) }
}

function oldestOfMost(open: readonly { readonly address: string; readonly socket: Socket }[]): Socket | undefined {
  const counts = new Map<string, number>()
  for (const { address } of open) counts.set(address, (counts.get(address) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return open.find(({ address }) => counts.get(address) === most)?.socket
}
