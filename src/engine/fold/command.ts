/** A person's command on the open round, given remotely: decoded again from the journal, and refused if the table is not in that state. */
import { type Card, RANKS, SUITS } from '../../../devices/scan.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import { SHUFFLERS, type Shuffler } from '../../rules/house/shuffler.ts'
import type { Limits } from '../../rules/table.ts'
import type { TableContext } from '../context.ts'
import { codeRead, type Round } from '../evidence/round.ts'
import { type BetNote, NOTE_KINDS } from '../evidence/rulings.ts'
import type { OpenRound } from '../state/open-round.ts'
import type { TableState } from '../state/table-state.ts'
import { type CardMove, madeIn, positionOf, roundsWith, withPlaced } from './rulings.ts'

/** A card of the open round. */
interface OneCard {
  /** Number of its device line; 0: the round has no such card. */
  readonly seq: number
  /** As the person named it. */
  readonly named: string
}

/** `round`: the round it is about, if the person named one. */
export type TableCommand = { readonly rev: number | null; readonly round: string | null } & (
  | { readonly name: 'round-void' }
  | { readonly name: 'absent' | 'present'; readonly box: number }
  | { readonly name: 'dealer'; readonly id: string }
  | ({ readonly name: 'card-name'; readonly card: Card } & OneCard)
  | ({ readonly name: 'card-burn' } & OneCard)
  | ({ readonly name: 'card-move' } & Omit<CardMove, 'seq'> & OneCard)
  | { readonly name: 'bet-note'; readonly box: number; readonly note: BetNote }
  | { readonly name: 'hand-dead'; readonly box: number; readonly hand: number }
  | ({ readonly name: 'limits'; readonly keep: readonly number[] } & Pick<Limits, 'min' | 'max' | 'unit'>)
  | { readonly name: 'shuffler'; readonly mode: Shuffler }
  | { readonly name: 'ruling-undo'; readonly ruling: string }
)

const CARDS: ReadonlySet<unknown> = new Set(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)))
const isCard = (value: unknown): value is Card => CARDS.has(value)
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isStake = (value: unknown): value is number => isCount(value) && value > 0
const isAmong = <T extends string>(words: readonly T[], value: unknown): value is T => words.some((word) => word === value)

/** The card by the number of its device line (`seq`), or by its number in the open round (`n`, from 1). null: it is named by neither. */
const oneCard = (seq: unknown, n: unknown, current: OpenRound | null): OneCard | null => {
  if (isCount(seq)) return { seq, named: `with sequence ${seq}` }
  if (!isCount(n)) return null
  const cause = current?.round.cards[n - 1]?.cause ?? ''
  return { seq: Number(cause.slice(cause.lastIndexOf('/') + 1)), named: `number ${n}` }
}

/** null: this is no command for the table, or its arguments are not valid. */
export const tableCommand = (name: string, args: unknown, current: OpenRound | null): TableCommand | null => {
  const said = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  const { rev = null, round = null, box, hand, card, id, kind, amount, min, max, unit, keep = [], mode, ruling } = said
  if ((rev !== null && !isCount(rev)) || (round !== null && typeof round !== 'string')) return null
  const about = { rev, round }
  const which = oneCard(said.seq, said.n, current)
  switch (name) {
    case 'round-void':
      return { name, ...about }
    case 'absent':
    case 'present':
      return isCount(box) ? { name, ...about, box } : null
    case 'dealer':
      return typeof id === 'string' ? { name, ...about, id } : null
    case 'card-name':
      return isCard(card) && which ? { name, ...about, card, ...which } : null
    case 'card-burn':
      return which ? { name, ...about, ...which } : null
    case 'card-move':
      return which && isCount(box) && isCount(hand) ? { name, ...about, ...which, box, hand } : null
    case 'bet-note':
      return isCount(box) && isAmong(NOTE_KINDS, kind) && isStake(amount) ? { name, ...about, box, note: { kind, amount } } : null
    case 'hand-dead':
      return isCount(box) && isCount(hand) ? { name, ...about, box, hand } : null
    case 'limits': {
      const isList = Array.isArray(keep) && keep.every(isCount)
      return isStake(min) && isStake(max) && isStake(unit) && isList ? { name, ...about, min, max, unit, keep } : null
    }
    case 'shuffler':
      return isAmong(SHUFFLERS, mode) ? { name, ...about, mode } : null
    case 'ruling-undo':
      return typeof ruling === 'string' ? { name, ...about, ruling } : null
    default:
      return null
  }
}

