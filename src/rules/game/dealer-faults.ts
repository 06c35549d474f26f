/** The dealer's hand as it may have come about if the dealer broke one rule of drawing, once. */
import type { FindingCode } from '../house/finding-code.ts'
import type { HouseRules } from '../house/rules.ts'
import { totalOf } from './cards.ts'
import {
  type DealerFault,
  type DealerInput,
  type DealerRun,
  type Drawing,
  dealerDraws,
  dealerRuns,
  dealtToDealer,
  eachRun,
  type Need,
  runOf,
  withNext,
} from './dealer.ts'

type Names = readonly [FindingCode, ...FindingCode[]]

/**
 * The codes of each fault. Both codes of `no-draw` mean that the dealer did not draw although a wager was waiting for his hand, both of
 * `misread-short` that he took the total of two cards or more for one on which he stands.
 */
export const FAULT_CODES = {
  stood: ['DEALER-STOOD-UNDER-17'],
  drew: ['DEALER-HIT-17'],
  needless: ['DEALER-DREW-NEEDLESSLY'],
  'no-draw': ['DEALER-NO-DRAW-FOR-SIDE', 'INS-UNRESOLVED-ALL-BUST'],
  misread: ['DEALER-TOTAL-MISREAD'],
  'misread-short': ['DEALER-STOOD-UNDER-17', 'DEALER-TOTAL-MISREAD'],
  unchecked: ['PEEK-MISSED'],
  'falsely-checked': ['PEEK-FALSE'],
} as const satisfies { readonly [F in DealerFault]: Names }

/** A soft seventeen has its own code, whether the dealer drew to it or stood on it. */
export const faultCodes = (fault: DealerFault, { soft, total }: DealerRun): Names =>
  soft && total === 17 && (fault === 'stood' || fault === 'drew') ? ['DEALER-SOFT17'] : FAULT_CODES[fault]

const STANDING: readonly number[] = [17, 18, 19, 20, 21]
/** Totals that a dealer who has stopped may be believed to have; 23 stands for every bust. */
const BELIEVED: readonly number[] = [...STANDING, 23]

/** A dealer who believes in a 22, which pushes, leaves every bet as it lies. Only a Push 22 bet that he pays shows his error. */
const believedIn = ({ dealer22, push22 }: HouseRules): readonly number[] =>
  dealer22 === 'push' && push22 !== 'none' ? [...BELIEVED, 22] : BELIEVED

type Undecided = Omit<DealerInput, 'need'>

/** Every run with this one fault. `needs`: what the finished boxes leave the dealer to play for under the rules. */
export const faultyRuns = (fault: DealerFault, input: Undecided, needs: readonly Need[]): readonly DealerRun[] => {
  const playsOn = needs.includes('all')
  const runs = playsOn || fault === 'needless' || fault === 'unchecked' ? RUNS[fault](input, playsOn) : []
  return eachRun(runs)
}

const RUNS: { readonly [F in DealerFault]: (input: Undecided, playsOn: boolean) => readonly DealerRun[] } = {
  stood: (input) => stoodRuns(input),
  drew: (input) => drewRuns(input),
  // No rule makes him go on, so he may stop after any card: a waiting natural is decided by one card.
  needless: (input, playsOn) => {
    const drawn = playsOn ? [] : dealerRuns({ ...input, need: 'all' }).filter((run) => run.drawn > 0)
    return drawn.map((run) => ({ ...run, fault: 'needless', done: true, extra: run.drawn }))
  },
  'no-draw': (input) => dealerRuns({ ...input, need: 'nothing' }).map((run) => ({ ...run, fault: 'no-draw' })),
  misread: (input) => dealerRuns({ ...input, need: 'all' }).flatMap((run) => misread(run, believedIn(input.rules))),
  'misread-short': (input) =>
    stoodRuns(input)
      .filter(({ drawn }) => drawn > 0 || input.hole !== undefined)
      .flatMap((run) => misread(run, STANDING).map((each) => ({ ...each, fault: 'misread-short' }))),
  // His natural is his whole hand, so he draws nothing to it.
  unchecked: (input) => {
    const runs = dealerRuns({ ...input, checkedNoNatural: false, need: 'nothing' })
    return runs.filter((run) => run.blackjack).map((run) => ({ ...run, fault: 'unchecked' }))
  },
  'falsely-checked': (input) =>
    dealerRuns({ ...input, need: 'nothing' }).map((run) => ({
      ...run,
      fault: 'falsely-checked',
      believed: { total: 21, blackjack: true },
    })),
}

/** The dealer's hand card by card, for as long as the rules make him draw. */
function* drawings(input: Undecided): Generator<{ readonly hand: Drawing; readonly drawn: number; readonly must: boolean }> {
  const { ranks, start, rules } = input
  let hands = dealtToDealer(input)
  for (let drawn = 0; hands.length > 0; drawn++) {
    const open: Drawing[] = []
    for (const hand of hands) {
      const must = dealerDraws(hand.points, rules)
      yield { hand, drawn, must }
      if (must && start + drawn < ranks.length) open.push(hand)
    }
    hands = withNext(open, ranks[start + drawn] ?? null, input)
  }
}

/** The dealer stopped although he must draw. If he has only his first cards, he skipped his own turn. */
const stoodRuns = (input: Undecided): readonly DealerRun[] =>
  [...drawings(input)].flatMap(({ hand, drawn, must }) => (must ? [{ ...runOf(hand, input.start, drawn), fault: 'stood' as const }] : []))

/**
 * The dealer drew one card too many and then went on by the rules. The total before that card counts, but he may have settled by the one
 * after it.
 */
const drewRuns = (input: Undecided): readonly DealerRun[] => {
  const { ranks, start, rules } = input
  const runs: DealerRun[] = []
  for (const { hand, drawn, must } of drawings(input)) {
    const legal = runOf(hand, start, drawn)
    // A natural under his up card ends the round. A card dealt after it means that he did not look.
    const isUnder = legal.blackjack && drawn === 0
    if (must || isUnder || totalOf(hand.points) > 21) continue
    let [hands, more] = [[hand] as readonly Drawing[], 0]
    while (hands.length > 0 && start + drawn + more < ranks.length) {
      hands = withNext(hands, ranks[start + drawn + more] ?? null, input)
      more++
      for (const next of hands) {
        if (dealerDraws(next.points, rules)) {
          if (start + drawn + more === ranks.length) runs.push({ ...runOf(next, start, drawn + more), done: false, fault: 'drew' })
          continue
        }
        const run = { ...legal, end: start + drawn + more, drawn: drawn + more, fault: 'drew' as const, extra: more }
        runs.push(run)
        const settledBy = totalOf(next.points)
        if (settledBy !== legal.total) runs.push({ ...run, believed: { total: settledBy, blackjack: false } })
      }
      hands = hands.filter(({ points }) => dealerDraws(points, rules))
    }
  }
  return runs
}

const misread = (run: DealerRun, totals: readonly number[]): readonly DealerRun[] => {
  if (!run.done || run.blackjack) return []
  const own = Math.min(run.total, 23)
  return totals.filter((total) => total !== own).map((total) => ({ ...run, fault: 'misread', believed: { total, blackjack: false } }))
}
