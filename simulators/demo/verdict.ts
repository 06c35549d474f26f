/** Compares what the table published with what was played, using the played table's own knowledge. */
import type { RecordedResult } from '../recorded/recorded.ts'
import type { RoundTruth } from '../table/types.ts'

/** The parts of a `round.closed` that are read. */
export interface ClosedRound {
  readonly shoe: number
  readonly complete: boolean
  readonly dealer: { readonly total: number | null }
  readonly boxes: readonly {
    readonly box: number
    readonly hands: readonly {
      readonly hand: number
      readonly cards: readonly string[]
      readonly total: number | null
      readonly outcome: string | null
    }[]
  }[]
}

export interface Tally {
  readonly right: number
  readonly of: number
  /** Each hand that is not as it was played. */
  readonly wrong: readonly string[]
}

/** The recording's word for a result -> the outcome on the wire. */
const OUTCOMES: { readonly [result: string]: string } = { win: 'win', lose: 'lose', bust: 'lose', push: 'push', blackjack: 'blackjack' }

interface Expected {
  readonly box: number
  readonly hand: number
  readonly total: number
  readonly outcome: string | null
  readonly dealer: number | null
}

function tally(closed: ClosedRound, expected: readonly Expected[]): Tally {
  const wrong = expected.flatMap(({ box, hand, total, outcome, dealer }) => {
    const said = closed.boxes.find((one) => one.box === box)?.hands.find((one) => one.hand === hand)
    if (said?.total === total && said.outcome === outcome && closed.dealer.total === dealer) return []
    const have = said === undefined ? 'nothing' : `${said.total} ${said.outcome} against ${closed.dealer.total}`
    return [`box ${box} hand ${hand}: played ${total} ${outcome} against ${dealer}, published ${have}`]
  })
  return { right: expected.length - wrong.length, of: expected.length, wrong }
}

/** The results that the recorded table itself gave. Each recorded round has a shoe of its own, counted from 1. */
export function recordedTally(closed: ClosedRound, results: readonly RecordedResult[]): Tally {
  const ofRound = results.filter(({ round }) => round === closed.shoe - 1)
  return tally(
    closed,
    ofRound.map(({ result, ...rest }) => ({ ...rest, outcome: OUTCOMES[result] ?? null })),
  )
}

/** `truth`: the round as it was played. */
export function playedTally(closed: ClosedRound, truth: RoundTruth): Tally {
  const dealer = truth.dealer.total
  return tally(
    closed,
    truth.boxes.flatMap(({ box, hands }) => hands.map(({ hand, total, outcome }) => ({ box, hand, total, outcome, dealer }))),
  )
}

/**
 * The played round that a closed one is about, out of those not matched yet: of the same shoe, if it was seen loaded, the one with most hands alike, the earlier
 * one on a tie. Null if there is none or, at a table that errs, if no hand is alike: what is published about an error may be two rounds for
 * one.
 */
export function matchingTruth(closed: ClosedRound, open: readonly RoundTruth[], errs = false): RoundTruth | null {
  const hands = new Set(closed.boxes.flatMap(({ box, hands }) => hands.map(({ cards }) => `${box} ${cards.join(' ')}`)))
  const alike = (truth: RoundTruth): number =>
    truth.boxes.reduce(
      (sum, { box, hands: played }) => sum + played.filter(({ cards }) => hands.has(`${box} ${cards.join(' ')}`)).length,
      0,
    )
  return open
    .filter((truth) => (closed.shoe === 0 || truth.shoe === closed.shoe) && (!errs || alike(truth) > 0))
    .reduce<RoundTruth | null>((best, truth) => (best === null || alike(truth) > alike(best) ? truth : best), null)
}
