/**
 * Where a table's link to its broker stands, as a pure machine; `client.ts` carries it out.
 *
 *   connecting ─> connected ─> lost ─> (1 s) ─> connecting ─> ...      an attempt goes to the next address
 *            `──────────────> lost                                     stopped: for good
 */
import type { LinkState } from './link.ts'

/** Shortest time between two attempts; a random part of up to half is added, so that a floor's tables do not all return at once. */
const RECONNECT_MS_MIN = 1000
/**
 * Once in this time it is made at once when the broker closes a connection over which it had accepted something, however young: that shows
 * whether the broker itself is well (`takeover.ts`).
 */
const AT_ONCE_EVERY_MS = 10_000

export interface LinkPhase {
  readonly kind: LinkState['kind']
  readonly url: string
  /** Why it is lost. */
  readonly reason: string
  /** Connections made. */
  readonly conn: number
  readonly attempts: number
  readonly triedAtMs: number
  /** When the last attempt was made at once. */
  readonly atOnceAtMs: number
  /** No further attempt is made. */
  readonly isStopping: boolean
}

/** `nowMs`: monotonic. `random`: 0 to 1. */
export type PhaseInput = { readonly nowMs: number; readonly random: number } & (
  | { readonly kind: 'attempt'; readonly urls: readonly string[] }
  | { readonly kind: 'connected' }
  /** `isClosedInUse`: the broker closed it after it had accepted something. */
  | { readonly kind: 'lost'; readonly reason: string; readonly isClosedInUse: boolean }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'stopped' }
)

export type PhaseEffect = { readonly kind: 'connect'; readonly url: string } | { readonly kind: 'wait'; readonly ms: number }

export const phaseBefore = (url: string): LinkPhase => ({
  ...{ kind: 'connecting', url, reason: '', conn: 0, attempts: 0 },
  ...{ triedAtMs: 0, atOnceAtMs: Number.NEGATIVE_INFINITY, isStopping: false },
})

export function stepPhase(phase: LinkPhase, input: PhaseInput): readonly [LinkPhase, readonly PhaseEffect[]] {
  const { nowMs } = input
  switch (input.kind) {
    case 'attempt': {
      const url = input.urls[phase.attempts % input.urls.length] ?? ''
      const next = { ...phase, kind: 'connecting' as const, url, reason: '', attempts: phase.attempts + 1, triedAtMs: nowMs }
      return [next, [{ kind: 'connect', url }]]
    }
    case 'connected':
      return [{ ...phase, kind: 'connected', conn: phase.conn + 1 }, []]
    case 'lost': {
      const isAtOnce = input.isClosedInUse && nowMs - phase.atOnceAtMs >= AT_ONCE_EVERY_MS
      const lost = { ...phase, kind: 'lost' as const, reason: input.reason, atOnceAtMs: isAtOnce ? nowMs : phase.atOnceAtMs }
      if (phase.isStopping) return [lost, []]
      const ms = isAtOnce ? 0 : RECONNECT_MS_MIN * (1 + input.random / 2) - (nowMs - phase.triedAtMs)
      return [lost, [{ kind: 'wait', ms: Math.max(0, ms) }]]
    }
    case 'stopping':
      return [{ ...phase, isStopping: true }, []]
    case 'stopped':
      return [{ ...phase, kind: 'stopped', url: '' }, []]
  }
}
