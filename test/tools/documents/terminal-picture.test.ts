/** The picture of the terminal: every sign of the screen is on it, in its column, and nothing else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Line, piece } from '../../../src/base/terminal/line.ts'
import { terminalPicture } from '../../display/page/terminal-picture.ts'

const PICTURE = readFileSync(new URL('../../../docs/pictures/terminal.svg', import.meta.url), 'utf8')

interface Run {
  readonly x: number
  readonly y: number
  readonly length: number
  readonly text: string
  readonly fill: string
}

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const runsOf = (svg: string): readonly Run[] =>
  [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" fill="(#\w+)"[^>]* textLength="([\d.]+)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, fill = '', length, text = '']) => ({ x: Number(x), y: Number(y), length: Number(length), text: plain(text), fill }),
  )

/** Elements close in the order they opened, and no `&` stands alone. */
function checkWellFormed(svg: string): void {
  const open: string[] = []
  for (const [, close, name = '', rest] of svg.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (close === '/') assert.equal(open.pop(), name)
    else if (!rest?.endsWith('/')) open.push(name)
  }
  assert.deepEqual(open, [])
  assert.ok(!/&(?!amp;|lt;|gt;|quot;)/.test(svg), 'every & is escaped')
}

test('a screen becomes its picture, sign by sign', () => {
  const lines: readonly Line[] = [
    [piece('1-2 ', 'strong'), piece('a <b> & "c"'), piece('   '), piece('K♥', 'red-suit'), piece('?', 'alarm')],
    [],
    [piece('  end')],
  ]
  const svg = terminalPicture(lines, 24, 'npm start', 'a screen')
  checkWellFormed(svg)
  const runs = runsOf(svg)
  assert.deepEqual(
    runs.map(({ text }) => text),
    ['1-2', 'a <b> & "c"', 'K♥', '?', 'end'],
  )
  const columns = runs.map(({ x }) => Math.round((x - (runs[0]?.x ?? 0)) / ((runs[0]?.length ?? 1) / 3)))
  assert.deepEqual(columns, [0, 4, 18, 20, 2])
  const rows = runs.map(({ y }) => y)
  assert.ok(rows[0] === rows[3] && (rows[4] ?? 0) > (rows[0] ?? 0), 'rows stand below each other')
  assert.notEqual(runs[2]?.fill, runs[1]?.fill)
})

test('the picture in the documentation is a screen: a felt, something open, events, devices, all of it within its frame', () => {
  checkWellFormed(PICTURE)
  const width = Number(/ width="([\d.]+)"/.exec(PICTURE)?.[1])
  const runs = runsOf(PICTURE)
  const rows = new Map<number, string>()
  for (const { x, y, length, text } of runs) {
    assert.ok(x >= 0 && x + length <= width, text)
    rows.set(y, `${rows.get(y) ?? ''} ${text}`)
  }
  const text = [...rows.values()].join('\n')
  for (const shown of [/readings/, />box \d|dealer/, /\?/, /opens/, /shoe up SH-/]) assert.match(text, shown)
})
