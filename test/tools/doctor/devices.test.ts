/** The ladder of devices: what is wrong with a port or a device is told by its rung, with what to do, and nothing is changed in a device. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SerialPort } from 'serialport'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { startDevice } from '../../../simulators/device/rig.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { serialServer } from '../../../simulators/serial-server.ts'
import { clockTodo, clockWords, readClock, tellClock } from '../../../src/daemon/doctor/clock.ts'
import { DEVICE_RUNGS, type DeviceFacts, refusalOf } from '../../../src/daemon/doctor/device-rungs.ts'
import { climb } from '../../../src/daemon/doctor/rung.ts'
import { run, startDaemon, within } from '../../e2e/processes.ts'
import { startBroker } from '../../e2e/table.ts'
import { bundled } from '../../runner/bundled.ts'
import { configured, consult, createScene, NO_BROKER, type ToldStep } from './scene.ts'

const SHOE = { role: 'shoe', serial: 'SH-00412' } as const
const SPOTS = { role: 'spots', serial: 'SP-00007' } as const
const states = (steps: readonly ToldStep[]): string => steps.map(({ state }) => state).join(' ')

test('a healthy table walks up every rung, and its devices keep all they had', async (t) => {
  const scene = createScene(t)
  const broker = await startBroker(t)
  const { device: shoe } = await scene.device('shoe', SHOE)
  const { device: spots } = await scene.device('spots', SPOTS)
  for (const card of ['9H', 'AC', 'TD', '4S'] as const) shoe.card(card)
  for (let count = 1; count <= 40; count++) spots.spot('1.main', [{ value: 500, count }])
  const asked: string[] = []
  for (const device of [shoe, spots]) device.notes$.subscribe(({ what, text }) => what === 'heard' && asked.push(text.split(' ')[0] ?? ''))
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), configured(scene, 'spots', 'spots', SPOTS.serial)],
    [`url: ${broker.url}`],
  )
  const all = await consult(config, '--seconds', '2')
  const told = all.of()
  for (const name of ['shoe', 'spots', 'broker'])
    assert.equal(states(told.steps(name)).replaceAll('ok', '').trim(), '', JSON.stringify(told.steps(name), null, 1))
  assert.deepEqual([all.code, all.ok, told.daemon], [0, true, null])
  const [, , , , , events, clock] = told.steps('spots')
  assert.match(clock?.detail ?? '', /^counts from its last start, \d+ (ms|s) ago; round trip \d+\.\d ms, drift /)
  assert.match(events?.detail ?? '', /^40 events arrived, ring 40 of 512$/)
  assert.deepEqual(
    [shoe.model.memory.ring.length, spots.model.memory.ring.length],
    [4, 40],
    'nothing was acknowledged, no snapshot was asked for',
  )
  assert.deepEqual([...new Set(asked)].sort(), ['?ID', 'RS', 'TS'], 'questions only')
})

test('what is wrong at one end of a line is told by the rung that breaks, for each device on its own', async (t) => {
  const scene = createScene(t)
  const { pty: shoe } = await scene.device('shoe', { role: 'shoe', serial: 'SH-00999' })
  await scene.device('swapped', SHOE)
  await scene.device('role', { role: 'shoe', serial: 'SP-1' })
  await scene.line('mute')
  const garbage = await scene.line('garbage')
  const noise = setInterval(() => void garbage.write(Uint8Array.from({ length: 40 }, (_, at) => (at % 20 === 19 ? 0x0a : 0x80 + at))), 50)
  t.after(() => clearInterval(noise))
  const looped = await scene.line('looped')
  looped.data$.subscribe((bytes) => void looped.write(bytes))
  // It beats, but hears nothing: its hello at the start went unheard.
  await scene.device('deaf', { role: 'spots', serial: 'SP-3' }, { heard: () => [] })
  const { device: torn } = await scene.device(
    'torn',
    { role: 'spots', serial: 'SP-4' },
    { sent: everyNth(3, (line) => line.replace(/.\n$/, '\n')) },
  )
  await scene.device('unheard', { role: 'spots', serial: 'SP-12' }, { heard: everyNth(3, (line) => line.replace('$', '$x')) })
  await scene.device('fast', { role: 'spots', serial: 'SP-5', driftPpm: 80_000 })
  const taken = new SerialPort({ path: (await scene.line('taken')).path, baudRate: 115_200, hupcl: false, autoOpen: false })
  await new Promise<void>((resolve, reject) => taken.open((error) => (error ? reject(error) : resolve())))
  t.after(() => new Promise<void>((resolve) => taken.close(() => resolve())))
  const { device: leaving, pty: cable } = await scene.device('leaving', { role: 'spots', serial: 'SP-6' })
  leaving.notes$.subscribe(({ what, text }) => what === 'heard' && text.startsWith('TS') && void cable.unplug())
  const { device: forgetful } = await scene.device(
    'forgetful',
    { role: 'spots', serial: 'SP-7' },
    { sent: (line) => (/\$S [23] /.test(line) ? [] : [{ text: line, pauseMs: 0 }]) },
  )
  for (let count = 1; count <= 4; count++) forgetful.spot('1.main', [{ value: 500, count }])
  const spots = ['gone', 'swapped', 'role', 'mute', 'garbage', 'looped', 'deaf', 'torn', 'unheard', 'fast', 'taken', 'leaving', 'forgetful']
  const serials = ['SP-9', 'SP-0', 'SP-1', 'SP-2', 'SP-8', 'SP-11', 'SP-3', 'SP-4', 'SP-12', 'SP-5', 'SP-10', 'SP-6', 'SP-7']
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), ...spots.map((name, at) => configured(scene, name, 'spots', serials[at] ?? ''))],
    [`url: ${NO_BROKER}`],
  )
  const all = await consult(config, '--seconds', '5')
  assert.deepEqual([all.code, all.ok], [69, false])
  const told = all.of()
  const rows = [
    ['gone', 'port is there', /no such path/, /Plug the device in/],
    ['taken', 'opens', /another program is using it/, new RegExp(`Process .*${process.pid} \\(`)],
    ['mute', 'bytes arrive', /^no data in ([3-9]|\d\d)\.\d s/, /power/],
    ['garbage', 'lines are valid', /^no valid line, \d+ invalid, most recently: foreign-bytes, .*; the first bytes: 8\d /, /115200 8N1/],
    ['torn', 'lines are valid', /^\d+ valid, [1-9]\d* invalid, most recently: (crc|torn), "\$/, /damaged/],
    [
      'unheard',
      'lines are valid',
      /^\d+ valid, 0 invalid; the device could not read [1-9]\d* of the \d+ lines sent/,
      /the port's TX to the device's RX/,
    ],
    ['looped', 'lines are valid', /^only our own lines come back/, /loopback/],
    ['deaf', 'right device', /did not identify itself/, /the port's TX/],
    ['shoe', 'right device', /^SH-00999 \(shoe\) is connected instead of SH-00412$/, /enter SH-00999/],
    ['swapped', 'right device', /^SH-00412 \(shoe\) is connected instead of SP-0$/, /table's device shoe: cables or paths are swapped/],
    ['role', 'right device', /^SP-1 is a shoe, not a spots$/, /role of device role to shoe/],
    ['forgetful', 'events can be read', /^2 events in its ring did not arrive; ring 4 of 512$/, /Lines are being lost/],
    ['leaving', 'clock runs true', /the connection ended: /, /cable/],
    ['fast', 'clock runs true', /drift \+\d{5} ppm/, /oscillator/],
  ] as const
  for (const [name, rung, detail, todo] of rows) {
    const step = told.broken(name)
    assert.equal(step.name, rung, `${name}: ${JSON.stringify(told.steps(name), null, 1)}`)
    assert.match(step.detail, detail, name)
    assert.match(step.todo ?? '', todo, name)
    const at = told.steps(name).indexOf(step)
    assert.match(states(told.steps(name)), new RegExp(`^(ok ){${at}}failed( not reached)*$`), name)
  }
  assert.deepEqual([shoe.plugged, torn.hasRoom], [true, true])
})

test('a chip file for a board that tells no ids of chips has no effect, and the doctor says so', async (t) => {
  const scene = createScene(t)
  await scene.device('shoe', SHOE)
  await scene.device('dumb', { role: 'spots', serial: 'SP-1' })
  await scene.device('clever', { role: 'spots', serial: 'SP-2', tellsIds: true })
  const chipFile = join(scene.folder, 'chips.yaml')
  writeFileSync(chipFile, '500: [E00401]\n')
  const config = scene.write(
    [
      configured(scene, 'shoe', 'shoe', SHOE.serial),
      { ...configured(scene, 'dumb', 'spots', 'SP-1'), chipFile },
      { ...configured(scene, 'clever', 'spots', 'SP-2'), chipFile },
    ],
    [`url: ${NO_BROKER}`],
  )
  const told = (await consult(config, '--seconds', '3')).of()
  const right = (name: string) => told.steps(name).find((step) => step.name === 'right device')
  assert.match(right('dumb')?.detail ?? '', /it tells no ids of chips/)
  assert.match(right('dumb')?.todo ?? '', /chipFile has no effect/)
  assert.match(right('clever')?.detail ?? '', /tells the ids of chips/)
})

test('a device behind a serial server walks up every rung; one that nobody answers for is told with what to do', async (t) => {
  const scene = createScene(t)
  const server = await serialServer({ delayMs: 40 })
  const model = tlpDevice({ ...SHOE, clock: { nowMs: realTiming.nowMs } })
  const device = startDevice({ model, port: server, timing: realTiming })
  t.after(async () => {
    device.stop()
    await server.close()
  })
  const config = scene.write(
    [
      { ...configured(scene, 'shoe', 'shoe', SHOE.serial), path: server.address },
      { ...configured(scene, 'spots', 'spots', SPOTS.serial), path: 'tcp://127.0.0.1:9' },
    ],
    [`url: ${NO_BROKER}`],
  )
  const told = (await consult(config, '--seconds', '1')).of()
  const [there, opens, ...others] = told.steps('shoe')
  assert.equal(there?.detail, `a serial server: 127.0.0.1, port ${server.address.split(':').at(-1)}`)
  assert.equal(opens?.detail, 'connected; the serial server must be set to 115200 8N1 itself')
  assert.equal(states(others), 'ok ok ok ok ok', JSON.stringify(others, null, 1))
  const broken = told.broken('spots')
  assert.deepEqual([broken.name, /nothing accepts connections there/.test(broken.detail)], ['opens', true])
  assert.match(broken.todo ?? '', /raw TCP server on port 9 \(not RFC 2217/)
})

test('a damaged line is never called well: one in 1,000 is a warning, one in 100 a failure', async (t) => {
  const scene = createScene(t)
  const broker = await startBroker(t)
  const { device: shoe } = await scene.device('shoe', SHOE)
  /** So many events wait in its ring; the last one's line comes damaged, and whole when it is asked for again. */
  const spots = async (name: string, serial: string, events: number) => {
    let toSpoil = 0
    const heard = (line: string) => {
      if (toSpoil === 0 && line.includes('RS ')) toSpoil = 1
      return [{ text: line, pauseMs: 0 }]
    }
    const sent = (line: string) => {
      const isSpoilt = toSpoil === 1 && line.startsWith(`$S ${events} `)
      if (isSpoilt) toSpoil = -1
      return [{ text: isSpoilt ? line.replace('$', '$x') : line, pauseMs: 0 }]
    }
    const { device } = await scene.device(name, { role: 'spots', serial }, { sent, heard })
    for (let count = 1; count <= events; count++) device.spot('1.main', [{ value: 500, count }])
  }
  await spots('rare', 'SP-1', 300)
  await spots('often', 'SP-2', 20)
  const [sound, rare, often] = [
    configured(scene, 'shoe', 'shoe', shoe.serial),
    configured(scene, 'rare', 'spots', 'SP-1'),
    configured(scene, 'often', 'spots', 'SP-2'),
  ]
  const mqtt = [`url: ${broker.url}`]
  const warned = await run('src/tools/doctor.ts', '--config', scene.write([sound, rare], mqtt), '--seconds', '2')
  assert.equal(warned.code, 65, warned.stdout)
  assert.match(warned.stdout, /WARNING lines are valid +[3-9]\d\d valid, 1 invalid, most recently: crc, /)
  assert.match(warned.stdout, /-> (Process [^>]*; )?Lines arrive damaged: /)
  assert.match(warned.stdout, /^warning {2}bj07 rare: lines are valid$/m)
  assert.doesNotMatch(warned.stdout, /All is well/)
  const failed = await run('src/tools/doctor.ts', '--config', scene.write([sound, often], mqtt), '--seconds', '2')
  assert.equal(failed.code, 69, failed.stdout)
  assert.match(failed.stdout, /FAILED {2}lines are valid +[2-4]\d valid, 1 invalid, most recently: crc, /)
  assert.match(failed.stdout, /^failed {2}bj07 often: lines are valid$/m)
  assert.doesNotMatch(failed.stdout, /All is well/)
})

