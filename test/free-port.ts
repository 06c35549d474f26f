/** Ports of this machine that nobody listens on, for programs that have to be told their own. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** For a program that opens it at once. */
export async function freePort(): Promise<number> {
  const port = await portIfFree(0)
  if (port === null) throw new Error('this machine has no free port')
  return port
}

const PORT_MIN = 10_000
const TRIES_MAX = 1000

/**
 * For programs that open them much later, or again after an end: these lie below those that the kernel gives to outgoing connections, one of which
 * may otherwise have taken a port meanwhile; and whoever asks there whether it is open cannot be connected to himself.
 */
export async function lastingPorts(count: number, random: () => number = Math.random): Promise<readonly number[]> {
  const [outgoing = 32_768] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number)
  const found = new Set<number>()
  for (let tries = 0; found.size < count; tries++) {
    if (tries > TRIES_MAX || outgoing <= PORT_MIN) throw new Error(`there are no ${count} free ports between ${PORT_MIN} and ${outgoing}`)
    const port = await portIfFree(PORT_MIN + Math.floor(random() * (outgoing - PORT_MIN)))
    if (port !== null) found.add(port)
  }
  return [...found]
}

/** 0: any; null: it is taken. */
async function portIfFree(wanted: number): Promise<number | null> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
