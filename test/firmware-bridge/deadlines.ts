/** Whether the link machine needs the time when it says so, and never before. */
import { stepLink } from '../../firmware-bridge/link.ts'
import { nextDeadline } from '../../firmware-bridge/link-deadline.ts'
import type { LinkState } from '../../firmware-bridge/link-state.ts'

export function isDue(state: LinkState, nowMs: number): boolean {
  const deadline = nextDeadline(state)
  return deadline !== null && deadline <= nowMs
}

/** What a tick would bring although the deadline has not come, as JSON; a capture has none. The health, which can wait, is left out. */
export function ahead(state: LinkState, time: { readonly nowMs: number; readonly wallMs: number }): readonly string[] {
  if (state.phase === 'closed' || state.options.capture === true || isDue(state, time.nowMs)) return []
  const [, outputs] = stepLink(state, { kind: 'tick', ...time })
  return outputs.flatMap((output) => (output.kind === 'report' && output.report.kind === 'health' ? [] : [JSON.stringify(output)]))
}