test('lines that come damaged before the first whole one count as well', async (t) => {
  const scene = createScene(t)
  let spoilt = 0
  let isAsked = false
  // Two lines of a board that boots, then four that are damaged; what it says before somebody listens goes nowhere.
  const heard = (text: string) => {
    isAsked = true
    return [{ text, pauseMs: 0 }]
  }
  const sent = (line: string) => {
    const text = spoilt < 4 ? line.replace(/.\n$/, '\n') : line
    if (isAsked) spoilt += 1
    return [{ text: spoilt === 1 ? `boot rom 1.0\nready\n${text}` : text, pauseMs: 0 }]
  }
  await scene.device('late', { role: 'shoe', serial: SHOE.serial }, { sent, heard })
  const devices = [configured(scene, 'late', 'shoe', SHOE.serial), configured(scene, 'gone', 'spots', SPOTS.serial)]
  const all = await consult(scene.write(devices, [`url: ${NO_BROKER}`]), '--seconds', '3')
  const step = all.of().broken('late')
  assert.equal(step.name, 'lines are valid', JSON.stringify(all.of().steps('late')))
  assert.match(step.detail, /^\d+ valid, [4-6] invalid, 2 invalid before the first valid one, /)
  assert.match(step.todo ?? '', /Lines arrive damaged/)
})

