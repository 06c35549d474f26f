/** A device behind a serial server: the real link on a real socket, with what such servers do. */
import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { FEIG } from '../../devices/dialects/feig.ts'
import { NOTHING_GIVEN } from '../../devices/talker.ts'
import { connectLink } from '../../firmware-bridge/connect.ts'
import { BYTES_AHEAD_MAX, BYTES_PER_SECOND, READ_BYTES } from '../../firmware-bridge/connection.ts'
import { summed } from '../../firmware-bridge/dialect.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { keepPort, type PortEvent } from '../../firmware-bridge/port.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { type SimulatedDevice, startDevice } from '../../simulators/device/rig.ts'
import { realTiming } from '../../simulators/device/timing.ts'
import { type SerialServer, type SerialServerOptions, serialServer } from '../../simulators/serial-server.ts'
import { seededRandom } from '../../simulators/table/random.ts'

const SEED = Number(process.env.SEED ?? 1)
const DEADLINE_MS = 15_000
const clock = { nowMs: () => performance.now(), wallMs: () => Date.now() }
const CARDS = ['AS', '2H', '3D', '4C', '5S', '6H', '7D', '8C', '9S', 'TH', 'JD', 'QC', 'KS'] as const

interface Bench {
  readonly server: SerialServer
  readonly device: SimulatedDevice
  readonly reports: LinkReport[]
  /** Resolves at the first report of which it is true, of all so far and to come. */
  hears(what: string, isIt: (report: LinkReport) => boolean): Promise<LinkReport>
  /** `count` cards in a row; resolves when all of them are reported. */
  deals(count: number): Promise<void>
}

async function bench(t: TestContext, options: SerialServerOptions = {}): Promise<Bench> {
  const server = await serialServer({ random: seededRandom(SEED), ...options })
  const model = tlpDevice({ role: 'shoe', serial: 'SH-1', clock: { nowMs: realTiming.nowMs } })
  const device = startDevice({ model, port: server, timing: realTiming })
  const link = connectLink({ role: 'shoe', serial: 'SH-1', baudRate: 115_200, paths: [server.address] }, { clock })
  const reports: LinkReport[] = []
  const waiting = new Set<() => void>()
  const reading = link.reports$.subscribe((report) => {
    reports.push(report)
    if (report.kind === 'line') link.durable(report.boot, report.seq)
    for (const look of waiting) look()
  })
  t.after(async () => {
    device.stop()
    await link.close()
    reading.unsubscribe()
    await server.close()
  })
  let dealt = 0
  const hears: Bench['hears'] = (what, isIt) =>
    new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(late)
        waiting.delete(look)
      }
      const look = (): void => {
        const found = reports.find(isIt)
        if (found === undefined) return
        done()
        resolve(found)
      }
      const late = setTimeout(() => {
        done()
        reject(new Error(`not heard: ${what}`))
      }, DEADLINE_MS)
      waiting.add(look)
      look()
    })
  return {
    ...{ server, device, reports, hears },
    async deals(count) {
      for (let card = 0; card < count; card++) device.card(CARDS[dealt++ % CARDS.length] ?? '??')
      await hears(`card ${dealt}`, (report) => report.kind === 'line' && report.seq === dealt)
    },
  }
}

const isUp = (report: LinkReport): boolean => report.kind === 'link' && report.up
const seqs = (reports: readonly LinkReport[]) => reports.flatMap((report) => (report.kind === 'line' ? [report.seq] : []))
const assertEachOnce = (reports: readonly LinkReport[], count: number): void => {
  assert.deepEqual(
    seqs(reports),
    Array.from({ length: count }, (_, at) => at + 1),
  )
  assert.ok(!reports.some(({ kind }) => kind === 'missing'), 'nothing is missing')
}

test('bytes in pieces, 40 ms late: every card once, in order', async (t) => {
  const { deals, hears, reports } = await bench(t, { delayMs: 40, pieces: 3 })
  await hears('the link is up', isUp)
  await deals(60)
  assertEachOnce(reports, 60)
})

test(`a server that resets, time after time, in the middle of lines (SEED=${SEED}): reopened, the gap fetched, no card twice`, async (t) => {
  const { server, device, hears, reports } = await bench(t, { pieces: 7 })
  await hears('the link is up', isUp)
  const random = seededRandom(SEED)
  for (let round = 0; round < 6; round++) {
    for (let card = 0; card < Math.floor(random() * 8); card++) device.card('AS')
    const before = server.connections
    server.reset()
    device.card('KS')
    await hears('the port is open again', () => server.connections > before)
  }
  const sent = device.model.memory.hi
  await hears('all cards', (report) => report.kind === 'line' && report.seq === sent)
  assertEachOnce(reports, sent)
  assert.ok(
    reports.some((report) => report.kind === 'link' && !report.up && /reset|closed/.test(report.reason)),
    'the reason is told',
  )
  assert.equal(server.connections, 7)
})

test('half open: the silence is noticed by the heartbeat, the connection made anew, and nothing is lost', async (t) => {
  const { server, device, hears, reports } = await bench(t)
  await hears('the link is up', isUp)
  const sinceMs = clock.nowMs()
  server.freeze()
  device.card('5S')
  await hears('the link is down', (report) => report.kind === 'link' && !report.up && /no valid line for 3 s/.test(report.reason))
  assert.ok(clock.nowMs() - sinceMs < 6000, 'within twice the silence')
  await hears('the card', (report) => report.kind === 'line')
  assertEachOnce(reports, 1)
})

