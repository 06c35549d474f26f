import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subject } from 'rxjs'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { lineGuard } from '../../firmware-bridge/frame.ts'
import { parseLine } from '../../firmware-bridge/line.ts'
import { stepLink } from '../../firmware-bridge/link.ts'
import { initialLink, type LinkInput, type LinkReport } from '../../firmware-bridge/link-state.ts'
import { deviceFaults, type FaultSetting, lineFaults } from '../../simulators/device/faults.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { type DevicePort, startDevice } from '../../simulators/device/rig.ts'
import { virtualTiming } from '../../simulators/device/timing.ts'
import { seededRandom } from '../../simulators/table/random.ts'

const SERIAL = 'SH-00412'
const WALL_MS = 1_790_000_000_000
const STEP_MS = 10

interface Outcome {
  readonly dealt: readonly string[]
  readonly received: readonly string[]
  readonly missing: number
  readonly incidents: readonly string[]
  readonly ringLeft: number
}

/** A shoe under faults for `seconds`, then ten quiet ones, at the real host's link machine, all in virtual time. */
function deal(settings: readonly FaultSetting[], seed: number, seconds = 60): Outcome {
  const timing = virtualTiming()
  const data$ = new Subject<Uint8Array>()
  const random = seededRandom(seed)
  const dealt: string[] = []
  const received: string[] = []
  const incidents: string[] = []
  let missing = 0
  let faulty = true
  let plugged = true
  let isOpen = false
  let reading = true
  let state = initialLink({ role: 'shoe', serial: SERIAL })
  let guard = lineGuard()
  let begun = ''

  const moment = () => ({ nowMs: timing.nowMs(), wallMs: WALL_MS + timing.nowMs() })
  const close = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    step({ kind: 'closed', reason, ...moment() })
  }

  function onReport(report: LinkReport): void {
    if (report.kind === 'line') {
      if (report.message.kind === 'card') received.push(report.message.card)
      step({ kind: 'durable', boot: report.boot, seq: report.seq, ...moment() })
    }
    if (report.kind === 'missing') missing += report.to - report.from + 1
    if (report.kind === 'incident') incidents.push(report.code)
  }

  function step(input: LinkInput): void {
    const [next, outputs] = stepLink(state, input)
    state = next
    for (const output of outputs) {
      if (output.kind === 'write' && isOpen && reading) data$.next(Buffer.from(output.text))
      if (output.kind === 'reopen') close(output.reason)
      if (output.kind === 'report') onReport(output.report)
    }
  }

  const port: DevicePort = {
    data$,
    async write(text) {
      if (!isOpen) return
      for (const piece of guard(Buffer.from(text, 'latin1'))) {
        const lines = (begun + Buffer.from(piece).toString('latin1')).split('\n')
        begun = lines.pop() ?? ''
        for (const line of lines) step({ kind: 'line', line: parseLine(line), ...moment() })
      }
    },
    setReading: (on) => {
      reading = on
    },
    async unplug() {
      plugged = false
      close('unplugged')
    },
    async replug() {
      plugged = true
    },
  }

  const sent = lineFaults(settings, 'shoe', 'sent', seed)
  const heard = lineFaults(settings, 'shoe', 'heard', seed)
  const dice = deviceFaults(settings, 'shoe', seed)
  const device = startDevice({
    model: tlpDevice({ role: 'shoe', serial: SERIAL, clock: { nowMs: timing.nowMs } }),
    port,
    timing,
    sent: (line) => (faulty ? sent(line) : [{ text: line, pauseMs: 0 }]),
    heard: (line) => (faulty ? heard(line) : [{ text: line, pauseMs: 0 }]),
    dice: () => (faulty ? dice() : []),
  })

  const endMs = seconds * 1_000
  let nextCardMs = 500
  for (let nowMs = 0; nowMs < endMs + 15_000; nowMs += STEP_MS) {
    faulty = nowMs < endMs
    if (plugged && !isOpen && nowMs % 200 === 0) {
      isOpen = true
      guard = lineGuard()
      begun = ''
      step({ kind: 'opened', ...moment() })
    }
    if (nowMs % 50 === 0) step({ kind: 'tick', ...moment() })
    if (faulty && nowMs >= nextCardMs) {
      const card = `${RANKS[Math.floor(random() * 13)] ?? 'A'}${SUITS[Math.floor(random() * 4)] ?? 'S'}` as const
      if (device.card(card)) dealt.push(card)
      nextCardMs = nowMs + 100 + random() * 900
    }
    timing.advance(STEP_MS)
  }
  device.stop()
  return { dealt, received, missing, incidents, ringLeft: device.model.memory.ring.length }
}

const KEPT: readonly (readonly FaultSetting[])[] = [
  [],
  [{ name: 'drop', rate: 0.1 }],
  [{ name: 'corrupt', rate: 0.0001 }],
  [{ name: 'corrupt', rate: 0.01 }],
  [{ name: 'cut', rate: 0.1 }],
  [{ name: 'behead', rate: 0.1 }],
  [{ name: 'glue', rate: 0.1 }],
  [{ name: 'double', rate: 0.3 }],
  [{ name: 'reorder', rate: 0.2 }],
  [{ name: 'stale', rate: 0.2 }],
  [{ name: 'delay', rate: 0.1 }],
  [{ name: 'garbage', rate: 0.2 }],
  [{ name: 'nul', rate: 0.1 }],
  [{ name: 'endless', rate: 0.01 }],
  [{ name: 'drop', rate: 0.2, lines: 'heard' }],
  [{ name: 'corrupt', rate: 0.01, lines: 'heard' }],
  [{ name: 'unplug', rate: 0.3 }],
  [{ name: 'mute', rate: 0.05 }],
  [{ name: 'deaf', rate: 0.05 }],
  [{ name: 'reboot', rate: 0.1 }],
  [
    { name: 'drop', rate: 0.05 },
    { name: 'unplug', rate: 0.1 },
    { name: 'double', rate: 0.1 },
    { name: 'drop', rate: 0.05, lines: 'heard' },
  ],
]

for (const settings of KEPT) {
  const name = settings.map(({ name, rate, lines }) => `${lines === 'heard' ? 'heard.' : ''}${name}=${rate}`).join(' ') || 'no fault'
  test(`${name}: every card of the shoe is at the host or said to be missing, in order, none twice`, (t) => {
    for (const seed of [1, 2, 3]) {
      const { dealt, received, missing, ringLeft } = deal(settings, seed)
      t.diagnostic(`seed ${seed}: ${dealt.length} cards dealt, ${received.length} received, ${missing} events said to be missing`)
      assert.ok(dealt.length > 50, `${dealt.length} > 50`)
      assert.equal(ringLeft, 0, `seed ${seed}: everything is acknowledged in the end`)
      assert.ok(dealt.length - received.length <= missing, `seed ${seed}: silent loss`)
      if (missing === 0) assert.deepEqual(received, dealt, `seed ${seed}`)
    }
  })
}

test('a shoe that forgets its ring is an incident, and the cards dealt afterwards are played', () => {
  const { incidents, received, ringLeft } = deal([{ name: 'amnesia', rate: 0.05 }], 5)
  assert.ok(incidents.includes('new-stream'), `${incidents}`)
  assert.ok(received.length > 50, `${received.length} > 50`)
  assert.equal(ringLeft, 0)
})
