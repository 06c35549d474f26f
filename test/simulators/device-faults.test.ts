import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import {
  describeFaults,
  deviceFaults,
  FAULTS,
  type FaultName,
  type FaultRow,
  type FaultSetting,
  type FaultyDevice,
  lineFaults,
  parseFault,
} from '../../simulators/device/faults.ts'

const LINES = Array.from({ length: 2_000 }, (_, i) => formatLine(`C ${i + 1} ${i * 800} 5S`))
const SEED = 20_261_121

/** What the lines become, as text, under one fault. */
function spoil(setting: FaultSetting, lines: readonly string[] = LINES, seed = SEED): string {
  const fault = lineFaults([setting], 'shoe', setting.lines ?? 'sent', seed)
  return lines.flatMap((line) => fault(line).map(({ text }) => text)).join('')
}

function goodLines(text: string): string[] {
  return text.split('\n').filter((line) => parseLine(line).kind === 'line')
}

const isNear = (value: number, expected: number): boolean => Math.abs(value - expected) < expected * 0.25
const bare = LINES.map((line) => line.trimEnd())

test(`no fault changes nothing, and the same seed spoils the same bytes (seed ${SEED})`, () => {
  assert.equal(lineFaults([], 'shoe', 'sent', SEED)('x\n')[0]?.text, 'x\n')
  for (const [name, row] of Object.entries(FAULTS) as [FaultName, FaultRow][]) {
    if (row.on !== 'line') continue
    const setting = { name, rate: row.rate.max / 10 }
    assert.equal(spoil(setting), spoil(setting), name)
    assert.equal(spoil({ name, rate: 0 }), LINES.join(''), `${name} at rate 0`)
    if (name !== 'delay') assert.notEqual(spoil(setting), spoil(setting, LINES, SEED + 1), name)
  }
})

test('drop: a tenth of the lines never comes, the rest is whole', () => {
  const good = goodLines(spoil({ name: 'drop', rate: 0.1 }))
  assert.ok(isNear(LINES.length - good.length, 200), `${LINES.length - good.length} lines were spoiled`)
})

test('corrupt: the share of changed bytes is the rate, the length stays, and no bad line passes for a good one', () => {
  for (const rate of [0.0001, 0.01, 0.05]) {
    const clean = LINES.join('')
    const spoilt = spoil({ name: 'corrupt', rate })
    let changed = 0
    for (let i = 0; i < clean.length; i++) if (clean[i] !== spoilt[i]) changed++
    assert.equal(spoilt.length, clean.length)
    assert.ok(Math.abs(changed - clean.length * rate) < 10 + clean.length * rate * 0.25, `${changed} bytes at ${rate}`)
    const known = new Set(bare)
    for (const line of goodLines(spoilt)) assert.ok(known.has(line.slice(line.lastIndexOf('$'))), line)
  }
})

test('cut: a line breaks off and the next one, glued to it, can still be saved from its last $', () => {
  const text = spoil({ name: 'cut', rate: 0.1 })
  const breaks = LINES.length - text.split('\n').length + 1
  assert.ok(isNear(breaks, 200), `${breaks} breaks`)
  assert.equal(goodLines(text).length, LINES.length - breaks)
})

test('behead: a line begins in its middle and is no line', () => {
  const text = spoil({ name: 'behead', rate: 0.1 })
  assert.equal(text.split('\n').length, LINES.length + 1)
  assert.ok(isNear(LINES.length - goodLines(text).length, 200), `${LINES.length - goodLines(text).length} lines were spoiled`)
})

test('glue: two lines stand in one, and only the last of them can be read', () => {
  const text = spoil({ name: 'glue', rate: 0.1 })
  assert.equal(text.replaceAll('\n', ''), LINES.join('').replaceAll('\n', ''))
  assert.ok(isNear(LINES.length - goodLines(text).length, 200), `${LINES.length - goodLines(text).length} lines were spoiled`)
})

test('double: lines come twice in a row', () => {
  const lines = spoil({ name: 'double', rate: 0.1 }).trimEnd().split('\n')
  assert.ok(isNear(lines.length - LINES.length, 200), `${lines.length - LINES.length} lines more`)
  assert.deepEqual([...new Set(lines)], bare)
})

test('reorder: neighbours change places and none is lost but one that may be held at the end', () => {
  const lines = spoil({ name: 'reorder', rate: 0.1 }).trimEnd().split('\n')
  assert.notDeepEqual(lines, bare)
  assert.ok(lines.length >= LINES.length - 1, `${lines.length} >= ${LINES.length - 1}`)
  for (const [place, line] of lines.entries())
    assert.ok(Math.abs(bare.indexOf(line) - place) <= 1, `${Math.abs(bare.indexOf(line) - place)} <= 1`)
})

test('stale: lines of the last 64 come again', () => {
  const lines = spoil({ name: 'stale', rate: 0.1 }).trimEnd().split('\n')
  assert.ok(isNear(lines.length - LINES.length, 200), `${lines.length - LINES.length} lines more`)
  let newest = -1
  for (const line of lines) {
    const place = bare.indexOf(line)
    assert.ok(place > newest - 64, `${place} > ${newest - 64}`)
    newest = Math.max(newest, place)
  }
  assert.deepEqual([...new Set(lines)], bare)
})

