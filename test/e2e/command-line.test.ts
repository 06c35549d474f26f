/** What a person at a terminal gets: exit codes, reasons and help of the daemon and of replay; journals that must not be gone on with. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { captureLines } from '../../simulators/table/capture.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { loadConfig } from '../../src/base/config/load.ts'
import { diskFiles } from '../../src/daemon/journal/files.ts'
import { readRecords } from '../../src/daemon/journal/replay-input.ts'
import { captureReader } from '../../src/daemon/pipeline/capture.ts'
import { type CoreStep, coreContext, endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { todays } from '../runner/rotation.ts'
import { replay, run, startDaemon, temporaryFolder } from './processes.ts'
import { FREE_BET, freeBetRounds, jsonLines, writeConfig } from './table.ts'

const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const
const ROUNDS = 3
/** Nobody listens there. */
const NO_BROKER = 'mqtt://127.0.0.1:9'

/** Each of the first nine lines holds one mistake, the limits two. */
const TEN_MISTAKES = `property: Demo
pit: p 1
table: ""
house: hold-em
limits: { min: 1000, max: 500, unit: 0 }
boxes: 77
spots: [ins]
spotLagMs: -1
colour: green
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/x, serial: SH-00412 }
  - { name: spots, driver: tlp, role: spots, path: /dev/y, serial: SP-00007 }
`

test('ten mistakes in a configuration are told all at once, each with its place, and the daemon does not start', async () => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, TEN_MISTAKES)
  const { code, stdout, stderr } = await run('src/daemon/main.ts', '--config', file)
  assert.deepEqual([code, stdout], [78, ''])
  for (const wrong of ['property', 'pit', 'table', 'house', 'limits.min', 'limits.unit', 'boxes', 'spots', 'spotLagMs', 'colour']) {
    assert.ok(
      stderr.split('\n').some((line) => line.includes(wrong) && line.includes(file)),
      `${wrong} in:\n${stderr}`,
    )
  }
  assert.match(stderr, /hold-em[^/]*free-bet-european/, 'what is allowed')
  assert.match(stderr, /10 problems/)
})

test('wrong usage of the daemon and of replay is told with the help and code 64; help itself is no failure', async () => {
  const folder = temporaryFolder()
  const config = writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl: NO_BROKER })
  const [unknown, without, help, replayUnknown, replayWithout, replayHelp, absent, check] = await Promise.all([
    run('src/daemon/main.ts', '--config', config, '--colour'),
    run('src/daemon/main.ts'),
    run('src/daemon/main.ts', '--help'),
    replay('--config', config, '--colour', 'x'),
    replay('--config', config),
    replay('--help'),
    replay('--config', config, join(folder, 'absent.jsonl')),
    run('src/daemon/main.ts', '--config', config, '--check'),
  ])
  for (const { code, stdout, stderr } of [unknown, without, replayUnknown, replayWithout]) {
    assert.deepEqual([code, stdout], [64, ''])
    assert.match(stderr, /Usage/)
  }
  assert.match(unknown.stderr, /--colour/)
  for (const { code, stdout, stderr } of [help, replayHelp]) {
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /Usage[\s\S]*--config[\s\S]*Exit codes/)
  }
  assert.deepEqual([absent.code, absent.stdout], [66, ''])
  assert.match(absent.stderr, /absent\.jsonl/)
  assert.equal(check.code, 0)
})

test('a second daemon on a journal, and one on an altered journal, refuse with 73 and say why', async (t) => {
  const folder = temporaryFolder()
  const config = writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl: NO_BROKER })
  const first = await startDaemon(config)
  t.after(() => first.end('SIGKILL'))
  await first.says(/started, boot 1/)
  const second = await run('src/daemon/main.ts', '--config', config)
  assert.deepEqual([second.code, second.stdout], [73, ''])
  assert.match(second.stderr, new RegExp(`journal: process ${first.pid} is already writing this journal`))
  await first.says(/spots down: cannot open \/dev\/no-such-spots/)
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })

  const journal = join(folder, 'journal', '000001.jsonl')
  const honest = readFileSync(journal, 'utf8')
  const forged = honest.replace(/"software":"[^"]*"/, '"software":"another"')
  assert.notEqual(forged, honest)
  writeFileSync(journal, forged)
  const altered = await run('src/daemon/main.ts', '--config', config)
  assert.deepEqual([altered.code, altered.stdout], [73, ''])
  assert.match(altered.stderr, /000001\.jsonl:\d+: the journal is damaged: record \d+ or the one before it was altered/)
  assert.equal(readFileSync(journal, 'utf8'), forged, 'evidence is left alone')
})

