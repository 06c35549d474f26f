/**
 * How far to believe: each play is heard once for every margin, that is, for how much rarer than the least rare error another may be and still
 * be believed. Counts the findings, and what was said for certain with how much of it was false, by the gravest grade told of the play.
 */
import { inject, playFaultless } from '../../../simulators/table/errors/inject.ts'
import type { PlayedRound } from '../../../simulators/table/types.ts'
import type { Grade } from '../../../src/engine/deviation.ts'
import type { TableEvent } from '../../../src/engine/event.ts'
import { Workspace } from '../../../src/engine/workspace.ts'
import { believing, type Daemon, hearPlay } from '../../daemon/pipeline/heard-play.ts'
import { falseWords } from '../soak/false-words.ts'
import { addErrors, countPlay, type ErrorCounts, type ErrorJob, NO_ERRORS, SEEDS_A_PLAY } from './errors-measure.ts'
import { daemonOf, playOptions } from './errors-table.ts'
import { type Found, noteFindings } from './errors-told.ts'
import { listener } from './evening.ts'
import { summed } from './sums.ts'

export const MARGINS = [0, 1, 2, 3] as const

/** The gravest grade among the findings of a play. */
export const TOLD = ['nothing', 'likely', 'one-of', 'proven'] as const
type Told = (typeof TOLD)[number]

/** What was said of rounds. */
export interface Certain {
  readonly rounds: number
  /** Rounds whose closing calls a hand certain that was not played so. */
  readonly falseClosings: number
  /** Moves called certain while the round was in play, and those of them that were not so. */
  readonly said: number
  readonly wrong: number
}

export interface MarginCounts {
  readonly found: ErrorCounts
  readonly certain: { readonly [T in Told]: Certain }
}

const NOTHING: Certain = { rounds: 0, falseClosings: 0, said: 0, wrong: 0 }
export const NO_MARGIN: MarginCounts = {
  found: NO_ERRORS,
  certain: { nothing: NOTHING, likely: NOTHING, 'one-of': NOTHING, proven: NOTHING },
}

export const addMargin = (one: MarginCounts, other: MarginCounts): MarginCounts => ({
  found: addErrors(one.found, other.found),
  certain: Object.fromEntries(TOLD.map((told) => [told, summed(one.certain[told], other.certain[told])])) as MarginCounts['certain'],
})

const gradeOf = (found: readonly Found[]): Told => {
  const grades = new Set<Grade>(found.flatMap(({ finding, withdrawn }) => (withdrawn ? [] : [finding.grade])))
  return TOLD.findLast((told) => told !== 'nothing' && grades.has(told)) ?? 'nothing'
}

/** The findings of one play at one margin, and the certain words about it. */
const heard = (rounds: readonly PlayedRound[], daemon: Daemon): { readonly found: readonly Found[]; readonly certain: Certain } => {
  const found = new Map<string, Found>()
  const events: TableEvent[] = []
  const { hear, told } = listener(rounds)
  hearPlay(
    rounds.flatMap(({ actions }) => actions),
    daemon,
    (each) => {
      noteFindings(found, each)
      hear(each)
      events.push(...each.events)
    },
  )
  const { said, wrong } = falseWords(events, rounds)
  const falseClosings = told.filter((each) => each === 'false').length
  return { found: [...found.values()], certain: { rounds: rounds.length, falseClosings, said, wrong: wrong.length } }
}

/** The counts of each margin, in their order. */
export const work = (job: ErrorJob): readonly MarginCounts[] => {
  const { code, cell, rounds } = job
  const options = playOptions(cell, code)
  const daemon = daemonOf(cell, code)
  const daemons = MARGINS.map((rarerMax) => believing(daemon, { ...daemon.context.table, rarerMax, workspace: new Workspace() }))
  let counts: readonly MarginCounts[] = MARGINS.map(() => NO_MARGIN)
  let plays = 0
  for (let seed = job.seed; plays < rounds && seed < job.seed + rounds * SEEDS_A_PLAY; seed++) {
    const play = code === 'none' ? { rounds: playFaultless(options, seed), error: null } : inject(code, options, seed)
    if (play === null) continue
    plays++
    counts = counts.map((before, at) => {
      const { found, certain } = heard(play.rounds, daemons[at] ?? daemon)
      const own: MarginCounts = {
        found: countPlay(found, play.error, job, seed, null),
        certain: { ...NO_MARGIN.certain, [gradeOf(found)]: certain },
      }
      return addMargin(before, own)
    })
  }
  return counts
}
