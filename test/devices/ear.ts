/** One listener with its driver, in virtual time: bytes go in, and what the link reports is kept. */
import { Buffer } from 'node:buffer'
import { NOTHING_GIVEN, type Talker } from '../../devices/talker.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { initialListener, type ListenerInput, stepListener } from '../../firmware-bridge/listener.ts'
import { whole } from '../../simulators/talkers/twin.ts'

/** The time of day is this much ahead of the monotonic clock. */
const WALL_MS = 1_764_200_000_000

export interface EarOptions {
  readonly talker: Talker
  readonly serial: string
  /** The files that its driver is given. */
  readonly given: Partial<typeof NOTHING_GIVEN>
  readonly nowMs: () => number
}

type Said =
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }

/** Its port is open. */
export function earOf({ talker, serial, given, nowMs }: EarOptions) {
  const dialect = talker.dialect({ ...NOTHING_GIVEN, ...given })
  let state = initialListener({ name: talker.name, serial, dialect, lateMs: talker.traits.lateMs })
  const reports: LinkReport[] = []
  const step = (said: Said): void => {
    const now = nowMs()
    const input: ListenerInput = { ...said, nowMs: now, wallMs: WALL_MS + now, listenedMs: now }
    const [next, out] = stepListener(state, input)
    state = next
    reports.push(...out.filter((each) => each.kind !== 'ask' && each.kind !== 'reopen'))
  }
  step({ kind: 'opened' })
  return {
    reports,
    step,
    /** In pieces as a line hands them on. */
    hear(text: string, random: () => number, most = 9) {
      const bytes = Buffer.from(text, 'latin1')
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + whole(random, most)
        step({ kind: 'data', bytes: bytes.subarray(at, end) })
        at = end
      }
    },
    counters: () => state.counters,
  }
}

/** The twin of a driver. @throws Error if it has none */
export function twinAmong<T extends { readonly driver: string }>(twins: readonly T[], driver: string): T {
  const twin = twins.find((each) => each.driver === driver)
  if (twin === undefined) throw new Error(`${driver} has no twin in simulators/talkers/`)
  return twin
}
