/** Alarms after ISA-18.2: every state, every way between them, and what suppresses what. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { TableEvent } from '../../src/engine/event.ts'
import {
  ALARM_STATES,
  type AlarmBook,
  type AlarmOrder,
  type Condition,
  endAlarm,
  type Held,
  holdAlarm,
  NO_ALARMS,
  nextAlarmTime,
  OPEN_MAX,
  openAlarms,
  orderAlarm,
  passTime,
  raiseAlarm,
  releaseAll,
  STEADY_MS,
} from '../../src/procedure/alarms.ts'
import { stepAlarms } from '../../src/procedure/faults.ts'
import type { JudgeContext, Sight } from '../../src/procedure/watch.ts'
import { answerOf } from '../../src/rules/refusals.ts'

const MINUTE_MS = 60_000

const finding = (alarm: string, more: Partial<Condition> = {}): Condition => ({
  alarm,
  code: alarm.replace(/-\d+$/, '').toUpperCase(),
  severity: 'money',
  round: '1-1',
  box: 3,
  text: `text of ${alarm}`,
  remedy: null,
  facts: null,
  later: null,
  grounds: null,
  group: null,
  causedBy: null,
  kind: 'finding',
  ...more,
})
/** What the answer says of it; empty: it was carried out. */
const refusedBy = ({ fault }: Pick<ReturnType<typeof orderAlarm>, 'fault'>): string => answerOf(fault).error ?? ''
const link = finding('link-shoe', { kind: 'fault', round: null, box: null, code: 'LINK-DOWN', severity: 'procedure' })

const stateOf = (book: AlarmBook, id: string): string => book.open.find(({ alarm }) => alarm === id)?.state ?? 'closed'
const revOf = (book: AlarmBook, id: string): number => book.open.find(({ alarm }) => alarm === id)?.rev ?? 0

type Act = { readonly what: 'ack' | 'close' } | { readonly what: 'shelve'; readonly minutes: number }
const order = (book: AlarmBook, id: string, act: Act, at = 0) =>
  orderAlarm(book, { ...act, alarm: id, rev: revOf(book, id), user: 'ann', note: 'seen' } as AlarmOrder, at)
const ordered = (book: AlarmBook, id: string, act: Act, at = 0): AlarmBook => {
  const { book: next, fault } = order(book, id, act, at)
  assert.equal(fault, null)
  return next
}

const raised = (...conditions: readonly Condition[]): AlarmBook =>
  conditions.reduce((book, each) => raiseAlarm(book, each, 1000), NO_ALARMS)

describe('what is held back', () => {
  const HOLD_MS = 4000
  const graded = (grade: 'proven' | 'one-of' | 'likely', more: Partial<Condition> = {}): Condition =>
    finding('pay-short-1', {
      grounds: { finding: 'PAY-SHORT-1', grade, question: null, amount: 500, clause: {} as never, evidence: [], counterReading: null },
      ...more,
    })
  const raisedAt = (condition: Condition, since: number, holdMs = HOLD_MS): Held => ({ condition, since, until: since + holdMs })
  const shown = ({ open }: AlarmBook) => open.map(({ alarm, since }) => [alarm, since])

  it('is an alarm once it has stood, with the time since when it has', () => {
    const book = holdAlarm(NO_ALARMS, raisedAt(graded('likely'), 1000))
    assert.deepEqual([shown(book), nextAlarmTime(book)], [[], 5000])
    assert.deepEqual(shown(passTime(book, 4999)), [])
    assert.deepEqual(shown(passTime(book, 5000)), [['pay-short-1', 1000]])
    assert.deepEqual(shown(releaseAll(book)), [['pay-short-1', 1000]], 'the end of the input shows what waits')
  })

  it('never shows where it is withdrawn before', () => {
    const book = endAlarm(holdAlarm(NO_ALARMS, raisedAt(graded('one-of'), 1000)), 'pay-short-1', 2000, false)
    assert.deepEqual([shown(passTime(book, 9000)), book.closed, nextAlarmTime(book)], [[], [], null])
  })

  it('shows at once where it comes to be proven or to stop the game, and goes on waiting where its words alone change', () => {
    const book = holdAlarm(NO_ALARMS, raisedAt(graded('likely'), 1000))
    assert.deepEqual(shown(holdAlarm(book, raisedAt(graded('proven'), 2000))), [['pay-short-1', 1000]])
    assert.deepEqual(shown(holdAlarm(book, raisedAt(graded('likely', { severity: 'stop' }), 2000))), [['pay-short-1', 1000]])
    assert.deepEqual(shown(holdAlarm(book, raisedAt(graded('likely', { severity: 'stop' }), 2000), true)), [], 'another error explains it')
    const again = holdAlarm(book, raisedAt(graded('likely', { text: 'in other words' }), 4000))
    assert.deepEqual([shown(again), nextAlarmTime(again)], [[], 5000])
    assert.equal(passTime(again, 5000).open[0]?.text, 'in other words')
  })

  it('holds nothing back that is proven, stops the game, or comes where holding is turned off', () => {
    for (const [condition, holdMs] of [
      [graded('proven'), HOLD_MS],
      [graded('likely', { severity: 'stop' }), HOLD_MS],
      [graded('likely'), 0],
    ] as const)
      assert.deepEqual(shown(holdAlarm(NO_ALARMS, raisedAt(condition, 1000, holdMs))), [['pay-short-1', 1000]])
  })
})

