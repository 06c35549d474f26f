/**
 * A bound on connections that does not shut out who comes next: beyond it somebody's oldest one ends, of the address that has the most. A browser
 * asks at once and has its answer long before; who holds hundreds open and says nothing loses them.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SocketLimit {
  /** No longer bounded here: it is a display's, and those have a bound of their own. */
  release(socket: unknown): void
}

export function limitSockets(server: Server, max: number): SocketLimit {
  // In the order they came.
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
