/** One table of the soak, put before every judge of evenings at which nobody errs. */
import type { PlayedRound } from '../../../simulators/table/types.ts'
import type { Daemon } from '../../daemon/pipeline/heard-play.ts'
import { isTold, isToldOtherwise } from '../../engine/true-round.ts'
import { hearEvening } from '../../evenings/evening.ts'
import { type Failure, failuresOf } from '../../evenings/judges.ts'
import { falseWords } from './false-words.ts'
import { daemonOf, playScene, type Scene } from './scene.ts'

export interface Checked {
  readonly rounds: number
  /** Rounds with a single remaining reading. */
  readonly single: number
  /** Rounds whose best reading is true. */
  readonly told: number
  /** Rounds reported to begin or end with another card, although the accounts include what was played. */
  readonly otherwise: number
  /** Events published as certain while rounds were in play. */
  readonly words: number
  readonly failures: readonly Failure[]
}

/** Plays the table and feeds its devices' reports to a daemon. `daemon`: how to read them; as the scene says unless given. */
export const checkScene = (scene: Scene, daemon: Daemon = daemonOf(scene)): Checked => {
  try {
    return checkPlayed(scene, daemon, playScene(scene))
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { rounds: 0, single: 0, told: 0, otherwise: 0, words: 0, failures: [{ kind: 'threw', round: null, text }] }
  }
}

/** The same for rounds that have been played already. */
export const checkPlayed = (scene: Scene, daemon: Daemon, rounds: readonly PlayedRound[]): Checked => {
  const evening = hearEvening(scene, daemon, rounds)
  const { compared, events } = evening
  return {
    rounds: rounds.length,
    single: compared.filter(({ closed }) => closed?.readings === 1).length,
    told: compared.filter(isTold).length,
    otherwise: compared.filter(isToldOtherwise).length,
    words: falseWords(events, rounds).said,
    failures: failuresOf(evening),
  }
}
