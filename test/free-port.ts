/** Ports of this machine that nobody listens on, for programs that have to be told their own. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

export const freePort = async (): Promise<number> => (await lastingPorts(1))[0] ?? 0

const PORT_MIN = 10_000
/** Where the kernel usually begins. */
const OUTGOING_MIN = 32_768
const TRIES_MAX = 1000

/**
 * For programs that open them later, or again after an end: these lie below those that the kernel gives to outgoing connections and to whoever asks
 * for any, one of which may otherwise have taken a port meanwhile; and whoever asks there whether it is open cannot be connected to himself. Drawn
 * at random, so that test files side by side do not get the same. A kernel that gives nearly all leaves nothing better than those.
 */
export async function lastingPorts(count: number, random: () => number = Math.random): Promise<readonly number[]> {
  const [first = OUTGOING_MIN] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number)
  const outgoing = first > PORT_MIN ? first : OUTGOING_MIN
  const found = new Set<number>()
  for (let tries = 0; found.size < count; tries++) {
    if (tries > TRIES_MAX) throw new Error(`there are no ${count} free ports between ${PORT_MIN} and ${outgoing}`)
    const port = PORT_MIN + Math.floor(random() * (outgoing - PORT_MIN))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await new Promise((resolve) => server.close(resolve))
  return true
}
