/**
 * An account and a list of rounds for machines: the contents of the page, with every story that was ruled out. Boxes are numbers, the
 * dealer's hand is `dealer`; cards have their number in the round, 1 = the first; amounts are in minor units; times are in ms, `sinceMs`
 * from the first card. A hole card is `hidden` when it is dealt, until `holeTurned`.
 */

import { type Round, textAt } from '../../engine/evidence/round.ts'
import type { Story } from '../../engine/evidence/story.ts'
import type { Observation } from '../../engine/observation.ts'
import { holePosition } from '../../rules/game/deal.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Account, Step } from './account.ts'
import type { RoundSummary } from './chronicle.ts'
import { affirmation, plainText } from './claim-text.ts'
import { type Claim, DEALER } from './claims.ts'
import { denialsOf } from './denials.ts'
import type { Fallen, Place } from './fallen.ts'
import { leftOf } from './left.ts'
import { observedLine } from './observed.ts'
import { isQuiet } from './step-lines.ts'

/** One object per line. */
export const listJson = (rounds: readonly RoundSummary[]): string => rounds.map((round) => `${JSON.stringify(summaryOf(round))}\n`).join('')

const summaryOf = ({ number, id, openedAt, boxes, result, void: isVoid, incomplete }: RoundSummary) => ({
  number,
  round: id,
  openedAt,
  boxes,
  open: result === null,
  complete: result?.complete ?? null,
  void: isVoid,
  incomplete,
  readings: result?.readings ?? null,
  net: result?.net ?? null,
  findings: result?.findings ?? [],
})

/** One object, indented. */
export const accountJson = (account: Account): string => {
  const { summary, round, context, steps, result, left, end } = account
  const told = {
    ...summaryOf(summary),
    house: context.house,
    shoe: round.shoe,
    end,
    cards: round.cards.length,
    steps: steps.filter((step) => !isQuiet(step)).map((step) => stepOf(step, account)),
    result,
    left: left && { readings: left.readings, way: left.way, ...leftJson(account) },
  }
  return `${JSON.stringify(told, null, 2)}\n`
}

const who = (box: number): number | 'dealer' => (box === DEALER ? 'dealer' : box)

const claimOf = ({ kind, box, hand, card, total, free }: Claim) => ({
  kind,
  who: who(box),
  hand,
  card: card === null ? null : card + 1,
  total,
  free,
})

const placeOf = ({ box, count, best }: Place) => ({ who: who(box), readings: count, best })

const ruledOut = (round: Round, fallen: readonly Fallen[], rules: HouseRules) => ({
  text: denialsOf(round, fallen, rules).map(({ line }) => plainText(line)),
  claims: fallen.map(({ claim, count, yet }) => ({ ...claimOf(claim), yet, readings: count })),
})

const stepOf = (step: Step, { round, context }: Account) => {
  const { rules } = context
  const hole = holePosition(rules, round.boxes.length)
  const { observation, position, waited, certain } = step
  const isHole = hole >= 0 && position === hole
  return {
    sinceMs: step.sinceMs,
    device: observation && 'device' in observation ? observation.device : (observation?.cause.split(':')[0] ?? ''),
    cause: observation?.cause ?? '',
    observed: observation && observedOf(observation, isHole),
    text: plainText(observedLine(step, round, isHole, context)),
    card: position === null ? null : position + 1,
    readings: { before: step.before, after: step.after },
    waited: waited && { readings: waited.readings, pointer: waited.pointer, ruledOut: ruledOut(round, waited.fallen, rules) },
    ruledOut: ruledOut(round, step.fallen, rules),
    certain: {
      claims: certain.claims.map((claim) => ({ ...claimOf(claim), text: plainText(affirmation(round, claim)) })),
      results: certain.results,
    },
    places: step.places.map(placeOf),
    holeTurned: step.turnsHole,
    way: step.way,
    rival: step.rival,
    incomplete: step.incomplete,
    closes: step.closes,
    findings: step.findings.map(({ type, data }) => ({ type, ...data })),
  }
}

const observedOf = (observation: Observation, isHole: boolean): object => {
  const { at, cause: _, ...said } = observation
  return isHole && said.kind === 'card' ? { at, ...said, card: 'hidden' } : { at, ...said }
}

const storyOf = (round: Round, { hands }: Pick<Story, 'hands'>) =>
  hands.map(({ positions, actions }) => ({ cards: positions.map((position) => textAt(round, position)), actions }))

const leftJson = (account: Account) => {
  const { round, left: readings } = account
  if (!readings) return {}
  const { otherwise } = account
  const { cards, results, others, written, because } = leftOf(account, readings)
  return {
    cards: cards.map(({ position, places }) => ({ card: position + 1, face: textAt(round, position), places: places.map(placeOf) })),
    results: results.map(({ box, results: all }) => ({ box, results: all.map(({ outcomes, count }) => ({ outcomes, readings: count })) })),
    others: others.map(({ box, story, count }) => ({ box, hands: storyOf(round, story), readings: count })),
    written:
      written?.map((stories) => stories.map((story, index) => ({ box: round.boxes[index] ?? 0, hands: storyOf(round, story) }))) ?? null,
    otherwise,
    because,
  }
}
