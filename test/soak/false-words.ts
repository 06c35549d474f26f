/** What is said for certain while a round goes on, beside what was played. */
import type { BoxTruth, RoundTruth } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { BASE_MS } from '../engine/table-play.ts'
import { hearPlay } from '../pipeline/heard-play.ts'
import { daemonOf, playScene, type Scene, toldIn } from './scene.ts'

export interface Words {
  /** Said for certain, of rounds that were played. */
  readonly said: number
  /** Of them what was not so. */
  readonly wrong: readonly string[]
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

/** Plays the table, and holds every word against the round that began when the word's round did. */
export function falseWords(scene: Scene): Words {
  const rounds = playScene(scene)
  const began = new Map(rounds.map(({ truth }) => [truth.openedAtMs, truth]))
  const told = new Map<string, RoundTruth>()
  const wrong: string[] = []
  let said = 0
  hearPlay(toldIn(scene, rounds), daemonOf(scene), ({ events, line }) => {
    for (const event of events) {
      if (event.type === 'round.opened') {
        const truth = began.get(Date.parse(event.data.openedAt) - BASE_MS)
        if (truth) told.set(event.data.round, truth)
      }
      const truth = event.round === null ? undefined : told.get(event.round)
      const so = truth ? isSo(event, truth) : null
      if (so !== null) said++
      if (so === false) wrong.push(`table ${scene.number} round ${truth?.number} line ${line}: ${event.type} ${JSON.stringify(event.data)}`)
    }
  })
  return { said, wrong }
}
