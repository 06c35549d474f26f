/** The round of a play in which somebody erred, in the form that the enumerator of stories takes: main spots and cards, sign by sign. */
import { ERROR_ROUND, type InjectedPlay, type InjectOptions } from '../../simulators/table/errors/inject.ts'
import type { Sign, SmallRound } from './enumerator/world.ts'

/** Longer rounds have too many stories for a list of them. */
const CARDS_MAX = 16

export interface ErrorsRound {
  readonly round: SmallRound
  readonly signs: readonly Sign[]
  /** By sign: its place among the play's lines. */
  readonly lines: readonly number[]
  readonly boxes: readonly number[]
}

/**
 * The error's round from its first card to the next round's, so that the next bets are seen as the daemon sees them; null: it is too long.
 */
export const errorsRound = (
  { rounds }: InjectedPlay,
  { rules, chips, chipEvidence = 'payouts', collectAfter }: InjectOptions,
): ErrorsRound | null => {
  const erring = rounds[ERROR_ROUND - 1]
  if (erring === undefined) return null
  const { boxes: played, openedAtMs } = erring.truth
  const nextAtMs = rounds[ERROR_ROUND]?.truth.openedAtMs ?? Number.POSITIVE_INFINITY
  const boxes = played.map(({ box }) => box)
  const bets = new Map<number, number>()
  const push22 = new Set<number>()
  const signs: Sign[] = []
  const lines: number[] = []
  for (const [line, { atMs, scan }] of rounds.flatMap(({ actions }) => actions).entries()) {
    if (atMs >= nextAtMs) break
    const isOpen = atMs >= openedAtMs
    const box = scan.kind === 'spot' && scan.spot.endsWith('.main') ? boxes.indexOf(Number(scan.spot.split('.')[0])) : -1
    if (scan.kind === 'spot' && box >= 0 && !isOpen) bets.set(box, scan.amount)
    if (scan.kind === 'spot' && scan.spot.endsWith('.p22') && !isOpen && scan.amount > 0) push22.add(Number(scan.spot.split('.')[0]))
    if (!isOpen) continue
    if (scan.kind === 'card') signs.push({ card: scan.card })
    else if (scan.kind === 'spot' && box >= 0)
      signs.push({ box, amount: scan.amount, lammers: scan.chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? count : 0), 0) })
    else continue
    lines.push(line)
  }
  if (signs.filter((sign) => 'card' in sign).length > CARDS_MAX) return null
  const round: SmallRound = {
    ...{ rules, bets: boxes.map((_, at) => bets.get(at) ?? 0), push22: boxes.map((box) => push22.has(box)) },
    ...{ evidence: chipEvidence, smallestChip: Math.min(...chips) },
    ...(collectAfter === 'table-settled' ? {} : { collectsAtOnce: true }),
  }
  return { round, signs, lines, boxes }
}
