import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subject } from 'rxjs'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { lineFaults } from '../../simulators/device/faults.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { playActions } from '../../simulators/device/player.ts'
import { type DevicePort, type RigOptions, type SimulatedDevice, startDevice } from '../../simulators/device/rig.ts'
import { type VirtualTiming, virtualTiming } from '../../simulators/device/timing.ts'
import type { TableAction } from '../../simulators/table/types.ts'

interface Bench {
  readonly timing: VirtualTiming
  readonly device: SimulatedDevice
  readonly port: MemoryPort
  /** Bodies that reached the host since the last call; a bad line shows as `!reason`. */
  heard(): string[]
  host(...bodies: string[]): void
}

interface MemoryPort extends DevicePort {
  readonly data$: Subject<Uint8Array>
  readonly log: string[]
  text: string
  plugged: boolean
  reading: boolean
}

function memoryPort(): MemoryPort {
  const port: MemoryPort = {
    data$: new Subject<Uint8Array>(),
    log: [],
    text: '',
    plugged: true,
    reading: true,
    async write(bytes) {
      if (port.plugged) port.text += bytes
    },
    setReading(on) {
      port.reading = on
    },
    async unplug() {
      port.plugged = false
    },
    async replug() {
      port.plugged = true
    },
  }
  return port
}

function bench(options: Partial<RigOptions> & { cap?: number } = {}): Bench {
  const timing = virtualTiming()
  const port = memoryPort()
  const model = tlpDevice({ role: 'shoe', serial: 'SH-00412', cap: options.cap ?? 512, clock: { nowMs: timing.nowMs } })
  const device = startDevice({ model, port, timing, ...options })
  return {
    timing,
    device,
    port,
    heard() {
      const lines = port.text.split('\n')
      port.text = lines.pop() ?? ''
      return lines.map((line) => {
        const read = parseLine(line)
        return read.kind === 'line' ? read.body : `!${read.why}`
      })
    },
    host(...bodies) {
      for (const body of bodies) port.data$.next(Buffer.from(formatLine(body)))
    },
  }
}

test('a device says HI at boot and then a heartbeat every second with its newest seq and the last acknowledgement', () => {
  const { timing, device, heard, host } = bench()
  timing.advance(100)
  assert.deepEqual(heard(), ['HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 boot=1 lo=1 hi=0 cap=512 t=0'])
  device.card('9H')
  device.cut()
  host('ACK 1')
  timing.advance(2_000)
  assert.deepEqual(heard(), ['C 1 100 9H', 'CUT 2 100', 'HB 1000 2 1 crc=0 long=0 gap=0 over=0', 'HB 2000 2 1 crc=0 long=0 gap=0 over=0'])
})

test('the line carries 11.5 kB a second and no more, in order', () => {
  const { timing, device, heard } = bench()
  timing.advance(900)
  heard()
  for (let i = 0; i < 100; i++) device.card('TS')
  timing.advance(50)
  const early = heard()
  const bytes = early.reduce((sum, body) => sum + formatLine(body).length, 0)
  assert.ok(bytes >= 500 && bytes <= 600, `${bytes} bytes in 50 ms`)
  timing.advance(1_000)
  assert.deepEqual(
    [...early, ...heard()].filter((body) => body.startsWith('C ')),
    Array.from({ length: 100 }, (_, i) => `C ${i + 1} 900 TS`),
  )
})

test('host lines in pieces, glued, with CR, wrong or unknown: good ones are answered, bad ones counted, unknown ones ignored', () => {
  const { timing, port, heard } = bench()
  timing.advance(100)
  heard()
  const say = (text: string) => port.data$.next(Buffer.from(text, 'latin1'))
  const line = formatLine('TS 1 5')
  say(line.slice(0, 5))
  say(line.slice(5))
  say(`$TS 9 ${formatLine('TS 2 5').replace('\n', '\r\n')}`)
  say(formatLine('TS 3 5').replace('TS 3', 'TS 4'))
  say(`${'x'.repeat(5_000)}\n`)
  say(formatLine('LAMP on'))
  say(formatLine('RS 9 5'))
  timing.advance(950)
  const [first, second, refused, beat] = heard()
  assert.deepEqual([first, second, refused], ['TS 1 100', 'TS 2 100', 'NK fields RS'])
  assert.match(beat ?? '', /^HB 1000 0 0 crc=[1-9]\d* long=\d+ gap=0 over=0$/)
})

test('a full ring stops the shoe until the host acknowledges; room() tells when', async () => {
  const { timing, device, host, heard } = bench({ cap: 2 })
  assert.equal(device.card('2S'), true)
  assert.equal(device.card('3S'), true)
  assert.equal(device.card('4S'), false)
  const room = device.room()
  timing.advance(1_050)
  assert.match(heard().at(-1) ?? '', /over=1$/)
  host('ACK 2')
  await room
  assert.equal(device.card('4S'), true)
})

test('what a mute device would have said is lost on the line but not in the ring', () => {
  const { timing, device, heard, host } = bench()
  timing.advance(100)
  heard()
  device.faults.mute(4_000)
  device.card('9H')
  host('?ID')
  timing.advance(3_000)
  assert.deepEqual(heard(), [])
  timing.advance(2_000)
  assert.deepEqual(heard(), ['HB 5000 1 0 crc=0 long=0 gap=0 over=0'])
  host('RS 1 1')
  timing.advance(10)
  assert.deepEqual(heard(), ['C 1 100 9H'])
})

