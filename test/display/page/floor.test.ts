/** What a display knows: the newest of everything and its age, and no more than it can hold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFloor, type Floor, FRESH_MS } from '../../../src/display/page/floor.ts'
import { createIntake } from '../../../src/display/page/intake.ts'
import { type Moment, ROUNDS_MAX, resultOf, type Step, stepped, VIEWS_MAX } from '../../../src/display/page/rounds.ts'
import { endOf } from '../../../src/wire/alarm-end.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { alarmMessage, deviceMessage, readyMessage, type ToldTable, toldTable } from './told-tables.ts'

const AT_MS = Date.UTC(2026, 0, 1)
const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const KEY = 'demo/p1/bj07'
const clock = (nowMs: number) => ({ nowMs, wallMs: AT_MS + nowMs })

const take = (floor: Floor, messages: readonly Message[], nowMs: number, isRetained = false): void => {
  for (const { topic, payload } of messages) floor.take(topic, payload, isRetained, clock(nowMs))
}
const cellOf = (floor: Floor) => {
  const cell = floor.cells.value.get(KEY)
  assert.ok(cell, 'the table is known')
  return cell
}
const table: ToldTable = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 5, seed: 7, rounds: 13, atMs: AT_MS })
const isPublic = ({ topic }: Message): boolean => !topic.endsWith('/log')

const alarm: AlarmData = {
  alarm: 'bj-short-1',
  state: 'unacknowledged',
  rev: 1,
  code: 'BJ-SHORT',
  severity: 'money',
  since: new Date(AT_MS).toISOString(),
  round: '1-1',
  box: 1,
  text: 'box 1: paid 20.00 of 30.00',
  remedy: null,
  grounds: null,
  group: null,
  user: null,
  note: null,
  until: null,
}

test('a table whose retained status is cleared is gone with its alarms, and comes back when it is heard again', () => {
  const floor = createFloor()
  take(floor, [readyMessage(NAME, AT_MS), alarmMessage(NAME, alarm, AT_MS)], 0)
  assert.equal(floor.alarms.value.length, 1)
  floor.take('casino/v1/demo/p1/bj07/status', '', false, clock(1))
  assert.deepEqual([floor.cells.value.size, floor.alarms.value.length], [0, 0])
  take(floor, [readyMessage(NAME, AT_MS)], 2)
  assert.equal(cellOf(floor).alarms.value.size, 0)
})

test('what is retained is as old as it says; what comes now is fresh, and grows old in silence', () => {
  const floor = createFloor()
  take(floor, [readyMessage(NAME, AT_MS - 74_000)], 0, true)
  const cell = cellOf(floor)
  assert.equal(cell.silentSeconds.value, 74)
  take(floor, [readyMessage(NAME, AT_MS + 99_000)], 0, true)
  assert.equal(cell.silentSeconds.value, 0, 'a clock ahead of this one makes nothing younger than now')
  floor.tick(clock(FRESH_MS - 1))
  assert.equal(cell.silentSeconds.value, 0)
  floor.tick(clock(FRESH_MS))
  assert.equal(cell.silentSeconds.value, FRESH_MS / 1000)
  floor.tick(clock(14_000))
  assert.equal(cell.silentSeconds.value, 14)
  take(floor, [readyMessage(NAME, AT_MS)], 14_100)
  assert.equal(cell.silentSeconds.value, 0, 'heard, though its clock stands')
})

test('a watched table keeps every picture of its last ten rounds, another the last of each', () => {
  for (const isWatched of [true, false]) {
    const floor = createFloor()
    floor.watched.value = isWatched ? KEY : null
    take(floor, [...table.birth, ...table.rounds.flat(2)].filter(isPublic), 0)
    const { rounds, round, events } = cellOf(floor)
    assert.equal(rounds.value.length, ROUNDS_MAX)
    assert.deepEqual(rounds.value.at(-1)?.views.at(-1), round.value)
    for (const { views, result } of rounds.value) {
      assert.ok(isWatched ? views.length > 5 && views.length <= VIEWS_MAX : views.length === 1, `${views.length} pictures`)
      assert.deepEqual(
        views.map(({ rev }) => rev),
        views.map(({ rev }) => rev).sort((a, b) => a - b),
      )
      if (result !== null) assert.equal(result.round, views[0]?.round)
    }
    assert.equal(events.value.length > 0, isWatched)
  }
})

test('a round of a journal begun anew has its own money beside one of the same name, and none before it is over', () => {
  const floor = createFloor()
  floor.watched.value = KEY
  const all = table.rounds.flat(2).filter(isPublic)
  const closedAt = all.findIndex(({ payload }) => payload.includes('"type":"round.closed"'))
  const messages = all.slice(0, closedAt + 1)
  const anew = messages.map((message) => ({ ...message, payload: message.payload.replace(/"roundKey":"[^"]*\//g, '"roundKey":"anew/') }))
  take(floor, [...table.birth.filter(isPublic), ...messages], 0)
  const { rounds, round } = cellOf(floor)
  const shown = () => round.value?.view() ?? null
  const [key, name] = [shown()?.roundKey, shown()?.round]
  assert.ok(resultOf(rounds.value, shown()) !== null, 'its end was heard')
  take(
    floor,
    anew.slice(
      0,
      anew.findIndex(({ payload }) => payload.includes('"type":"round.closed"')),
    ),
    0,
  )
  assert.deepEqual([shown()?.round === name, shown()?.roundKey === key], [true, false])
  assert.equal(resultOf(rounds.value, shown()), null)
})

test('steps lead back to the oldest picture and forth to the live one', () => {
  const floor = createFloor()
  floor.watched.value = KEY
  take(floor, table.rounds.flat(2).filter(isPublic), 0)
  const { rounds } = cellOf(floor)
  const all = rounds.value.reduce((sum, { views }) => sum + views.length, 0)
  const walk = (from: Moment | null, step: Step, times: number): Moment | null =>
    Array.from({ length: times }).reduce<Moment | null>((moment) => stepped(rounds.value, moment, step), from)
  const oldest = { roundKey: rounds.value[0]?.roundKey ?? '', step: 0 }
  assert.deepEqual(walk(null, 'back', all - 1), oldest)
  assert.deepEqual(walk(oldest, 'back', 1), oldest)
  assert.equal(walk(oldest, 'forward', all), null)
  assert.deepEqual(walk(oldest, 'forward', all - 1), {
    roundKey: rounds.value.at(-1)?.roundKey,
    step: (rounds.value.at(-1)?.views.length ?? 0) - 1,
  })
  assert.equal(walk(null, 'older', 1)?.roundKey, rounds.value.at(-2)?.roundKey)
  assert.equal(walk(walk(null, 'older', 2), 'newer', 1)?.roundKey, rounds.value.at(-2)?.roundKey)
  assert.equal(walk(null, 'newer', 1), null)
  assert.deepEqual(stepped(rounds.value, { roundKey: 'forgotten', step: 3 }, 'forward'), { ...oldest, step: 1 })
  assert.equal(stepped([], null, 'back'), null)
})

test('an alarm goes when it is closed, when its topic is emptied, and when a new connection does not tell it', () => {
  const removal = { ...alarmMessage(NAME, alarm), payload: '' }
  for (const end of [removal, alarmMessage(NAME, { ...alarm, state: 'closed', rev: 2 })]) {
    const floor = createFloor()
    take(floor, [alarmMessage(NAME, alarm)], 0)
    assert.deepEqual(
      floor.alarms.value.map(({ code }) => code),
      ['BJ-SHORT'],
    )
    take(floor, [end], 1)
    assert.deepEqual(floor.alarms.value, [])
  }
  const floor = createFloor()
  floor.connected(1)
  take(floor, [readyMessage(NAME), alarmMessage(NAME, alarm), alarmMessage(NAME, { ...alarm, alarm: 'bj-short-2' })], 0)
  floor.connected(2)
  floor.tick(clock(60_000))
  assert.equal(floor.alarms.value.length, 2, 'as long as the table is not heard nothing is known to be over')
  take(floor, [readyMessage(NAME), alarmMessage(NAME, alarm)], 60_000, true)
  floor.tick(clock(64_000))
  assert.equal(floor.alarms.value.length, 2)
  floor.tick(clock(65_000))
  assert.deepEqual(
    floor.alarms.value.map(({ alarm: id }) => id),
    ['bj-short-1'],
  )
})

test('an alarm under the topic of another is not believed', () => {
  const floor = createFloor()
  take(floor, [{ ...alarmMessage(NAME, alarm), topic: 'casino/v1/demo/p1/bj07/alarm/another' }], 0)
  assert.deepEqual(floor.alarms.value, [])
  assert.equal(floor.malformed.value, 1)
})

test('a flood of names fills no memory', () => {
  const floor = createFloor()
  for (let n = 0; n < 1000; n++) take(floor, [readyMessage({ ...NAME, table: `t${n}` })], 0)
  for (let n = 0; n < 1000; n++) take(floor, [alarmMessage({ ...NAME, table: 't1' }, { ...alarm, alarm: `a-${n}` })], 0)
  const device = {
    device: '',
    up: true,
    reason: null,
    serial: '',
    boot: null,
    firmware: null,
    lastHeartbeat: null,
    errors: {},
    ringFill: null,
    ringSize: null,
    clockOffsetMs: null,
  }
  for (let n = 0; n < 1000; n++) take(floor, [deviceMessage({ ...NAME, table: 't1' }, { ...device, device: `d${n}` })], 0)
  assert.equal(floor.cells.value.size, 400)
  assert.equal(floor.alarms.value.length, 200)
  assert.equal(floor.cells.value.get('demo/p1/t1')?.devices.value.size, 32)
})

const heard = (topic: string, text: string) => ({ topic, payload: Buffer.from(text), isRetained: false })

test('of a state the newest waits, events wait in order, and a late frame leaves the rest to the next', () => {
  const intake = createIntake((topic) => topic.endsWith('watched/state/round'))
  const taken: string[] = []
  const drain = (isLate: () => boolean): boolean =>
    intake.drain({ take: (topic, payload) => taken.push(`${topic.split('/').at(-1)} ${payload}`), draw: () => undefined, isLate })
  for (const n of [1, 2, 3]) {
    intake.put(heard('casino/v1/d/p/t/state/table', `${n}`))
    intake.put(heard('casino/v1/d/p/t/ev/round', `${n}`))
    intake.put(heard('casino/v1/d/p/watched/state/round', `${n}`))
  }
  assert.equal(
    drain(() => false),
    false,
  )
  assert.deepEqual(taken.splice(0), ['round 1', 'round 1', 'round 2', 'round 2', 'round 3', 'round 3', 'table 3'])
  for (let n = 0; n < 100; n++) intake.put(heard(`casino/v1/d/p/t${n}/state/table`, ''))
  let frames = 1
  while (drain(() => true)) frames++
  assert.ok(frames > 10, `${frames} frames`)
  assert.equal(taken.length, 100)
})

test('events beyond what a frame can ever show are thrown away, and counted', () => {
  const intake = createIntake(() => false)
  for (let n = 0; n < 5100; n++) intake.put(heard('casino/v1/d/p/t/ev/round', `${n}`))
  const taken: string[] = []
  intake.drain({ take: (_, payload) => taken.push(payload), draw: () => undefined, isLate: () => false })
  assert.deepEqual([intake.dropped(), taken.length, taken[0]], [100, 5000, '100'])
})

test('a closed alarm is kept with how it ended; one that became a line of another is not closed', () => {
  const floor = createFloor()
  const grounds = (finding: string): AlarmData['grounds'] => ({
    ...{ finding, grade: 'likely', question: 'Was box 1 bust?', amount: 500, evidence: [], counterReading: null },
    clause: { document: '000', section: '3', line: null, says: 'A win is paid.' },
  })
  const lines = [
    { finding: 'PAY-OVER-1', code: 'PAY-OVER', box: 1, hand: null, severity: 'money', amount: null, text: 'Box 1: paid 30.00' },
    { finding: 'BJ-SHORT-2', code: 'BJ-SHORT', box: 1, hand: null, severity: 'money', amount: 500, text: 'Box 1: paid 20.00' },
  ] as const
  const told = [
    readyMessage(NAME, AT_MS),
    alarmMessage(NAME, { ...alarm, grounds: grounds('BJ-SHORT-1') }, AT_MS),
    alarmMessage(NAME, { ...alarm, alarm: 'bj-short-2', grounds: grounds('BJ-SHORT-2') }, AT_MS),
    alarmMessage(NAME, { ...alarm, alarm: 'pay-over-1', grounds: grounds('PAY-OVER-1'), group: { question: null, lines } }, AT_MS),
  ]
  take(floor, told, 0)
  const gone = (id: string): void => floor.take(`casino/v1/demo/p1/bj07/alarm/${id}`, '', false, clock(1))
  gone('bj-short-1')
  gone('bj-short-2')
  const { closed, fates } = cellOf(floor)
  assert.deepEqual(
    closed.value.map((each) => [each.alarm, endOf(each, fates.value)]),
    [['bj-short-1', 'closed']],
  )
  assert.equal(endOf({ grounds: grounds('BJ-SHORT-1'), group: null } as never, new Map([['BJ-SHORT-1', 'withdrawn']])), 'withdrawn')
  assert.equal(endOf({ grounds: null, group: null }, new Map()), 'over')
})
