/** How far a table can be trusted, and what it is doing, in one word. */
import type { RoundView } from '../../engine/view.ts'
import type { Cell } from './floor.ts'
import { freshness, say } from './say.ts'

export type Standing = 'live' | 'silent' | 'lost' | 'stopped'

/**
 * What a person must know before believing anything else about a table. The broker says that a table is lost; without a broker nobody
 * knows, because the table may be back.
 */
export function standingOf(cell: Cell): Standing {
  const state = cell.status.value?.state
  if (state === 'stopped') return 'stopped'
  if (state === 'lost') return cell.isLinked.value ? 'lost' : 'silent'
  return cell.silentSeconds.value === 0 ? 'live' : 'silent'
}

export function stateText(cell: Cell): string {
  const standing = standingOf(cell)
  if (standing === 'lost' || standing === 'stopped') return say(`state.${standing}`)
  if (cell.status.value?.state === 'lost') return say('state.unknown')
  const table = cell.table.value
  if (table === null) return say(cell.status.value === null ? 'state.unknown' : 'state.ready')
  const phase = cell.round.value?.phase
  if (!table.open && (phase === undefined || phase === 'closed')) return say('state.closed')
  return phase === undefined ? say('state.ready') : say(`phase.${phase}`)
}

/** What the table was doing at a past moment. */
export const pastText = ({ phase }: RoundView): string => say(phase === 'closed' ? 'rounds.over' : `phase.${phase}`)

/** A table that reported itself gone is not live, however recent the report. */
export function freshText(cell: Cell): string {
  const seconds = cell.silentSeconds.value
  return freshness(standingOf(cell) !== 'live' && seconds === 0 ? null : seconds, cell.isLinked.value)
}
