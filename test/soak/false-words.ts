/** What is said for certain while a round goes on, beside what was played. */
import type { BoxTruth, RoundTruth } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { BASE_MS } from '../engine/table-play.ts'

interface FalseWord {
  /** Number of the round in the table's play, from 1. */
  readonly round: number
  readonly text: string
}

export interface Words {
  /** Said for certain, of rounds that were played. */
  readonly said: number
  /** Of them what was not so. */
  readonly wrong: readonly FalseWord[]
}

/** Whether it was so; null: it says nothing for certain that a hand's end could tell. */
function isSo({ type, data }: TableEvent, { cards, boxes }: RoundTruth): boolean | null {
  if (!('certain' in data) || !data.certain) return null
  const box: BoxTruth | undefined = 'box' in data ? boxes.find((each) => each.box === data.box) : undefined
  const did = (...actions: readonly string[]): boolean =>
    box?.hands.some((hand) => hand.actions.some((each) => actions.includes(each))) === true
  const ended = (...outcomes: readonly string[]): boolean => box?.hands.some(({ outcome }) => outcomes.includes(outcome ?? '')) === true
  switch (type) {
    case 'card.dealt': {
      const { to, n } = data
      const place = cards.filter((card) => card.to !== 'burn')[n - 1]?.to
      if (to === null || to === 'burn' || place === undefined) return null
      return typeof to === 'string' || typeof place === 'string' ? to === place : to.box === place.box
    }
    case 'hand.stood':
      return did('stand')
    case 'hand.doubled':
      return did(data.free ? 'free-double' : 'double')
    case 'hand.split':
      return did(data.free ? 'free-split' : 'split')
    case 'hand.busted':
      return box?.hands.some(({ bust }) => bust) === true
    case 'hand.surrendered':
      return did('surrender')
    case 'chips.taken':
      return data.area === 'main' ? ended('lose', 'surrender') : null
    case 'chips.paid':
      return data.area === 'main' ? ended('win', 'blackjack') || (box?.spots.main?.moved ?? 0) > 0 : null
    default:
      return null
  }
}

/** Holds every word against the round that began when the word's round did. */
export function falseWords(events: readonly TableEvent[], truths: readonly RoundTruth[]): Words {
  const began = new Map(truths.map((truth) => [truth.openedAtMs, truth]))
  const told = new Map<string, RoundTruth>()
  const wrong: FalseWord[] = []
  let said = 0
  for (const event of events) {
    if (event.type === 'round.opened') {
      const truth = began.get(Date.parse(event.data.openedAt) - BASE_MS)
      if (truth) told.set(event.data.round, truth)
    }
    const truth = event.round === null ? undefined : told.get(event.round)
    const so = truth ? isSo(event, truth) : null
    if (so !== null) said++
    if (truth && so === false) wrong.push({ round: truth.number, text: `${event.type} ${JSON.stringify(event.data)}` })
  }
  return { said, wrong }
}
