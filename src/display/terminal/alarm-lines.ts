/**
 * Alarms on a terminal, in the words of the pit display:
 *
 *   ! MONEY  Bust hand not taken BUST-NOT-TAKEN  round 1-7, unacknowledged
 *       Was box 4 bust?                                            the one thing to look at
 *       One of these 2 errors was made:
 *         20.00 EUR  Bust hand not taken BUST-NOT-TAKEN  Box 4: .. what each would mean in money
 *         no amount  The dealer drew on 18 ..
 *       What to do: ..
 *       Suppressed by this alarm:
 *         Paid too little PAY-SHORT  Box 5: ..
 */

import { clean, type Entry, inTones, type Line, piece } from '../../base/terminal/line.ts'
import { moneyText } from '../../procedure/money.ts'
import { byCause, isToDo, type Listed } from '../../wire/alarm-order.ts'
import type { AlarmData } from '../../wire/payloads.ts'
import { type Alarms, endOfAlarm, type Money } from './alarms.ts'
import { say, titleOf } from './say.ts'

/** `20.00 EUR`. */
const amountText = (amount: number | null, { currency, exponent }: Money): string =>
  amount === null ? say('alarms.noAmount') : `${moneyText(amount, exponent)} ${clean(currency)}`.trimEnd()

const IN: Line = [piece('    ')]
const DEEPER: Line = [piece('      ')]

/** The standing alarms, most urgent first, each with the alarms it suppresses. */
export const listed = ({ open }: Alarms): readonly Listed<AlarmData>[] => byCause([...open.values()], () => true)

/** One alarm in full. */
export function alarmEntries(alarms: Alarms, { alarm, under }: Listed<AlarmData>): readonly Entry[] {
  const { severity, code, round, state, grounds, group, remedy, user, note } = alarm
  const end = endOfAlarm(alarms, alarm)
  const how = [
    ...ofRound(round),
    say(`alarmState.${state}`),
    ...(end === null ? [] : [say(`alarmEnd.${end}`)]),
    ...byWhom({ user, note }),
  ].join(', ')
  const head: Line = [
    piece('! ', isToDo(alarm) ? 'alarm' : 'faint'),
    piece(`${say(`severity.${severity}`).toUpperCase()}  `, isToDo(alarm) ? 'alarm' : 'strong'),
    ...titleOf(code),
    piece(`  ${clean(how)}`, 'faint'),
  ]
  return [
    head,
    ...(group === null ? aloneEntries(alarm, alarms.money) : groupEntries(group, alarms.money)),
    ...(remedy === null ? [] : [inTones(IN, [piece(`${say('alarms.remedy')}:`, 'faint'), piece(` ${clean(remedy)}`)])]),
    ...(grounds?.grade === 'likely' && grounds.counterReading !== null
      ? [inTones(IN, [piece(`${say('alarms.innocent')}:`, 'faint'), piece(` ${clean(grounds.counterReading)}`)])]
      : []),
    ...underEntries(under),
  ]
}

/** `round 1-7`. */
const ofRound = (round: string | null): readonly string[] => (round === null ? [] : [`${say('table.round').toLowerCase()} ${round}`])

/** If no user is named, the note of a suppressed alarm names its cause. It is left out, because the alarm is listed inside that cause. */
const byWhom = ({ user, note }: Pick<AlarmData, 'user' | 'note'>): readonly string[] =>
  user === null ? [] : [`${say('alarms.by', { user })}${note === null || note === '' ? '' : `: ${note}`}`]

const questionEntry = (question: string | null): readonly Entry[] =>
  question === null ? [] : [[...IN, piece(clean(question), 'strong')] satisfies Line]

const aloneEntries = (alarm: AlarmData, money: Money): readonly Entry[] => {
  const { grounds } = alarm
  const amount = grounds?.amount ?? null
  const head = amount === null ? IN : [...IN, piece(`${amountText(amount, money)}  `)]
  return [...questionEntry(grounds?.question ?? null), inTones(head, [piece(clean(objectionOf(alarm)))])]
}

const groupEntries = ({ question, lines }: NonNullable<AlarmData['group']>, money: Money): readonly Entry[] => {
  const amounts = lines.map(({ amount }) => amountText(amount, money))
  const width = Math.max(...amounts.map((amount) => amount.length))
  return [
    ...questionEntry(question),
    [...IN, piece(`${say('alarms.oneOf', { n: lines.length })}:`)],
    ...lines.map((line, at) =>
      inTones([...DEEPER, piece(`${(amounts[at] ?? '').padStart(width)}  `)], [...titleOf(line.code), piece(` ${clean(line.text)}`)]),
    ),
  ]
}

const underEntries = (under: readonly AlarmData[]): readonly Entry[] =>
  under.length === 0
    ? []
    : [
        [...IN, piece(say('alarms.under'), 'faint')] satisfies Line,
        ...under.map((alarm) => inTones(DEEPER, [...titleOf(alarm.code), piece(` ${clean(objectionOf(alarm))}`)])),
      ]

/** A finding's text ends in what to do, which has its own line here. */
const objectionOf = ({ text: said, remedy }: AlarmData): string =>
  remedy !== null && said.endsWith(remedy) ? said.slice(0, said.length - remedy.length).trimEnd() : said

/** Closed alarms, one line each: how each ended, and who handled it last. */
function closedEntries(alarms: Alarms, most: number): readonly Entry[] {
  const { closed } = alarms
  if (closed.length === 0) return []
  const more = closed.length - most
  return [
    [piece(`${say('alarms.closed')}, ${closed.length}`, 'strong')],
    ...closed.slice(0, most).map((alarm) => {
      const how = [...ofRound(alarm.round), say(`alarmEnd.${endOfAlarm(alarms, alarm) ?? 'closed'}`), ...byWhom(alarm)].join(', ')
      return inTones([piece('  ')], [...titleOf(alarm.code), piece(` ${clean(how)}.`), piece(` ${clean(objectionOf(alarm))}`, 'faint')])
    }),
    ...(more > 0 ? [[piece(`  ${say('alarms.more', { count: more })}`, 'faint')] satisfies Line] : []),
  ]
}

/** All alarms, open ones first. `most`: the limit for each list. */
export function allAlarms(alarms: Alarms, most: number): readonly Entry[] {
  const open = listed(alarms)
  const more = open.length - most
  return [
    [piece(open.length === 0 ? say('alarms.none') : say('alarms.list', { count: open.length }), 'strong')],
    ...open.slice(0, most).flatMap((each) => alarmEntries(alarms, each)),
    ...(more > 0 ? [[piece(`  ${say('alarms.more', { count: more })}`, 'faint')] satisfies Line] : []),
    ...closedEntries(alarms, most),
  ]
}
