/** Who gave which commands, on how many findings, and who silenced verdicts. Pure. */
import { mostInAnHour, SILENCED_AN_HOUR, SILENCING_AN_HOUR, type Silencing } from '../queries/silencing.ts'
import type { AskedCommand, AskedFinding } from './rows-asked.ts'

export interface PersonsCommands {
  readonly user: string
  /** Carried out. */
  readonly commands: number
  readonly refused: number
  readonly byName: readonly { readonly name: string; readonly count: number }[]
  /** Findings whose alarms he handled, or that stood where he had something not judged any more. */
  readonly findings: number
  /** Commands after which something of a round is not judged any more. */
  readonly silencing: number
  /** Those of them that were given where a finding stood. */
  readonly silenced: number
  /** The most of each within one hour. */
  readonly mostSilencing: number
  readonly mostSilenced: number
  /** More than twice within an hour where a finding stood, or more than six times at all. */
  readonly flagged: boolean
}

export interface CommandRows {
  readonly commands: readonly AskedCommand[]
  readonly silencings: readonly Silencing[]
  readonly findings: readonly AskedFinding[]
}

/** Whoever gave most first. */
export const commandsByPerson = ({ commands, silencings, findings }: CommandRows): readonly PersonsCommands[] => {
  const ofAlarm = new Map<string, string[]>()
  for (const { stream_id, finding, group_id } of findings) {
    const key = `${stream_id}/${(group_id ?? finding).toLowerCase()}`
    ofAlarm.set(key, [...(ofAlarm.get(key) ?? []), `${stream_id}/${finding}`])
  }
  return [...new Set(commands.map(({ user }) => user))]
    .map((user) => {
      const own = commands.filter((each) => each.user === user)
      const done = own.filter(({ ok }) => ok === 1)
      const silencing = silencings.filter((each) => each.user === user)
      const silenced = silencing.filter((each) => each.findings.length > 0)
      const handled = done.flatMap(({ stream_id, args }) => ofAlarm.get(`${stream_id}/${alarmIn(args)}`) ?? [])
      const stood = silencing.flatMap((each) => each.findings.map((finding) => `${each.stream_id}/${finding}`))
      const [mostSilencing, mostSilenced] = [silencing, silenced].map((each) => mostInAnHour(each.map(({ at }) => at))) as [number, number]
      return {
        ...{ user, commands: done.length, refused: own.length - done.length, byName: countsOf(done.map(({ name }) => name)) },
        ...{ findings: new Set([...handled, ...stood]).size, silencing: silencing.length, silenced: silenced.length },
        ...{ mostSilencing, mostSilenced, flagged: mostSilenced > SILENCED_AN_HOUR || mostSilencing > SILENCING_AN_HOUR },
      }
    })
    .sort((one, other) => other.commands - one.commands || (one.user < other.user ? -1 : 1))
}

const alarmIn = (args: string | null): string => {
  const said = args === null ? null : (JSON.parse(args) as { readonly alarm?: unknown } | null)
  return typeof said?.alarm === 'string' ? said.alarm : ''
}

const countsOf = (names: readonly string[]): PersonsCommands['byName'] => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

export const namesText = ({ byName }: PersonsCommands): string => byName.map(({ name, count }) => `${name} ${count}`).join(', ')

/** For a flagged person; chance makes no such flag. */
export const flagText = ({ user, silencing, silenced, mostSilencing, mostSilenced }: PersonsCommands): string =>
  `${user} silenced verdicts: ${silencing} commands (at most ${mostSilencing} within an hour), ${silenced} of them where a finding stood (at most ${mostSilenced} within an hour)`
