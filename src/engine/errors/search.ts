/**
 * The search for an error of the dealer, where no reading without one is left: readings with the fewest errors, and what is in all or in
 * some of them. One way to err is one question to the lattice; their readings never overlap, for each has an error the others lack.
 *
 *   put right by himself -> one error -> the same cards in another order -> two errors -> three boxes settled wrongly
 */

import type { TableContext } from '../context.ts'
import { type Deviation, instead } from '../deviation.ts'
import type { Outcome } from '../event.ts'
import { isDealt, isPointed, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { hasItsBoxes } from '../evidence/steady.ts'
import { CUT_OFF, type CutOff, put } from '../evidence/work.ts'
import { type Hand, mayMoveEarly, SLIP_NAMES } from '../game/hand.ts'
import { inChips, judgeHands, surrenderTaken } from '../game/settle.ts'
import { loosened, SLIPS } from '../game/slips.ts'
import { isCalm, RIGHT } from '../lattice/erring.ts'
import { nodesOf, questionKey, type Reader, readRound } from '../lattice/question.ts'
import type { DealersError, Meddling, Slip, Solution } from '../lattice/reading.ts'
import { type BoxDue, isDealers } from '../lattice/settlement.ts'
import { type Counted, errorsOf } from './counted.ts'
import { burnedFirst, type Misdealt } from './misdeals.ts'
import { type Kind, reorders, SINGLE, STEPS } from './ways-to-err.ts'

/** What was found: the readings of fewest errors, and the errors in them. */
export interface Found {
  /** As it was dealt, where that is the error. */
  readonly round: Round
  /** Of the likeliest way to err. */
  readonly solution: Solution
  readonly deviations: readonly Deviation[]
  /** Every way that was asked for before nothing was left to be proven, the likeliest among them. */
  readonly ways: readonly Way[]
  /** Of the first kind of error that explains it: the later, the less readily believed. */
  readonly rank: number
  /** Errors of one step are alike in weight. */
  readonly step: number
}

export type Sought = Found | CutOff | null

/** For whom a search with questions left open has found nothing. */
export const foundBy = (sought: Sought): Found | null => (sought === CUT_OFF ? null : sought)

/** One way to err, its readings, and each error with the readings that contain it. */
export interface Way {
  /** As it was dealt then. */
  readonly round: Round
  readonly solution: Solution
  readonly errors: readonly Counted[]
  /** The rule that was broken in play; null: another error. */
  readonly slip: Slip | null
}

/** A kind of error, and how far it has been asked for. */
interface Progress {
  readonly left: (DealersError | Misdealt)[]
  readonly ways: Way[]
}

/** What was asked already: one evidence is searched several times in one observation, and again by ticks that change nothing of it. */
interface Asked {
  /** By box, and how the rest is read: some reading is left whatever was done there. */
  readonly boxes: Map<string, boolean>
  readonly kinds: Map<Kind, Progress>
}

const known = new WeakMap<Round, Map<string, Asked>>()

const askedOf = (round: Round, reader: Reader): Asked => {
  const searches = known.get(round) ?? new Map<string, Asked>()
  known.set(round, searches)
  const key = questionKey(round, reader)
  const asked = searches.get(key) ?? { boxes: new Map(), kinds: new Map() }
  searches.set(key, asked)
  return asked
}

/** Some hundred questions are asked of a round: in one with more nodes they would take seconds, and nobody is accused there. Usual are a few hundred. */
const SEARCHED_NODES_MAX = 3000

/** After a new shoe or a relief: with its first card burned its deal goes on, and no chip says otherwise. */
const mayStillBeDealt = (round: Round, context: TableContext): boolean => {
  const burned = burnedFirst(round, context)
  const isTouched = [...round.moves.values()].some((levels) => levels.some(({ at }) => at > (burned[0]?.round.cards.at(-1)?.at ?? 0)))
  return burned.some((each) => !isDealt(each.round, context)) && !isTouched
}

/** Its evidence is whole, and not too much to be asked about. */
export const isSearched = (round: Round, context: TableContext): boolean => {
  const isWhole = round.incomplete === null && (round.misdeal !== undefined || hasItsBoxes(round, context.boxes, context.spotLagMs))
  return isWhole && !mayStillBeDealt(round, context) && nodesOf(round, context) <= SEARCHED_NODES_MAX
}

/** `upTo`: the rank of the last kind asked for. `null`: more errors than are searched for, or none that is. */
export const searchErrors = (round: Round, reader: Reader, upTo = Number.POSITIVE_INFINITY): Sought => {
  const asked = askedOf(round, reader)
  let rank = 0
  for (const [step, kinds] of STEPS.entries()) {
    let ways: readonly Way[] = []
    let found = 0
    for (const kind of kinds) {
      // Where nothing is in all readings, further ones prove no less.
      const isInDoubt = ways.some((way) => !leavesLammers(way, reader)) && !provesAny(ways)
      if (rank > upTo || isInDoubt) break
      if (ways.length === 0) found = rank
      const more = waysIn(kind, round, reader, asked)
      if (more === CUT_OFF) return CUT_OFF
      ways = [...ways, ...more]
      rank++
    }
    // Whoever seems to have skipped his own hand may have dealt cards to nobody.
    const more = ways.some(({ solution }) => solution.best?.dealer?.fault === 'stood') ? waysIn(reorders, round, reader, asked) : []
    if (more === CUT_OFF) return CUT_OFF
    if (ways.length > 0) return { ...gathered(round, withFewest([...ways, ...more], reader)), rank: found, step }
  }
  return null
}

/** 000 §4.1 l.164-170, 001 l.82-100: who settles a bet takes its lammers with it. One left there is an error beside that at the bet. */
const leavesLammers = ({ round, solution }: Way, { context, asked }: Reader): boolean =>
  asked === 'resolved' &&
  solution.settledWrongly.some(({ box, hands, settlement }) => {
    const { moves } = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs)
    return hands.some(({ lammers }) => lammers > 0) && settlement.kinds.some(isDealers) && (moves.at(-1)?.lammers ?? 0) > 0
  })

