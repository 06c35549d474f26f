/** Wrong attempts at a password: counted by who tries, from where. */
import { isIPv6 } from 'node:net'

/** Many times the people of a whole property. Beyond it the oldest key is forgotten and starts afresh. */
const KEYS_MAX = 10_000
/** Enough for a person's typing errors, too few for a search. */
export const WRONG_PASSWORDS = { max: 10, windowMs: 60_000 } as const

export interface Lock {
  isLocked(key: string): boolean
  /** Counts one more wrong attempt. */
  note(key: string): void
}

/** Locks a key after `max` wrong attempts within `windowMs` of the first, until the window ends. */
export function lockAfter({ max, windowMs }: { readonly max: number; readonly windowMs: number }, nowMs: () => number): Lock {
  const wrong = new Map<string, { readonly count: number; readonly untilMs: number }>()
  const current = (key: string) => {
    const own = wrong.get(key)
    if (own !== undefined && nowMs() >= own.untilMs) wrong.delete(key)
    return wrong.get(key)
  }
  return {
    isLocked: (key) => (current(key)?.count ?? 0) >= max,
    note(key) {
      const own = current(key) ?? { count: 0, untilMs: nowMs() + windowMs }
      const [first] = wrong.keys()
      if (wrong.size >= KEYS_MAX && first !== undefined) wrong.delete(first)
      wrong.set(key, { ...own, count: own.count + 1 })
    },
  }
}

/** One host has a whole IPv6 network of 64 bits, so the network counts as one address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (!isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]/`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}
