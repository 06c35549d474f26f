/**
 * Station 6, judge: what a TableEvent breaks. Pure: `(state, TableEvent) -> [state, events]`; a finding follows the event it rests on,
 * and a round that closes names the findings raised in it. The findings here are proven by one event alone (class S).
 */
import { RANKS } from '../../devices/scan.ts'
import type { Limits } from '../config/table-config.ts'
import type { TableEvent } from '../engine/event.ts'
import type { HouseRules } from '../house/rules.ts'
import type { FindingData, FindingEvent } from './finding.ts'

export interface JudgeContext {
  readonly document: string
  readonly rules: HouseRules
  readonly limits: Limits
}

export interface JudgeState {
  /** Findings raised in the journal's life, by code: the running number in their ids. */
  readonly raised: { readonly [code: string]: number }
  /** Cards of the present shoe by text, counted from a `shoe.loaded`; null in a shoe whose beginning nobody saw. */
  readonly seen: { readonly [card: string]: number } | null
  readonly cutCardSeen: boolean
  /** Ids raised in the open round. */
  readonly inRound: readonly string[]
}

export const initialJudge = (): JudgeState => ({ raised: {}, seen: null, cutCardSeen: false, inRound: [] })

/** What a row of the judgement says; the head of the finding is filled in for all alike. */
type Verdict = Pick<FindingData, 'code' | 'severity' | 'box' | 'spot' | 'clause' | 'expected' | 'seen' | 'remedy'>

/** One event: the event itself (a closing round with its findings named) and the findings it proves. */
export const judge = (
  state: JudgeState,
  event: TableEvent,
  context: JudgeContext,
): readonly [JudgeState, readonly (TableEvent | FindingEvent)[]] => {
  const tracked = track(state, event)
  const verdicts = judgeEvent(state, tracked, event, context)
  let { raised, inRound } = tracked
  const findings = verdicts.map((verdict): FindingEvent => {
    const number = (raised[verdict.code] ?? 0) + 1
    raised = { ...raised, [verdict.code]: number }
    const finding = `${verdict.code}-${number}`
    inRound = [...inRound, finding]
    const evidence = event.cause === '' ? [] : event.cause.split(' ')
    const data: FindingData = {
      finding,
      ...verdict,
      grade: 'proven',
      round: event.round,
      hand: null,
      evidence,
      counterReading: null,
      detectedAfter: 0,
    }
    return { type: 'finding.raised', at: event.at, round: event.round, cause: event.cause, data }
  })
  const next = { ...tracked, raised, inRound }
  if (event.type !== 'round.closed') return [next, [event, ...findings]]
  return [{ ...next, inRound: [] }, [{ ...event, data: { ...event.data, findings: inRound } }, ...findings]]
}

const track = (state: JudgeState, event: TableEvent): JudgeState => {
  switch (event.type) {
    case 'shoe.loaded':
      return { ...state, seen: {}, cutCardSeen: false }
    case 'shoe.cut-card':
      return { ...state, cutCardSeen: true }
    case 'card.dealt':
      return state.seen === null || event.data.card === '??'
        ? state
        : { ...state, seen: { ...state.seen, [event.data.card]: (state.seen[event.data.card] ?? 0) + 1 } }
    default:
      return state
  }
}

const judgeEvent = (before: JudgeState, after: JudgeState, event: TableEvent, context: JudgeContext): readonly Verdict[] => {
  switch (event.type) {
    case 'card.dealt':
      return after.seen === null || event.data.card === '??' ? [] : excess(after.seen, event.data.card, context)
    case 'round.opened':
      return before.cutCardSeen ? [AFTER_CUT_CARD] : []
    case 'bet.placed':
      return event.data.area.startsWith('main') ? betLimits(event.data.box, event.data.area, event.data.amount, context) : []
    default:
      return []
  }
}

/** 000 §1 l.21, 002 l.5: so many packs of 52 cards; a card too many proves a foreign or a counted-in card. */
const excess = (seen: NonNullable<JudgeState['seen']>, card: string, { rules, document }: JudgeContext): readonly Verdict[] => {
  const clause = { document, section: 'cards', says: `the game is played with ${rules.decks} packs of 52 cards` }
  const head = { severity: 'stop', box: null, spot: null, clause } as const
  const remedy = 'stop the game: past results stand, this round and the rest of the shoe are void'
  const rank = card[0] ?? ''
  const ofRank = Object.entries(seen).reduce((sum, [text, count]) => (text[0] === rank ? sum + count : sum), 0)
  const verdicts: Verdict[] = []
  const copies = seen[card] ?? 0
  if (copies === rules.decks + 1) {
    verdicts.push({
      code: 'DECK-CARD-EXCESS',
      ...head,
      expected: `${card} at most ${rules.decks} times`,
      seen: `${card} ${copies} times`,
      remedy,
    })
  }
  if (ofRank === rules.decks * 4 + 1 && RANKS.some((each) => each === rank)) {
    const most = rules.decks * 4
    verdicts.push({
      code: 'DECK-RANK-EXCESS',
      ...head,
      expected: `rank ${rank} at most ${most} times`,
      seen: `rank ${rank} ${ofRank} times`,
      remedy,
    })
  }
  return verdicts
}

/** No further round after the cut card (58 Pa. Code 685a.7(d), NZ Gazette 1999/9 r.7.1): the round is finished, then shuffled. */
const AFTER_CUT_CARD: Verdict = {
  code: 'ROUND-AFTER-CUT-CARD',
  severity: 'procedure',
  box: null,
  spot: null,
  clause: { document: 'practice', section: '58 Pa. Code 685a.7(d)', says: 'the round in which the cut card comes is the last of the shoe' },
  expected: 'a shuffle after the round of the cut card',
  seen: 'a further round was dealt',
  remedy: 'shuffle now; the finished round stands',
}

/** The table's limits (000 §1 l.6 and l.13; elsewhere the table's plate). */
const betLimits = (box: number, area: string, amount: number, { limits, document }: JudgeContext): readonly Verdict[] => {
  const spot = `${box}.${area}`
  const clause = { document, section: 'bets', says: 'a bet keeps to the limits shown at the table' }
  const head = { box, spot, clause, seen: `bet ${amount}` } as const
  if (amount < limits.min) {
    const remedy = 'the round stands; raise or return the bet before the next one'
    return [{ code: 'BET-UNDER-MIN', severity: 'procedure', ...head, expected: `at least ${limits.min}`, remedy }]
  }
  if (amount > limits.max) {
    const remedy = `pay and take at most ${limits.max}; give back ${amount - limits.max}`
    return [{ code: 'BET-OVER-MAX', severity: 'money', ...head, expected: `at most ${limits.max}`, remedy }]
  }
  if (amount % limits.unit !== 0) {
    const remedy = 'correct the bet before the next round'
    return [{ code: 'BET-WRONG-UNIT', severity: 'procedure', ...head, expected: `a multiple of ${limits.unit}`, remedy }]
  }
  return []
}