/** Those with an error more only where no other is left. */
const withFewest = (ways: readonly Way[], reader: Reader): readonly Way[] => {
  const fewest = ways.filter((way) => !leavesLammers(way, reader))
  return fewest.length > 0 ? fewest : ways
}

/** Every way in which one error that was made explains the round, whether it needs one or not. */
export const singleErrors = (round: Round, reader: Reader): readonly Way[] | CutOff => {
  const asked = askedOf(round, reader)
  const ways: Way[] = []
  for (const kind of SINGLE) {
    const more = waysIn(kind, round, reader, asked)
    if (more === CUT_OFF) return CUT_OFF
    ways.push(...more)
  }
  return ways.filter((way) => way.errors.length > 0 && isMade(way, reader))
}

/** A rule that may be broken need not have been: some hand shows it. */
const isMade = ({ slip, solution }: Way, { context: { rules } }: Reader): boolean => {
  if (slip === null) return true
  const played = { ...loosened(rules, slip.name, slip.units), mustDrawTo: rules.mustDrawTo }
  const stories = (solution.supports[slip.box] ?? []).map(({ story }) => story)
  return stories.length === 0 || stories.some(({ hands }) => hands.some((hand) => SLIPS[slip.name].shows(hand, hands, played)))
}

/** The box in which this error was made, where it is of one alone. */
const boxOf = ({ wrongly, fault, slip, meddling }: DealersError): number | null => {
  if (slip !== null) return slip.box
  if (meddling !== null) return meddling.box
  const [box = null] = wrongly
  return wrongly.size === 1 && fault === null ? box : null
}