interface Captured {
  readonly config: string
  readonly file: string
  readonly lines: readonly string[]
}

function writeCapture(): Captured {
  const folder = temporaryFolder()
  const config = writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl: NO_BROKER, lagMs: 1500 })
  const lines = captureLines(freeBetRounds(ROUNDS, 5), {
    baseMs: Date.UTC(2026, 0, 1),
    deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'puck' },
  }).map((line) => JSON.stringify(line))
  const file = join(folder, 'capture.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return { config, file, lines }
}

/** The same capture for all, and what a replay prints of it. */
const captured = writeCapture()
const whole = replay('--config', captured.config, captured.file)

test('a bad record is told with its line and reason, the rest is replayed, the code is 65, and a filter leaves one type', async () => {
  const { config, file, lines } = captured
  const bad = [
    '{"t":1,"device":"shoe"',
    '{"t":"now","device":"shoe","line":"C 1 1 5S"}',
    '{"t":1,"device":"ghost","line":"C 1 1 5S"}',
    'not json',
  ]
  const worse = [...lines.slice(0, 30), ...bad, ...lines.slice(30)]
  const spoilt = join(temporaryFolder(), 'spoilt.jsonl')
  writeFileSync(spoilt, `${worse.join('\n')}\n`)
  const [good, skipped, filtered] = await Promise.all([
    whole,
    replay('--config', config, spoilt),
    replay('--config', config, '--type', 'round.closed', file),
  ])
  assert.deepEqual([good.code, good.stderr], [0, ''])
  assert.equal(skipped.code, 65)
  assert.equal(skipped.stdout, good.stdout, 'what is bad is skipped')
  const told = skipped.stderr.trimEnd().split('\n')
  assert.deepEqual(
    told.map((line) => /spoilt\.jsonl:(\d+): .{8,}; skipped$/.exec(line)?.[1]),
    ['31', '32', '33', '34'],
  )
  const closed = jsonLines(good.stdout).filter(({ type }) => type === 'round.closed')
  assert.equal(closed.length, ROUNDS)
  assert.deepEqual(jsonLines(filtered.stdout), closed)
  assert.deepEqual([filtered.code, filtered.stderr], [0, ''])
})

test('a capture gives the same bytes however it is cut into pieces, and every time', async () => {
  const { config, file } = captured
  const { stdout } = await whole
  const [seed, ...others] = todays([1, 2, 3], 3)
  for (const each of [seed, seed, ...others]) assert.equal(await replayInPieces(config, file, each ?? 1), stdout, `seed ${each}`)
})

/** As replay does, from a disk that gives any number of bytes at a time. */
async function replayInPieces(config: string, file: string, seed: number): Promise<string> {
  const random = seededRandom(seed)
  const disk = {
    ...diskFiles,
    list: async () => ['000001.jsonl'],
    open: async () => {
      const whole = await diskFiles.open(file, 'read')
      return { ...whole, read: (buffer: Uint8Array, at: number) => whole.read(buffer.subarray(0, 1 + Math.floor(random() * 300)), at) }
    },
  }
  const read = loadConfig(config)
  const [table] = read.ok ? read.tables : []
  const input = await readRecords('pieces', ({ reason }) => assert.fail(reason), disk)
  assert.ok(table && input.form === 'capture', 'it is a capture, and of one table')
  const context = coreContext(table)
  const reader = captureReader(table.devices)
  let state = initialCore()
  let text = ''
  const say = ([next, { encoded }]: CoreStep) => {
    state = next
    for (const each of encoded) if (each.ok) text += `${each.message.payload}\n`
  }
  for await (const line of input.lines) {
    const records = reader.line(line)
    assert.ok(typeof records !== 'string', 'the records are read')
    for (const record of records) say(stepCore(state, record, context))
  }
  for (const record of reader.end()) say(stepCore(state, record, context))
  say(endCore(state, context))
  return text
}
