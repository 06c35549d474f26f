/** Makes one error in a number of random rounds of one table and counts what the daemon reports about it. */
import { CONSEQUENCES } from '../../../simulators/table/errors/consequences.ts'
import { ERRORS } from '../../../simulators/table/errors/index.ts'
import { canInject, type InjectedError, type InjectedPlay, inject, playFaultless } from '../../../simulators/table/errors/inject.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { disturbed, type SensorFault } from '../../../simulators/table/sensor-faults.ts'
import type { PlayedRound } from '../../../simulators/table/types.ts'
import { CATALOGUE, canBeSeen } from '../../../src/procedure/catalogue/index.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import type { Daemon } from '../../daemon/pipeline/heard-play.ts'
import { isPointed } from './cells.ts'
import { type Judged, judgePlay } from './errors-judge.ts'
import { daemonOf, type ErrorCell, type ErrorWord, playOptions } from './errors-table.ts'
import { type Found, tellPlay } from './errors-told.ts'
import { type Posted, postedIn } from './posted.ts'
import { summed } from './sums.ts'

export interface ErrorJob {
  readonly code: ErrorWord
  readonly cell: ErrorCell
  readonly faults: readonly SensorFault[]
  readonly seed: number
  readonly rounds: number
}

/** What `--show` needs to repeat a play: the error made, or `none`; the table; and the seed of the play. */
export interface Play {
  readonly of: string
  readonly cell: ErrorCell
  readonly seed: number
}

export interface Accusation extends Play {
  readonly code: FindingCode
  readonly place: string
  readonly seen: string
}

export interface ErrorCounts {
  /** Plays with the error; for `none`, rounds without one. */
  readonly plays: number
  /**
   * How the plays divide: the error was proven; proven under another code with the same meaning; one of a group; missing from the groups
   * reported; only likely; proven once and then withdrawn.
   */
  readonly proven: number
  readonly renamed: number
  readonly oneOf: number
  readonly oneOfOthers: number
  readonly likely: number
  readonly takenBack: number
  /**
   * Plays that the enumerator could judge; of these, plays whose error is provable; provable ones that were proven; unprovable ones that
   * were proven all the same.
   */
  readonly judged: number
  readonly provable: number
  readonly found: number
  readonly unfounded: number
  /** The first plays with a group that contains neither the error nor a consequence of it. */
  readonly strays: readonly Play[]
  /** The first plays whose error is provable but was not proven. */
  readonly missed: readonly Play[]
  /** Number of lines from the first one at which the error is provable to its proof. */
  readonly late: readonly number[]
  /** Number of lines from the first one that shows the error to its proof, and the delay that the finding itself states. */
  readonly delays: readonly number[]
  readonly reported: readonly number[]
  /** Plays with a proven finding above `info` that is neither the error nor a consequence of it. */
  readonly accused: number
  /** The first of these findings. */
  readonly accusations: readonly Accusation[]
  /** Bets raised after the last card. */
  readonly posted: readonly Posted[]
}

export const NO_ERRORS: ErrorCounts = {
  ...{
    plays: 0,
    proven: 0,
    renamed: 0,
    oneOf: 0,
    oneOfOthers: 0,
    likely: 0,
    takenBack: 0,
    accused: 0,
    judged: 0,
    provable: 0,
    found: 0,
    unfounded: 0,
  },
  ...{ strays: [], missed: [], late: [], delays: [], reported: [], accusations: [], posted: [] },
}
const LISTED_MAX = 1000

export const addErrors = (one: ErrorCounts, other: ErrorCounts): ErrorCounts => {
  const sum = summed(one, other)
  return {
    ...sum,
    strays: sum.strays.slice(0, LISTED_MAX),
    accusations: sum.accusations.slice(0, LISTED_MAX),
    missed: sum.missed.slice(0, LISTED_MAX),
  }
}

/** The most seeds that one play may use up: the rarest error becomes possible once in some hundred rounds. */
export const SEEDS_A_PLAY = 500
/** Faults add to the spots' lag; together they stay within what the table allows. */
const FAULT_LAG_MS = 700

/** Whether the house has the rule, and the table the spots and sensors. */
export const canBeFound = (code: ErrorWord, cell: ErrorCell): boolean => {
  // If all spots are sensed, so is the rack, with or without a pointer.
  if (cell.play === 'all' && cell.sensors === 'rack') return false
  if (code === 'none') return true
  return canInject(code, playOptions(cell, code)) && canBeSeen(CATALOGUE[code], daemonOf(cell, code).context.table)
}

/** Whether the enumerator can list the stories: only main spots, chips reported at once, no pointer. */
export const isListed = (cell: Omit<ErrorCell, 'prompt'>, faults: readonly SensorFault[]): boolean =>
  cell.play === 'main' && !isPointed(cell.sensors) && cell.boxes <= LISTED_BOXES_MAX && faults.length === 0
const LISTED_BOXES_MAX = 3

/** Errors that need more than main spots are made at tables where all spots are sensed. */
export const playFor = (code: ErrorWord): ErrorCell['play'] => {
  const isMain = code !== 'none' && CATALOGUE[code].needs.also.length === 0 && ERRORS[code]?.spots === undefined
  return isMain ? 'main' : 'all'
}

const told = (play: readonly PlayedRound[], { faults, seed }: ErrorJob, at: number, daemon: Daemon) => {
  const actions = play.flatMap((round) => round.actions)
  return tellPlay(disturbed(actions, faults, { lagMs: FAULT_LAG_MS, random: seededRandom(seed * 7919 + at) }), daemon)
}