/** Of the lines after the hello. */
function everyNth(n: number, change: (line: string) => string) {
  let lines = 0
  return (line: string) => [{ text: ++lines % n === 0 ? change(line) : line, pauseMs: 0 }]
}

test('where a daemon runs its ports stay closed, it says itself how its devices are, and notices nothing', async (t) => {
  const scene = createScene(t)
  const broker = await startBroker(t)
  // Nobody is there yet, so that the daemon does not inherit the devices' end of their lines.
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), configured(scene, 'spots', 'spots', SPOTS.serial)],
    [`url: ${broker.url}`],
  )
  const daemon = await startDaemon(config)
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(/started, boot 1/)
  const shoe = await scene.device('shoe', SHOE)
  let isNoisy = false
  const everySecond = everyNth(2, (line) => (isNoisy ? line.replace('$', '$x') : line))
  await scene.device('spots', SPOTS, { sent: everySecond })
  await daemon.says(/shoe up/)
  await daemon.says(/spots up/)
  const saidBefore = daemon.said()
  const all = await consult(config, '--seconds', '1')
  const told = all.of()
  assert.deepEqual([all.code, all.ok, told.daemon], [0, true, daemon.pid], 'its own daemon has the ports: no failure')
  for (const name of ['shoe', 'spots']) assert.match(states(told.steps(name)), /^not reached( not reached)*$/)
  assert.equal(states(told.steps('broker')).replaceAll('ok', '').trim(), '', 'the broker is looked at all the same')
  for (const { name, serial } of [
    { name: 'shoe', serial: SHOE.serial },
    { name: 'spots', serial: SPOTS.serial },
  ]) {
    assert.deepEqual([told.said(name)?.up, told.said(name)?.serial], [true, serial], 'as the daemon says')
  }
  assert.equal(daemon.said(), saidBefore)
  isNoisy = true
  const noisy = await run('src/tools/doctor.ts', '--config', config, '--seconds', '4')
  isNoisy = false
  assert.equal(noisy.code, 65, noisy.stdout)
  assert.match(noisy.stdout, /crc rose by [1-9]\d* during this check\. Lines arrive damaged/)
  assert.match(noisy.stdout, /^warning {2}bj07 spots: the daemon reports damaged lines$/m)
  assert.match(noisy.stdout, /^note {2}bj07: a daemon is running and uses the ports; they were not opened$/m)
  await shoe.pty.unplug()
  await daemon.says(/shoe down/)
  const worse = await consult(config, '--seconds', '1')
  assert.deepEqual([worse.code, worse.of().said('shoe')?.up], [69, false])
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
})

