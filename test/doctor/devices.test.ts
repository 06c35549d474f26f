/** The ladder of devices: what is wrong with a port or a device is told by its rung, with what to do, and nothing is changed in a device. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SerialPort } from 'serialport'
import { readClock } from '../../src/doctor/clock.ts'
import { DEVICE_RUNGS, type DeviceFacts, refusalOf } from '../../src/doctor/device-rungs.ts'
import { climb } from '../../src/doctor/rung.ts'
import { bundled } from '../bundled.ts'
import { startDaemon, within } from '../e2e/processes.ts'
import { startBroker } from '../e2e/table.ts'
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
  const [, , , , , events] = told.steps('spots')
  assert.match(events?.detail ?? '', /^40 events came, ring 40 of 512$/)
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
    { sent: everyThird((line) => line.replace(/.\n$/, '\n')) },
  )
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
  const spots = ['gone', 'swapped', 'role', 'mute', 'garbage', 'looped', 'deaf', 'torn', 'fast', 'taken', 'leaving', 'forgetful']
  const serials = ['SP-9', 'SP-0', 'SP-1', 'SP-2', 'SP-8', 'SP-11', 'SP-3', 'SP-4', 'SP-5', 'SP-10', 'SP-6', 'SP-7']
  const config = scene.write(
    [configured(scene, 'shoe', 'shoe', SHOE.serial), ...spots.map((name, at) => configured(scene, name, 'spots', serials[at] ?? ''))],
    [`url: ${NO_BROKER}`],
  )
  const all = await consult(config, '--seconds', '5')
  assert.deepEqual([all.code, all.ok], [69, false])
  const told = all.of()
  const rows = [
    ['gone', 'port is there', /no such path/, /Plug the device in/],
    ['taken', 'opens', /somebody else has it/, new RegExp(`Process .*${process.pid} \\(`)],
    ['mute', 'bytes arrive', /^no byte in 3\.\d s/, /power/],
    ['garbage', 'lines are valid', /^no good line, \d+ bad, the newest: foreign-bytes, /, /115200 8N1/],
    ['looped', 'lines are valid', /^what we say comes back/, /loopback/],
    ['deaf', 'right device', /did not say who it is/, /TX of the port/],
    ['shoe', 'right device', /^SH-00999 \(shoe\) is here, not SH-00412$/, /write SH-00999/],
    ['swapped', 'right device', /^SH-00412 \(shoe\) is here, not SP-0$/, /table's shoe: cables or paths are swapped/],
    ['role', 'right device', /^SP-1 is a shoe, not a spots$/, /role\) to shoe/],
    ['forgetful', 'events can be read', /^2 events of its ring did not come; ring 4 of 512$/, /Lines are lost/],
    ['leaving', 'clock runs true', /the connection ended: /, /cable/],
    ['fast', 'clock runs true', /drift \+[78]\d\d\d\d ppm/, /oscillator/],
  ] as const
  for (const [name, rung, detail, todo] of rows) {
    const step = told.broken(name)
    assert.equal(step.name, rung, `${name}: ${JSON.stringify(told.steps(name), null, 1)}`)
    assert.match(step.detail, detail, name)
    assert.match(step.todo ?? '', todo, name)
    const at = told.steps(name).indexOf(step)
    assert.match(states(told.steps(name)), new RegExp(`^(ok ){${at}}failed( not reached)*$`), name)
  }
  const noisy = told.steps('torn').find(({ name }) => name === 'lines are valid')
  assert.match(noisy?.detail ?? '', /^\d+ good, [1-9]\d* bad, the newest: (crc|torn), "\$/)
  assert.match(noisy?.todo ?? '', /damaged/)
  assert.deepEqual([shoe.plugged, torn.hasRoom], [true, true])
})

/** Of the lines after the hello. */
function everyThird(change: (line: string) => string) {
  let lines = 0
  return (line: string) => [{ text: ++lines % 3 === 0 ? change(line) : line, pauseMs: 0 }]
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
  await scene.device('spots', SPOTS)
  await daemon.says(/shoe up/)
  await daemon.says(/spots up/)
  const saidBefore = daemon.said()
  const all = await consult(config, '--seconds', '1')
  const told = all.of()
  assert.deepEqual([all.code, all.ok, told.daemon], [73, false, daemon.pid])
  for (const name of ['shoe', 'spots']) assert.match(states(told.steps(name)), /^not reached( not reached)*$/)
  assert.equal(states(told.steps('broker')).replaceAll('ok', '').trim(), '', 'the broker is looked at all the same')
  for (const { name, serial } of [
    { name: 'shoe', serial: SHOE.serial },
    { name: 'spots', serial: SPOTS.serial },
  ]) {
    assert.deepEqual([told.said(name)?.up, told.said(name)?.serial], [true, serial], 'as the daemon says')
  }
  assert.equal(daemon.said(), saidBefore)
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
  const child = spawn(process.execPath, [await bundled('src/doctor.ts'), '--config', config, '--seconds', '3600'], {
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
    baudRate: 115_200,
    all: [device],
    standing: { kind: 'port', realPath: device.path },
    opened: true,
    refused: null,
    watchedMs: 5000,
    bytes: 9999,
    good: 600,
    bad: 0,
    echoes: 0,
    lastBad: null,
    hello,
    read: 512,
    missing: 0,
    rejected: null,
    samples: [{ atMs: 1, wallMs: 1e12, t: 1, roundTripMs: 1 }],
    ended: null,
  }
  const step = (name: string, changed: Partial<DeviceFacts>) =>
    climb(DEVICE_RUNGS, { ...facts, ...changed }).find((each) => each.name === name)
  assert.match(step('events can be read', {})?.todo ?? '', /ring is full/)
  const large = { hello: { ...hello, hi: 60_000, cap: 65_536 }, read: 1200 }
  assert.deepEqual([step('events can be read', large)?.state, step('events can be read', { ...large, read: 900 })?.state], ['ok', 'failed'])
  assert.match(step('events can be read', { rejected: 'a shoe does not send spot lines' })?.detail ?? '', /a shoe does not send/)
  assert.equal(step('events can be read', { rejected: 'x' })?.state, 'failed')
  const garbled = step('right device', { hello: null, good: 1, bad: 7, ended: 'the device does not say who it is' })
  assert.match(`${garbled?.state} ${garbled?.detail} ${garbled?.todo}`, /^failed .*7 of 8 lines came damaged .*cable/)
  assert.equal(step('port is there', { standing: { kind: 'no-port', realPath: '/etc' } })?.state, 'failed')
  assert.equal(step('clock runs true', { samples: [] })?.state, 'failed')
  assert.equal(step('clock runs true', {})?.state, 'ok')
})
