/**
 * Who has a place at the embedded broker. Places are for those who log in: whoever needs one takes that of the oldest connection without a
 * login, and where all have logged in, that of the oldest connection of the login that has the most. The tables' own connections need none.
 */

export interface Places<C> {
  /** It is connected and has said nothing yet. Beyond the limit the one that has waited longest goes. */
  arrive(connection: C): void
  /** It has said who it is, and waits to be let in. Beyond the limit the one that has waited longest goes. */
  speak(connection: C): void
  /** `login` null: it has none, or one that nobody has verified. false: no place can be had. */
  enter(connection: C, login: string | null): boolean
  /** It is closed, or needs no place. */
  leave(connection: C): void
}

/** Displays and tools. */
const PLACES_MAX = 64
/** Beyond this the one that has waited longest is closed: a client that identifies itself at once always finds a place. */
const SILENT_MAX = 64
/** More than passwords that wait to be checked. */
const WAITING_MAX = 64

/** `end`: closes a connection at once. `tell`: whether all places for those without a login are taken, whenever that changes. */
export function placesOf<C>(end: (connection: C) => void, tell: (isFull: boolean) => void): Places<C> {
  // All in order of arrival.
  const silent = new Set<C>()
  const waiting = new Set<C>()
  const seated = new Map<C, string | null>()
  let wasFull = false
  const look = () => {
    const isFull = seated.size >= PLACES_MAX || silent.size >= SILENT_MAX
    if (isFull !== wasFull) tell(isFull)
    wasFull = isFull
  }
  const add = (to: Set<C>, connection: C, max: number) => {
    to.add(connection)
    look()
    const [oldest] = to
    if (to.size <= max || oldest === undefined) return
    to.delete(oldest)
    end(oldest)
  }
  const forget = (connection: C) => {
    for (const each of [silent, waiting, seated]) each.delete(connection)
  }
  return {
    arrive: (connection) => add(silent, connection, SILENT_MAX),
    speak: (connection) => {
      forget(connection)
      add(waiting, connection, WAITING_MAX)
    },
    enter: (connection, login) => {
      waiting.delete(connection)
      const first = seated.size < PLACES_MAX ? null : whoGoes(seated, login)
      if (first === undefined) return false
      if (first !== null) seated.delete(first)
      seated.set(connection, login)
      look()
      if (first !== null) end(first)
      return true
    },
    leave: (connection) => {
      forget(connection)
      look()
    },
  }
}

/** undefined: nobody, because everybody there comes before the newcomer. */
function whoGoes<C>(seated: ReadonlyMap<C, string | null>, newcomer: string | null): C | undefined {
  const [oldest] = [...seated].find(([, login]) => login === null) ?? []
  if (oldest !== undefined || newcomer === null) return oldest
  const counts = new Map<string | null, number>([[newcomer, 1]])
  for (const login of seated.values()) counts.set(login, (counts.get(login) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return most === 1 ? undefined : [...seated].find(([, login]) => counts.get(login) === most)?.[0]
}
