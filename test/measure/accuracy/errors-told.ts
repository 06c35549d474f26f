/** What the daemon reports about a play: its findings, by the device line at which each was raised. */
import type { TableAction } from '../../../simulators/table/types.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import { type Daemon, type Heard, hearPlay } from '../../daemon/pipeline/heard-play.ts'

/** One finding in its final state. */
export interface Found {
  readonly finding: FindingData
  /**
   * Index of the line at which it was raised, and of the line at which it was first proven. The number of lines stands for the end of the
   * input.
   */
  readonly raisedAt: number
  readonly provenAt: number | null
  /** It was withdrawn in the end. */
  readonly withdrawn: boolean
}

export interface ToldPlay {
  readonly found: readonly Found[]
  /** Ids of the rounds in the order in which they opened. */
  readonly rounds: readonly string[]
}

/** Adds what was published about findings; `found` is keyed by their ids. */
export const noteFindings = (found: Map<string, Found>, { said, line }: Pick<Heard, 'said' | 'line'>): void => {
  for (const event of said) {
    if (event.type !== 'finding.raised' && event.type !== 'finding.changed' && event.type !== 'finding.withdrawn') continue
    const { data: finding, type } = event
    const before = found.get(finding.finding)
    found.set(finding.finding, {
      finding,
      raisedAt: before?.raisedAt ?? line,
      provenAt: before?.provenAt ?? (finding.grade === 'proven' ? line : null),
      withdrawn: type === 'finding.withdrawn',
    })
  }
}

/** Feeds the lines of a play one by one, as to a live daemon, then ends the input. */
export const tellPlay = (actions: readonly TableAction[], daemon: Daemon): ToldPlay => {
  const found = new Map<string, Found>()
  const rounds: string[] = []
  hearPlay(actions, daemon, (heard) => {
    noteFindings(found, heard)
    for (const { type, round } of heard.said) if (type === 'round.opened' && round !== null) rounds.push(round)
  })
  return { found: [...found.values()], rounds }
}
