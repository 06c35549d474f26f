/** How many requests each reader may send: a burst at once, then a number per second. */
import { allowance } from '../../daemon/broker/allowance.ts'

export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** A display sends several requests a second while someone steps through rounds, and a page of it begins with a dozen. */
export const READER_RATE: Rate = { burst: 120, perSecond: 30 }
/** Requests from one address before login, including those to `/healthz`. */
export const ADDRESS_RATE: Rate = { burst: 240, perSecond: 60 }
/** Many times the readers of a whole property. Beyond it the oldest key is forgotten and starts afresh. */
const KEYS_MAX = 10_000

/** Takes one request from what `key` has left; false: none is left. `nowMs`: monotonic. */
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
