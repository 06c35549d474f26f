/** A person's command on the open round, given remotely: decoded again from the journal, and refused if the table is not in that state. */
import { type Card, RANKS, SUITS } from '../../../devices/scan.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import { SHUFFLERS, type Shuffler } from '../../rules/house/shuffler.ts'
import { type Refusal, refusal } from '../../rules/refusals.ts'
import type { Limits } from '../../rules/table.ts'
import type { TableContext } from '../context.ts'
import { codeRead, type Round } from '../evidence/round.ts'
import { type BetNote, NOTE_KINDS } from '../evidence/rulings.ts'
import type { OpenRound } from '../state/open-round.ts'
import { isOpen, type OpenTable, type TableState } from '../state/table-state.ts'
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
  | { readonly name: 'absent'; readonly box: number }
  | { readonly name: 'present'; readonly box: number }
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

export type CommandOf<N extends TableCommand['name']> = Extract<TableCommand, { readonly name: N }>

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

type Said = Readonly<Record<string, unknown>>

/** What each command says besides its round, if that is valid. `which`: the card it names. */
const SAID: {
  readonly [N in TableCommand['name']]: (said: Said, which: OneCard | null) => Omit<CommandOf<N>, 'name' | 'rev' | 'round'> | false | null
} = {
  'round-void': () => ({}),
  absent: ({ box }) => isCount(box) && { box },
  present: ({ box }) => isCount(box) && { box },
  dealer: ({ id }) => typeof id === 'string' && { id },
  'card-name': ({ card }, which) => isCard(card) && which && { card, ...which },
  'card-burn': (_, which) => which,
  'card-move': ({ box, hand }, which) => isCount(box) && isCount(hand) && which && { ...which, box, hand },
  'bet-note': ({ box, kind, amount }) => isCount(box) && isAmong(NOTE_KINDS, kind) && isStake(amount) && { box, note: { kind, amount } },
  'hand-dead': ({ box, hand }) => isCount(box) && isCount(hand) && { box, hand },
  limits: ({ min, max, unit, keep = [] }) => {
    const isList = Array.isArray(keep) && keep.every(isCount)
    return isStake(min) && isStake(max) && isStake(unit) && isList && { min, max, unit, keep }
  },
  shuffler: ({ mode }) => isAmong(SHUFFLERS, mode) && { mode },
  'ruling-undo': ({ ruling }) => typeof ruling === 'string' && { ruling },
}
const isName = (name: string): name is TableCommand['name'] => Object.hasOwn(SAID, name)

/** null: this is no command for the table, or its arguments are not valid. */
export const tableCommand = (name: string, args: unknown, current: OpenRound | null): TableCommand | null => {
  const said = (typeof args === 'object' && args !== null ? args : {}) as Said
  const { rev = null, round = null } = said
  if (!isName(name) || (rev !== null && !isCount(rev)) || (round !== null && typeof round !== 'string')) return null
  const told = SAID[name](said, oneCard(said.seq, said.n, current))
  return told ? ({ name, rev, round, ...told } as TableCommand) : null
}

const isUnread = ({ cards }: Round, seq: number): boolean =>
  cards.some((card) => card.cause.endsWith(`/${seq}`) && codeRead(card) === UNKNOWN)

/** The most hands that a box may hold in any house. */
const HANDS_MAX = 4

/** Why the table as it stands cannot carry out the command; null if it can. */
export const commandFault = (state: TableState, command: TableCommand, context: TableContext): Refusal | null => {
  if (command.rev !== null && command.rev !== state.rev) return refusal('stale-rev', { given: command.rev, rev: state.rev })
  const open = isOpen(state) && state.current.said.has('opened') ? state : null
  const id = open?.current.round.id ?? null
  if (command.round !== null && command.round !== id)
    return id === null ? refusal('no-such-round', { round: command.round }) : refusal('other-round', { round: command.round, open: id })
  const { boxes } = context
  const isBox = (box: number): boolean => box >= 1 && box <= boxes
  const noBox = refusal('no-box', { boxes })
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
      if (min > max || min % unit !== 0) return refusal('no-limits')
      return keep.every(isBox) ? null : noBox
    }
    default:
      return open ? roundFault(open, command, context) : refusal('no-round')
  }
}

type RoundCommand = CommandOf<'round-void' | 'card-name' | 'card-burn' | 'card-move' | 'hand-dead' | 'ruling-undo'>

/** The same for commands about the open round. */
const roundFault = (state: OpenTable, command: RoundCommand, context: TableContext): Refusal | null => {
  const { current } = state
  const { round } = current
  switch (command.name) {
    case 'round-void':
      return null
    case 'card-name': {
      const isKnown = roundsWith(current, command.seq).some((each) => isUnread(each, command.seq))
      return isKnown ? null : refusal('no-unread-card', { card: command.named })
    }
    case 'card-burn':
      return positionOf(round, command.seq) < 0 ? refusal('no-card', { card: command.named }) : null
    case 'card-move': {
      const { seq, box, hand, named } = command
      if (positionOf(round, seq) < 0) return refusal('no-card', { card: named })
      const isFit = (): boolean => withPlaced(state, command, context) !== null
      const unfit = refusal('unfit-hand', { hand, box, card: named })
      return handFault(round, command) ?? (isFit() ? null : unfit)
    }
    case 'hand-dead':
      return handFault(round, command)
    case 'ruling-undo':
      return madeIn(round, command.ruling) ? null : refusal('no-ruling', { ruling: command.ruling, round: round.id })
  }
}

const handFault = (round: Round, { box, hand }: { readonly box: number; readonly hand: number }): Refusal | null => {
  if (!round.boxes.includes(box)) return refusal('box-without-cards', { box })
  return hand >= 1 && hand <= HANDS_MAX ? null : refusal('no-hand', { most: HANDS_MAX })
}

/** How many of the newest entries are kept. The open round has far fewer. */
const NAMED_MAX = 16

export const withNewest = <T>(map: ReadonlyMap<number, T>, key: number, value: T): ReadonlyMap<number, T> => {
  const rest = [...map].filter(([known]) => known !== key)
  return new Map([...rest, [key, value] as const].slice(-NAMED_MAX))
}