/** Is there anything in the rest of the evidence against an error at this box? Then none of its dozen needs to be asked for. */
const mayErrAt = (round: Round, index: number, { steady, mended }: DealersError, reader: Reader, asked: Asked): boolean => {
  // A pointer tells of every card whose it is, and leaves little to ask.
  if (isPointed(round)) return true
  const key = `${index}/${steady}/${mended}`
  const before = asked.boxes.get(key)
  if (before !== undefined) return before
  const error: DealersError = { ...RIGHT, steady, mended, free: index }
  const solution = readRound(round, { ...reader, error })
  const may = solution.overflow || solution.count > 0
  asked.boxes.set(key, may)
  return may
}

/** What was left open is asked for by the next search of the same evidence. */
const waysIn = (kind: Kind, round: Round, reader: Reader, asked: Asked): readonly Way[] | CutOff => {
  const progress = asked.kinds.get(kind) ?? { left: [...kind(round, reader)], ways: [] }
  asked.kinds.set(kind, progress)
  for (let [next] = progress.left; next; [next] = progress.left) {
    const way = next
    const ways = put(() => ('misdeal' in way ? misdealtWay(way, reader) : errorWays(round, way, reader, asked)))
    if (ways === CUT_OFF) return CUT_OFF
    progress.left.shift()
    progress.ways.push(...ways)
  }
  return progress.ways
}

/** The rest of the round was dealt and settled as it should be after that. */
const isConfirmed = (round: Round, solution: Solution, { asked }: Reader): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const isSettling = [...round.moves.values()].some((levels) => levels.some(({ at }) => at >= last))
  return asked === 'resolved' || (isSettling && solution.over >= solution.count)
}

/** What was taken and paid within the lag may have been so, or never have changed: by either there may be an error. */
const errorWays = (round: Round, error: DealersError, reader: Reader, asked: Asked): readonly Way[] => {
  const told: readonly DealersError[] = !error.steady || isCalm(round, reader.context.spotLagMs) ? [] : [{ ...error, steady: false }]
  const box = boxOf(error)
  return [error, ...told].flatMap((each) => {
    if (box !== null && !mayErrAt(round, box, each, reader, asked)) return []
    return errorWay(round, each, reader)
  })
}

const errorWay = (round: Round, error: DealersError, reader: Reader): readonly Way[] => {
  const first = readRound(round, { ...reader, error })
  const solution = error.meddling === null || first.count === 0 ? first : meddledWith(round, first, error, error.meddling, reader)
  const misread = error.fault === 'misread' ? misreadBoxes(solution, reader) : null
  if (solution.count === 0 || (misread !== null && misread.length < 2)) return []
  if (error.meddling !== null && isStake(round, solution, error.meddling, reader)) return []
  if (error.meddling?.inPlay === true && solution.over >= solution.count) return []
  const unsure = misread === null ? isNeverSettled(solution) : !misread.some((box) => isHandled(solution, box))
  return [
    {
      round,
      solution,
      slip: error.slip,
      errors: errorsOf(round, solution, error, reader).map((each) => (unsure ? { ...each, unsure } : each)),
    },
  ]
}

/** Nothing was settled as due, and several boxes otherwise: these may be bets of the next round, with the one before never closed. */
const isNeverSettled = ({ settledWrongly, best }: Solution): boolean => {
  const wrongly = new Set(settledWrongly.map(({ box }) => box))
  const isOver = (index: number): boolean => mayMoveEarly(best?.stories[index]?.hands ?? [])
  const isDue = ({ win, lose }: BoxDue): boolean => win !== 0 || lose !== 0
  return wrongly.size > 1 && (best?.dues ?? []).every((due, index) => !isDue(due) || wrongly.has(index) || isOver(index))
}

/** Boxes, by index, that come to something else by the total he settled by: one alone was rather settled wrongly itself. */
const misreadBoxes = ({ best }: Solution, { context: { rules } }: Reader): readonly number[] => {
  const dealer = best?.dealer
  if (!best?.dues || !dealer?.believed) return []
  const final = { ...dealer, ...dealer.believed }
  return best.dues.flatMap(({ outcomes }, index) => {
    const hands = best.stories[index]?.hands ?? []
    const believed = judgeHands(hands, final, rules, false)
    return hands.some((hand, at) => isOtherMoney(hand, believed[at], outcomes[at])) ? [index] : []
  })
}

