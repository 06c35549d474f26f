/** The counts for rows left out, as a page. */
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { type LeftOutCounts, NO_PLAYS, type WrongProof } from './leave-out-measure.ts'
import { summed } from './sums.ts'

export interface LeftOutRow {
  readonly code: FindingCode
  readonly counts: LeftOutCounts
}

/** In at most this share of the plays may a proof accuse somebody else. */
const ACCUSED_MAX = 0.05

const shareOf = ({ accused, plays }: LeftOutCounts): number => accused / Math.max(1, plays)

/** A proof accuses somebody else too often, or even once with a finding that stops the game. */
export const isOverLimit = (counts: LeftOutCounts): boolean => shareOf(counts) > ACCUSED_MAX || counts.stopped > 0

const HEAD = [
  'left out',
  'plays',
  'proven with it',
  'reported as before',
  'nothing',
  'not proven',
  'coarser name',
  'somebody else',
  'share',
  'stop',
]

const markdown = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** By code, most frequent first: BET-CAPPED 3, ... */
const accusedOf = (wrong: readonly WrongProof[]): string => {
  const times = new Map<FindingCode, number>()
  for (const { code } of wrong) times.set(code, (times.get(code) ?? 0) + 1)
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ')
}

const cellsOf = ({ code, counts }: LeftOutRow): readonly string[] => {
  const { plays, proven, asBefore, nothing, unproven, coarser, accused, stopped, wrong } = counts
  const told = [plays, proven, asBefore, nothing, unproven, coarser, accused].map(String)
  const mark = isOverLimit(counts) ? ' over the limit' : ''
  return [code, ...told, `${(shareOf(counts) * 100).toFixed(1)} %${mark}`, String(stopped), accusedOf(wrong)]
}

const showWords = ({ of, cell: { house, boxes, sensors }, code, severity, place, seen, seed }: WrongProof): string =>
  `- ${of}: ${code} (${severity}) at ${place}: ${seen}: \`--codes ${of} --house ${house} --boxes ${boxes} --evidence ${sensors} --show ${seed}\``

/** Worst first. */
export const leftOutPage = (rows: readonly LeftOutRow[]): string => {
  const sorted = rows.toSorted((one, other) => shareOf(other.counts) - shareOf(one.counts) || other.counts.coarser - one.counts.coarser)
  const { plays, accused, stopped } = rows.map(({ counts }) => counts).reduce((sum, each) => summed(sum, each), NO_PLAYS)
  const wrong = sorted.flatMap(({ counts }) => counts.wrong)
  return `${[
    markdown([[...HEAD, 'who'], ...sorted.map(cellsOf)]),
    `${plays} plays: in ${accused} of them another error is wrongly reported as proven against somebody, in ${stopped} one that stops the game.`,
    ...(wrong.length > 0 ? [wrong.map(showWords).join('\n')] : []),
  ].join('\n\n')}\n`
}
