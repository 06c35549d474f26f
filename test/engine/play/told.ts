/** What the fold makes of an evening's device lines, beside what was played. */
import { AREAS } from '../../../devices/scan.ts'
import type { RoundTruth } from '../../../simulators/table/types.ts'
import type { RoundResult, TableEvent } from '../../../src/engine/event.ts'
import { closedRounds, foldActions, numbersOf } from '../table-play.ts'
import type { Evening, Setting } from './evening.ts'

type Spots = RoundTruth['boxes'][number]['spots'] | RoundResult['boxes'][number]['spots']

/** Spot by spot; one on which nothing was staked may be left out. */
const spotsOf = (spots: Spots): string =>
  AREAS.flatMap((area) => {
    const spot = spots[area] && numbersOf(spots[area])
    return spot === undefined || spot.staked === 0 ? [] : [`${area} ${spot.staked} due ${spot.due} moved ${spot.moved}`]
  }).join(', ')

/** One spelling of a round for both: hands, actions, outcomes, and every amount. */
export const roundText = ({ dealer, boxes, net }: RoundTruth | RoundResult): string =>
  [
    `dealer ${dealer.cards.join(' ')} = ${dealer.total}, house ${'best' in net ? net.best : net.house}`,
    ...boxes.map(({ box, hands, spots }) => {
      const held = hands.map(({ cards, actions, outcome }) => `${cards.join(' ')} [${actions.join(' ')}] ${outcome}`)
      return `${box}: ${held.join(' | ')} : ${spotsOf(spots)}`
    }),
  ].join('\n')

const foldEvening = ({ rounds }: Pick<Evening, 'rounds'>, { context }: Setting): readonly TableEvent[] =>
  foldActions(
    rounds.flatMap(({ played }) => played.actions),
    context,
  )

export const toldRounds = (evening: Evening): readonly RoundResult[] => closedRounds(foldEvening(evening, evening.setting))
