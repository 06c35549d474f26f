/** An evening in which people sometimes make errors, and what is reported of the rounds without one. */
import { usualSpots } from '../../../simulators/device/options.ts'
import { type ErringRound, type Mistake, playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { PlayedRound, RoundTruth } from '../../../simulators/table/types.ts'
import type { RoundResult } from '../../../src/engine/event.ts'
import { type HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { configFor, type Daemon, daemonFor, hearPlay } from '../../daemon/pipeline/heard-play.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'

export interface Evening {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly pointer: boolean
  readonly rounds: number
  /** Share of rounds in which an error is attempted, 0-1. */
  readonly share: number
  readonly seed: number
}

/** How a round was reported: nothing certain is false; something certain is false; the round is incomplete or missing. */
export type Telling = 'true' | 'false' | 'lost'

export interface ToldRound {
  readonly mistake: Mistake | null
  readonly telling: Telling
}

const SPOT_LAG_MS = 1500

/** Every hand reported as certain was played that way. */
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
  const told = tellRounds(played, daemonFor(configFor({ ...table, house, spotLagMs: SPOT_LAG_MS, chipEvidence: 'payouts' })))
  return played.map(({ mistake }, at) => ({ mistake, telling: told[at] as Telling }))
}

/** How each round was reported. */
export function tellRounds(played: readonly PlayedRound[], daemon: Daemon): readonly Telling[] {
  const told = played.map((): Telling => 'lost')
  const hear = (result: RoundResult): void => {
    const openedAtMs = Date.parse(result.openedAt) - BASE_MS
    const at = played.findLastIndex(({ truth }) => truth.openedAtMs <= openedAtMs)
    const truth = played[at]?.truth
    // A round reported to begin within a real round was never played.
    const isPlayed = truth?.openedAtMs === openedAtMs
    const isFalse = truth !== undefined && !isTrue(result, isPlayed ? truth : { ...truth, boxes: [] })
    if (isFalse) told[at] = 'false'
    else if (isPlayed && result.complete && told[at] === 'lost') told[at] = 'true'
  }
  hearPlay(
    played.flatMap(({ actions }) => actions),
    daemon,
    ({ said }) => {
      for (const event of said) if (event.type === 'round.closed') hear(event.data)
    },
  )
  return told
}
