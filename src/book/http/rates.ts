/** How many requests each reader may send: a number at once, then a number per second. */
import { isIPv6 } from 'node:net'
import { allowance } from '../../broker/allowance.ts'

export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** A display that is stepped through rounds asks some times a second; a page of it begins with a dozen. */
export const READER_RATE: Rate = { burst: 120, perSecond: 30 }
/** Requests of one address before anybody has logged in, `/healthz` among them. */
export const ADDRESS_RATE: Rate = { burst: 240, perSecond: 60 }
/** Readers of a whole property, many times over; beyond it who came first begins anew. */
const KEYS_MAX = 10_000

/** Takes one of what `key` has left; false: there is nothing. `nowMs`: monotonic. */
export function rates({ burst, perSecond }: Rate, nowMs: () => number, max = KEYS_MAX): (key: string) => boolean {
  const left = new Map<string, () => boolean>()
  return (key) => {
    const known = left.get(key)
    if (known !== undefined) return known()
    const [first] = left.keys()
    if (left.size >= max && first !== undefined) left.delete(first)
    const take = allowance(burst, perSecond, nowMs)
    left.set(key, take)
    return take()
  }
}

export interface Lock {
  isLocked(key: string): boolean
  /** One more was wrong. */
  note(key: string): void
}

/** Wrong ones within `windowMs` of the first: after `max` of them nothing of that key is looked at until the window ends. */
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

/** One host has all of an IPv6 network of 64 bits. */
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
