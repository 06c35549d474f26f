/** More people at a round that was played: what they are dealt and decide, so that nothing changes for the others. */
import type { Card } from '../../../devices/scan.ts'
import { count, upRank } from '../../../simulators/table/cards.ts'
import type { DealtCard, RoundTruth } from '../../../simulators/table/types.ts'
import { dealPlan } from '../../../src/rules/game/deal.ts'
import type { Setting } from './evening.ts'
import type { Asked } from './people.ts'

interface Guest {
  readonly name: string
  readonly asked: readonly Asked[]
  readonly truth: RoundTruth
}

const LAST_BOX = 9

/** He has drawn as far as his rule asks of him. */
const hasPlayedToTheEnd = ({ dealer }: RoundTruth, { rules }: Setting): boolean => {
  const { total, soft } = count(dealer.cards as Card[])
  return total > 17 || (total === 17 && !(soft && rules.dealerSoft17 === 'hit'))
}

/** The cards with two more, dealt to a box after all others. */
const dealtToLast = ({ cards, boxes }: RoundTruth, { rules }: Setting, [first, second]: readonly [Card, Card]): DealtCard[] => {
  const dealt = cards.filter(({ to }) => to !== 'burn')
  const more = [first, second].map((card): DealtCard => ({ card, atMs: 0, to: { box: LAST_BOX, hand: 1 } }))
  let at = 0
  const before = rules.dealOrder.flatMap((step) => {
    const own = dealt.slice(at, at + (step.startsWith('boxes') ? boxes.length : 1))
    at += own.length
    return step.startsWith('boxes') ? [...own, ...more.splice(0, 1)] : own
  })
  return [...before, ...dealt.slice(at)]
}

const upOf = ({ cards, boxes }: RoundTruth, { rules }: Setting): Card => {
  const dealt = cards.filter(({ to }) => to !== 'burn')
  return (dealt[dealPlan(rules, boxes.length).up] as DealtCard).card as Card
}

/** A natural, and an absent player's 19: neither is asked anything. Empty where the dealer would play otherwise with them. */
export const withLastBox = (truth: RoundTruth, asked: readonly Asked[], setting: Setting): readonly Guest[] => {
  const { limits, rules } = setting
  const isSettledBefore = upRank(upOf(truth, setting)) === null
  const bets: Asked = { what: 'bets', box: LAST_BOX, area: 'main', lying: 0, answer: limits.min }
  const [template] = truth.boxes
  if (template === undefined) return []
  const seated = (cards: readonly [Card, Card]): RoundTruth => ({
    ...truth,
    cards: dealtToLast(truth, setting, cards),
    boxes: [...truth.boxes, { ...template, box: LAST_BOX }],
  })
  const isOver = hasPlayedToTheEnd(truth, setting)
  const natural: Guest = { name: 'a natural', asked: [...asked, bets], truth: seated(['AS', 'KH']) }
  const away: Asked = { what: 'leaves', box: LAST_BOX, answer: 'before' }
  // A hard 19 draws nothing by any rule for absent players.
  const absent: Guest = { name: 'an absent player', asked: [...asked, bets, away], truth: seated(['TS', '9H']) }
  return [...(isSettledBefore || isOver ? [natural] : []), ...(isOver && rules.mustDrawTo !== 19 ? [absent] : [])]
}

interface SecondBettor {
  readonly box: number
  readonly asked: readonly Asked[]
  readonly setting: Setting
}

const isRaise = ({ what, answer }: Asked): boolean =>
  (what === 'decides' || what === 'splitsAgain') && answer !== null && /double|split/.test(String(answer))

/** On every box whose holder bets alone: one with the same bet, who follows each double and split and takes even money with him. */
export const withDoubleOfHolder = (truth: RoundTruth, asked: readonly Asked[], setting: Setting): readonly SecondBettor[] =>
  truth.boxes.flatMap(({ box, hands, spots }): SecondBettor[] => {
    const own = asked.filter((each) => 'box' in each && each.box === box)
    const isAway = own.some(({ what, answer }) => what === 'leaves' && answer !== 'never')
    const isFree = hands.some(({ actions }) => actions.some((action) => action.startsWith('free')))
    // Insurance may cost its holder his natural (003 l.46), and a lammer may be the holder's alone.
    const differs = isAway || spots.main2 !== undefined || spots.ins !== undefined || (isFree && setting.rules.freeBetCovers === 'holder')
    if (differs) return []
    const doubled = asked.flatMap((each): Asked[] => {
      if (!('box' in each) || each.box !== box) return [each]
      if (each.what === 'bets' && each.area !== 'main') return []
      if (each.what === 'bets') return [each, { ...each, area: 'main2' }]
      if (each.what === 'takesEvenMoney' || each.what === 'doublesFor') return [each, { ...each, area: 'main2' }]
      return isRaise(each) ? [each, { what: 'follows', box, area: 'main2', answer: true }] : [each]
    })
    return [{ box, asked: doubled, setting: { ...setting, rules: { ...setting.rules, maxPlayersPerBox: 3 } } }]
  })
