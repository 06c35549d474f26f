/** The evening in four lines, and what a person would look into. */
import type { EveningCounts } from './play.ts'

const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const NO_COUNTS: EveningCounts = {
  rounds: 0,
  errors: 0,
  told: { proven: 0, 'one-of': 0, likely: 0 },
  putRight: { errors: 0, over: 0, standing: 0 },
  shown: 0,
  withdrawn: 0,
  wrong: 0,
  doubled: 0,
  lines: [],
}

export const addCounts = (one: EveningCounts, other: EveningCounts): EveningCounts => ({
  rounds: one.rounds + other.rounds,
  errors: one.errors + other.errors,
  told: {
    proven: one.told.proven + other.told.proven,
    'one-of': one.told['one-of'] + other.told['one-of'],
    likely: one.told.likely + other.told.likely,
  },
  putRight: {
    errors: one.putRight.errors + other.putRight.errors,
    over: one.putRight.over + other.putRight.over,
    standing: one.putRight.standing + other.putRight.standing,
  },
  shown: one.shown + other.shown,
  withdrawn: one.withdrawn + other.withdrawn,
  wrong: one.wrong + other.wrong,
  doubled: one.doubled + other.doubled,
  lines: [...one.lines, ...other.lines],
})

/** The most lines to print; the rest is only counted. */
const LINES_MAX = 120

export const eveningPage = (counts: EveningCounts, seed: number): string => {
  const { rounds, errors, told, putRight, shown, withdrawn, wrong, doubled, lines } = counts
  const all = told.proven + told['one-of'] + told.likely
  const more = lines.length > LINES_MAX ? [`and ${plural(lines.length - LINES_MAX, 'more line')}`] : []
  return [
    `${plural(rounds, 'round')}, seed ${seed}: ${plural(errors, 'error')}.`,
    `An alarm stands for ${all}: ${told.proven} proven, ${told['one-of']} one of several, ${told.likely} likely; ${errors - all} without one.`,
    `The dealer put ${plural(putRight.errors, 'more error')} right himself: ${putRight.over} had an alarm that is over, ${putRight.standing} have one still.`,
    `${plural(shown, 'alarm')} shown; ${withdrawn} withdrawn after that; ${plural(doubled, 'second one')} of one error.`,
    `${plural(wrong, 'alarm')} of what nobody did.`,
    ...(lines.length > 0 ? ['', ...lines.slice(0, LINES_MAX), ...more] : []),
    '',
  ].join('\n')
}
