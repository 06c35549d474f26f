/** An evening replayed with another hole card: what is published until it counts as turned must be the same, byte for byte. */

import { type Card, RANKS } from '../../devices/scan.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { type CoreContext, type CoreState, encodeJudged, initialCore, judgeFolded } from '../../src/daemon/stations/core.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { candidatesOf } from '../../src/engine/state/open-round.ts'
import type { TableState } from '../../src/engine/state/table-state.ts'
import { currentView, tableView } from '../../src/engine/words/table-views.ts'
import { openAlarms } from '../../src/procedure/alarms.ts'
import { holePosition } from '../../src/rules/game/deal.ts'
import { BASE_MS } from './table-play.ts'

/** What a display has been sent, and what the fold and the judge keep. */
type Standing = CoreState

const START: Standing = initialCore()

const coreOf = (table: TableContext): CoreContext => ({
  name: { property: 'x', pit: 'y', table: 'z' },
  table,
  judge: { ...table, overridden: [], devices: (['shoe', 'spots', 'pointer'] as const).map((role) => ({ name: role, role })) },
  devices: { decode: () => ({ kind: 'rejected', reason: '' }), tells: () => 'play' },
})

const causeOf = ({ device }: TableAction, index: number): string => `${device}:X/1/${index + 1}`

/**
 * Takes in one observation, and returns everything published but the log: events and findings as they are sent, and the retained topics.
 */
const told = (before: Standing, action: TableAction, index: number, context: TableContext): readonly [Standing, string] => {
  const core = coreOf(context)
  const observation = { ...action.scan, at: BASE_MS + action.atMs, cause: causeOf(action, index) }
  const [table, events] = stepTable(before.table, observation, context)
  const record = { n: index + 1, t: observation.at, kind: 'tick' } as const
  const [judge, judged] = judgeFolded(before.judge, { record, observation, before: before.table, table, events }, core)
  const [numbering, { encoded }] = encodeJudged(before.numbering, judged, core)
  const sent = encoded.map((each) => (each.ok ? each.message.payload : each.refusal.reason))
  const words = [
    ...sent,
    JSON.stringify(currentView(table, context)),
    JSON.stringify([tableView(table, context), openAlarms(judge.alarms)]),
  ]
  return [{ ...before, table, judge, numbering }, words.join('\n')]
}

/** The card lies face down in some account of the cards. */
const isDown = ({ current }: TableState, cause: string): boolean =>
  current !== null &&
  candidatesOf(current).some(({ round }) => round.cards.some((card) => card.cause === cause && card.under !== undefined))

/** The card's round is the only one that may be open, and its boxes are not known yet. */
const isWaiting = ({ current }: TableState, cause: string): boolean =>
  current !== null && !current.said.has('opened') && current.round.cards.some((card) => card.cause === cause)

/** The first difference between what was published with one hole card and with the other. */
export interface Leak {
  readonly hole: Card
  readonly other: Card
  /** How many observations after the hole card. */
  readonly after: number
  readonly words: readonly [string, string]
}

export interface Retold {
  /** How many hole cards were replaced by another card. */
  readonly compared: number
  /** Rounds that were not known to have begun when the hole card came. */
  readonly doubted: number
  readonly lines: number
  readonly leaks: readonly Leak[]
}

/** Replays each round of the evening with each of these ranks as the hole card. */
export const retold = (rounds: readonly PlayedRound[], context: TableContext, ranks: readonly string[] = RANKS): Retold => {
  const actions = rounds.flatMap((round) => round.actions)
  const holes = holesOf(rounds, context)
  let standing = START
  let compared = 0
  let doubted = 0
  let lines = 0
  const leaks: Leak[] = []
  for (const [index, action] of actions.entries()) {
    const before = standing
    ;[standing] = told(before, action, index, context)
    if (!holes.has(action) || action.scan.kind !== 'card') continue
    if ((standing.table.current?.rivals.length ?? 0) > 0) doubted++
    else {
      const hole = action.scan.card as Card
      const expected = untilTurned(before, actions, index, hole, context)
      for (const rank of ranks.filter((each) => each !== hole[0])) {
        compared++
        lines += expected.length
        const other = `${rank}${hole[1]}` as Card
        const heard = untilTurned(before, actions, index, other, context)
        const after = expected.findIndex((words, at) => words !== heard[at])
        const at = after < 0 && heard.length !== expected.length ? expected.length : after
        if (at >= 0) leaks.push({ hole, other, after: at, words: [expected[at] ?? 'turned', heard[at] ?? 'turned'] })
      }
    }
  }
  return { compared, doubted, lines, leaks }
}

/** The lines of the hole cards. */
const holesOf = (rounds: readonly PlayedRound[], { rules }: TableContext): ReadonlySet<TableAction> =>
  new Set(
    rounds.flatMap(({ actions, truth }) => {
      const dealt = actions.filter(({ scan, atMs }) => scan.kind === 'card' && atMs >= truth.openedAtMs)
      return dealt[holePosition(rules, truth.boxes.length)] ?? []
    }),
  )

/** What is published with each line from the hole card on, while it lies face down. `card`: the hole card. */
const untilTurned = (
  start: Standing,
  actions: readonly TableAction[],
  from: number,
  card: Card,
  context: TableContext,
): readonly string[] => {
  const published: string[] = []
  let standing = start
  const cause = causeOf(actions[from] as TableAction, from)
  for (let index = from; index < actions.length; index++) {
    const action = actions[index] as TableAction
    const [next, words] = told(standing, index === from ? { ...action, scan: { kind: 'card', card } } : action, index, context)
    standing = next
    if (!isDown(standing.table, cause) && !isWaiting(standing.table, cause)) return published
    published.push(words)
  }
  return published
}