describe('alarms', () => {
  it('go from unacknowledged to acknowledged to closed, each change with a higher rev, by name', () => {
    let book = raised(finding('bj-short-1'))
    assert.deepEqual([stateOf(book, 'bj-short-1'), revOf(book, 'bj-short-1'), openAlarms(book)], ['unacknowledged', 1, 1])
    book = ordered(book, 'bj-short-1', { what: 'ack' })
    const [alarm] = book.open
    assert.deepEqual([alarm?.state, alarm?.rev, alarm?.user, alarm?.note, alarm?.since], ['acknowledged', 2, 'ann', 'seen', 1000])
    assert.match(refusedBy(order(book, 'bj-short-1', { what: 'ack' })), /^refused: .* acknowledged/)
    book = ordered(book, 'bj-short-1', { what: 'close' })
    assert.deepEqual([book.open, openAlarms(book), book.closed], [[], 0, [{ alarm: 'bj-short-1', rev: 3 }]])
    assert.match(refusedBy(order(book, 'bj-short-1', { what: 'close' })), /^unknown/)
  })

  it('return when their condition ends unseen, and close when somebody has seen it', () => {
    const unseen = endAlarm(raised(finding('bj-short-1')), 'bj-short-1', 2000, false)
    assert.equal(stateOf(unseen, 'bj-short-1'), 'returned')
    assert.equal(stateOf(ordered(unseen, 'bj-short-1', { what: 'ack' }), 'bj-short-1'), 'closed')
    const seen = ordered(raised(finding('bj-short-1')), 'bj-short-1', { what: 'ack' })
    assert.equal(stateOf(endAlarm(seen, 'bj-short-1', 2000, false), 'bj-short-1'), 'closed')
  })

  it('refuse a stale rev without a change', () => {
    const book = raised(finding('bj-short-1'))
    const { book: after, ...told } = orderAlarm(book, { what: 'ack', alarm: 'bj-short-1', rev: 7, user: 'ann', note: null }, 0)
    assert.match(refusedBy(told), /^stale: rev 7 is not the current one \(1\)/)
    assert.equal(after, book)
  })

  it('come back from the shelf by themselves, as they were, after half an hour at the most', () => {
    let book = ordered(raised(finding('bj-short-1')), 'bj-short-1', { what: 'shelve', minutes: 10_000 }, 1000)
    assert.equal(stateOf(book, 'bj-short-1'), 'shelved')
    assert.equal(nextAlarmTime(book), 1000 + 30 * MINUTE_MS)
    assert.match(refusedBy(order(book, 'bj-short-1', { what: 'shelve', minutes: 1 })), /^refused: .* shelved/)
    book = passTime(book, 30 * MINUTE_MS)
    assert.equal(stateOf(book, 'bj-short-1'), 'shelved')
    book = passTime(book, 1000 + 30 * MINUTE_MS)
    assert.deepEqual([stateOf(book, 'bj-short-1'), nextAlarmTime(book)], ['unacknowledged', null])
    const seen = ordered(ordered(raised(link), 'link-shoe', { what: 'ack' }), 'link-shoe', { what: 'shelve', minutes: 1 }, 0)
    assert.equal(stateOf(passTime(seen, MINUTE_MS), 'link-shoe'), 'acknowledged')
    assert.equal(stateOf(endAlarm(seen, 'link-shoe', 5, false), 'link-shoe'), 'closed', 'what ended and was seen is over on the shelf too')
  })

  it('of a fault end only when it stays away for a while: one that flickers is one alarm', () => {
    let book = raised(link)
    for (let n = 0; n < 50; n++)
      book = raiseAlarm(endAlarm(passTime(book, 2000 + n * 100), 'link-shoe', 2000 + n * 100, true), link, 2050 + n * 100)
    assert.deepEqual([book.open.length, revOf(book, 'link-shoe'), stateOf(book, 'link-shoe')], [1, 1, 'unacknowledged'])
    book = endAlarm(book, 'link-shoe', 10_000, true)
    assert.equal(stateOf(passTime(book, 9_999 + STEADY_MS), 'link-shoe'), 'unacknowledged')
    book = passTime(book, 10_000 + STEADY_MS)
    assert.equal(stateOf(book, 'link-shoe'), 'returned')
    book = raiseAlarm(book, link, 20_000)
    assert.equal(stateOf(book, 'link-shoe'), 'unacknowledged', 'it is back')
    assert.match(refusedBy(order(book, 'link-shoe', { what: 'close' })), /still persists/)
  })

  it('of a fault go on counting when it comes again after it was closed', () => {
    const closed = endAlarm(ordered(raised(link), 'link-shoe', { what: 'ack' }), 'link-shoe', 5, false)
    assert.equal(stateOf(closed, 'link-shoe'), 'closed')
    const again = raiseAlarm(closed, link, 60_000)
    assert.ok(revOf(again, 'link-shoe') > 3, 'an order to the old one is stale')
    assert.deepEqual(again.closed, [])
  })

  it('of one round stand behind its gravest, and come forward when that is closed', () => {
    let book = raised(finding('pay-short-1'), finding('paid-push-1', { box: 4 }), finding('pay-short-2', { round: '1-2' }))
    assert.deepEqual(
      book.open.map(({ state }) => state),
      ['unacknowledged', 'suppressed', 'unacknowledged'],
    )
    assert.equal(openAlarms(book), 2)
    book = raiseAlarm(book, finding('bet-late-1', { severity: 'stop' }), 2000)
    assert.deepEqual(
      book.open.map(({ state }) => state),
      ['suppressed', 'suppressed', 'unacknowledged', 'unacknowledged'],
    )
    assert.equal(book.open[0]?.behind, 'bet-late-1')
    book = ordered(book, 'bet-late-1', { what: 'close' })
    assert.deepEqual(
      book.open.map(({ state }) => state),
      ['unacknowledged', 'suppressed', 'unacknowledged'],
    )
    book = endAlarm(book, 'pay-short-1', 3000, false)
    assert.equal(stateOf(book, 'paid-push-1'), 'unacknowledged', 'a withdrawn finding hides nothing')
  })

  it('that a lost device causes stand behind its loss, but for what stops the game', () => {
    const causedBy = 'link-shoe'
    const book = raised(
      link,
      finding('missing-shoe', { kind: 'incident', round: null, code: 'CARDS-MISSING', causedBy }),
      finding('pay-short-1', { causedBy }),
      finding('bet-late-1', { severity: 'stop', causedBy, round: '1-2' }),
    )
    assert.deepEqual(
      book.open.map(({ state }) => state),
      ['unacknowledged', 'suppressed', 'suppressed', 'unacknowledged'],
    )
    const ended = endAlarm(ordered(book, 'link-shoe', { what: 'ack' }), 'link-shoe', 5, false)
    assert.equal(stateOf(ended, 'missing-shoe'), 'closed', 'an incident of the loss is seen with it')
    assert.equal(stateOf(ended, 'pay-short-1'), 'unacknowledged', 'an error of a dealer is not')
  })

  it('of an incident are over when somebody has seen them', () => {
    const incident = finding('incident-shoe', { kind: 'incident', round: null, code: 'DEVICE-INCIDENT' })
    const book = raised(incident)
    assert.equal(raiseAlarm(book, incident, 5000), book, 'the same again is no change')
    assert.equal(stateOf(ordered(book, 'incident-shoe', { what: 'ack' }), 'incident-shoe'), 'closed')
  })

  it('of a broken clock last until the link of that device is up again, and are the only ones about it', () => {
    const devices = [{ name: 'spots', role: 'spots' }] as const
    const step = (book: AlarmBook, type: 'device.incident' | 'device.link', data: object, at: number): AlarmBook => {
      const event = { type, at, round: null, cause: '', data: { device: 'spots', ...data } } as unknown as TableEvent
      return stepAlarms(
        book,
        { observation: { kind: 'tick', at, cause: '' }, events: [event] } as unknown as Sight,
        { findings: [], signs: [] },
        {
          devices,
        } as unknown as JudgeContext,
      )
    }
    const wrong = step(NO_ALARMS, 'device.incident', { code: 'clock-fault', text: 'Restart the device.' }, 1)
    const down = step(wrong, 'device.link', { up: false, reason: 'the clock of SP-1 stands still' }, 2)
    assert.deepEqual(
      down.open.map(({ alarm, code, holds, remedy }) => ({ alarm, code, holds, remedy })),
      [{ alarm: 'clock-spots', code: 'CLOCK-FAULT', holds: true, remedy: 'Restart the device.' }],
    )
    assert.ok(
      passTime(down, 600_000).open.some(({ holds }) => holds),
      'however long it takes',
    )
    const up = step(down, 'device.link', { up: true, reason: 'the clock of SP-1 is right again' }, 700_000)
    assert.equal(stateOf(passTime(ordered(up, 'clock-spots', { what: 'ack' }), 700_000 + STEADY_MS), 'clock-spots'), 'closed')
  })

  it('are bounded: the oldest of the least grave goes', () => {
    let book = NO_ALARMS
    for (let n = 1; n <= OPEN_MAX + 5; n++)
      book = raiseAlarm(book, finding(`pay-short-${n}`, { round: `1-${n}`, severity: n === 1 ? 'stop' : 'money' }), n)
    assert.equal(book.open.length, OPEN_MAX)
    assert.equal(stateOf(book, 'pay-short-1'), 'unacknowledged')
    assert.equal(stateOf(book, 'pay-short-2'), 'closed')
  })

  it('are always in exactly one known state, and rev never falls, whatever happens', () => {
    const ids = ['bj-short-1', 'pay-short-1', 'bet-late-1', 'link-shoe', 'missing-shoe']
    const step = fc.record({
      id: fc.constantFrom(...ids),
      what: fc.constantFrom('raise', 'end', 'steady', 'pass', 'ack', 'shelve', 'close'),
      ms: fc.nat(4 * MINUTE_MS),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [book, at] = [NO_ALARMS, 0]
        const revs = new Map<string, number>()
        for (const { id, what, ms } of steps) {
          at += ms
          const severity = id.startsWith('bet') ? 'stop' : 'money'
          const kind = id.startsWith('link') ? 'fault' : id.startsWith('missing') ? 'incident' : 'finding'
          const causedBy = kind === 'fault' ? null : 'link-shoe'
          book = passTime(book, at)
          if (what === 'raise')
            book = raiseAlarm(book, finding(id, { severity, kind, causedBy, round: kind === 'finding' ? '1-1' : null }), at)
          else if (what === 'end' || what === 'steady') book = endAlarm(book, id, at, what === 'steady')
          else if (what !== 'pass')
            book = order(book, id, what === 'shelve' ? { what, minutes: 2 } : { what: what as 'ack' | 'close' }, at).book
          for (const alarm of book.open) {
            assert.ok(ALARM_STATES.includes(alarm.state) && alarm.state !== 'closed', `${alarm.alarm} is ${alarm.state}`)
            assert.ok(alarm.rev >= (revs.get(alarm.alarm) ?? 0), `${alarm.alarm} rev`)
            assert.ok(alarm.until === null || alarm.until <= at + 30 * MINUTE_MS, 'no shelf is longer than half an hour')
            if (alarm.state === 'suppressed')
              assert.ok(
                book.open.some((other) => other.alarm === alarm.behind && other !== alarm),
                'it is behind an open one',
              )
            revs.set(alarm.alarm, alarm.rev)
          }
        }
      }),
    )
  })
})
