/** The real serialport on real pseudo-terminals, against a device of a few lines. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filter, firstValueFrom, map, type Observable, ReplaySubject, timeout } from 'rxjs'
import { SerialPort } from 'serialport'
import { type ConnectOptions, connectLink, type LinkConnection } from '../../firmware-bridge/connect.ts'
import { OPEN_MS_MAX } from '../../firmware-bridge/connection.ts'
import { frame } from '../../firmware-bridge/frame.ts'
import { formatLine } from '../../firmware-bridge/line.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { keepPort, type PortEvent } from '../../firmware-bridge/port.ts'
import { decodeBody } from '../../firmware-bridge/tlp.ts'
import { openPty, type Pty } from '../../simulators/pty.ts'
import { shortReport } from './bench.ts'

const DEADLINE_MS = 8000
const clock = { nowMs: () => performance.now(), wallMs: () => Date.now() }

interface Device {
  readonly pty: Pty
  readonly acked: () => number
  /** Deals one card; resolves when it is on the wire or lost. */
  deal(): Promise<void>
  close(): Promise<void>
}

async function newDevice(link: string, serial: string, dev = 'shoe'): Promise<Device> {
  const pty = await openPty({ link })
  const ring: string[] = []
  let acked = 0
  const send = (body: string) => pty.write(formatLine(body))
  const beat = () => void send(`HB ${Math.round(clock.nowMs())} ${ring.length} ${acked} crc=0 long=0 gap=0 over=0`)
  const beating = setInterval(beat, 200)
  pty.data$.pipe(frame()).subscribe((line) => {
    const message = line.kind === 'line' ? decodeBody(line.body) : null
    const t = Math.round(clock.nowMs())
    if (message?.kind === 'identify')
      void send(`HI v=1 dev=${dev} sn=${serial} fw=1 boot=1 lo=${acked + 1} hi=${ring.length} cap=512 t=${t}`)
    if (message?.kind === 'time') void send(`TS ${message.n} ${t}`)
    if (message?.kind === 'ack') acked = Math.max(acked, message.seq)
    if (message?.kind === 'resend') for (const event of ring.slice(message.from - 1, message.to)) void send(event)
  })
  return {
    pty,
    acked: () => acked,
    async deal() {
      const event = `C ${ring.length + 1} ${Math.round(clock.nowMs())} ${'A23456789TJQK'[ring.length % 13]}S`
      ring.push(event)
      await send(event)
    },
    async close() {
      clearInterval(beating)
      await pty.close()
    },
  }
}

/** Everything reported so far and from now on. */
function follow(connection: LinkConnection): Observable<LinkReport> {
  const all = new ReplaySubject<LinkReport>()
  connection.reports$.subscribe(all)
  return all
}

function until<Report extends LinkReport>(reports$: Observable<LinkReport>, isIt: (report: LinkReport) => boolean): Promise<Report> {
  return firstValueFrom(
    reports$.pipe(
      filter(isIt),
      map((report) => report as Report),
      timeout(DEADLINE_MS),
    ),
  )
}
const isLine = (seq: number) => (report: LinkReport) => report.kind === 'line' && report.seq === seq
const isUp = (report: LinkReport) => report.kind === 'link' && report.up
const isDown = (report: LinkReport) => report.kind === 'link' && !report.up

function connect(options: Partial<ConnectOptions> & Pick<ConnectOptions, 'paths'>): LinkConnection {
  return connectLink({ role: 'shoe', serial: 'SH-1', baudRate: 115_200, ...options }, { clock })
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'port-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a card goes over a real port, and the acknowledgement back when it is durable', () =>
  inFolder(async (folder) => {
    const device = await newDevice(join(folder, 'shoe'), 'SH-1')
    const connection = connect({ paths: [device.pty.path] })
    const reports$ = follow(connection)
    await until(reports$, isUp)
    await device.deal()
    const line = await until<LinkReport & { kind: 'line' }>(reports$, isLine(1))
    assert.ok(line.offset !== null, 'the line has a clock')
    assert.ok(Math.abs(line.message.t + line.offset - Date.now()) < 2000, `${Math.abs(line.message.t + line.offset - Date.now())} < 2000`)
    assert.equal(device.acked(), 0)
    connection.durable(line.boot, line.seq)
    await device.deal()
    connection.durable(line.boot, (await until<LinkReport & { kind: 'line' }>(reports$, isLine(2))).seq)
    await until(reports$, (report) => report.kind === 'health' && report.ring?.lo === 3)
    assert.equal(device.acked(), 2)
    await connection.close()
    await device.close()
  }))

test('a device that is not there yet is opened when it comes', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'shoe')
    const connection = connect({ paths: [path] })
    const reports$ = follow(connection)
    const down = await until<LinkReport & { kind: 'link' }>(reports$, isDown)
    assert.match(down.reason, new RegExp(`cannot open ${path}`))
    const device = await newDevice(path, 'SH-1')
    await until(reports$, isUp)
    await connection.close()
    await device.close()
  }))

