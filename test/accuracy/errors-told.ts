/** What the daemon reports of a play: its findings, by the device line at which each was raised. */
import type { TableAction } from '../../simulators/table/types.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import { type Daemon, type Heard, hearPlay } from '../pipeline/heard-play.ts'

/** One finding as it stood last. */
export interface Found {
  readonly finding: FindingData
  /** Index of the line at which it was raised, and at which it was first said to be proven; the number of lines: when the input ended. */
  readonly raisedAt: number
  readonly provenAt: number | null
  /** Taken back in the end. */
  readonly withdrawn: boolean
}

export interface ToldPlay {
  readonly found: readonly Found[]
  /** Ids of the rounds in the order they opened. */
  readonly rounds: readonly string[]
}

/** Adds what was said of findings; `found` by their ids. */
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

/** Tells the lines of a play one by one, as to a live daemon; then the input ends. */
export const tellPlay = (actions: readonly TableAction[], daemon: Daemon): ToldPlay => {
  const found = new Map<string, Found>()
  const rounds: string[] = []
  hearPlay(actions, daemon, (heard) => {
    noteFindings(found, heard)
    for (const { type, round } of heard.said) if (type === 'round.opened' && round !== null) rounds.push(round)
  })
  return { found: [...found.values()], rounds }
}
