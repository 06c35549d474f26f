/**
 * Plays one error, which the daemon hears twice: as it is, and without its row for that error. What is then proven under another name shows
 * who would be accused of an error that nobody thought of.
 */
import { type InjectedError, inject } from '../../simulators/table/errors/inject.ts'
import { Workspace } from '../../src/engine/workspace.ts'
import type { FindingCode } from '../../src/house/finding-code.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import { believing, type Daemon } from '../pipeline/heard-play.ts'
import { isSameFact } from './coarser.ts'
import { type ErrorJob, type Play, SEEDS_A_PLAY } from './errors-measure.ts'
import { daemonOf, playOptions } from './errors-table.ts'
import { tellPlay } from './errors-told.ts'
import { summed } from './sums.ts'

/** Somebody is accused by proof of what was done by another. */
export interface WrongProof extends Play, Pick<FindingData, 'code' | 'severity'> {
  readonly place: string
  readonly seen: string
}

export interface LeftOutCounts {
  readonly plays: number
  /** Of the plays: with its row the error is proven. */
  readonly proven: number
  /** Without it, each play once: told as with it; nothing instead; no more than `one-of` or `likely`; proven by a coarser name. */
  readonly asBefore: number
  readonly nothing: number
  readonly unproven: number
  readonly coarser: number
  /** Somebody else is accused by proof; of these plays, by a finding that stops the game. */
  readonly accused: number
  readonly stopped: number
  readonly wrong: readonly WrongProof[]
}

export const NO_PLAYS: LeftOutCounts = {
  ...{ plays: 0, proven: 0, asBefore: 0, nothing: 0, unproven: 0, coarser: 0, accused: 0, stopped: 0 },
  wrong: [],
}

/** The same daemon that knows no such error. */
export const withoutRow = (daemon: Daemon, code: FindingCode): Daemon =>
  believing(daemon, { ...daemon.context.table, without: new Set([code]), workspace: new Workspace() })

const isProven = ({ grade }: FindingData): boolean => grade === 'proven'
const isSameFinding = (one: FindingData, other: FindingData): boolean =>
  one.code === other.code && one.box === other.box && one.grade === other.grade

/** What was told, `withRow` and `without` it, of one play. */
export const countTold = (
  withRow: readonly FindingData[],
  without: readonly FindingData[],
  error: Pick<InjectedError, 'code' | 'box'>,
  played: Play,
): LeftOutCounts => {
  const isAtBox = ({ box }: FindingData): boolean => error.box === null || box === null || box === error.box
  const isOwn = (finding: FindingData): boolean => finding.code === error.code && isAtBox(finding)
  const isLacking = (finding: FindingData, from: readonly FindingData[]): boolean => !from.some((each) => isSameFinding(each, finding))
  const more = without.filter((finding) => isLacking(finding, withRow))
  const proven = more.filter((finding) => isProven(finding) && finding.severity !== 'info' && !isOwn(finding))
  const wrong = proven.filter((finding) => !isSameFact(error.code, finding.code, isAtBox(finding)))
  const kind = ((): 'accused' | 'coarser' | 'unproven' | 'asBefore' | 'nothing' => {
    if (wrong.length > 0) return 'accused'
    if (proven.length > 0) return 'coarser'
    if (more.length > 0) return 'unproven'
    return withRow.every((finding) => !isLacking(finding, without)) ? 'asBefore' : 'nothing'
  })()
  return {
    ...NO_PLAYS,
    plays: 1,
    proven: withRow.some((finding) => isProven(finding) && isOwn(finding)) ? 1 : 0,
    [kind]: 1,
    stopped: wrong.some(({ severity }) => severity === 'stop') ? 1 : 0,
    wrong: wrong.map(({ code, severity, box, spot, seen }) => ({
      ...{ ...played, code, severity, seen: seen ?? '' },
      place: spot ?? (box === null ? 'table' : `box ${box}`),
    })),
  }
}

export const work = ({ code, cell, seed: first, rounds }: ErrorJob): LeftOutCounts => {
  if (code === 'none') throw new RangeError('no row finds nothing')
  const options = playOptions(cell, code)
  const daemon = daemonOf(cell)
  const ignorant = withoutRow(daemon, code)
  let counts = NO_PLAYS
  for (let seed = first; counts.plays < rounds && seed < first + rounds * SEEDS_A_PLAY; seed++) {
    const play = inject(code, options, seed)
    if (play === null) continue
    const actions = play.rounds.flatMap((round) => round.actions)
    const [withRow = [], without = []] = [daemon, ignorant].map((each) =>
      tellPlay(actions, each).found.flatMap(({ finding, withdrawn }) => (withdrawn ? [] : [finding])),
    )
    counts = summed(counts, countTold(withRow, without, play.error, { of: code, cell, seed }))
  }
  return counts
}
