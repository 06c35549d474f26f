/** What a person may order of the open round from afar: decoded again from what the journal holds, and refused where the table is not so. */
import { type Card, RANKS, SUITS } from '../../../devices/scan.ts'
import { codeRead, type Round } from '../evidence/round.ts'
import { UNKNOWN } from '../game/cards.ts'
import { type OpenRound, roundsIn } from '../state/open-round.ts'
import type { TableState } from '../state/table-state.ts'

export type TableCommand = { readonly rev: number | null } & (
  | { readonly name: 'round-void' }
  | { readonly name: 'absent'; readonly box: number }
  | { readonly name: 'dealer'; readonly id: string }
  | { readonly name: 'card-name'; readonly card: Card; readonly seq: number }
  | { readonly name: 'card-move'; readonly seq: number; readonly box: number; readonly hand: number }
)

const CARDS: ReadonlySet<unknown> = new Set(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)))
const isCard = (value: unknown): value is Card => CARDS.has(value)
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** null: no order for the open round, or none that can be understood. */
export const tableCommand = (name: string, args: unknown): TableCommand | null => {
  const {
    rev = null,
    box,
    hand,
    seq,
    card,
    id,
  } = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  if (rev !== null && !isCount(rev)) return null
  switch (name) {
    case 'round-void':
      return { name, rev }
    case 'absent':
      return isCount(box) ? { name, rev, box } : null
    case 'dealer':
      return typeof id === 'string' ? { name, rev, id } : null
    case 'card-name':
      return isCard(card) && isCount(seq) ? { name, rev, card, seq } : null
    case 'card-move':
      return isCount(seq) && isCount(box) && isCount(hand) ? { name, rev, seq, box, hand } : null
    default:
      return null
  }
}

/** Position of the card with this sequence of its device line; -1 where the round has none. */
export const positionOf = (round: Round, seq: number): number => round.cards.findIndex(({ cause }) => cause.endsWith(`/${seq}`))

/** Rounds that have it, in some account of the cards. */
export const roundsWith = (current: OpenRound | null, seq: number): readonly Round[] =>
  current ? roundsIn(current).filter((round) => positionOf(round, seq) >= 0) : []

const isUnread = ({ cards }: Round, seq: number): boolean =>
  cards.some((card) => card.cause.endsWith(`/${seq}`) && codeRead(card) === UNKNOWN)

/** Hands a box may come to hold in any house. */
const HANDS_MAX = 4

/** Why the table as it stands cannot do it; null when it can. */
export const commandFault = (state: TableState, command: TableCommand, boxes: number): string | null => {
  if (command.rev !== null && command.rev !== state.rev) return `stale: rev ${command.rev} is not the current one (${state.rev})`
  const round = state.current?.said.has('opened') ? state.current.round : null
  switch (command.name) {
    case 'dealer':
      return null
    case 'absent':
      return command.box >= 1 && command.box <= boxes ? null : `refused: the table has boxes 1 to ${boxes}`
    case 'round-void':
      return round === null ? 'refused: no round is open' : null
    case 'card-name':
      return round !== null && roundsWith(state.current, command.seq).some((each) => isUnread(each, command.seq))
        ? null
        : `refused: the open round has no unread card with sequence ${command.seq}`
    case 'card-move': {
      const { seq, box, hand } = command
      if (round === null || positionOf(round, seq) < 0) return `refused: the open round has no card with sequence ${seq}`
      if (!round.boxes.includes(box)) return `refused: box ${box} has no cards in this round`
      return hand >= 1 && hand <= HANDS_MAX ? null : `refused: hand must be 1 to ${HANDS_MAX}`
    }
  }
}

/** The newest entries: those of the open round are far fewer. */
const NAMED_MAX = 16

export const withNewest = <T>(map: ReadonlyMap<number, T>, key: number, value: T): ReadonlyMap<number, T> => {
  const rest = [...map].filter(([known]) => known !== key)
  return new Map([...rest, [key, value] as const].slice(-NAMED_MAX))
}
