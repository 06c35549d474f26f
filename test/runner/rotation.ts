/**
 * What takes long is played in turns: a tenth of it a day, another each day, and all of it with `npm test -- --all`. The runner prints the day;
 * DAY=2026-11-29 repeats it.
 */
const DAY_MS = 86_400_000
const TURNS = 10

export const isAll = process.env.ALL === 'yes'
/** Of the run, in days since 1970-01-01: a seed of its own for each day. */
export const TODAY = Math.floor(Date.parse(process.env.DAY ?? '2026-01-01') / DAY_MS)

/** Those whose turn it is: at least one of any. `turns`: after so many days each has had its turn. @default 10 */
export const todays = <T>(all: readonly T[], turns = TURNS): readonly T[] => {
  if (isAll || all.length === 0) return all
  const count = Math.ceil(all.length / turns)
  const from = (TODAY * count) % all.length
  return [...all, ...all].slice(from, from + count)
}
