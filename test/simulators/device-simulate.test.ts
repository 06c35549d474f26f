import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SerialPort } from 'serialport'
import { STATE_KINDS } from '../../devices/scan.ts'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { parseOptions } from '../../simulators/device/options.ts'
import { spotIds, startSimulatedDevices } from '../../simulators/device/start.ts'
import { bundled } from '../runner/bundled.ts'

const dir = mkdtempSync(join(tmpdir(), 'simulate-'))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
after(() => rmSync(dir, { recursive: true, force: true }))

async function simulate(...args: string[]): Promise<ChildProcessWithoutNullStreams> {
  return spawn(process.execPath, [await bundled('simulators/simulate.ts'), ...args], { cwd: ROOT })
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes) => (out += bytes))
  child.stderr.on('data', (bytes) => (err += bytes))
  const [code] = await once(child, 'close')
  return { code, out, err }
}

/** Resolves when the child has printed this. */
function prints(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    const late = setTimeout(() => reject(new Error(`not printed: ${pattern}\n${out}`)), 60_000)
    child.stdout.on('data', (bytes) => {
      out += bytes
      if (!pattern.test(out)) return
      clearTimeout(late)
      resolve(out)
    })
  })
}

interface Host {
  ask(body: string): void
  /** The first body, from now on, that matches. */
  hears(pattern: RegExp): Promise<string>
  /** From now on every event is acknowledged as it comes. */
  acknowledge(): void
  close(): Promise<void>
}

async function openHost(path: string): Promise<Host> {
  const port = new SerialPort({ path, baudRate: 115_200, autoOpen: false, hupcl: false })
  port.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  let begun = ''
  const listeners = new Set<(body: string) => void>()
  port.on('data', (bytes: Buffer) => {
    const lines = (begun + bytes.toString('latin1')).split('\n')
    begun = lines.pop() ?? ''
    for (const text of lines) {
      const line = parseLine(text)
      if (line.kind === 'line') for (const listener of [...listeners]) listener(line.body)
    }
  })
  return {
    ask: (body) => void port.write(formatLine(body)),
    hears: (pattern) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`nothing like ${pattern} from ${path}`)), 60_000)
        const listener = (body: string): void => {
          if (!pattern.test(body)) return
          clearTimeout(late)
          listeners.delete(listener)
          resolve(body)
        }
        listeners.add(listener)
      }),
    acknowledge() {
      port.write(formatLine('?ID'))
      listeners.add((body) => {
        const seq = /^(?:C|CUT|SH|S|P|B|PK|D|SF|K) (\d+) /.exec(body)?.[1] ?? /^HI .* hi=(\d+)/.exec(body)?.[1]
        if (seq !== undefined) port.write(formatLine(`ACK ${seq}`))
      })
    },
    close: () => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())),
  }
}

test('simulate prints its paths, serves them to the real serialport, deals when a host speaks, and ends cleanly on Ctrl-C', async () => {
  const run = join(dir, 'run')
  const child = await simulate('--dir', run, '--pointer', '--seed', '3', '--speed', '20')
  const end = ended(child)
  const printed = await prints(child, /waiting for a host/)
  for (const [role, name, serial] of [
    ['shoe', 'shoe', 'SH-00412'],
    ['spots', 'spots', 'SP-00007'],
    ['pointer', 'puck', 'PT-00001'],
  ]) {
    assert.match(printed, new RegExp(`${role} +${run}/${name} +serial ${serial}`))
    assert.match(printed, new RegExp(`name: ${name}, driver: tlp, role: ${role}, path: "${run}/${name}", serial: ${serial}`))
  }
  const host = await openHost(join(run, 'shoe'))
  // Asked for beforehand: the first card may come in the same bytes as the greeting.
  const hello = host.hears(/^HI /)
  const dealt = Promise.all([host.hears(/^HB /), host.hears(/^SH \d+ \d+ load$/), host.hears(/^C \d+ \d+ [A2-9TJQK][SHDC]$/)])
  host.ask('?ID')
  assert.match(await hello, /^HI v=1 dev=shoe sn=SH-00412 .* cap=512 t=\d+$/)
  await dealt
  await host.close()
  child.kill('SIGINT')
  assert.equal((await end).code, 0)
  assert.deepEqual(readdirSync(run), [])
})

