/** What can be proven of a play with an error: the error's round as the enumerator of stories reads it. */
import { ERROR_ROUND, type InjectedPlay, type InjectOptions } from '../../simulators/table/errors/inject.ts'
import { type Judgement, judgeRound, LISTED } from '../engine/enumerator-errors.ts'
import type { Sign, SmallRound } from '../engine/enumerator-world.ts'

/** Longer rounds have too many stories for a list of them. */
const CARDS_MAX = 16

export interface Judged {
  /** The line from which on every story of the fewest deviations contains the error; null: there are others. */
  readonly provableAt: number | null
  /** Deviations that are in some story of the fewest; none: a legal story is left. */
  readonly possible: ReadonlySet<string>
  /** What was done is among the stories of the fewest, or a legal one is left. */
  readonly isListed: boolean
}

interface Told {
  readonly round: SmallRound
  readonly signs: readonly Sign[]
  /** Of each sign, among the play's lines. */
  readonly lines: readonly number[]
  readonly boxes: readonly number[]
}

/** The error's round from its first card to the next round's, so that the next bets are seen as the daemon sees them. */
const toldRound = ({ rounds }: InjectedPlay, { rules, chips, chipEvidence = 'payouts', collectAfter }: InjectOptions): Told | null => {
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
  const round: SmallRound = {
    ...{ rules, bets: boxes.map((_, at) => bets.get(at) ?? 0), push22: boxes.map((box) => push22.has(box)) },
    ...{ evidence: chipEvidence, smallestChip: Math.min(...chips) },
    ...(collectAfter === 'table-settled' ? {} : { collectsAtOnce: true }),
  }
  return { round, signs, lines, boxes }
}

const keyOf = ({ code, box }: InjectedPlay['error'], boxes: readonly number[]): string =>
  `${code}@${box === null || !boxes.includes(box) ? '' : boxes.indexOf(box) + 1}`

/** null: beyond the enumerator, which knows main spots, players who are present, and rounds of some cards. */
export const judgePlay = (play: InjectedPlay, options: InjectOptions): Judged | null => {
  if (!LISTED.has(play.error.code)) return null
  const told = toldRound(play, options)
  if (told === null || told.signs.filter((sign) => 'card' in sign).length > CARDS_MAX) return null
  const judgement: Judgement = judgeRound(told.round, told.signs)
  const key = keyOf(play.error, told.boxes)
  const { beyond, possible, proven } = judgement
  const at = proven.get(key)
  const end = (told.lines.at(-1) ?? 0) + 1
  const isListed = !beyond && (possible.size === 0 || possible.has(key))
  return { provableAt: at === undefined ? null : (told.lines[at] ?? end), possible, isListed }
}
