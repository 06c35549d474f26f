/** How the rounds of an evening are told at which people sometimes err. */
import type { PlayedRound, RoundTruth } from '../../../simulators/table/types.ts'
import type { RoundResult } from '../../../src/engine/event.ts'
import { type Daemon, type Heard, hearPlay } from '../../daemon/pipeline/heard-play.ts'
import { BASE_MS } from '../../engine/table-play.ts'

/** How a round was reported: nothing certain is false; something certain is false; the round is incomplete or missing. */
export type Telling = 'true' | 'false' | 'lost'

/** Every hand reported as certain was played that way. */
const isTrue = ({ boxes }: RoundResult, truth: RoundTruth): boolean =>
  boxes.every(({ box, hands }) => {
    const played = truth.boxes.find((each) => each.box === box)?.hands ?? []
    return hands.every(({ hand, cards, outcome, certain }) => {
      const own = played.find((each) => each.hand === hand)
      return !certain || (own?.outcome === outcome && own.cards.join(' ') === cards.join(' '))
    })
  })

/** Hears how rounds are told: `told` when all is said. */
export const listener = (played: readonly PlayedRound[]) => {
  const told = played.map((): Telling => 'lost')
  const closed = (result: RoundResult): void => {
    const openedAtMs = Date.parse(result.openedAt) - BASE_MS
    const at = played.findLastIndex(({ truth }) => truth.openedAtMs <= openedAtMs)
    const truth = played[at]?.truth
    // A round reported to begin within a real round was never played.
    const isPlayed = truth?.openedAtMs === openedAtMs
    const isFalse = truth !== undefined && !isTrue(result, isPlayed ? truth : { ...truth, boxes: [] })
    if (isFalse) told[at] = 'false'
    else if (isPlayed && result.complete && told[at] === 'lost') told[at] = 'true'
  }
  const hear = ({ said }: Pick<Heard, 'said'>): void => {
    for (const event of said) if (event.type === 'round.closed') closed(event.data)
  }
  return { hear, told }
}

/** How each round is told. */
export const tellRounds = (played: readonly PlayedRound[], daemon: Daemon): readonly Telling[] => {
  const { hear, told } = listener(played)
  hearPlay(
    played.flatMap(({ actions }) => actions),
    daemon,
    hear,
  )
  return told
}