test('delay: the line is kept back by the given length, otherwise untouched', () => {
  const fault = lineFaults([{ name: 'delay', rate: 0.1, ms: 700 }], 'shoe', 'sent', SEED)
  const pieces = LINES.flatMap((line) => fault(line))
  assert.deepEqual(
    pieces.map(({ text }) => text),
    LINES,
  )
  assert.deepEqual([...new Set(pieces.map(({ pauseMs }) => pauseMs))].sort(), [0, 700])
  assert.ok(isNear(pieces.filter(({ pauseMs }) => pauseMs === 700).length, 200), 'about every fifth comes late')
})

test('garbage: foreign bytes come between the lines, the lines themselves are whole', () => {
  const text = spoil({ name: 'garbage', rate: 0.1 })
  assert.match(text, /[\x80-\xff]/)
  const good = goodLines(text).map((line) => line.slice(line.lastIndexOf('$')))
  assert.deepEqual(good, bare)
})

test('endless: 20,000 bytes without a line feed', () => {
  const text = spoil({ name: 'endless', rate: 0.01 })
  const longest = Math.max(...text.split('\n').map((line) => line.length))
  assert.ok(longest >= 20_000, `${longest} >= 20_000`)
})

test('nul: a line with a NUL byte in it is no good line', () => {
  const text = spoil({ name: 'nul', rate: 0.1 })
  const nuls = text.split('\0').length - 1
  assert.ok(isNear(nuls, 200), `${nuls} NUL bytes`)
  assert.equal(text.replaceAll('\0', ''), LINES.join(''))
})

test('several faults are applied one after another, and each only where it is asked for', () => {
  const settings: FaultSetting[] = [
    { name: 'double', rate: 1 },
    { name: 'glue', rate: 1, role: 'spots' },
    { name: 'drop', rate: 1, lines: 'heard' },
  ]
  const texts = (role: 'shoe' | 'spots', lines: 'sent' | 'heard') => lineFaults(settings, role, lines, SEED)('a\n').map(({ text }) => text)
  assert.deepEqual(texts('shoe', 'sent'), ['a\n', 'a\n'])
  assert.deepEqual(texts('spots', 'sent'), ['a', 'a'])
  assert.deepEqual(texts('shoe', 'heard'), [])
})

test('device faults strike about as often as their rate says, each with its own length, at the same moments for one seed', () => {
  const strikes: string[] = []
  const device: FaultyDevice = {
    unplug: (ms) => strikes.push(`unplug ${ms}`),
    mute: (ms) => strikes.push(`mute ${ms}`),
    deafen: (ms) => strikes.push(`deaf ${ms}`),
    reboot: (ring, ms) => strikes.push(`reboot ${ring} ${ms}`),
    upsetClock: (course, ms) => strikes.push(`${course} ${ms}`),
    blind: (ms) => strikes.push(`blind ${ms}`),
    readTwice: () => strikes.push('twice'),
    swap: () => strikes.push('swap'),
  }
  const names = ['unplug', 'mute', 'deaf', 'reboot', 'amnesia', 'blind', 'twice', 'swap'] as const
  const settings: FaultSetting[] = names.map((name) => ({ name, rate: 0.1, ...(name === 'mute' ? { ms: 9_000 } : {}) }))
  const run = (): string[] => {
    strikes.length = 0
    const dice = deviceFaults(settings, 'shoe', SEED)
    for (let second = 0; second < 1_000; second++)
      for (const { afterMs, strike } of dice()) {
        assert.ok(afterMs >= 0 && afterMs < 1_000, `${afterMs} ms`)
        strike(device)
      }
    return [...strikes]
  }
  const first = run()
  for (const what of ['unplug 500', 'mute 9000', 'deaf 5000', 'reboot kept 300', 'reboot lost 300', 'blind 300000', 'twice', 'swap']) {
    assert.ok(Math.abs(first.filter((strike) => strike === what).length - 100) < 35, what)
  }
  assert.deepEqual(run(), first)
})

test('a fault is written as name=rate, with a device, a direction and a length where wanted', () => {
  assert.deepEqual(parseFault('drop=0.01'), { name: 'drop', rate: 0.01 })
  assert.deepEqual(parseFault('shoe:heard.delay=0.5,ms=40'), { name: 'delay', rate: 0.5, ms: 40, role: 'shoe', lines: 'heard' })
  assert.deepEqual(parseFault('spots:unplug=0.2'), { name: 'unplug', rate: 0.2, role: 'spots' })
})

test('a wrong fault is refused with what would be right', () => {
  const rows: [string, RegExp][] = [
    ['drop', /form/],
    ['drop=', /0 to 1/],
    ['drop=2', /0 to 1/],
    ['drop=-1', /0 to 1/],
    ['drop=1e-3', /0 to 1/],
    ['corrupt=0.06', /share of bytes, 0 to 0.05/],
    ['toString=1', /no fault/],
    ['constructor=1', /no fault/],
    ['lamp=1', /faults are drop, /],
    ['rack:drop=1', /devices are shoe/],
    ['drop=0.1,ms=5', /no length/],
    ['mute=0.1,ms=0', /1 to 600000/],
    ['heard.mute=0.1', /leave "heard\." out/],
  ]
  for (const [text, message] of rows) assert.match(String(parseFault(text)), message, text)
})

test('the help names every fault with its unit and range', () => {
  const help = describeFaults()
  for (const [name, { rate }] of Object.entries(FAULTS))
    assert.match(help, new RegExp(`^ {2}${name} .*\\(${rate.unit}, ${rate.min}\\.\\.${rate.max}`, 'm'))
})
