/** Compares what is published as certain while a round is in play with what was played. */
import type { BoxTruth, PlayedRound } from '../../../simulators/table/types.ts'
import type { TableEvent } from '../../../src/engine/event.ts'
import { BASE_MS } from '../../engine/table-play.ts'

interface FalseWord {
  /** Number of the round in the table's play, from 1. */
  readonly round: number
  readonly text: string
}

export interface Words {
  /** Events published as certain, of rounds that were played. */
  readonly said: number
  /** Those of them that were false. */
  readonly wrong: readonly FalseWord[]
}

/** Whether the event was true; null: it says nothing for certain that a hand's end could confirm. */
function isSo({ type, data }: TableEvent, round: PlayedRound): boolean | null {
  const { cards, boxes } = round.truth
  if (!('certain' in data) || !data.certain) return null
  const box: BoxTruth | undefined = 'box' in data ? boxes.find((each) => each.box === data.box) : undefined
  const isPutRight = box !== undefined && round.putRight?.includes(box.box) === true
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
      return data.area === 'main' ? ended('lose', 'surrender') || isPutRight : null
    case 'chips.paid':
      return data.area === 'main' ? ended('win', 'blackjack') || (box?.spots.main?.moved ?? 0) > 0 || isPutRight : null
    default:
      return null
  }
}

/** Checks every event against the round that began when the event's round did. */
export function falseWords(events: readonly TableEvent[], rounds: readonly PlayedRound[]): Words {
  const began = new Map(rounds.map((round) => [round.truth.openedAtMs, round]))
  const told = new Map<string, PlayedRound>()
  const wrong: FalseWord[] = []
  let said = 0
  for (const event of events) {
    if (event.type === 'round.opened') {
      const round = began.get(Date.parse(event.data.openedAt) - BASE_MS)
      if (round) told.set(event.data.round, round)
    }
    const round = event.round === null ? undefined : told.get(event.round)
    const so = round ? isSo(event, round) : null
    if (so !== null) said++
    if (round && so === false) wrong.push({ round: round.truth.number, text: `${event.type} ${JSON.stringify(event.data)}` })
  }
  return { said, wrong }
}