test('where it cannot be seen whether a daemon runs, no port is opened either', async (t) => {
  const scene = createScene(t)
  const { device } = await scene.device('shoe', SHOE)
  const heard: string[] = []
  device.notes$.subscribe(({ what, text }) => what.startsWith('heard') && heard.push(text))
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), configured(scene, 'spots', 'spots', SPOTS.serial)],
    [`url: ${(await startBroker(t)).url}`],
  )
  // A lock nobody can read, whoever runs this.
  mkdirSync(join(scene.folder, 'journal-bj07', 'lock'), { recursive: true })
  const all = await consult(config, '--seconds', '1')
  assert.deepEqual([all.code, all.ok, all.of().daemon], [73, false, null])
  assert.match(all.of().steps('shoe')[0]?.detail ?? '', /journal-bj07\/lock cannot be read: EISDIR/)
  assert.deepEqual(heard, [], 'nobody spoke to the shoe')
})

test('whoever stops it gets no page of what was only half looked at, and the ports are free again', async (t) => {
  const scene = createScene(t)
  const { device } = await scene.device('shoe', SHOE)
  const { pty } = await scene.device('spots', SPOTS)
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), configured(scene, 'spots', 'spots', SPOTS.serial)],
    [`url: ${NO_BROKER}`],
  )
  const asked = new Promise<void>(
    (resolve) => void device.notes$.subscribe(({ what, text }) => what === 'heard' && text.startsWith('TS') && resolve()),
  )
  const child = spawn(process.execPath, [await bundled('src/tools/doctor.ts'), '--config', config, '--seconds', '3600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => child.kill('SIGKILL'))
  let page = ''
  child.stdout.on('data', (part: Buffer) => (page += part.toString()))
  await within(asked, () => 'the doctor to ask the shoe for its time')
  child.kill('SIGINT')
  assert.deepEqual([await within(once(child, 'close'), () => 'the doctor to end'), page], [[130, null], ''])
  const port = new SerialPort({ path: pty.path, baudRate: 115_200, hupcl: false, autoOpen: false })
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  await new Promise<void>((resolve) => port.close(() => resolve()))
})

