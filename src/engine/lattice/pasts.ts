/** The result of finished hands: two ways with the same result have the same future. */
import { totalOf } from '../../rules/game/cards.ts'
import { hangsOnUnseen, type Unseen } from '../../rules/game/dealer.ts'
import { type Hand, ownOutcome } from '../../rules/game/hand.ts'
import { kept } from '../workspace.ts'
import { type Alike, type BoxTerms, handKey, type Lattice, type Node, type Past, pastOf } from './graph.ts'

/** A hand is due the same on sixteen as on any lower total: the dealer stands on seventeen or more, or busts, unless he stood too soon. */
const LOW_TOTAL = 16

/** What the hand comes to whatever the dealer has, and since which card it may be paid. */
const comesTo = (hand: Hand): string | undefined => {
  const own = ownOutcome(hand)
  return own === 'win' ? `${own} since ${hand.positions.at(-1)}` : own
}

/** The same, or the hand's total: the same for totals that count for as much. */
const worthOf = (hand: Hand, alike: Alike): string | number =>
  comesTo(hand) ?? Math.max(alike === 'due' ? LOW_TOTAL : 1, totalOf(hand.points))

/** A key of all that another hand in its place must have in common with this one. */
const alikeBy = (hand: Hand, alike: Alike, unseen: Unseen): string =>
  alike === 'all' ? handKey(hand) : alike === 'need' ? needKey(hand, unseen) : dueKey(hand, alike)

/** The key of the hands finished before and this one. */
const alikeWith = (before: string, own: string, alike: Alike): string => {
  if (alike === 'all') return `${before};${own}`
  if (alike !== 'need') return before === '' ? own : [...before.split(';'), own].sort().join(';')
  // If one of several hands plays on, that is what the dealer plays for; a bust hand asks for nothing.
  return before === '' || before === 'lose' || own === 'live' ? own : before
}

/** The finished hands with one more, which ended before the card at `position`. */
export const pastWith = ({ body, terms }: Pick<Lattice, 'body' | 'terms'>, node: Node, hand: Hand, position: number): Past => {
  const { pasts } = body
  const { unseen, isDated } = terms
  const { past: before } = node
  const { alike } = node.terms as BoxTerms
  before.more ??= new Map()
  const date = isDated ? `@${position}` : ''
  const own = alikeBy(hand, alike, unseen)
  // A hand that was split off may have other choices open than one that was not.
  return kept(before.more, `${hand.fromSplit} ${own}${date}`, () => {
    const [undated = ''] = isDated ? before.alike.split('@') : [before.alike]
    const all = `${alikeWith(undated, own, alike)}${date}`
    const key = `${before.hands.length + 1} ${hand.fromSplit} ${all}`
    return kept(pasts, key, () => pastOf(pasts.size, [...before.hands, hand], all))
  })
}

const dueKey = (hand: Hand, alike: Alike): string => {
  const { ended, real, lammers, actions } = hand
  if (ended === 'natural') return actions.includes('even-money') ? 'e' : 'n'
  return `${worthOf(hand, alike)}.${real}.${lammers}`
}

const needKey = (hand: Hand, unseen: Unseen): string => {
  if (hand.ended === 'natural') return hand.actions.includes('even-money') ? 'even money' : 'natural'
  return comesTo(hand) ?? (!hand.fromSplit && hangsOnUnseen(hand, 1, unseen) ? 'unseen' : 'live')
}
