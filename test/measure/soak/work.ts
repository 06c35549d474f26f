/** What a worker of the soak does: plays one table and, if it fails, collects what is needed to repeat it. */
import type { Failure } from '../../evenings/judges.ts'
import { type Checked, checkScene } from './check.ts'
import { firstMisfit } from './diagnose.ts'
import { playScene, type Scene } from './scene.ts'

/** At most this many failures of one table are diagnosed. */
const DIAGNOSED_MAX = 3

export const work = (scene: Scene): Checked => {
  const checked = checkScene(scene)
  const rounds = new Set(checked.failures.flatMap(({ round, kind }) => (round === null || kind === 'likely' ? [] : [round])))
  if (rounds.size === 0) return checked
  const played = playScene(scene)
  const causes = new Map([...rounds].slice(0, DIAGNOSED_MAX).map((round) => [round, firstMisfit(scene, played, round)]))
  const failures = checked.failures.map((failure): Failure => {
    const cause = failure.round === null ? undefined : causes.get(failure.round)
    return cause === undefined ? failure : { ...failure, cause }
  })
  return { ...checked, failures }
}
