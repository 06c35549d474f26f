/** How an alarm came to its end, by what was said of its findings: its topic alone only says that it is gone. Pure. */
import type { AlarmData, Heard, MessageType } from './payloads.ts'

/** What became of a finding. */
export type Fate = 'withdrawn' | 'corrected'
/** `over`: a device or the machine works again; `closed`: by a person. */
export type AlarmEnd = Fate | 'over' | 'closed'

/** Findings of which it is remembered: an evening at a bad table has fewer. */
const FATES_MAX = 500

interface SaidOfFinding {
  readonly type: MessageType
  readonly data: { readonly finding: string; readonly corrected: boolean }
}

/** Finding -> what became of it, with what is said of it now. The same map where that is no news. */
export function withFate(fates: ReadonlyMap<string, Fate>, { type, data }: SaidOfFinding): ReadonlyMap<string, Fate> {
  const { finding, corrected } = data
  const fate = type === 'finding.withdrawn' ? 'withdrawn' : corrected ? 'corrected' : null
  if ((fates.get(finding) ?? null) === fate) return fates
  const others = [...fates].filter(([id]) => id !== finding)
  return new Map(fate === null ? others : [...others, [finding, fate] as const].slice(-FATES_MAX))
}

type Ended = Pick<Heard<AlarmData>, 'grounds' | 'group'>

/** A group's, else its own; none of a fault. */
export const findingsOf = ({ grounds, group }: Ended): readonly string[] =>
  group?.lines.map(({ finding }) => finding) ?? (grounds === null ? [] : [grounds.finding])

/** Of an alarm that is over. A group is put right as soon as the error among its lines is. */
export function endOf(alarm: Ended, fates: ReadonlyMap<string, Fate>): AlarmEnd {
  const findings = findingsOf(alarm)
  if (findings.length === 0) return 'over'
  const all = findings.map((finding) => fates.get(finding))
  if (all.includes('corrected')) return 'corrected'
  return all.every((fate) => fate === 'withdrawn') ? 'withdrawn' : 'closed'
}
