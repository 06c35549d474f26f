/** Tables of every house with every set of sensors, with everything that players do, and with some cards unread. */
import { oneOf, seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../src/rules/table.ts'
import { type Scene, sceneOf } from '../measure/soak/scene.ts'

/** The spots, the lags, the people and their pace are random. */
export const everySensor = (seed: number): readonly Scene[] =>
  HOUSE_IDS.flatMap((house, at) =>
    CHIP_EVIDENCE.flatMap((chipEvidence, far) =>
      [false, true].map((pointer, pointed) =>
        sceneOf(seed, (at * CHIP_EVIDENCE.length + far) * 2 + pointed, { house, chipEvidence, pointer, pointerLateMs: 0 }),
      ),
    ),
  )

/** The same rounds, with one card unread in every `nth`: half the time any card, half the time one of the dealer's first two. */
export const withUnread = (rounds: readonly PlayedRound[], nth: number, seed: number): readonly PlayedRound[] => {
  const random = seededRandom(seed)
  return rounds.map((round, index) => {
    if (index % nth !== 0) return round
    const { actions, truth } = round
    const cards = truth.cards.filter(({ to }) => to !== 'burn')
    const dealers = cards.filter(({ to }) => to === 'dealer').slice(0, 2)
    const unread = oneOf(random, random() < 0.5 ? dealers : cards)
    const blurred = (action: TableAction): TableAction =>
      action.scan.kind === 'card' && action.atMs === unread.atMs ? { ...action, scan: { kind: 'card', card: '??' } } : action
    return { ...round, actions: actions.map(blurred) }
  })
}