test('a port that is refused is told from one that somebody has', () => {
  const nobody = () => assert.fail('who has it is no question here')
  const denied = refusalOf('cannot open /dev/ttyUSB0: Error: Permission denied, cannot open /dev/ttyUSB0', nobody)
  assert.deepEqual([denied.why, denied.text], ['permission', 'Permission denied, cannot open /dev/ttyUSB0'])
  const busy = ['Error: Device or resource busy, cannot open /dev/x', 'Error Resource temporarily unavailable Cannot lock port']
  for (const text of busy) assert.deepEqual(refusalOf(`cannot open /dev/x: ${text}`, () => ['7 (screen)']).holders, ['7 (screen)'])
  assert.equal(refusalOf('cannot open /dev/x: Inappropriate ioctl for device', nobody).why, 'other')
})

test('the drift of a clock comes with what it is worth, and only from exchanges that lie apart', () => {
  const at = (atMs: number, fast: number, roundTripMs: number) => ({ atMs, wallMs: 1e12 + atMs, t: Math.round(atMs * fast), roundTripMs })
  assert.equal(readClock([]), null)
  assert.equal(readClock([at(0, 1, 2), at(300, 1, 2)])?.drift, null)
  const many = Array.from({ length: 60 }, (_, n) => at(n * 1000, 1.002, n % 7 === 0 ? 1 : 30))
  const { drift, roundTripMs } = readClock(many) ?? assert.fail('there are exchanges')
  assert.equal(roundTripMs, 1)
  assert.ok(drift !== null && Math.abs(drift.ppm - 2000) <= drift.withinPpm && drift.withinPpm < 60, JSON.stringify(drift))
})

