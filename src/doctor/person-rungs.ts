/** The ladder of a person at a broker, a row a rung: from the login to the answer on the display. Pure. */
import { type Failure, why } from './failure.ts'
import { failed, holds, type Judged, type Rung, warns } from './rung.ts'

export interface CommandTried {
  readonly ok: true
  readonly topic: string
  /** Whether it came to the login of the table; null: that login could not listen. */
  readonly arrived: boolean | null
}

export interface AnswerTried {
  readonly ok: true
  readonly topic: string
  /** Whose answer came; null: nobody's. */
  readonly by: 'daemon' | 'doctor' | null
  readonly ms: number
  /** Why the daemon refused the command; null: it did not. */
  readonly refusal: string | null
  /** Why the broker did not take the answer that the doctor gave in the table's place; null: it took it, or the table's login could not try. */
  readonly unsaid: string | null
}

/** A fact is null where the one before it failed. */
export interface PersonFacts {
  readonly user: string
  /** A daemon runs for the table. */
  readonly daemon: boolean
  /** The broker is one of several: the daemon is at one of them. */
  readonly several: boolean
  readonly login: { readonly ok: true; readonly ms: number } | Failure | null
  readonly command: CommandTried | Failure | null
  readonly answer: AnswerTried | Failure | null
  /** What the access rules have to allow, as filters of topics. */
  readonly rules: { readonly command: string; readonly answer: string; readonly tableAnswers: string }
}

const unknown = failed('it was not looked at')

const judgeCommand = ({ command, rules, user }: PersonFacts): Judged => {
  if (command === null) return unknown
  const todo = `Let ${user} write to ${rules.command} in the access rules of the broker (mosquitto: \`topic write ${rules.command}\`).`
  if (!command.ok) return failed(why(command), todo)
  if (command.arrived === false) return failed(`${command.topic} was sent and did not reach the table`, todo)
  return holds(`${command.topic}${command.arrived === null ? ', sent; whether it arrived is not known' : ' reached the table'}`)
}

const judgeAnswer = ({ answer, daemon, several, rules, user }: PersonFacts): Judged => {
  if (answer === null) return unknown
  const mayRead = `Let ${user} read ${rules.answer} in the access rules of the broker (mosquitto: \`topic read ${rules.answer}\`)`
  if (!answer.ok) return failed(why(answer), `${mayRead}.`)
  const { topic, by, ms, refusal, unsaid } = answer
  const mayWrite = `let the table's login write to ${rules.tableAnswers} (\`topic write ${rules.tableAnswers}\`)`
  if (unsaid !== null) return failed(`the table may not answer: ${unsaid}`, `In the access rules of the broker ${mayWrite}.`)
  if (by === null) return failed(`no answer came on ${topic}`, `${mayRead}; where it has that rule, ${mayWrite}.`)
  const came = `${topic}, after ${ms.toFixed(0)} ms`
  if (refusal !== null)
    return failed(`the table refused: ${refusal}`, 'The answer came, so the access rules are right: see why the table refuses it.')
  if (by === 'daemon') return holds(`${came}, from the daemon`)
  if (!daemon)
    return holds(
      `${came}, from the doctor`,
      'No daemon runs for this table, so the doctor answered with its login: the access rules are right.',
    )
  const silent = 'The access rules are right, but the daemon did not answer at this broker'
  return several ? holds(came, `${silent}; it may be at another one.`) : warns(came, `${silent}: see whether it has lost the broker.`)
}

export const PERSON_RUNGS: readonly Rung<PersonFacts>[] = [
  {
    name: 'login',
    shows: 'the broker lets this person in',
    todo: "Look at the name after --user, at the file after --password-file, and at the broker's list of users.",
    judge: ({ login, user }) => {
      if (login === null) return unknown
      return login.ok ? holds(`as ${user}, ${login.ms.toFixed(0)} ms`) : failed(why(login))
    },
  },
  {
    name: 'may command',
    shows: 'a command of this person reaches the table; tried with `snapshot`, which has the table say again what it is',
    todo: 'Let this login write to its own commands in the access rules of the broker.',
    judge: judgeCommand,
  },
  {
    name: 'gets an answer',
    shows: 'the answer reaches the person; where no daemon runs, the doctor gives it with the login of the table',
    todo: 'Let this login read its own replies in the access rules of the broker.',
    judge: judgeAnswer,
  },
]
