/** An evening in which people err now and then, and what is reported of the rounds in which nobody did. */
import { usualSpots } from '../../simulators/device/options.ts'
import { type ErringRound, type Mistake, playErring } from '../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { RoundTruth } from '../../simulators/table/types.ts'
import type { RoundResult } from '../../src/engine/event.ts'
import { type HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { BASE_MS, CHIPS, LIMITS } from '../engine/table-play.ts'
import { configFor, daemonFor, hearPlay } from '../pipeline/heard-play.ts'

export interface Evening {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly pointer: boolean
  readonly rounds: number
  /** Of the rounds in which an error is tried, 0-1. */
  readonly share: number
  readonly seed: number
}

/** Of a round: nothing certain is false; something is; it is told incomplete, or not at all. */
export type Telling = 'true' | 'false' | 'lost'

export interface ToldRound {
  readonly mistake: Mistake | null
  readonly telling: Telling
}

const SPOT_LAG_MS = 1500

/** Every hand that is called certain was played so. */
const isTrue = ({ boxes }: RoundResult, truth: RoundTruth): boolean =>
  boxes.every(({ box, hands }) => {
    const played = truth.boxes.find((each) => each.box === box)?.hands ?? []
    return hands.every(({ hand, cards, outcome, certain }) => {
      const own = played.find((each) => each.hand === hand)
      return !certain || (own?.outcome === outcome && own.cards.join(' ') === cards.join(' '))
    })
  })

export function tellEvening({ house, boxes, pointer, rounds, share, seed }: Evening): readonly ToldRound[] {
  const { rules } = HOUSES[house]
  const table = { rules, limits: LIMITS, chips: CHIPS, boxes, spots: usualSpots(house) }
  const play = playErring({ ...table, pointer, random: seededRandom(seed) }, { codes: ERROR_CODES, share })
  const played = Array.from({ length: rounds }, (): ErringRound => play.next().value)
  const told = played.map((): Telling => 'lost')
  const hear = (result: RoundResult): void => {
    const openedAtMs = Date.parse(result.openedAt) - BASE_MS
    const at = played.findLastIndex(({ truth }) => truth.openedAtMs <= openedAtMs)
    const truth = played[at]?.truth
    // What is told to begin within a round is none that was played.
    const isPlayed = truth?.openedAtMs === openedAtMs
    const isFalse = truth !== undefined && !isTrue(result, isPlayed ? truth : { ...truth, boxes: [] })
    if (isFalse) told[at] = 'false'
    else if (isPlayed && result.complete && told[at] === 'lost') told[at] = 'true'
  }
  const daemon = daemonFor(configFor({ ...table, house, spotLagMs: SPOT_LAG_MS, chipEvidence: 'payouts' }))
  const actions = played.flatMap((round) => round.actions)
  hearPlay(actions, daemon, ({ said }) => {
    for (const event of said) if (event.type === 'round.closed') hear(event.data)
  })
  return played.map(({ mistake }, at) => ({ mistake, telling: told[at] as Telling }))
}
