/** Alarms on the terminal: one question and the money of each rival, what is suppressed inside its cause, and how each ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELP_PAGE, pressedIn } from '../../../simulators/demo/keys.ts'
import { laidOut, lineText } from '../../../src/base/terminal/line.ts'
import { STRINGS } from '../../../src/display/page/strings.ts'
import { allAlarms } from '../../../src/display/terminal/alarm-lines.ts'
import type { Alarms } from '../../../src/display/terminal/alarms.ts'
import { blankLive, hear, hearGone, type Live, turnedTo } from '../../../src/display/terminal/live.ts'
import { liveLines, type Size, scrolledBy } from '../../../src/display/terminal/live-lines.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { goneAlarm, readMessage } from '../../../src/wire/receive.ts'
import { ALARM_TITLES } from '../../../src/wire/told.ts'
import { payload, TIME } from '../../demo/messages.ts'
import { SAMPLES } from '../../wire/samples.ts'

const titled = (code: string): string => `${ALARM_TITLES[code]?.en} ${code}`

const BASE = 'casino/v1/demo/p1/bj07'

/** A payload on its topic. */
type Told = readonly [topic: string, payload: string]

const alarm = (id: string, changed: Partial<AlarmData> = {}): Told => {
  const finding = id.toUpperCase()
  const own = { alarm: id, state: 'unacknowledged', rev: 1, code: finding.replace(/-\d+$/, ''), severity: 'money', since: TIME } as const
  const about = { round: '1-1', box: 4, text: 'Box 4: paid 15.00, due 20.00. Pay 5.00.', remedy: 'Pay 5.00.' }
  const grounds = { finding, grade: 'proven', question: null, amount: 500, clause: CLAUSE, evidence: [], counterReading: null } as const
  const data = { ...own, ...about, grounds, group: null, user: null, note: null, until: null, ...changed }
  return [`${BASE}/alarm/${id}`, payload('alarm', data)]
}
const CLAUSE = { document: '000', section: '3', line: 107, says: 'A win is paid.' }
const gone = (id: string): Told => [`${BASE}/alarm/${id}`, '']
const finding = (type: 'finding.withdrawn' | 'finding.changed', id: string, changed: Partial<FindingData> = {}): Told => [
  `${BASE}/ev/procedure`,
  payload(type, { ...SAMPLES['finding.raised'], finding: id, ...changed }),
]
const DESCRIBED: Told = [`${BASE}/describe`, payload('describe', { ...SAMPLES.describe, currency: 'EUR', exponent: 2 })]

const liveOf = (...all: readonly Told[]): Live =>
  all.reduce(
    (live, [topic, text]) => {
      const id = goneAlarm(topic, text)
      if (id !== null) return hearGone(live, id)
      const received = readMessage(text)
      assert.ok(received.ok && received.envelope !== null, `not read: ${JSON.stringify(received)}`)
      return hear(live, received.envelope)
    },
    blankLive('A table', []),
  )

const printed = (alarms: Alarms, columns = 100): string =>
  allAlarms(alarms, 20)
    .flatMap((entry) => laidOut(entry, columns))
    .map((line) => lineText(line, false, columns))
    .join('\n')

const GROUP: AlarmData['group'] = {
  question: 'Was box 4 bust?',
  lines: [
    { finding: 'BUST-NOT-TAKEN-1', code: 'BUST-NOT-TAKEN', box: 4, hand: 1, severity: 'money', amount: 2000, text: 'Box 4: 20.00 left' },
    {
      finding: 'DEALER-HIT-17-1',
      code: 'DEALER-HIT-17',
      box: null,
      hand: null,
      severity: 'money',
      amount: null,
      text: 'Table: he drew on 18',
    },
  ],
}

