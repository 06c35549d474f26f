/** Whoever stops the demo early, at any line of it, is told of nothing wrong: only what was over is judged. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bundled } from '../runner/bundled.ts'
import { todays } from '../runner/rotation.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Everything that it has printed when it was stopped by Ctrl-C once so many lines had come. */
async function stoppedAfter(lines: number, args: readonly string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'stopped-'))
  folders.push(cwd)
  const child = spawn(process.execPath, [await bundled('simulators/demo.ts'), '--port', '0', '--display', '0', ...args], { cwd })
  let text = ''
  const onText = (part: string): void => {
    const before = text.split('\n').length
    text += part
    if (before < lines && text.split('\n').length >= lines) child.kill('SIGINT')
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
  const [code] = await once(child, 'close')
  assert.equal(code, 0, text)
  assert.deepEqual(readdirSync(join(cwd, 'run')), [])
  return text
}

/** Among them: before the first card, in the announced round, at its alarm, at its end, in the recorded rounds. */
const LINES = [2, 12, 20, 26, 32, 40, 55, 75, 110, 170, 260, 350]
const WAYS = [
  ['--speed', '100', '--skip-recorded'],
  ['--speed', '1000'],
] as const
const MOMENTS = WAYS.flatMap((way) => LINES.map((lines) => [way, lines] as const))

for (const [way, lines] of todays(MOMENTS, 24))
  test(`npm start ${way.join(' ')}, stopped after ${lines} lines: no wrong accusation, nothing unnoticed, every hand as it was played`, async () => {
    const text = await stoppedAfter(lines, way)
    assert.doesNotMatch(text, /[1-9]\d* wrong accusation|[1-9]\d* not noticed|: not noticed/)
    for (const [line, right, all] of text.matchAll(/^(\d+) of (\d+) hands as (?:played|recorded)/gm)) assert.equal(right, all, line)
  })