test('a device that does not read reads again after its time', () => {
  const { timing, device, port } = bench()
  device.faults.deafen(4_000)
  assert.equal(port.reading, false)
  timing.advance(4_000)
  assert.equal(port.reading, true)
})

test('unplugged in a line, its beginning is on the wire; plugged in again the device goes on without a boot', async () => {
  const { timing, device, port, heard } = bench()
  timing.advance(900)
  heard()
  device.card('9H')
  timing.advance(1)
  device.faults.unplug(500)
  assert.match(port.text, /^\$C 1/)
  assert.ok(port.text.length < 20, `${port.text.length} < 20`)
  assert.equal(port.plugged, false)
  timing.advance(500)
  assert.equal(port.plugged, true)
  port.text = ''
  timing.advance(650)
  assert.deepEqual(heard(), ['HB 2000 1 0 crc=0 long=0 gap=0 over=0'])
})

test('a reboot is silent for its time, senses nothing meanwhile, and ends with HI', async () => {
  for (const [ring, lo] of [
    ['kept', 'boot=2 lo=1 hi=1'],
    ['lost', 'boot=2 lo=1 hi=0'],
  ] as const) {
    const { timing, device, heard, host } = bench()
    device.card('9H')
    timing.advance(100)
    heard()
    device.faults.reboot(ring, 300)
    host('?ID')
    assert.equal(device.card('TH'), false)
    const room = device.room()
    timing.advance(400)
    await room
    assert.deepEqual(heard(), [`HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 ${lo} cap=512 t=0`])
  }
})

test('faults of sent and heard lines are applied on their own way', () => {
  const { timing, heard, host } = bench({
    sent: lineFaults([{ name: 'double', rate: 1 }], 'shoe', 'sent', 1),
    heard: lineFaults([{ name: 'delay', rate: 1, ms: 700, lines: 'heard' }], 'shoe', 'heard', 1),
  })
  timing.advance(50)
  assert.equal(heard().length, 2)
  host('TS 1 5')
  timing.advance(500)
  assert.deepEqual(heard(), [])
  timing.advance(300)
  assert.deepEqual(heard(), ['TS 1 750', 'TS 1 750'])
})

test('more than 64 kB waiting for the line are lost and counted', () => {
  const { timing, device } = bench({ sent: lineFaults([{ name: 'endless', rate: 1 }], 'shoe', 'sent', 1) })
  for (let i = 0; i < 5; i++) device.card('9H')
  assert.ok(device.bytesOverrun >= 20_000, `${device.bytesOverrun} >= 20_000`)
  timing.advance(10_000)
})

test('a stopped device is silent and lets nobody wait', async () => {
  const { timing, device, heard, host } = bench({ cap: 1 })
  device.card('9H')
  timing.advance(100)
  heard()
  const room = device.room()
  device.stop()
  await room
  host('?ID')
  timing.advance(5_000)
  assert.deepEqual(heard(), [])
  assert.equal(device.card('9H'), false)
})

const cardAt = (atMs: number): TableAction => ({ atMs, device: 'shoe', scan: { kind: 'card', card: '5S' } })

/** Lets what is promised happen, then moves the time on in steps. */
async function run(timing: VirtualTiming, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve()
    timing.advance(50)
  }
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

test('actions are played at their times, faster by the speed, the first one at once', async () => {
  const { timing, device } = bench()
  const at: number[] = []
  const playing = playActions(
    [cardAt(5_000), cardAt(6_000), cardAt(9_000), { ...cardAt(9_500), device: 'pointer' }],
    { shoe: device },
    {
      speed: 2,
      timing,
      onAction: () => at.push(timing.nowMs()),
    },
  )
  await run(timing, 3_000)
  assert.deepEqual(await playing, { played: 3, skipped: 1, heldMs: 0 })
  assert.deepEqual(at, [0, 500, 2_000])
})

test('a full shoe holds the table: all later actions come later by as much', async () => {
  const { timing, device, host } = bench({ cap: 1 })
  const at: number[] = []
  const playing = playActions(
    [cardAt(0), cardAt(1_000), cardAt(2_000)],
    { shoe: device },
    { timing, onAction: () => at.push(timing.nowMs()) },
  )
  await run(timing, 3_000)
  assert.deepEqual(at, [0])
  host('ACK 1')
  await run(timing, 100)
  host('ACK 2')
  await run(timing, 1_500)
  assert.deepEqual(at, [0, 3_000, 4_000])
  assert.deepEqual(await playing, { played: 3, skipped: 0, heldMs: 2_000 })
})

test('a play ends when it is told to, in a wait as well as before a full ring, and an impossible speed is refused', async () => {
  for (const cap of [1, 512]) {
    const { timing, device } = bench({ cap })
    const stop = new AbortController()
    const playing = playActions([cardAt(0), cardAt(cap === 1 ? 0 : 60_000)], { shoe: device }, { timing, signal: stop.signal })
    await run(timing, 1_000)
    stop.abort()
    assert.equal((await playing).played, 1)
  }
  await assert.rejects(playActions([], {}, { speed: 0 }), RangeError)
})
