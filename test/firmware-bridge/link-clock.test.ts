/** Clocks that are wrong and clocks that only look it: a simulated device at the link machine, in virtual time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Subject } from 'rxjs'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { stepLink } from '../../firmware-bridge/link.ts'
import { RIGHT_MS } from '../../firmware-bridge/link-clock.ts'
import { initialLink, type LinkInput, type LinkOutput } from '../../firmware-bridge/link-state.ts'
import { type FaultSetting, lineFaults } from '../../simulators/device/faults.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { startDevice } from '../../simulators/device/rig.ts'
import { virtualTiming } from '../../simulators/device/timing.ts'
import { connected, hello, WALL_MS } from './bench.ts'

const SERIAL = 'SP-00007'
const STEP_MS = 10
const TICK_MS = 50
const EVENT_MS = 700
/** The host writes at once; a line of the device takes up to 6 ms, and a timer 1 ms. */
const TRAVEL_MS = 10

interface Wire {
  readonly faults?: readonly FaultSetting[]
  readonly driftPpm?: number
  readonly seed?: number
  /** What the device's clock shows at the start, ms. */
  readonly startMs?: number
}

/** A spot that changes every 700 ms, connected for 5 s. */
const newWire = ({ faults = [], driftPpm = 0, seed = 1, startMs = 50_000 }: Wire = {}) => {
  const timing = virtualTiming()
  const data$ = new Subject<Uint8Array>()
  const sensedAt = new Map<number, number>()
  /** By how much each event was dated too late, ms; negative: too early. */
  const errors: { readonly nowMs: number; readonly errorMs: number }[] = []
  const completes: { readonly nowMs: number; readonly at: number }[] = []
  const told: string[] = []
  const asked: string[] = []
  let state = initialLink({ role: 'spots', serial: SERIAL })
  let isOpen = false
  let isPlugged = true
  const now = () => timing.nowMs()
  const hear = ({ report }: LinkOutput & { kind: 'report' }): void => {
    if (report.kind === 'line') {
      errors.push({ nowMs: now(), errorMs: report.message.t + (report.offset ?? 0) - WALL_MS - (sensedAt.get(report.seq) ?? 0) })
      step({ kind: 'durable', boot: report.boot, seq: report.seq })
    } else if (report.kind === 'complete') completes.push({ nowMs: now(), at: report.at - WALL_MS })
    else if (report.kind === 'link') told.push(report.up ? 'up' : `down ${report.reason}`)
    else if (report.kind === 'incident') told.push(report.code)
  }
  const step = (said: LinkInput extends infer I ? (I extends LinkInput ? Omit<I, 'nowMs' | 'wallMs'> : never) : never): void => {
    const [next, outputs] = stepLink(state, { ...said, nowMs: now(), wallMs: WALL_MS + now() })
    state = next
    for (const output of outputs) {
      if (output.kind === 'write' && isOpen) {
        asked.push(output.text.slice(1, 4))
        data$.next(Buffer.from(output.text))
      }
      if (output.kind === 'reopen') hangUp(output.reason)
      if (output.kind === 'report') hear(output)
    }
  }
  const hangUp = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    step({ kind: 'closed', reason })
  }
  const device = startDevice({
    model: tlpDevice({ role: 'spots', serial: SERIAL, clock: { nowMs: now, startMs, driftPpm } }),
    timing,
    sent: lineFaults(faults, 'spots', 'sent', seed),
    port: {
      data$,
      write: async (text) => {
        for (const line of text.split('\n')) if (isOpen && line !== '') step({ kind: 'line', line: parseLine(line) })
      },
      setReading: () => undefined,
      unplug: async () => {
        isPlugged = false
        hangUp('unplugged')
      },
      replug: async () => {
        isPlugged = true
      },
    },
  })
  device.notes$.subscribe(({ what, text }) => {
    const [verb, seq] = text.split(' ')
    if (what === 'sent' && verb === 'S' && !sensedAt.has(Number(seq))) sensedAt.set(Number(seq), now())
  })
  const pass = (ms: number, isBusy = true): void => {
    for (const endMs = now() + ms; now() < endMs; ) {
      if (isPlugged && !isOpen && now() % 200 === 0) {
        isOpen = true
        step({ kind: 'opened' })
      }
      if (isOpen && now() % TICK_MS === 0) step({ kind: 'tick' })
      if (isBusy && now() % EVENT_MS === 0) device.spot('1.main', [{ value: 500, count: 1 + (now() % 3) }])
      timing.advance(STEP_MS)
    }
  }
  pass(5000)
  const errorsSince = (ms: number): readonly number[] => errors.filter(({ nowMs }) => nowMs >= ms).map(({ errorMs }) => errorMs)
  return {
    device,
    pass,
    step,
    told,
    asked,
    errorsSince,
    completes,
    now,
    hearText: (body: string) => step({ kind: 'line', line: parseLine(formatLine(body).trimEnd()) }),
  }
}

