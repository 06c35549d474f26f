/** What a reader of the discards makes of cards that the shoe did not read, or lost without a trace. */
import { seededRandom } from '../../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { type Judged, judgedPlay } from '../../daemon/pipeline/judged-play.ts'
import { playConfig } from '../../daemon/pipeline/records.ts'
import { playedRounds } from '../../engine/table-play.ts'

export const FAULTS = ['unread', 'lost'] as const
export type CardFault = (typeof FAULTS)[number]

export interface Collected {
  readonly house: HouseId
  readonly fault: CardFault
  readonly discards: boolean
  /** Rounds in which a card was not read, or lost without a trace. Nobody errs in them. */
  readonly rounds: number
  /** The card is told: named in the round, or as one that the shoe did not report. */
  readonly told: number
  /** Cards that are told and are none of these. */
  readonly wrong: number
  /** Rounds in which something stands at the end that is called proven, or one of several. */
  readonly accused: number
}

export interface Extent {
  readonly house: HouseId
  readonly rounds: number
  readonly boxes: number
  readonly seed: number
}

/** Every fifth round, so that the one before and the one after are whole. */
const EVERY = 5

/** The shoe's card of each spoiled round, by the place of the round. */
const spoiledIn = (rounds: readonly PlayedRound[], seed: number): ReadonlyMap<number, TableAction> => {
  const random = seededRandom(seed)
  const found = new Map<number, TableAction>()
  rounds.forEach(({ actions, truth }, at) => {
    const cards = actions.filter(({ scan, atMs }) => scan.kind === 'card' && atMs >= truth.openedAtMs)
    const card = cards[Math.floor(random() * cards.length)]
    if (at % EVERY === 2 && card !== undefined) found.set(at, card)
  })
  return found
}

const standing = (said: readonly Judged[]): ReadonlySet<string | null> => {
  const findings = new Map<string, string | null>()
  for (const { type, data } of said) {
    if (type === 'finding.withdrawn') findings.delete(data.finding)
    if (type !== 'finding.raised' && type !== 'finding.changed') continue
    if (data.grade === 'likely' || data.severity === 'info') findings.delete(data.finding)
    else findings.set(data.finding, data.round)
  }
  return new Set(findings.values())
}

export const collected = ({ house, rounds, boxes, seed }: Extent, fault: CardFault, discards: boolean): Collected => {
  const played = playedRounds(rounds, seed, HOUSES[house].rules, { boxes, discards })
  const spoiled = spoiledIn(played, seed)
  // What is lost without a trace, a shoe has lost whose messages have no numbers.
  const config = { ...playConfig(house, boxes, ['discards']), mayLoseCards: fault === 'lost' && !discards }
  const said = judgedPlay(config, played, (action, at) => {
    if (action !== spoiled.get(at)) return [action]
    return fault === 'lost' ? [] : [{ ...action, scan: { kind: 'card', card: '??' } }]
  })
  const cards = [...spoiled.values()].flatMap(({ scan }) => (scan.kind === 'card' ? [scan.card as string] : []))
  const told = said.flatMap(({ type, data }) => {
    // A hole card is named once it is turned.
    if (type === 'card.named') return data.card === 'hidden' ? [] : [data.card as string]
    return type === 'device.incident' && data.code === 'discard-not-dealt' ? data.text.replace(/^.*: (.*)\.$/, '$1').split(', ') : []
  })
  const right = cards.filter((card) => told.includes(card)).length
  const wrong = [...new Set(told)].filter((card) => !cards.includes(card)).length
  return { house, fault, discards, rounds: cards.length, told: right, wrong, accused: standing(said).size }
}