test('events of another role, a full ring and a path that is no port are told as such', () => {
  const hello = { kind: 'hi', dev: 'shoe', serial: 'SH-00412', firmware: '2.3.1', boot: 1, lo: 1, hi: 512, cap: 512, t: 0 } as const
  const device = { name: 'shoe', driver: 'tlp', role: 'shoe', path: join('dev', 'shoe'), serial: 'SH-00412' } as const
  const facts: DeviceFacts = {
    device,
    line: '115200 8N1',
    all: [device],
    standing: { kind: 'port', realPath: device.path },
    opened: true,
    refused: null,
    others: [],
    watchedMs: 5000,
    bytes: 9999,
    heard: new Uint8Array(0),
    good: 6600,
    bad: 0,
    badBefore: 0,
    echoes: 0,
    lastBad: null,
    sent: 10,
    unheard: 0,
    hello,
    read: 512,
    missing: 0,
    rejected: null,
    samples: [{ atMs: 1, wallMs: 1.8e12, t: 1, roundTripMs: 1 }],
    ended: null,
  }
  const step = (name: string, changed: Partial<DeviceFacts>) =>
    climb(DEVICE_RUNGS, { ...facts, ...changed }).find((each) => each.name === name)
  assert.match(step('events can be read', {})?.todo ?? '', /ring is full/)
  const large = { hello: { ...hello, hi: 60_000, cap: 65_536 }, read: 1200 }
  assert.deepEqual([step('events can be read', large)?.state, step('events can be read', { ...large, read: 900 })?.state], ['ok', 'failed'])
  assert.match(step('events can be read', { rejected: 'a shoe does not send spot lines' })?.detail ?? '', /a shoe does not send/)
  assert.equal(step('events can be read', { rejected: 'x' })?.state, 'failed')
  assert.equal(
    step('lines are valid', { bad: 6, badBefore: 3 })?.state,
    'ok',
    'three were cut by the opening, or said by a board that boots',
  )
  const states = [0, 1, 6, 7, 60].map((bad) => step('lines are valid', { good: 6600 - bad, bad })?.state)
  assert.deepEqual(states, ['ok', 'ok', 'ok', 'warning', 'warning'])
  assert.equal(step('lines are valid', { good: 6600 - 67, bad: 67 })?.state, 'failed')
  const intact = { why: 'S: 2 fields are too few or too many', sample: 'S 1 2', intact: true }
  assert.match(step('lines are valid', { good: 9, bad: 1, lastBad: intact })?.todo ?? '', /firmware/)
  assert.equal(step('port is there', { standing: { kind: 'no-port', realPath: '/etc' } })?.state, 'failed')
  assert.equal(step('clock runs true', { samples: [] })?.state, 'failed')
  assert.equal(step('clock runs true', {})?.state, 'ok')
})

test("what a device's clock shows is told as what it is, with what to do where one of two clocks is wrong", () => {
  const now = Date.UTC(2026, 10, 24, 20, 0, 0)
  const rows: readonly (readonly [shown: number, wallMs: number, words: string, todo: RegExp | null])[] = [
    [48_123, now, 'counts from its last start, 48 s ago', null],
    [3 * 86_400_000, now, 'counts from its last start, 3 days ago', null],
    [now - 1200, now, 'shows the time of day, 1 s behind this machine', null],
    [now + 7, now, 'shows the time of day, 7 ms ahead of this machine', null],
    [
      Date.UTC(2000, 0, 1, 0, 5),
      now,
      'shows 2000-01-01 00:05:00 UTC, 26 years behind this machine',
      /one of the two dates is wrong.*timedatectl/,
    ],
    [Number.MAX_SAFE_INTEGER, now, 'shows an impossible date, 285364 years ahead of this machine', /one of the two dates is wrong/],
    [now, 180_000, "cannot be compared: this machine's own clock shows 1970-01-01 00:03:00 UTC", /set its clock/],
  ]
  for (const [shown, wallMs, words, todo] of rows) {
    const told = tellClock(wallMs - shown, wallMs)
    assert.equal(clockWords(told).en, words)
    if (todo === null) assert.equal(clockTodo(told), null)
    else assert.match(clockTodo(told)?.en ?? '', todo)
  }
})