test('unplugged in a line and under traffic, time after time: reopened, the gap fetched, no card twice, none made up', () =>
  inFolder(async (folder) => {
    const device = await newDevice(join(folder, 'shoe'), 'SH-1')
    const connection = connect({ paths: [device.pty.path] })
    const all: LinkReport[] = []
    const reports$ = follow(connection)
    reports$.subscribe((report) => all.push(report))
    await until(reports$, isUp)
    let dealt = 0
    for (let round = 0; round < 8; round++) {
      const flood = Promise.all(Array.from({ length: 12 }, () => device.deal()))
      dealt += 12
      if (round % 2 === 0) await device.pty.write('$C 9999 1 ')
      await Promise.all([flood, device.pty.unplug()])
      await device.deal()
      dealt += 1
      const since = clock.nowMs()
      await device.pty.replug()
      await until(reports$, isLine(dealt))
      assert.ok(clock.nowMs() - since < 4000, `back after ${clock.nowMs() - since} ms`)
    }
    const seqs = all.flatMap((report) => (report.kind === 'line' ? [report.seq] : []))
    assert.deepEqual(
      seqs,
      Array.from({ length: dealt }, (_, n) => n + 1),
      all.map(shortReport).join(', '),
    )
    const downs = all.flatMap((report) => (report.kind === 'link' && !report.up ? [report.reason] : []))
    assert.equal(downs.length, 8)
    assert.ok(
      downs.every((reason) => !reason.includes('no valid line')),
      `a hang-up under traffic must show by itself, not by silence: ${downs.join(', ')}`,
    )
    await connection.close()
    await device.close()
  }))

test('two devices on each other’s ports are found by their serial numbers', () =>
  inFolder(async (folder) => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')]
    const shoe = await newDevice(two, 'SH-1')
    const spots = await newDevice(one, 'SP-1', 'spots')
    const connections = [connect({ paths: [one, two] }), connect({ role: 'spots', serial: 'SP-1', paths: [two, one] })]
    await Promise.all(connections.map((connection) => until(follow(connection), isUp)))
    await Promise.all(connections.map((connection) => connection.close()))
    await shoe.close()
    await spots.close()
  }))

test('a device whose port was renumbered is found on another path; a missing one disturbs nobody', () =>
  inFolder(async (folder) => {
    const [one, two, three] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'three')]
    const spots = await newDevice(two, 'SP-1', 'spots')
    const present = connect({ role: 'spots', serial: 'SP-1', paths: [two, one, three] })
    const absent = connect({ paths: [one, two, three] })
    const told: LinkReport[] = []
    const [present$, absent$] = [follow(present), follow(absent)]
    absent$.subscribe((report) => told.push(report))
    await until(present$, isUp)
    await until(absent$, isDown)
    const shoe = await newDevice(three, 'SH-1')
    await until(absent$, isUp)
    assert.deepEqual(
      told.filter(({ kind }) => kind === 'incident'),
      [],
    )
    await Promise.all([present.close(), absent.close(), shoe.close(), spots.close()])
  }))

test('a device that takes nothing: writes are refused beyond a limit, and the port still closes', () =>
  inFolder(async (folder) => {
    const device = await newDevice(join(folder, 'shoe'), 'SH-1')
    const port = keepPort({ paths: [device.pty.path], baudRate: 115_200 })
    const opened = firstValueFrom(port.events$.pipe(filter(({ kind }) => kind === 'opened')))
    assert.equal(port.write('before'), false, 'nothing is queued for a port that is not open')
    port.start()
    await opened
    device.pty.setReading(false)
    const line = formatLine('x'.repeat(200))
    let bytesTaken = 0
    // Each turn of the loop lets the system take what it will.
    while (port.write(line)) {
      bytesTaken += line.length
      await new Promise((next) => setImmediate(next))
      assert.ok(bytesTaken < 1_000_000, 'a megabyte was taken for a device that does not read')
    }
    const closed = firstValueFrom(port.events$.pipe(filter(({ kind }) => kind === 'closed')))
    await port.close()
    assert.equal((await closed).kind, 'closed')
    assert.equal(port.write('after'), false)
    await device.close()
  }))

test('an opening that hangs is given up, its port is closed if it ever opens, and a stop does not wait for it', (t) =>
  inFolder(async (folder) => {
    const device = await newDevice(join(folder, 'shoe'), 'SH-1')
    const { open } = SerialPort.prototype
    const hung: (() => void)[] = []
    t.mock.method(SerialPort.prototype, 'open', function hang(this: SerialPort, callback?: (error: Error | null) => void) {
      hung.push(() => open.call(this, callback))
    })
    const port = keepPort({ paths: [device.pty.path], baudRate: 115_200 })
    const events: PortEvent[] = []
    const all$ = new ReplaySubject<PortEvent>()
    port.events$.subscribe(all$)
    all$.subscribe((event) => events.push(event))
    const told = (isIt: (event: PortEvent) => boolean) => firstValueFrom(all$.pipe(filter(isIt), timeout(30_000)))
    const says = (text: RegExp) => told((event) => event.kind === 'closed' && text.test(event.reason))
    port.start()
    await says(/cannot open .*shoe: the system did not answer within 3 s/)
    await says(/cannot open .*shoe: an earlier opening of this port still hangs/)
    assert.equal(hung.length, 1, 'no second one is begun, because each occupies a thread')
    t.mock.restoreAll()
    for (const goOn of hung) goOn()
    await told(({ kind }) => kind === 'opened')
    await port.close()

    t.mock.method(SerialPort.prototype, 'open', () => undefined)
    const stopped = keepPort({ paths: [device.pty.path], baudRate: 115_200 })
    stopped.start()
    const since = clock.nowMs()
    await stopped.close()
    assert.ok(clock.nowMs() - since < OPEN_MS_MAX, `stopped after ${clock.nowMs() - since} ms`)
    await device.close()
  }))