test('a group is one alarm: its question, the rivals with the money of each, the first step, and what it suppresses inside it', () => {
  const { alarms } = liveOf(
    DESCRIBED,
    alarm('bust-not-taken-1', { group: GROUP, remedy: 'Take 20.00.', text: 'Box 4: perhaps 20.00 left. Take 20.00.' }),
    alarm('pay-short-2', { state: 'suppressed', note: 'behind bust-not-taken-1', box: 5, text: 'Box 5: paid 15.00, due 20.00. Pay 5.00.' }),
  )
  assert.equal(
    printed(alarms, 140),
    `Open alarms, 1
! MONEY  ${titled('BUST-NOT-TAKEN')}  round 1-1, unacknowledged
    Was box 4 bust?
    One of these 2 errors was made:
      20.00 EUR  ${titled('BUST-NOT-TAKEN')} Box 4: 20.00 left
      no amount  ${titled('DEALER-HIT-17')} Table: he drew on 18
    What to do: Take 20.00.
    Suppressed by this alarm:
      ${titled('PAY-SHORT')} Box 5: paid 15.00, due 20.00.`,
  )
})

test('a likely error asks its question and names the innocent story; a proven one asks nothing', () => {
  const { alarms } = liveOf(
    DESCRIBED,
    alarm('pay-short-1', {
      grounds: {
        ...{ finding: 'PAY-SHORT-1', grade: 'likely', question: 'Was box 4 underpaid?', amount: 500 },
        ...{ clause: CLAUSE, evidence: [], counterReading: 'the chips were change' },
      },
    }),
  )
  assert.match(printed(alarms), /^ {4}Was box 4 underpaid\?\n {4}5\.00 EUR {2}Box 4: paid 15\.00, due 20\.00\.$/m)
  assert.match(printed(alarms), /^ {4}Other possible explanation: the chips were change$/m)
  assert.doesNotMatch(printed(liveOf(DESCRIBED, alarm('pay-short-1')).alarms), /\?/)
})

test('the closed ones are listed with how each ended, whichever message comes first', () => {
  const { alarms } = liveOf(
    alarm('pay-short-1'),
    alarm('pay-short-2'),
    alarm('pay-short-3', { state: 'acknowledged', user: 'ann', note: 'paid 5.00' }),
    alarm('link-down-shoe', { grounds: null, code: 'LINK-DOWN', severity: 'procedure', text: 'No connection to shoe.', remedy: null }),
    finding('finding.changed', 'PAY-SHORT-1', { corrected: true }),
    gone('pay-short-1'),
    gone('pay-short-2'),
    finding('finding.withdrawn', 'PAY-SHORT-2'),
    gone('pay-short-3'),
    gone('link-down-shoe'),
    gone('never-heard-of-1'),
  )
  const said = printed(alarms, 140).split('\n')
  const how = ['back to normal', 'closed, by ann: paid 5.00', 'withdrawn', 'put right by the dealer']
  assert.deepEqual(said.slice(0, 2), [STRINGS['alarms.none'].en, `${STRINGS['alarms.closed'].en}, 4`])
  for (const [at, words] of how.entries()) assert.ok(said[at + 2]?.includes(` ${words}. `), `${said[at + 2]} has no "${words}"`)
  assert.equal(said.length, 6)
})

test('what becomes a line of another alarm is not closed', () => {
  const { alarms } = liveOf(alarm('dealer-hit-17-1'), alarm('bust-not-taken-1', { group: GROUP }), gone('dealer-hit-17-1'))
  assert.deepEqual([[...alarms.open.keys()], alarms.closed.length], [['bust-not-taken-1'], 0])
})

test('only an emptied topic of an alarm says that it is gone', () => {
  assert.equal(goneAlarm(`${BASE}/alarm/pay-short-1`, ''), 'pay-short-1')
  assert.equal(goneAlarm(`${BASE}/alarm/pay-short-1`, '{}'), null)
  assert.equal(goneAlarm(`${BASE}/status`, ''), null)
})

test('the live table shows the alarm that stands once, above the events; the other page lists them all', () => {
  const heard = liveOf(
    DESCRIBED,
    [`${BASE}/ev/procedure`, payload('finding.raised', { ...SAMPLES['finding.raised'], finding: 'PAY-SHORT-1' })],
    alarm('pay-short-1'),
    alarm('pay-over-1'),
    gone('pay-over-1'),
  )
  const drawn = (live: Live) => liveLines(live, { columns: 100, rows: 24 }, Date.parse(TIME)).map((line) => lineText(line, false, 100))
  const table = drawn(heard)
  assert.equal(table.length, 24)
  assert.equal(table.filter((line) => line.includes(titled('PAY-SHORT'))).length, 1)
  assert.ok(!table.some((line) => line.startsWith('! PAY-SHORT-1')), 'what the alarm says is not told again as an event')
  const page = drawn({ ...heard, page: 'alarms' })
  assert.equal(page.length, 24)
  assert.ok(page.includes('Closed alarms, 1'), page.join('\n'))
  const small = liveLines(heard, { columns: 40, rows: 12 }, Date.parse(TIME)).map((line) => lineText(line, false, 40))
  assert.ok(
    small.some((line) => line.startsWith('! PAY-SHORT-1')),
    'where there is no room for the alarm the event tells of it',
  )
})