const isUnread = ({ cards }: Round, seq: number): boolean =>
  cards.some((card) => card.cause.endsWith(`/${seq}`) && codeRead(card) === UNKNOWN)

/** The most hands that a box may hold in any house. */
const HANDS_MAX = 4

/** Why the table as it stands cannot carry out the command; null if it can. */
export const commandFault = (state: TableState, command: TableCommand, context: TableContext): string | null => {
  if (command.rev !== null && command.rev !== state.rev) return `stale: rev ${command.rev} is not the current one (${state.rev})`
  const open = state.current?.said.has('opened') ? state.current.round.id : null
  if (command.round !== null && command.round !== open) {
    return `stale: round ${command.round} is not open; ${open === null ? 'no round is' : `the open one is ${open}`}`
  }
  const { boxes } = context
  const isBox = (box: number): boolean => box >= 1 && box <= boxes
  const noBox = `refused: the table has boxes 1 to ${boxes}`
  switch (command.name) {
    case 'dealer':
    case 'shuffler':
      return null
    case 'absent':
    case 'present':
    case 'bet-note':
      return isBox(command.box) ? null : noBox
    case 'limits': {
      const { min, max, unit, keep } = command
      if (min > max || min % unit !== 0) return 'refused: min must be at most max, and a multiple of unit'
      return keep.every(isBox) ? null : noBox
    }
    default:
      return state.current?.said.has('opened') ? roundFault(state.current, state.now, command, context) : 'refused: no round is open'
  }
}

type RoundCommand = Extract<
  TableCommand,
  { readonly name: 'round-void' | 'card-name' | 'card-burn' | 'card-move' | 'hand-dead' | 'ruling-undo' }
>

/** The same for commands about the open round. */
const roundFault = (current: OpenRound, now: number, command: RoundCommand, context: TableContext): string | null => {
  const { round } = current
  switch (command.name) {
    case 'round-void':
      return null
    case 'card-name':
      return roundsWith(current, command.seq).some((each) => isUnread(each, command.seq))
        ? null
        : `refused: the open round has no unread card ${command.named}`
    case 'card-burn':
      return positionOf(round, command.seq) < 0 ? `refused: the open round has no card ${command.named}` : null
    case 'card-move': {
      const { seq, box, named } = command
      if (positionOf(round, seq) < 0) return `refused: the open round has no card ${named}`
      const fault = handFault(round, command)
      if (fault !== null) return fault
      return withPlaced(current, command, { now, context })
        ? null
        : `refused: by cards and chips no hand ${command.hand} of box ${box} can have the card ${named}`
    }
    case 'hand-dead':
      return handFault(round, command)
    case 'ruling-undo':
      return madeIn(round, command.ruling) ? null : `refused: there is no ruling ${command.ruling} in the open round ${round.id}`
  }
}

const handFault = (round: Round, { box, hand }: { readonly box: number; readonly hand: number }): string | null => {
  if (!round.boxes.includes(box)) return `refused: box ${box} has no cards in this round`
  return hand >= 1 && hand <= HANDS_MAX ? null : `refused: hand must be 1 to ${HANDS_MAX}`
}

/** How many of the newest entries are kept. The open round has far fewer. */
const NAMED_MAX = 16

export const withNewest = <T>(map: ReadonlyMap<number, T>, key: number, value: T): ReadonlyMap<number, T> => {
  const rest = [...map].filter(([known]) => known !== key)
  return new Map([...rest, [key, value] as const].slice(-NAMED_MAX))
}
