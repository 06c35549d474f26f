/**
 * What silences a verdict may need two people: whoever gives the command first only offers it, and another login that gives the same within
 * a minute has it carried out. The offers are the only memory; a restart forgets them.
 *
 *   ann   hand-dead box 3                                    refused: another person has to give it within 60 s
 *   bob   hand-dead box 3 [second {user ann, correlation}]   carried out, on record with both
 */
export interface SecondPerson {
  readonly user: string
  readonly correlation: string
}

interface Given extends SecondPerson {
  readonly name: string
  readonly args: Readonly<{ [argument: string]: unknown }>
  /** Whose command the person says he seconds; left out: whoever gave the same. */
  readonly second: unknown
}

/** Codes of refusals. */
type NotSeconded = 'second-needed' | 'not-offered' | 'same-login'

export interface Seconding {
  /** Who gave it first, if it may be carried out now; otherwise why it may not. `nowMs`: host clock, Unix ms. */
  second(given: Given, nowMs: number): SecondPerson | NotSeconded
}

/** The floor is beside the table: a minute is enough to fetch somebody. */
const OFFER_MS = 60_000
/** A table has a few rulings an hour; beyond this the oldest offer is forgotten. */
const OFFERS_MAX = 64

export const seconding = (): Seconding => {
  const offers = new Map<string, SecondPerson & { readonly untilMs: number }>()
  const offer = (key: string, { user, correlation }: SecondPerson, nowMs: number): NotSeconded => {
    offers.delete(key)
    offers.set(key, { user, correlation, untilMs: nowMs + OFFER_MS })
    for (const oldest of offers.keys()) if (offers.size > OFFERS_MAX) offers.delete(oldest)
    return 'second-needed'
  }
  return {
    second: (given, nowMs) => {
      const { rev: _rev, ...args } = given.args
      const key = JSON.stringify([given.name, Object.entries(args).sort()])
      const known = offers.get(key)
      const isOpen = known !== undefined && known.untilMs >= nowMs
      if (given.second !== undefined) {
        if (!isOpen || !isOf(given.second, known)) return 'not-offered'
        if (known.user === given.user) return 'same-login'
      }
      if (!isOpen || known.user === given.user) return offer(key, given, nowMs)
      offers.delete(key)
      return { user: known.user, correlation: known.correlation }
    },
  }
}

const isOf = (said: unknown, { user, correlation }: SecondPerson): boolean =>
  typeof said === 'object' &&
  said !== null &&
  'user' in said &&
  'correlation' in said &&
  said.user === user &&
  said.correlation === correlation