test('switched off and on again: opened when it comes back', async (t) => {
  const { server, device, hears, reports } = await bench(t)
  await hears('the link is up', isUp)
  await server.unplug()
  device.card('5S')
  await hears('it is refused', (report) => report.kind === 'link' && !report.up)
  await server.replug()
  await hears('the card', (report) => report.kind === 'line')
  assertEachOnce(reports, 1)
})

/** The events of a kept port at that address. */
async function portAt(t: TestContext, path: string): Promise<{ readonly events: PortEvent[]; readonly port: ReturnType<typeof keepPort> }> {
  const port = keepPort({ paths: [path], baudRate: 9600 })
  const events: PortEvent[] = []
  port.events$.subscribe((event) => events.push(event))
  t.after(() => port.close())
  port.start()
  return { events, port }
}

const until = async (what: string, isIt: () => boolean): Promise<void> => {
  const endMs = clock.nowMs() + DEADLINE_MS
  while (!isIt()) {
    assert.ok(clock.nowMs() < endMs, `in vain: ${what}`)
    await new Promise((wake) => setTimeout(wake, 5))
  }
}

async function server(t: TestContext, onSocket: (socket: Socket) => void): Promise<string> {
  const listening: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    t.after(() => socket.destroy())
    onSocket(socket)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.after(() => listening.close())
  return `tcp://127.0.0.1:${(listening.address() as { readonly port: number }).port}`
}

test('nobody there: it says so, and tries again with a growing pause', async (t) => {
  const address = await server(t, () => undefined)
  const nobody = address.replace(/\d+$/, '9')
  const { events } = await portAt(t, nobody)
  const beganMs = clock.nowMs()
  await until('three failed openings', () => events.length >= 3)
  assert.ok(clock.nowMs() - beganMs >= 200 + 400, 'it waits longer each time')
  const [first] = events
  assert.ok(first?.kind === 'closed', 'it did not open')
  assert.match(first.reason, /cannot open tcp:\/\/127\.0\.0\.1:9: nothing accepts connections there/)
})

test('a server that reads nothing: what waits to be sent is bounded, and refused beyond', async (t) => {
  const address = await server(t, (socket) => socket.pause())
  const { events, port } = await portAt(t, address)
  await until('it is open', () => events.some(({ kind }) => kind === 'opened'))
  const line = 'x'.repeat(1000)
  let taken = 0
  // The system's own buffers take some megabytes first.
  for (let at = 0; at < 100_000 && port.write(line); at++) {
    taken++
    if (at % 50 === 0) await new Promise((wake) => setImmediate(wake))
  }
  assert.equal(port.write(line), false, `${taken} writes were taken`)
})

test('a server that floods: pieces of 4096 bytes at most are handed on', async (t) => {
  const address = await server(t, (socket) => void socket.write(Buffer.alloc(1_000_000, 0x41)))
  const { events } = await portAt(t, address)
  const bytes = () => events.reduce((sum, event) => sum + (event.kind === 'data' ? event.bytes.length : 0), 0)
  await until('all of it', () => bytes() === 1_000_000)
  assert.ok(
    events.every((event) => event.kind !== 'data' || event.bytes.length <= 4096),
    'no piece is longer',
  )
  assert.ok(
    events.every((event) => event.kind !== 'data' || event.bytes.every((byte) => byte === 0x41)),
    'the bytes are those that were sent',
  )
})

test('a server that floods: one read a turn of the loop, no more bytes a second than any device sends, and each enters a checksum twice at most', async (t) => {
  // Every fifth byte begins a frame of 2544.
  const flood = Buffer.from('0209f001b0'.repeat(800_000), 'hex')
  const address = await server(t, (socket) => void socket.write(flood))
  let [turn, isOver, bytes] = [0, false, 0]
  const turns = (): void => {
    turn++
    if (!isOver) setImmediate(turns)
  }
  t.after(() => {
    isOver = true
  })
  turns()
  const read = FEIG.dialect({ ...NOTHING_GIVEN, antennas: new Map([[1, '1.main']]) }).reader()
  const [port, readIn] = [keepPort({ paths: [address], baudRate: 9600 }), [] as number[]]
  const before = summed.bytes
  let beganMs = 0
  port.events$.subscribe((event) => {
    if (event.kind === 'opened') beganMs = clock.nowMs()
    if (event.kind !== 'data') return
    readIn.push(turn)
    bytes += event.bytes.length
    read(event.bytes, clock.nowMs())
    assert.ok(bytes <= BYTES_AHEAD_MAX + ((clock.nowMs() - beganMs) * BYTES_PER_SECOND) / 1000 + 2 * READ_BYTES, `${bytes} bytes`)
  })
  t.after(() => port.close())
  port.start()
  await until('more than may come at once', () => bytes > BYTES_AHEAD_MAX + 4 * READ_BYTES)
  assert.equal(new Set(readIn).size, readIn.length, 'no two reads in a turn')
  assert.ok(summed.bytes - before <= 2 * bytes, `${summed.bytes - before} bytes entered a checksum, of ${bytes}`)
})