test('simulate plays the asked number of rounds, waits for the acknowledgements and ends by itself', async () => {
  const run = join(dir, 'rounds')
  const child = await simulate('--dir', run, '--rounds', '1', '--speed', '1000', '--boxes', '2')
  const end = ended(child)
  await prints(child, /waiting for a host/)
  const hosts = await Promise.all(['shoe', 'spots'].map((name) => openHost(join(run, name))))
  for (const host of hosts) host.acknowledge()
  const { code, out } = await end
  await Promise.all(hosts.map((host) => host.close()))
  assert.equal(code, 0)
  assert.match(out, /^round 1: dealer /m)
  assert.doesNotMatch(out, /not acknowledged/)
})

test('simulate --badge --key: the dealer lays his badge there before the first card, and tells how far he is', async () => {
  const run = join(dir, 'dealer')
  const child = await simulate('--dir', run, '--badge', '--key', '--rounds', '1', '--speed', '1000', '--boxes', '2')
  const end = ended(child)
  const printed = await prints(child, /waiting for a host/)
  assert.match(printed, /name: badge, driver: tlp, role: badge, .*serial: BG-00001/)
  assert.match(printed, /name: keys, driver: tlp, role: key, .*serial: KY-00001/)
  const hosts = await Promise.all(['badge', 'keys', 'spots', 'shoe'].map((name) => openHost(join(run, name))))
  const [badge, keys] = hosts
  assert.ok(badge && keys, 'both are there')
  const told = Promise.all([badge.hears(/^B 1 \d+ d-17$/), keys.hears(/^K \d+ \d+ hand-over$/), keys.hears(/^K \d+ \d+ round-over$/)])
  for (const host of hosts) host.acknowledge()
  await told
  const { code, out } = await end
  await Promise.all(hosts.map((host) => host.close()))
  assert.equal(code, 0)
  assert.match(out, /badge +1 +badge of d-17\n[\s\S]*card /)
  assert.doesNotMatch(out, /not acknowledged/)
})

test('a shoe that cannot say it was loaded is dealt from without a burned card, and the configuration says so', async () => {
  const dealt = async (shoe: string) => {
    const args = ['--dir', join(dir, `from-${shoe}`), '--shoe', shoe, '--now', '--speed', '1000', '--boxes', '2']
    const child = await simulate(...args)
    const end = ended(child)
    await prints(child, /^round 1: /m)
    child.kill('SIGINT')
    const { code, out } = await end
    assert.equal(code, 0)
    const [first = ''] = out.split('\n').filter((line) => / s {2}(?:shoe .* card |spots .*\.main )/.test(line))
    return { isBurning: /^ +burn: 0$/m.test(out) === false, first }
  }
  const [native, foreign] = [await dealt('tlp'), await dealt('bee-tek')]
  assert.match(native.first, /shoe .* card /, 'the house burns the first card')
  assert.match(foreign.first, /\.main /, 'the bets come first')
  assert.deepEqual([native.isBurning, foreign.isBurning], [true, false])
})

test('--help explains options and faults with examples; unknown options are refused with code 64', async () => {
  const help = await ended(await simulate('--help'))
  assert.equal(help.code, 0)
  for (const word of ['--house', '--fault', 'corrupt', 'chance a second', 'npm run simulate -- ']) assert.ok(help.out.includes(word), word)
  const wrong = await ended(await simulate('--colour', 'red'))
  assert.equal(wrong.code, 64)
  assert.match(wrong.err, /Unknown option '--colour'/)
  assert.match(wrong.err, /--help/)
})

test('every wrong value is named at once with what is allowed', () => {
  const wrong = parseOptions([
    '--house',
    'x',
    '--boxes',
    '0',
    '--speed',
    '0',
    '--rounds',
    '1.5',
    '--spots',
    'ins,lamp',
    '--fault',
    'drop=7',
    '--shoe',
    'slipper',
    '--dir',
    '',
  ])
  assert.ok(typeof wrong === 'object' && 'problems' in wrong, 'wrong options have problems')
  const text = wrong.problems.join('\n')
  for (const part of [
    '--house x: no such house; houses are free-bet-european',
    '--boxes 0',
    '--shoe slipper: no such shoe; shoes are tlp, barcode, bee-tek',
    '1..12',
    '--rounds 1.5',
    'no area "lamp"',
    'share of lines, 0 to 1',
    '--dir',
  ]) {
    assert.ok(text.includes(part), `${part} in\n${text}`)
  }
  assert.deepEqual(parseOptions(['--recorded', '--boxes', '3']), {
    problems: ['--boxes cannot be combined with --recorded, whose table is as it was recorded'],
  })
  assert.deepEqual(parseOptions(['--spots', 'ins']), { problems: ['--spots ins: main must be among them'] })
})