/** The dealer paid or took there. Of what he took for tied he moves nothing, and every movement there would be the player's. */
const isHandled = ({ best }: Solution, index: number): boolean => best?.settlements[index]?.kinds.some(isDealers) === true

/** A free hand that does not win moves no chip, whatever becomes of it. */
const isOtherMoney = ({ real }: Hand, one: Outcome | undefined, other: Outcome | undefined): boolean =>
  one !== other && (real > 0 || one === 'win' || other === 'win')

/** Of these readings those for which the change has no other name. */
const meddledWith = (round: Round, solution: Solution, error: DealersError, meddling: Meddling, reader: Reader): Solution => {
  const isOther = otherwiseNamed(round, solution, meddling, reader)
  return isOther ? readRound(round, { ...reader, error, only: (box, _hand, hand) => box !== meddling.box || !isOther(hand) }) : solution
}

/**
 * Hands of the box by which it has: with as many cards behind it as behind a double of an odd amount it is that; the stake of a hand that had
 * gone bust was rightly taken. null: there are none.
 */
const otherwiseNamed = (round: Round, solution: Solution, meddling: Meddling, reader: Reader): ((hand: Hand) => boolean) | null => {
  const { name, box, at, gone, before } = meddling
  const next = round.cards.filter((card) => card.at <= at).length
  if (name !== 'LIVE-TAKEN-AS-BUST')
    return isStake(round, solution, meddling, reader) ? ({ positions }) => positions.filter((each) => each >= next).length === 1 : null
  // What was not put back is looked at as it was taken.
  if (gone) return null
  const bet = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), reader.context.spotLagMs).base.amount
  return ({ ended, real, positions }) => ended === 'bust' && inChips(real, bet) === before && positions.every((position) => position < next)
}

/**
 * As much as the bet laid on the box whose turn it was, or half of it taken: a double, a split or a surrender, allowed or not. Another amount
 * that was settled with the bet, and at most one card behind it: a double for that much.
 */
const isStake = (round: Round, { best }: Solution, meddling: Meddling, { context }: Reader): boolean => {
  const { name, box, level, before, at, counts } = meddling
  const story = best?.stories[box]
  if (!story || (name !== 'BET-CAPPED' && name !== 'BET-PINCHED')) return false
  const next = round.cards.filter((card) => card.at <= at).length
  const isTurn = story.start <= next && (next < story.end || (next === story.end && story.hands.at(-1)?.ended === 'stand'))
  const { base, moves } = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs)
  const half = surrenderTaken(base.amount, context.rules, context.money)
  // A whole stake that goes is a hand's.
  if (name === 'BET-PINCHED') return (before - level) % base.amount === 0 || (isTurn && before - level === half)
  const taken = moves.find((move) => move.at > at && move.amount < level)
  return isTurn && (level - before === base.amount || ((counts || taken?.amount === 0) && story.end - next === 1))
}

const misdealtWay = ({ round, misdeal, expected, seen }: Misdealt, reader: Reader): readonly Way[] => {
  const solution = readRound(round, reader)
  const { code, box } = misdeal
  return solution.count > 0
    ? [
        {
          round,
          solution,
          slip: null,
          errors: [
            {
              code,
              box,
              hand: OF_A_HAND.has(code) ? 1 : null,
              expected,
              seen,
              count: solution.count,
              unsure: !isShown(round, code) && !isConfirmed(round, solution, reader),
            },
          ],
        },
      ]
    : []
}

/** The pointer, where it is in use, shows these as they happen. */
const BY_POINTER: ReadonlySet<string> = new Set(['DEALER-DREW-EARLY', 'PLAY-ORDER'])
const isShown = (round: Round, code: string): boolean => BY_POINTER.has(code) && isPointed(round)

/** In the deal or the order of play: it is of the box's only hand. */
const OF_A_HAND: ReadonlySet<string> = new Set(['DEAL-ONE-CARD-HAND', 'PLAY-ORDER'])

