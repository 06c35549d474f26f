/** An evening at one table: played by the simulator, heard once as the daemon hears it, and put before as many judges as there are. */
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { type Daemon, type Heard, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { type Compared, compareRounds } from '../engine/true-round.ts'
import { type Found, noteFindings } from '../measure/accuracy/errors-told.ts'
import { daemonOf, playScene, type Scene, toldIn } from '../measure/soak/scene.ts'

/** What judges of one evening ask about its table. */
export type Sensed = Pick<Scene, 'chipEvidence' | 'faults'>

export interface Evening<S extends Sensed = Scene> {
  readonly scene: S
  readonly daemon: Daemon
  readonly rounds: readonly PlayedRound[]
  /** What the devices reported of them. */
  readonly actions: readonly TableAction[]
  /** What each record led to, in order. */
  readonly heard: readonly Omit<Heard, 'table' | 'action'>[]
  readonly events: readonly TableEvent[]
  /** Findings in their final state. */
  readonly found: readonly Found[]
  readonly compared: readonly Compared[]
  /** Rounds reported to begin with a card that opened none. */
  readonly strays: ReturnType<typeof compareRounds>['strays']
}

/** The rounds of a scene: those that its seed plays, read as it says, unless others are given. */
export const hearEvening = (scene: Scene, daemon: Daemon = daemonOf(scene), rounds: readonly PlayedRound[] = playScene(scene)): Evening =>
  hearTold(scene, daemon, rounds, toldIn(scene, rounds))

/** Rounds of which is known what the devices reported. */
export const hearTold = <S extends Sensed>(
  scene: S,
  daemon: Daemon,
  rounds: readonly PlayedRound[],
  actions: readonly TableAction[],
): Evening<S> => {
  const heard: Evening['heard'][number][] = []
  const events: TableEvent[] = []
  const found = new Map<string, Found>()
  const { compared, strays } = compareRounds(rounds, daemon.context.table, (seen) => {
    hearPlay(actions, daemon, ({ table, action, ...each }) => {
      noteFindings(found, each)
      heard.push(each)
      events.push(...each.events)
      seen(table, each.events, action)
    })
    return events
  })
  return { scene, daemon, rounds, actions, heard, events, found: [...found.values()], compared, strays }
}
