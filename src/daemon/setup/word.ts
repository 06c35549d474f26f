/** The one-time word that lets a browser in. It is printed in the terminal, so whoever can read that may set the table up. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Without letters and digits that look alike. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const SIGNS_EACH = 4
const GROUPS = 2
const TRIES_MAX = 5
/** After as many wrong words: guessing is hopeless, and the terminal is not flooded with new ones. */
const PAUSE_MS = 10_000
const SESSION_BYTES = 24

export type Entry =
  | { readonly kind: 'in'; readonly session: string }
  /** `left`: tries with this word; none: another one has been printed. */
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'wait'; readonly seconds: number }

export interface Gate {
  enter(word: string): Entry
  /** Whether this is the session of the browser that entered last: there is one at a time. */
  isIn(session: string | undefined): boolean
}

interface GateDeps {
  /** Prints the word for whoever is at the terminal. */
  readonly tell: (word: string) => void
  readonly nowMs: () => number
  /** @default the system's */
  readonly random?: (bytes: number) => Buffer
}

export function gate({ tell, nowMs, random = randomBytes }: GateDeps): Gate {
  let word = ''
  let left = 0
  let session: string | null = null
  let waitUntilMs = 0
  const renew = (): void => {
    word = newWord(random)
    left = TRIES_MAX
    tell(word)
  }
  renew()
  return {
    enter(given) {
      const now = nowMs()
      if (now < waitUntilMs) return { kind: 'wait', seconds: Math.ceil((waitUntilMs - now) / 1000) }
      if (isSame(plain(given), plain(word))) {
        session = random(SESSION_BYTES).toString('base64url')
        // Used up: whoever comes next needs the new one, and takes over.
        renew()
        return { kind: 'in', session }
      }
      left -= 1
      if (left > 0) return { kind: 'wrong', left }
      waitUntilMs = now + PAUSE_MS
      renew()
      return { kind: 'wrong', left: 0 }
    },
    isIn: (given) => session !== null && given !== undefined && isSame(given, session),
  }
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** In the same time, whatever is wrong with it. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function newWord(random: (bytes: number) => Buffer): string {
  const signs: string[] = []
  while (signs.length < SIGNS_EACH * GROUPS) {
    const byte = random(1)[0] ?? 0
    // What is left of 256 beyond a multiple would make some signs likelier.
    if (byte < 256 - (256 % SIGNS.length)) signs.push(SIGNS[byte % SIGNS.length] ?? '')
  }
  return `${signs.slice(0, SIGNS_EACH).join('')}-${signs.slice(SIGNS_EACH).join('')}`
}
