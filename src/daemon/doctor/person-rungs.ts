/** The steps for a person at a broker, one row each: from the login to the answer on the display. Pure. */
import { asIs } from '../../words/text.ts'
import { brokerWord as say } from './broker-words.ts'
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

const unknown = failed(say('not-checked'))

const judgeCommand = ({ command, rules, user }: PersonFacts): Judged => {
  if (command === null) return unknown
  const todo = say('command-todo', { user, rule: rules.command })
  if (!command.ok) return failed(asIs(why(command)), todo)
  const { topic, arrived } = command
  if (arrived === false) return failed(say('command-lost', { topic }), todo)
  return holds(say(arrived === null ? 'command-sent' : 'command-came', { topic }))
}

const judgeAnswer = ({ answer, daemon, several, rules, user }: PersonFacts): Judged => {
  if (answer === null) return unknown
  const rule = rules.answer
  if (!answer.ok) return failed(asIs(why(answer)), say('answer-todo', { user, rule }))
  const { topic, by, refusal, unsaid } = answer
  if (unsaid !== null) return failed(say('table-mute', { why: unsaid }), say('table-mute-todo', { rule: rules.tableAnswers }))
  if (by === null) return failed(say('no-answer', { topic }), say('no-answer-todo', { user, rule, table: rules.tableAnswers }))
  if (refusal !== null) return failed(say('refused', { why: refusal }), say('refusal-todo'))
  const ms = answer.ms.toFixed(0)
  if (by === 'daemon') return holds(say('came-from', { topic, ms, by: say('daemon') }))
  if (!daemon) return holds(say('came-from', { topic, ms, by: say('doctor') }), say('doctor-answered'))
  const came = say('came', { topic, ms })
  return several ? holds(came, say('daemon-elsewhere')) : warns(came, say('daemon-silent'))
}

export const PERSON_RUNGS: readonly Rung<PersonFacts>[] = [
  {
    name: say('login'),
    shows: 'the broker lets this person in',
    todo: say('person-todo'),
    judge: ({ login, user }) => {
      if (login === null) return unknown
      return login.ok ? holds(say('person-in', { user, ms: login.ms.toFixed(0) })) : failed(asIs(why(login)))
    },
  },
  {
    name: say('may-command'),
    shows: 'a command of this person reaches the table; tested with `snapshot`, which makes the table publish its state again',
    todo: say('commands-todo'),
    judge: judgeCommand,
  },
  {
    name: say('gets-answer'),
    shows: "the answer reaches the person; if no daemon is running, the doctor answers with the table's login",
    todo: say('answers-todo'),
    judge: judgeAnswer,
  },
]
