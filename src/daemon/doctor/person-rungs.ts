/** The steps for a person at a broker, one row each: from the login to the answer on the display. Pure. */
import { type Failure, why } from './failure.ts'
import { failed, holds, type Judged, type Rung, warns } from './rung.ts'

export interface CommandTried {
  readonly ok: true
  readonly topic: string
  /** Whether it reached the table's login; null: that login could not listen. */
  readonly arrived: boolean | null
}

export interface AnswerTried {
  readonly ok: true
  readonly topic: string
  /** Who answered; null: nobody. */
  readonly by: 'daemon' | 'doctor' | null
  readonly ms: number
  /** Why the daemon refused the command; null: it did not. */
  readonly refusal: string | null
  /** Why the broker did not accept the answer the doctor gave in the table's place; null: it did, or the table's login could not try. */
  readonly unsaid: string | null
}

/** A fact is null if the one before it failed. */
export interface PersonFacts {
  readonly user: string
  /** A daemon is running for the table. */
  readonly daemon: boolean
  /** The broker is one of several; the daemon uses one of them. */
  readonly several: boolean
  readonly login: { readonly ok: true; readonly ms: number } | Failure | null
  readonly command: CommandTried | Failure | null
  readonly answer: AnswerTried | Failure | null
  /** What the access rules have to allow, as topic filters. */
  readonly rules: { readonly command: string; readonly answer: string; readonly tableAnswers: string }
}

const unknown = failed('not checked')

const judgeCommand = ({ command, rules, user }: PersonFacts): Judged => {
  if (command === null) return unknown
  const todo = `Allow ${user} to publish to ${rules.command} in the broker's access rules (mosquitto: \`topic write ${rules.command}\`).`
  if (!command.ok) return failed(why(command), todo)
  if (command.arrived === false) return failed(`${command.topic} was sent but did not reach the table`, todo)
  return holds(`${command.topic}${command.arrived === null ? ' was sent; it is unknown whether it arrived' : ' reached the table'}`)
}

const judgeAnswer = ({ answer, daemon, several, rules, user }: PersonFacts): Judged => {
  if (answer === null) return unknown
  const mayRead = `Allow ${user} to read ${rules.answer} in the broker's access rules (mosquitto: \`topic read ${rules.answer}\`)`
  if (!answer.ok) return failed(why(answer), `${mayRead}.`)
  const { topic, by, ms, refusal, unsaid } = answer
  const mayWrite = `allow the table's login to publish to ${rules.tableAnswers} (\`topic write ${rules.tableAnswers}\`)`
  if (unsaid !== null) return failed(`the table may not answer: ${unsaid}`, `In the broker's access rules, ${mayWrite}.`)
  if (by === null) return failed(`no answer came on ${topic}`, `${mayRead}; if that rule is there, ${mayWrite}.`)
  const came = `${topic}, after ${ms.toFixed(0)} ms`
  if (refusal !== null)
    return failed(
      `the table refused: ${refusal}`,
      'The answer came, so the access rules are right: find out why the table refused the command.',
    )
  if (by === 'daemon') return holds(`${came}, from the daemon`)
  if (!daemon)
    return holds(
      `${came}, from the doctor`,
      "No daemon is running for this table, so the doctor answered with the table's login: the access rules are right.",
    )
  const silent = 'The access rules are right, but the daemon did not answer through this broker'
  return several
    ? holds(came, `${silent}; it may be using another one.`)
    : warns(came, `${silent}: check whether it has lost its connection.`)
}

export const PERSON_RUNGS: readonly Rung<PersonFacts>[] = [
  {
    name: 'login',
    shows: 'the broker lets this person in',
    todo: "Check the name given with --user, the password in the file given with --password-file, and the broker's list of users.",
    judge: ({ login, user }) => {
      if (login === null) return unknown
      return login.ok ? holds(`as ${user}, ${login.ms.toFixed(0)} ms`) : failed(why(login))
    },
  },
  {
    name: 'may command',
    shows: 'a command of this person reaches the table; tested with `snapshot`, which makes the table publish its state again',
    todo: "Allow this login to publish its own commands in the broker's access rules.",
    judge: judgeCommand,
  },
  {
    name: 'gets an answer',
    shows: "the answer reaches the person; if no daemon is running, the doctor answers with the table's login",
    todo: "Allow this login to read its own replies in the broker's access rules.",
    judge: judgeAnswer,
  },
]