test('a page of alarms longer than the screen scrolls to its last line, and says which lines these are', () => {
  const many = Array.from({ length: 9 }, (_, at) => alarm(`pay-short-${at + 1}`, { round: `1-${at + 1}`, box: at + 1 }))
  const heard = turnedTo(liveOf(DESCRIBED, ...many), 'alarms')
  const size: Size = { columns: 80, rows: 24 }
  const page = (live: Live) =>
    liveLines(live, size, Date.parse(TIME))
      .map((line) => lineText(line, false, size.columns))
      .slice(3, -2)
  const all = allAlarms(heard.alarms, 20).flatMap((entry) => laidOut(entry, 80)).length
  assert.equal(all, 28)
  assert.equal(page(heard)[0], 'Open alarms, 9')
  assert.equal(page(heard).at(-1), 'lines 1 to 18 of 28: arrows and Page Down scroll')
  const down = scrolledBy(heard, 'down', size)
  assert.deepEqual(page(down).slice(0, 17), page(heard).slice(1, 18))
  assert.deepEqual(page(scrolledBy(down, 'up', size)), page(heard))
  const end = scrolledBy(heard, 'end', size)
  assert.equal(page(end).at(-1), 'lines 11 to 28 of 28: arrows and Page Down scroll')
  assert.match(page(end).at(-2) ?? '', /^ {4}What to do: Pay 5\.00\.$/)
  const paged = scrolledBy(heard, 'page-down', size)
  assert.equal(page(paged)[0], page(heard)[10], 'no line is passed over')
  assert.deepEqual(page(scrolledBy(scrolledBy(paged, 'page-down', size), 'down', size)), page(end), 'nothing is below the last line')
  assert.deepEqual(page(scrolledBy(end, 'home', size)), page(heard))
  const fewer = many.slice(1).reduce<Live>((live, [topic]) => hearGone(live, goneAlarm(topic, '') ?? ''), end)
  assert.equal(page(fewer).length, 19, 'what is left is shown, from wherever it was read')
  assert.equal(turnedTo(end, 'alarms').page, 'table')
})

test('at 80 columns every word of an alarm, of the keys and of a closed round stands on the screen', () => {
  const long = 'a word of what was seen at the table and '.repeat(5)
  const told = turnedTo(liveOf(DESCRIBED, alarm('pay-short-1', { text: `${long}Pay 5.00.` })), 'alarms')
  const words = (live: Live) =>
    liveLines(live, { columns: 80, rows: 24 }, Date.parse(TIME))
      .map((line) => lineText(line, false, 80))
      .slice(3, -2)
      .join(' ')
      .split(/\s+/)
      .join(' ')
  assert.ok(words(told).includes(long.trim()), words(told))
  const help = turnedTo({ ...told, help: HELP_PAGE }, 'help')
  assert.doesNotMatch(words(help), /…/)
  for (const name of ['Page Up', 'Esc', 'Ctrl-Z', 'not certain yet', 'dim: for the record']) assert.ok(words(help).includes(name), name)
})

test('keys are told apart however a terminal sends them', () => {
  const pressed = (text: string): readonly string[] => pressedIn(text).map((each) => ('key' in each ? each.key : `? ${each.unknown}`))
  assert.deepEqual(pressed('\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[1~\u001b[F'), ['up', 'down', 'page-up', 'page-down', 'home', 'end'])
  assert.deepEqual(pressed('jkah?q\u0003'), ['down', 'up', 'alarms', 'help', 'help', 'quit', 'quit'])
  assert.deepEqual(pressed('2\u001b[1;5C\u001b[15~\u0001x'), ['? 2', '? x'])
  assert.deepEqual(pressed('\u001b'), ['back'])
})
