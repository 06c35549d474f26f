/**
 * Who is logged in. The display's own server keeps the login and gives the browser a cookie, so that a reload asks for nothing, and the page
 * keeps no password. On another web server, where the page connects to the broker itself, it keeps the login in memory.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { type Decoder, group, orNull, text, yesNo } from './decode.ts'

export interface Login {
  readonly user: string
  readonly password: string
}

/** `refused`: wrong; `locked`: too often wrong; `away`: nobody could check it; `in-clear`: this display takes none. */
export type LoginAnswer = 'done' | 'refused' | 'locked' | 'away' | 'in-clear'

export interface Session {
  /** null: nobody. */
  readonly user: ReadonlySignal<string | null>
  /** Whether somebody may log in here. */
  readonly takesLogins: ReadonlySignal<boolean>
  /** Until somebody logs in. */
  readonly onlyWatches: ReadonlySignal<boolean>
  /** What the page itself has to tell broker and book; null: nothing. */
  credentials(): Login | null
  /** Asks who is logged in; never rejects. */
  refresh(): Promise<void>
  logIn(login: Login): Promise<LoginAnswer>
  logOut(): Promise<void>
}

/** A server that is away must not hold up the page. */
const ANSWER_MS_MAX = 15_000

const answered = group({ user: orNull(text), kiosk: orNull(text), takesLogins: yesNo })
const refused: Decoder<{ readonly error: { readonly code: string } }> = group({ error: group({ code: text }) })

/** At the display's own server. `url`: of its sessions. */
export function sessionAt(url: string): Session {
  const user = signal<string | null>(null)
  const takesLogins = signal(false)
  const isKiosk = signal(false)
  const onlyWatches = signal(false)
  const apply = (next: string | null): void => {
    onlyWatches.value = isKiosk.peek() && next === null
    user.value = next
  }
  const ask = (method: string, login?: Login): Promise<Response> =>
    fetch(url, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(login === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(login) }),
    })
  return {
    user,
    takesLogins,
    onlyWatches,
    credentials: () => null,
    async refresh() {
      try {
        const told = answered(await (await ask('GET')).json())
        takesLogins.value = told.takesLogins
        isKiosk.value = told.kiosk !== null
        apply(told.user)
      } catch {
        // The server is away; the link tells people so, and asks again when it is back.
      }
    },
    async logIn(login) {
      try {
        const answer = await ask('POST', login)
        if (!answer.ok) return codeOf(refused(await answer.json()).error.code)
        apply(login.user)
        return 'done'
      } catch {
        return 'away'
      }
    },
    async logOut() {
      await ask('DELETE').catch(() => null)
      await this.refresh()
    },
  }
}

const codeOf = (code: string): LoginAnswer => {
  const known = (['refused', 'locked', 'in-clear'] as const).find((each) => each === code)
  return known ?? (code === 'malformed' ? 'refused' : 'away')
}

/** Where the page connects to the broker itself: the broker's refusal is the answer. */
export function sessionInMemory(): Session {
  const user = signal<string | null>(null)
  let kept: Login | null = null
  const keep = (login: Login | null): void => {
    kept = login
    user.value = login?.user ?? null
  }
  return {
    user,
    takesLogins: signal(true),
    onlyWatches: signal(false),
    credentials: () => kept,
    refresh: async () => undefined,
    async logIn(login) {
      keep(login)
      return 'done'
    },
    logOut: async () => keep(null),
  }
}
