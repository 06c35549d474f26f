/**
 * Plays one error to the daemon twice: as the daemon is, and without its row for that error. A proof under another code then shows who
 * would be accused of an error that nobody had thought of.
 */
import { type InjectedError, inject } from '../../../simulators/table/errors/inject.ts'
import { Workspace } from '../../../src/engine/workspace.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { believing, type Daemon } from '../../daemon/pipeline/heard-play.ts'
import { isSameFact } from './coarser.ts'
import { type ErrorJob, type Play, SEEDS_A_PLAY } from './errors-measure.ts'
import { daemonOf, playOptions } from './errors-table.ts'
import { tellPlay } from './errors-told.ts'
import { summed } from './sums.ts'

/** A proof accuses somebody of what another person did. */
export interface WrongProof extends Play, Pick<FindingData, 'code' | 'severity'> {
  readonly place: string
  readonly seen: string
}

export interface LeftOutCounts {
  readonly plays: number
  /** Plays whose error is proven with its row. */
  readonly proven: number
  /**
   * Outcome without the row, each play once: reported as with it; nothing reported instead; no more than `one-of` or `likely`; proven under
   * a coarser code.
   */
  readonly asBefore: number
  readonly nothing: number
  readonly unproven: number
  readonly coarser: number
  /** A proof accuses somebody else; of these plays, those with a finding that stops the game. */
  readonly accused: number
  readonly stopped: number
  readonly wrong: readonly WrongProof[]
}

export const NO_PLAYS: LeftOutCounts = {
  ...{ plays: 0, proven: 0, asBefore: 0, nothing: 0, unproven: 0, coarser: 0, accused: 0, stopped: 0 },
  wrong: [],
}

/** The same daemon without knowledge of that error. */
export const withoutRow = (daemon: Daemon, code: FindingCode): Daemon =>
  believing(daemon, { ...daemon.context.table, without: new Set([code]), workspace: new Workspace() })

const isProven = ({ grade }: FindingData): boolean => grade === 'proven'
const isSameFinding = (one: FindingData, other: FindingData): boolean =>
  one.code === other.code && one.box === other.box && one.grade === other.grade

/** Compares what was reported of one play `withRow` and `without` it. */
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
  const daemon = daemonOf(cell, code)
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