test('options have their defaults and take every fault given', () => {
  const options = parseOptions(['--fault', 'drop=0.1', '--fault', 'shoe:mute=0.2,ms=50', '--house', 'free-bet-pot-of-gold'])
  assert.ok(typeof options === 'object' && 'house' in options, 'the options are read')
  assert.deepEqual(
    { ...options, faults: options.faults.length },
    {
      house: 'free-bet-pot-of-gold',
      boxes: 7,
      seed: 1,
      speed: 1,
      rounds: null,
      recorded: false,
      pointer: false,
      badge: false,
      key: false,
      peek: false,
      discards: false,
      ...Object.fromEntries(STATE_KINDS.map((kind) => [kind, false])),
      shoe: 'tlp',
      shoeFaults: 0,
      spots: options.spots,
      reader: 'tlp',
      faults: 2,
      errors: null,
      dir: 'run',
      now: false,
    },
  )
  assert.ok(options.spots.includes('main') && options.spots.includes('pog'), `${options.spots}`)
})

test('left-over links are replaced at the start, anything else in the way is left and refused', async () => {
  const run = join(dir, 'left')
  mkdirSync(run)
  symlinkSync('/dev/pts/4999', join(run, 'puck'))
  const table = await startSimulatedDevices({ dir: run, roles: ['shoe'] })
  assert.deepEqual(readdirSync(run), ['shoe'])
  await table.close()
  writeFileSync(join(run, 'shoe'), 'precious')
  await assert.rejects(startSimulatedDevices({ dir: run, roles: ['shoe'] }), /shoe is in the way/)
  assert.ok(existsSync(join(run, 'shoe')), 'the port is there')
})

test('two devices that change places are found under each other’s path with their own serial numbers', async () => {
  const run = join(dir, 'swap')
  const table = await startSimulatedDevices({ dir: run, roles: ['shoe', 'spots'], spots: spotIds(1, ['main', 'rack']) })
  table.devices.shoe?.faults.swap()
  for (const pty of Object.values(table.ptys)) while (!pty.plugged) await new Promise((turn) => setImmediate(turn))
  for (const [path, serial] of [
    ['shoe', 'SP-00007'],
    ['spots', 'SH-00412'],
  ] as const) {
    const host = await openHost(join(run, path))
    const hello = host.hears(/^HI /)
    host.ask('?ID')
    assert.match(await hello, new RegExp(`sn=${serial} `))
    await host.close()
  }
  await table.close()
  assert.deepEqual(readdirSync(run), [])
})

test('the spots can be read by readers of chips of another maker, and the shoe be of another one', () => {
  const options = parseOptions(['--shoe', 'bee-tek', '--spots', 'feig,main,ins'])
  assert.ok(options !== 'help' && !('problems' in options), 'they are understood')
  assert.deepEqual([options.shoe, options.reader, options.spots], ['bee-tek', 'feig', ['main', 'ins']])
  const alone = parseOptions(['--spots', 'thingmagic'])
  assert.ok(alone !== 'help' && !('problems' in alone), 'it is understood')
  assert.deepEqual([alone.reader, alone.spots], ['thingmagic', ['main']])
  const wrong = parseOptions(['--spots', 'feig,main,rack'])
  assert.ok(wrong !== 'help' && 'problems' in wrong, 'it is refused')
  assert.deepEqual(wrong.problems, ['--spots: readers of chips do not sense the rack'])
})

test('readers of chips: as many as have antennas for the spots, with a configuration and a file of every chip', async () => {
  const run = join(dir, 'readers')
  const table = await startSimulatedDevices({
    dir: run,
    roles: ['shoe', 'spots'],
    spots: spotIds(3, ['main', 'ins']),
    chipReaders: { driver: 'thingmagic', chips: [100, 500] },
  })
  try {
    const readers = table.configs.filter(({ role }) => role === 'spots')
    assert.deepEqual(
      readers.map(({ name, antennas }) => [name, antennas]),
      [
        ['reader-1', { 1: '1.main', 2: '1.ins', 3: '2.main', 4: '2.ins' }],
        ['reader-2', { 1: '3.main', 2: '3.ins' }],
      ],
    )
    assert.deepEqual([existsSync(join(run, 'chips.yaml')), existsSync(join(run, 'reader-2'))], [true, true])
  } finally {
    await table.close()
  }
  assert.equal(existsSync(join(run, 'reader-1')), false)
})
