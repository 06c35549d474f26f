/** Who waits for a long reading sees how far it is, at a terminal and nowhere else; nothing of it is left at the end. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { captureLines } from '../../../simulators/table/capture.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, freeBetRounds, writeConfig } from '../../e2e/table.ts'
import { bundled } from '../../runner/bundled.ts'
import { runAtTerminal } from './terminal.ts'

const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const

function captured(): readonly [config: string, file: string] {
  const folder = temporaryFolder()
  const config = writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl: 'mqtt://127.0.0.1:9', lagMs: 1500 })
  const lines = captureLines(freeBetRounds(12, 5), {
    baseMs: Date.UTC(2026, 0, 1),
    deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'puck' },
  })
  const file = join(folder, 'capture.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return [config, file]
}

/** At the terminal stands standard error; whoever takes the events takes nothing for a while, so that the reading lasts longer than a second. */
const slowly = (replay: string, config: string, file: string): string => `
  const { spawn } = await import('node:child_process')
  const args = [${JSON.stringify(replay)}, '--config', ${JSON.stringify(config)}, ${JSON.stringify(file)}]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let bytes = 0
  child.stdout.once('readable', () => setTimeout(() => child.stdout.on('data', (part) => { bytes += part.length }), 1500))
  child.on('close', (code) => { console.log('bytes ' + bytes); process.exit(code) })`

test('a long reading shows a bar on standard error, and takes it away', async () => {
  const [config, file] = captured()
  const whole = await run('src/tools/replay.ts', '--config', config, file)
  assert.deepEqual([whole.code, whole.stderr], [0, ''], 'no bar without a terminal')
  const seen = runAtTerminal(['--input-type=module', '-e', slowly(await bundled('src/tools/replay.ts'), config, file)], {
    cwd: temporaryFolder(),
    columns: 100,
    rows: 10,
  })
  assert.equal(await seen.ended(), 0, seen.text())
  assert.match(seen.text(), /\r[#.]{24} +\d+ % {2}\d+ of \d+ MB, \d+ s to go/)
  assert.deepEqual(
    seen.seen.screen().filter((row) => row !== ''),
    [`bytes ${Buffer.byteLength(whole.stdout)}`],
    'all events came, and the bar is gone',
  )
})