/** Dated neither early nor by more than a line takes. */
const assertDated = (errors: readonly number[], leastMs: number, what: string): void => {
  assert.notEqual(errors.length, 0, what)
  for (const errorMs of errors) assert.ok(errorMs >= leastMs && errorMs <= TRAVEL_MS, `${what}: an event is dated ${errorMs} ms off`)
}

describe('a clock that is wrong', () => {
  it('is told once within 5 s, dates nothing wrongly after the first second, and is over when it is right', () => {
    for (const course of ['stopped', 'racing', 'misdating'] as const) {
      const { device, pass, told, asked, errorsSince, completes, now } = newWire()
      device.faults.upsetClock(course, 60_000)
      const fromMs = now()
      pass(5000)
      assert.deepEqual(told.slice(1, 2), ['clock-fault'])
      assert.match(told[2] ?? '', /^down the clock of SP-00007 /)
      const questions = asked.filter((text) => text === '?ID').length
      pass(54_000)
      assert.equal(told.length, 3, told.join())
      assert.equal(asked.filter((text) => text === '?ID').length, questions, 'nobody asks any more')
      assertDated(errorsSince(fromMs), -1100, 'at first')
      assertDated(errorsSince(fromMs + 1100), -TRAVEL_MS, 'then')
      for (const { nowMs, at } of completes) assert.ok(at <= nowMs, 'nobody vouches for the future')
      pass(1000 + RIGHT_MS + 2000)
      assert.deepEqual(told.slice(3), ['up'])
      const rightMs = now()
      pass(20_000)
      assertDated(errorsSince(rightMs), -TRAVEL_MS, 'afterwards')
      assert.equal(told.length, 4)
    }
  })

  it('because it goes back without a reboot is told, and then its events are dated by what it shows now', () => {
    const bench = connected()
    let backMs = 0
    let read = 0
    const t = () => 48_123 + bench.nowMs() - backMs
    const pass = (ms: number) => {
      for (let passed = 0; passed < ms; passed += TICK_MS) {
        bench.pass(TICK_MS, () => `HB ${t()} 4 4`)
        for (const output of bench.outputs.slice(read)) {
          if (output.kind !== 'write') continue
          const [, n] = /TS (\d+)/.exec(output.text) ?? []
          if (n !== undefined) bench.hear(`TS ${n} ${t()}`)
          else if (output.text.startsWith('$?ID')) bench.hear(hello(5, 4, { t: t() }))
        }
        read = bench.outputs.length
      }
    }
    pass(5000)
    backMs = 30_000
    pass(3000)
    assert.deepEqual(
      bench.told().filter((text) => text === 'incident clock-fault'),
      ['incident clock-fault'],
    )
    pass(RIGHT_MS)
    assert.deepEqual(bench.told().slice(-1), ['up'])
    bench.hear(`C 5 ${t()} 5S`)
    const [line] = bench.reports.flatMap((report) => (report.kind === 'line' ? [report] : []))
    assert.equal((line?.offset ?? 0) + t(), WALL_MS + bench.nowMs())
  })

  it('is right after a reboot', () => {
    const { device, pass, told } = newWire()
    device.faults.upsetClock('stopped', 600_000)
    pass(5000)
    device.faults.reboot('kept', 300)
    pass(20_000)
    assert.deepEqual(told.slice(3), ['up'])
  })

  it('about events only is not right before an event shows it', () => {
    const { device, pass, told } = newWire()
    device.faults.upsetClock('misdating', 6000)
    pass(5600)
    assert.equal(told.at(1), 'clock-fault')
    pass(60_000, false)
    assert.equal(told.length, 3, 'no event has come')
    pass(2000)
    assert.deepEqual(told.slice(3), ['up'])
  })

  it('is told when nobody can wait for it any longer', () => {
    const { pass, step, told } = newWire()
    step({ kind: 'unvouched' })
    pass(1000)
    assert.deepEqual(told.slice(1, 2), ['clock-fault'])
  })

  it('is known by its heartbeats, though its answers are right', () => {
    const { pass, told, hearText, asked } = newWire({ faults: [{ name: 'drop', rate: 0 }] })
    const before = asked.length
    for (let beat = 0; beat < 6; beat++) {
      pass(700, false)
      hearText('HB 50100 0 0')
      hearText('HB 50100 0 0')
      hearText('HB 50100 0 0')
    }
    assert.ok(told.includes('clock-fault'), told.join())
    assert.ok(asked.slice(before).filter((text) => text === '?ID').length < 8, asked.slice(before).join())
  })
})

/** It turns 7 s after the line has been connected for 5 s. */
const TURNS_SOON = { startMs: 2 ** 32 - 12_000 }

