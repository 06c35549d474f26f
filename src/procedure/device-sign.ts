/**
 * What a device does wrong while its line works: no person can do it, and no round shows it by itself. A sign becomes an incident and an alarm of
 * the device. It accuses nobody and excuses nobody.
 */
import type { HostWords } from '../engine/observation.ts'
import type { JudgeContext, Sight } from './watch.ts'

export interface DeviceSign {
  readonly device: string
  /** Its code as an incident. */
  readonly incident: string
  /** Its own alarm, as on the wire, which ends with the sign; null: the device's incident, which has no end to be seen. */
  readonly alarm: string | null
  /** What a person reads; null: it is over. */
  readonly words: HostWords | null
}

/** What a watch remembers, as plain values, and the signs that begin or end with one observation. */
export interface DeviceWatch<State> {
  readonly initial: State
  step(state: State, sight: Sight, context: JudgeContext): readonly [State, readonly DeviceSign[]]
}
