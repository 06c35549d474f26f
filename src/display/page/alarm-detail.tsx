/**
 * One alarm in full: its objection and the rule behind it, or a group of errors, one of which was made; what to do, the evidence, and the
 * innocent explanation.
 */
import type { ComponentChildren } from 'preact'
import type { Choice } from './alarm-choice.ts'
import { AlarmTitle, Suppressed, Words } from './alarm-line.tsx'
import { hashOf, useApp } from './app.ts'
import { type HeardAlarm, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import type { House } from './messages.ts'
import { ALARM_ACTS, type AlarmAct, mayBe } from './ranking.ts'
import type { Picture } from './rounds.ts'
import { amount, clock, type Said, saidAlarm, saidClause, saidLine, saidQuestion, saidReason, say } from './say.ts'
import type { Key } from './strings.ts'

const ACT_LETTERS: { readonly [act in AlarmAct]: string } = { 'alarm-ack': 'A', 'alarm-shelve': 'S', 'alarm-close': 'C' }

/** A finding's text ends in what to do, which has its own place here. */
const objectionOf = ({ text, lang }: Said, remedy: Said | null): Said => ({
  text: remedy !== null && text.endsWith(remedy.text) ? text.slice(0, text.length - remedy.text.length).trimEnd() : text,
  lang,
})

interface DetailProps extends Pick<Choice, 'listed' | 'isGone'> {
  readonly ask: (act: AlarmAct) => void
}

export function AlarmDetail({ listed: { alarm, under }, isGone, ask }: DetailProps) {
  const cell = useApp().floor.cells.value.get(keyOf(alarm.table))
  const house = cell?.house.value ?? null
  const { text, remedy } = saidAlarm(alarm)
  return (
    <aside class={`alarm-detail ${alarm.severity}`} aria-label={`${alarm.code} ${alarm.table.table}`}>
      <h2>
        <SeverityIcon severity={alarm.severity} />
        <span>
          <AlarmTitle code={alarm.code} />
        </span>
      </h2>
      {isGone ? (
        <p class="detail-gone" role="status">
          {say('alarms.gone')}
        </p>
      ) : null}
      <RoundOf alarm={alarm} now={cell?.round.value ?? null} />
      {alarm.group === null ? (
        <>
          {alarm.grounds === null ? null : <Question {...alarm.grounds} />}
          <p class="detail-text">
            <Words {...objectionOf(text, remedy)} />
          </p>
        </>
      ) : (
        <GroupOf group={alarm.group} house={house} />
      )}
      <div class="acts">
        {ALARM_ACTS.map((act) => (
          <button key={act} type="button" class={`act ${act}`} disabled={!mayBe(act, alarm)} onClick={() => ask(act)}>
            {say(`act.${act}`)} <kbd>{ACT_LETTERS[act]}</kbd>
          </button>
        ))}
      </div>
      {remedy === null ? null : (
        <Part label="alarms.remedy" kind="remedy">
          <span lang={remedy.lang}>{remedy.text}</span>
        </Part>
      )}
      <Suppressed under={under} />
      <Head alarm={alarm} />
      {alarm.grounds === null ? null : <GroundsOf {...alarm.grounds} />}
      <p>
        <a href={hashOf({ kind: 'table', key: keyOf(alarm.table) })}>{say('alarms.openTable', { table: alarm.table.table })}</a>
        <RoundLink {...alarm} />
      </p>
    </aside>
  )
}

interface RoundOfProps {
  readonly alarm: HeardAlarm
  /** The round that lies on the table; null: none was heard of. */
  readonly now: Pick<Picture, 'round' | 'roundKey' | 'phase'> | null
}

/** Which round it is about, so that nobody does to the present round what is to be done about a past one. */
function RoundOf({ alarm: { round, roundKey, since }, now }: RoundOfProps) {
  if (round === null) return null
  const own = say('alarms.ofRound', { round, time: clock(since) })
  if (now === null) return <p class="detail-round">{own}</p>
  const isPast = roundKey !== now.roundKey
  const present = now.phase === 'closed' ? say('alarms.overRound') : say('alarms.presentRound')
  return (
    <p class={isPast ? 'detail-round detail-past' : 'detail-round'}>
      {own}: {isPast ? say('alarms.pastRound', { now: now.round }) : present}
    </p>
  )
}

/** If the journal has no name, the round has no address. */
const RoundLink = ({ table, round, roundKey }: HeardAlarm) =>
  round === null || !roundKey?.includes('/') ? null : (
    <>
      {' '}
      <a href={hashOf({ kind: 'round', table: table.table, key: roundKey })}>{say('alarms.openRound', { round })}</a>
    </>
  )

/** What to look at, in large print. */
export function Question(question: Parameters<typeof saidQuestion>[0]) {
  const asked = saidQuestion(question)
  return asked === null ? null : (
    <p class="question" lang={asked.lang}>
      {asked.text}
    </p>
  )
}

interface GroupProps {
  readonly group: NonNullable<HeardAlarm['group']>
  readonly house: House | null
}

/** The question, and the errors that its answer decides between, each with the money at stake. */
function GroupOf({ group, house }: GroupProps) {
  const { lines } = group
  return (
    <section class="group">
      <Question {...group} />
      <h3>{say('alarms.oneOf', { n: lines.length })}</h3>
      <ol>
        {lines.map(({ finding, code, severity, amount: wrong, ...line }) => (
          <li key={finding} class={severity}>
            <SeverityIcon severity={severity} /> <span class="rival-amount">{moneyOf(wrong, house)}</span> <AlarmTitle code={code} />{' '}
            <Words {...saidLine({ ...line, code })} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `20 EUR`; a table with older software publishes no amount. */
const moneyOf = (wrong: number | null, house: House | null): string =>
  wrong === null || house === null ? say('alarms.noAmount') : `${amount(wrong, house.exponent)} ${house.currency}`

const Part = ({ label, kind = '', children }: { readonly label: Key; readonly kind?: string; readonly children: ComponentChildren }) => (
  <section class={`detail-part ${kind}`}>
    <h3>{say(label)}</h3>
    <div>{children}</div>
  </section>
)

function Head({ alarm }: { readonly alarm: HeardAlarm }) {
  const { table, box, since, state, user, unverified, note, until } = alarm
  const place = box === null ? table.table : `${table.table}, ${say('felt.box', { box })}`
  const last = say('alarms.act', {
    state: say(`alarmState.${state}`),
    by: user === null ? null : say(unverified ? 'alarms.byClaimed' : 'alarms.by', { user }),
    until: until === null ? null : say('alarms.until', { time: clock(until) }),
    note: note || null,
  })
  const rows: readonly (readonly [Key, string])[] = [
    ['alarms.place', place],
    ['alarms.since', clock(since)],
    ['alarms.last', last],
  ]
  return (
    <dl class="detail-facts">
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{say(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function GroundsOf({ grade, clause, evidence, counterReading, counter }: NonNullable<HeardAlarm['grounds']>) {
  const other = grade === 'likely' && counterReading !== null ? saidReason(counterReading, counter) : null
  return (
    <>
      <Part label="alarms.clause">
        <Words {...saidClause(clause.says)} /> <span class="calm">({`${clause.document} ${clause.section}`})</span>
      </Part>
      <Part label="alarms.evidence" kind="evidence">
        <p class={`grade ${grade}`}>{say(grade === 'proven' ? 'alarms.proven' : `grade.${grade}`)}</p>
        <ul>
          {evidence.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      </Part>
      {other ? (
        <Part label="alarms.innocent" kind="innocent">
          <p lang={other.lang}>{other.text}</p>
          <p class="calm">{say('alarms.innocent.hint')}</p>
        </Part>
      ) : null}
    </>
  )
}