describe('a clock that turns at 2^32 ms', () => {
  it('goes on: every event is dated, everything is vouched for, and nobody asks who it is', () => {
    const { pass, told, asked, errorsSince, completes, now } = newWire(TURNS_SOON)
    const [fromMs, questions] = [now(), asked.filter((text) => text === '?ID').length]
    pass(60_000)
    assertDated(errorsSince(fromMs), -TRAVEL_MS, 'over the turn')
    assert.equal(errorsSince(fromMs).length, 85)
    assert.deepEqual(told, ['up'])
    assert.equal(asked.filter((text) => text === '?ID').length, questions)
    assert.ok(
      completes.every(({ nowMs, at }) => at <= nowMs && at > nowMs - 3000),
      'vouched for in time',
    )
  })

  it('is never called wrong on a line that repeats, loses and delays', () => {
    const faults: readonly FaultSetting[] = [
      { name: 'stale', rate: 0.2 },
      { name: 'drop', rate: 0.1 },
      { name: 'double', rate: 0.1 },
    ]
    for (let seed = 1; seed <= 4; seed++) {
      const { device, pass, told } = newWire({ ...TURNS_SOON, faults, seed })
      pass(30_000)
      device.faults.reboot('kept', 300)
      pass(10_000)
      assert.ok(!told.includes('clock-fault'), `seed ${seed}: ${told.join()}`)
    }
  })

  it('is dated rightly if the line was unplugged over the turn, and what was kept from before it as well', () => {
    const { device, pass, told, errorsSince, now } = newWire(TURNS_SOON)
    const fromMs = now()
    pass(4000)
    device.faults.unplug(6000)
    pass(20_000)
    assertDated(errorsSince(fromMs), -TRAVEL_MS, 'over the turn')
    assert.ok(!told.includes('clock-fault'), told.join())
  })

  it('that restarts begins again', () => {
    const { device, pass, told, errorsSince, now } = newWire(TURNS_SOON)
    pass(20_000)
    device.faults.reboot('kept', 300)
    pass(3000)
    const fromMs = now()
    pass(20_000)
    assertDated(errorsSince(fromMs), -TRAVEL_MS, 'after the restart')
    assert.deepEqual(told, ['up'])
  })
})

describe('a clock that is right', () => {
  const QUIET: readonly (readonly [what: string, wire: Wire, isDated: boolean])[] = [
    ['runs 200 ppm fast', { driftPpm: 200 }, true],
    ['runs 200 ppm slow', { driftPpm: -200 }, true],
    ['runs half a percent fast, as a resonator may', { driftPpm: 5000 }, true],
    ['runs half a percent slow', { driftPpm: -5000 }, true],
    [
      'has a line that loses and damages much',
      {
        faults: [
          { name: 'drop', rate: 0.2 },
          { name: 'corrupt', rate: 0.002 },
        ],
      },
      false,
    ],
    [
      'has a line that doubles, reorders and repeats old lines',
      {
        faults: [
          { name: 'double', rate: 0.2 },
          { name: 'reorder', rate: 0.1 },
          { name: 'stale', rate: 0.2 },
        ],
      },
      false,
    ],
    ['has a line that is held up for up to two seconds', { faults: [{ name: 'delay', rate: 0.05, ms: 2000 }] }, false],
    [
      'has a line that is held up for seconds, loses and repeats',
      {
        faults: [
          { name: 'delay', rate: 0.02, ms: 1500 },
          { name: 'stale', rate: 0.1 },
          { name: 'drop', rate: 0.1 },
        ],
      },
      false,
    ],
  ]
  for (const [what, wire, isDated] of QUIET)
    it(`is never called wrong, though it ${what}, is unplugged and restarts`, () => {
      for (let seed = 1; seed <= 4; seed++) {
        const { device, pass, told, errorsSince, now } = newWire({ ...wire, seed })
        const fromMs = now()
        pass(20_000)
        if (isDated) assertDated(errorsSince(fromMs), -TRAVEL_MS - 10, `${what}, seed ${seed}`)
        for (let turn = 0; turn < 6; turn++) {
          device.faults.unplug(300 + 700 * turn)
          pass(9000)
          device.faults.reboot('kept', 200 + 300 * turn)
          pass(9000)
          device.faults.mute(500 + 500 * turn)
          pass(7000)
        }
        assert.ok(!told.includes('clock-fault'), `seed ${seed}: ${told.join()}`)
      }
    })

  it('is never called wrong, though each hello after a restart is lost for 3 s', () => {
    const { device, pass, told, hearText } = newWire()
    device.stop()
    const bootMs = { t: 0 }
    // The device that answers now began its clock anew, and the host does not know it yet.
    for (let beat = 1; beat <= 3; beat++) {
      bootMs.t = beat * 900
      hearText(`S ${8 + beat} ${bootMs.t - 10} 1.main ${beat} 500x1 500`)
      hearText(`HB ${bootMs.t} ${8 + beat} 0`)
      pass(900, false)
    }
    hearText(`HI v=1 dev=spots sn=${SERIAL} fw=2.3.1 boot=2 lo=1 hi=11 cap=512 t=${bootMs.t + 900}`)
    pass(100, false)
    assert.ok(!told.includes('clock-fault'), told.join())
  })
})