const isBoxOf = (finding: Found['finding'], { box }: Pick<InjectedError, 'box'>): boolean =>
  finding.box === null || box === null || finding.box === box
const isSameBox = ({ finding }: Found, error: Pick<InjectedError, 'box'>): boolean => isBoxOf(finding, error)
const isGrave = ({ finding }: Found): boolean => finding.severity !== 'info'

/** Groups of findings, exactly one of which is right. */
const groupsIn = (stands: readonly Found[]): readonly (readonly Found[])[] => {
  const names = new Set(stands.flatMap(({ finding: { grade, group } }) => (grade === 'one-of' && group !== null ? [group] : [])))
  return [...names].map((name) => stands.filter(({ finding }) => finding.group === name))
}

/** The counts of one play. `error` null: nobody made an error. */
export const countPlay = (
  found: readonly Found[],
  error: InjectedError | null,
  job: ErrorJob,
  seed: number,
  judged: Judged | null,
): ErrorCounts => {
  const played: Play = { of: error?.code ?? 'none', cell: job.cell, seed }
  const follows = (error && CONSEQUENCES[error.code]?.map(({ code }) => code)) ?? []
  const own = found.filter((each) => error !== null && each.finding.code === error.code && isSameBox(each, error))
  const stands = found.filter(({ withdrawn }) => !withdrawn)
  const proof = own.find(({ withdrawn, provenAt }) => !withdrawn && provenAt !== null)
  const isProven = ({ provenAt, finding }: Found): boolean => provenAt !== null && finding.grade === 'proven'
  const renamed = stands.some((each) => isProven(each) && follows.includes(each.finding.code))
  const wrong = stands.filter((each) => isProven(each) && isGrave(each) && !own.includes(each) && !follows.includes(each.finding.code))
  const isToldOf = ({ finding }: Found): boolean =>
    error !== null && (follows.includes(finding.code) || (finding.code === error.code && isBoxOf(finding, error)))
  const groups = groupsIn(stands)
  const has = groups.some((group) => group.some(isToldOf))
  const isStray = groups.some((group) => group.some(isGrave) && !group.some(isToldOf))
  const accusations = wrong.map(({ finding }): Accusation => {
    const place = finding.spot ?? (finding.box === null ? 'table' : `box ${finding.box}`)
    return { ...played, code: finding.code, place, seen: finding.seen ?? '' }
  })
  const provedAt = proof?.provenAt ?? null
  const provableAt = judged?.provableAt ?? null
  return {
    plays: 1,
    judged: judged ? 1 : 0,
    provable: provableAt === null ? 0 : 1,
    found: provableAt !== null && provedAt !== null ? 1 : 0,
    unfounded: judged && provableAt === null && provedAt !== null ? 1 : 0,
    missed: provableAt !== null && provedAt === null ? [played] : [],
    late: provableAt !== null && provedAt !== null ? [provedAt - provableAt] : [],
    proven: proof ? 1 : 0,
    renamed: !proof && renamed ? 1 : 0,
    oneOf: !proof && !renamed && has ? 1 : 0,
    oneOfOthers: !proof && !renamed && !has && isStray ? 1 : 0,
    strays: isStray ? [played] : [],
    likely: !proof && !renamed && !has && !isStray && own.some(({ withdrawn }) => !withdrawn) ? 1 : 0,
    takenBack: found.some((each) => each.withdrawn && each.provenAt !== null) ? 1 : 0,
    // Faults add lines before the error as well, so the delay is not counted with them.
    delays: provedAt !== null && error !== null && job.faults.length === 0 ? [Math.max(0, provedAt - error.action)] : [],
    reported: proof ? [proof.finding.detectedAfter] : [],
    accused: wrong.length > 0 ? 1 : 0,
    accusations,
    posted: [],
  }
}

/** How long before its settlement a bet was raised, and what finally stands of the finding. */
const postedOf = (play: InjectedPlay, found: readonly Found[], { cell: { sensors } }: ErrorJob, spotLagMs: number): readonly Posted[] => {
  const { code } = play.error
  const posted = code === 'PAST-POSTED' && spotLagMs > 0 ? postedIn(play, spotLagMs) : null
  const own = found.find((each) => !each.withdrawn && each.finding.code === code && isSameBox(each, play.error))
  return posted === null ? [] : [{ ...posted, sensors, grade: own?.finding.grade ?? null }]
}

export const work = (job: ErrorJob): ErrorCounts => {
  const { code, cell, faults, rounds } = job
  const options = playOptions(cell, code, faults.length > 0 ? FAULT_LAG_MS : undefined)
  const daemon = daemonOf(cell, code)
  let counts = NO_ERRORS
  for (let seed = job.seed; counts.plays < rounds && seed < job.seed + rounds * SEEDS_A_PLAY; seed++) {
    if (code === 'none') {
      const play = playFaultless(options, seed)
      const said = told(play, job, seed, daemon)
      counts = addErrors(counts, { ...countPlay(said.found, null, job, seed, null), plays: play.length })
      continue
    }
    const play = inject(code, options, seed)
    if (play === null) continue
    const said = told(play.rounds, job, seed, daemon)
    // If the error is in no story, the enumerator does not know it or its consequences.
    const list = cell.prompt ? judgePlay(play, options) : null
    const judged = list?.isListed ? list : null
    const posted = postedOf(play, said.found, job, daemon.context.table.spotLagMs)
    counts = addErrors(counts, { ...countPlay(said.found, play.error, job, seed, judged), posted })
  }
  return counts
}