/** What is wrong is a card, and no chip. */
const OF_CARDS: ReadonlySet<string> = new Set([
  'DEAL-EMPTY-BOX',
  'DEAL-BOX-SKIPPED',
  'DEAL-ONE-CARD-HAND',
  'PLAY-ORDER',
  ...SLIP_NAMES.filter((name) => SLIPS[name].needs === 'bets'),
  'DOUBLE-TWO-CARDS',
  'DOUBLE-NO-CARD',
])

/** A wrong deal that is the only way. */
export const misdealtAs = ({ misdeal, expected, seen, round }: Misdealt): Deviation => ({
  code: misdeal.code,
  grade: 'proven',
  box: misdeal.box,
  hand: null,
  spot: null,
  expected,
  seen,
  counterReading: null,
  cause: round.cards.map(({ cause }) => cause).join(' '),
  detectedAfter: 0,
})

const keyOf = ({ code, box, hand }: Counted): string => [code, box, hand].join('/')

/** What the box's main spot showed, or where it is of no box, the last card. */
const causeOf = (round: Round, { box }: Counted): string => {
  const moves = box === null ? [] : (round.moves.get(spotOf(box, 'main')) ?? [])
  const last = round.cards.at(-1)?.cause ?? ''
  return moves.length > 0 ? moves.map(({ cause }) => cause).join(' ') : last
}

/** The same error in more readings: sure where it is so in all of them. */
const together = (one: Counted, other: Counted): Counted => {
  const [doubt = one] = [one, other].filter(({ unsure }) => unsure === true)
  return { ...one, count: one.count + other.count, unsure: doubt.unsure === true, ...(doubt.instead ? { instead: doubt.instead } : {}) }
}

/** The readings of all ways, and each error with those that contain it, the likeliest way's first. */
const tallied = (ways: readonly Way[]) => {
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const best = ways.reduce((one, other) => ((other.solution.bestScore ?? 0) > (one.solution.bestScore ?? 0) ? other : one))
  const errors = new Map<string, Counted>()
  for (const { errors: of } of [best, ...ways.filter((way) => way !== best)]) {
    for (const error of of) {
      const known = errors.get(keyOf(error))
      errors.set(keyOf(error), known ? together(known, error) : error)
    }
  }
  return { total, best, all: ofWhicheverHand([...errors.values()], total) }
}

/** What was done at a box in all readings is one fact, though it was another of its hands in some of them. */
const ofWhicheverHand = (errors: readonly Counted[], total: number): readonly Counted[] => {
  const sameAs = ({ code, box }: Counted): readonly Counted[] => errors.filter((each) => each.code === code && each.box === box)
  return errors.flatMap((error) => {
    const [first, ...others] = sameAs(error)
    if (first === undefined || others.length === 0) return [error]
    const whole = others.reduce(together, { ...first, hand: null })
    if (whole.count < total || whole.unsure) return [error]
    return error === first ? [whole] : []
  })
}

const provesAny = (ways: readonly Way[]): boolean => {
  const { total, all } = tallied(ways)
  return all.length === 0 || all.some(({ count }) => count >= total)
}

/** Every error with its grade: in all readings, or in some, and then with what the others have instead. */
const gathered = (round: Round, ways: readonly Way[]): Omit<Found, 'rank' | 'step'> => {
  const { total, best, all } = tallied(ways)
  const deviations = all.map((error): Deviation => {
    const isProven = error.count >= total && !error.unsure
    const other = isProven ? undefined : all.find((each) => each !== error && (each.unsure || each.count < total))
    return {
      code: error.code,
      grade: isProven ? 'proven' : 'likely',
      box: error.box,
      hand: error.hand,
      spot: error.box === null || OF_CARDS.has(error.code) ? null : spotOf(error.box, 'main'),
      expected: error.expected,
      seen: error.seen,
      counterReading: isProven ? null : (error.instead ?? instead(other ?? null)),
      cause: causeOf(round, error),
      detectedAfter: 0,
    }
  })
  return { round: best.round, solution: best.solution, deviations, ways }
}
