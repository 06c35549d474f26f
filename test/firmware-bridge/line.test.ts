import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { from, lastValueFrom, toArray } from 'rxjs'
import { frame, lineGuard } from '../../firmware-bridge/frame.ts'
import { BODY_CHARS_MAX, type Discarded, formatLine, type Line, parseLine, SAMPLE_CHARS_MAX } from '../../firmware-bridge/line.ts'

const SEED = 20261
const body$ = fc.stringMatching(/^[\x20-\x23\x25-\x29\x2b-\x7e]{1,229}$/)
const good = (body: string): Line => ({ kind: 'line', body, glued: false })
const why = (text: string) => {
  const parsed = parseLine(text)
  return parsed.kind === 'discarded' ? parsed.why : 'believed'
}

async function linesOf(chunks: readonly (string | Uint8Array)[]): Promise<(Line | Discarded)[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk))
  return await lastValueFrom(from(bytes).pipe(frame(), toArray()))
}

const TRANSCRIPT = ['$?ID*807C0A7A', '$RS 1903 1904*D0CF5A06', '$ACK 1904*CC7724C8', '$RS 1906 1906*6E0CAA99', '$ACK 1907*557E7572']
for (const text of TRANSCRIPT) {
  test(`the protocol's own transcript: ${text}`, () => {
    const parsed = parseLine(text)
    assert.ok(parsed.kind === 'line', `${parsed.kind}, not a line`)
    assert.equal(formatLine(parsed.body), `${text}\n`)
  })
}

test('every body survives the line, with and without CR', () => {
  fc.assert(
    fc.property(body$, (body) => {
      const text = formatLine(body).slice(0, -1)
      assert.deepEqual(parseLine(text), good(body))
      assert.deepEqual(parseLine(`${text}\r`), good(body))
    }),
    { seed: SEED },
  )
})

test('each kind of bad line is named', () => {
  const whole = formatLine('C 1907 48911 7D').trimEnd()
  assert.equal(why(''), 'no-frame')
  assert.equal(why('C 1907 48911 7D'), 'no-frame')
  assert.equal(why('\x00\xff'), 'foreign-bytes')
  assert.equal(why(whole.replace('7D', '8D')), 'crc')
  assert.equal(why(whole.slice(0, -1)), 'torn')
  assert.equal(why(whole.toLowerCase()), 'torn')
  assert.equal(why('$*00000000'), 'torn')
  assert.equal(why(whole.replace(' ', '\x01')), 'foreign-bytes')
  assert.equal(why(`$${'x'.repeat(300)}`), 'too-long')
  assert.equal(why('x'.repeat(600)), 'endless')
})

test('a line has at most 240 bytes, LF included', () => {
  const longest = formatLine('x'.repeat(BODY_CHARS_MAX))
  assert.equal(longest.length, 240)
  assert.equal(why(longest.trimEnd()), 'believed')
  assert.throws(() => formatLine('x'.repeat(BODY_CHARS_MAX + 1)), RangeError)
  assert.throws(() => formatLine('a*b'), RangeError)
  assert.throws(() => formatLine(''), RangeError)
})

test('a line glued to a torn one is saved, and said to be glued', () => {
  const parsed = parseLine(`$C 1906 49${formatLine('C 1907 48911 7D').trimEnd()}`)
  assert.deepEqual(parsed, { ...good('C 1907 48911 7D'), glued: true })
})

test('of a bad line 256 bytes at most are kept', () => {
  const parsed = parseLine('\xfe'.repeat(511))
  assert.ok(parsed.kind === 'discarded', `${parsed.kind}, not discarded`)
  assert.equal(parsed.sample.length, SAMPLE_CHARS_MAX)
})

test(`100,000 corrupted lines: none is believed to say anything else (seed ${SEED})`, () => {
  const random = fc.sample(fc.nat(0xffffffff), { numRuns: 300_000, seed: SEED })
  let at = 0
  const pick = (below: number) => (random[at++ % random.length] ?? 0) % below
  let believed = 0
  for (let n = 1; n <= 100_000; n++) {
    const body = `C ${n} ${n * 37} ${'A23456789TJQK'[n % 13]}${'SHDC'[n % 4]}`
    const bytes = Buffer.from(formatLine(body).trimEnd(), 'latin1')
    for (let flips = 1 + (n % 3); flips > 0; flips--) {
      const place = pick(bytes.length)
      bytes[place] = (bytes[place] ?? 0) ^ (1 << pick(8))
    }
    const parsed = parseLine(bytes.toString('latin1'))
    if (parsed.kind === 'line' && parsed.body !== body) believed++
  }
  assert.equal(believed, 0)
})

test('lines come out whole however the bytes were cut', async () => {
  const bodies = ['HB 1 0 0', 'C 1 1000 5S', 'CUT 2 2000']
  const wire = bodies.map(formatLine).join('')
  for (const size of [1, 2, 3, 7, 1000]) {
    const chunks = Array.from({ length: Math.ceil(wire.length / size) }, (_, n) => wire.slice(n * size, (n + 1) * size))
    assert.deepEqual(await linesOf(chunks), bodies.map(good), `chunks of ${size}`)
  }
})

test('a line that never ends is cut, and a good one behind it is saved wherever it lies', async () => {
  for (let noise = 500; noise < 560; noise++) {
    const lines = await linesOf([`${'n'.repeat(noise)}${formatLine('C 1 1000 5S')}`, formatLine('C 2 2000 6S')])
    const bodies = lines.flatMap((line) => (line.kind === 'line' ? [line.body] : []))
    assert.deepEqual(bodies, ['C 1 1000 5S', 'C 2 2000 6S'], `${noise} bytes of noise`)
  }
})

test('bytes that are no ASCII stay bytes: nothing is replaced, nothing is believed', async () => {
  const lines = await linesOf([Uint8Array.of(0xff, 0xfe, 0x00, 0x0a), formatLine('C 1 1000 5S')])
  assert.deepEqual(lines, [{ kind: 'discarded', why: 'foreign-bytes', sample: '\xff\xfe\x00' }, good('C 1 1000 5S')])
})

test('ten megabytes without a line end: every piece the guard lets through ends within 512 bytes', () => {
  const guard = lineGuard()
  const chunk = Buffer.alloc(64 * 1024, 'n')
  let unended = 0
  let longest = 0
  for (let n = 0; n < 160; n++) {
    for (const piece of guard(chunk)) {
      const lf = piece.lastIndexOf(0x0a)
      unended = lf < 0 ? unended + piece.length : piece.length - lf - 1
      longest = Math.max(longest, unended)
    }
  }
  assert.ok(longest <= 512, `${longest} bytes without an end`)
})
