/** The demo before a real pseudo-terminal: one live table that survives a change of size, and a terminal that is given back however it ends. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Emulator } from '../display/terminal/emulator.ts'
import { runAtTerminal, type TerminalOptions, type TerminalRun } from '../display/terminal/terminal.ts'
import { bundled } from '../runner/bundled.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Seat = Partial<Omit<TerminalOptions, 'cwd'>>

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'live-'))
  folders.push(made)
  return made
}

const demo = async (
  args: readonly string[],
  { columns = 100, rows = 30, env = {} }: Seat = {},
): Promise<TerminalRun & { readonly cwd: string }> => {
  const cwd = folder()
  const run = runAtTerminal([await bundled('simulators/demo.ts'), '--port', '0', '--display', '0', ...args], { cwd, columns, rows, env })
  return { ...run, cwd }
}

const has = (pattern: RegExp) => (seen: Emulator) => seen.screen().some((row) => pattern.test(row))
const isGivenBack = ({ seen }: TerminalRun): void => {
  assert.deepEqual([seen.isOther, seen.isCursorShown, seen.wraps], [false, true, true], 'screen, cursor and wrapping as they were')
}

test('the table is drawn in place, drawn anew at every size, and gives the terminal back with what was come to', async () => {
  const run = await demo(['--skip-recorded', '--seed', '3', '--speed', '20'])
  await run.until('a felt with cards', has(/^ {2}dealer +[A23456789TJQK][♠♥♦♣]/))
  assert.ok(run.seen.isOther && !run.seen.isCursorShown && !run.seen.wraps, 'a screen of its own')
  await run.until('both devices up', has(/^shoe up .*│ spots up /))
  assert.match(
    run.seen.screen()[0] ?? '',
    /^Simulated play, seed 3 +display http:\/\/127\.0\.0\.1:\d+\/ {2}broker mqtt:\/\/127\.0\.0\.1:\d+$/,
  )
  run.resize(48, 14)
  await run.until('the table at 48 x 14', (seen) => /^1-\d \w+/.test(seen.screen()[0] ?? '') && has(/^>?dealer +[^ ]/)(seen))
  await run.until('devices at the bottom', (seen) => /^shoe up.*│ spots up/.test(seen.screen().at(-1) ?? ''))
  run.resize(12, 3)
  await run.until('three rows', (seen) => /^1-\d /.test(seen.screen()[0] ?? '') && /^shoe up/.test(seen.screen()[2] ?? ''))
  run.resize(1, 1)
  run.resize(120, 40)
  await run.until('the table at 120 x 40', (seen) => has(/^Simulated play/)(seen) && has(/^─{120}$/)(seen) && has(/^ {2}total /)(seen))
  await run.until('a round come to an end', has(/^ {2}as played: /))
  run.press('2')
  await run.until('an answer to a key that does nothing', has(/^Key 2 does nothing\. q ends the demo, /))
  run.press('a')
  await run.until('the page of alarms', has(/^(No open alarm|Open alarms, \d+)$/))
  run.press('?')
  await run.until('the keys', (seen) => has(/^ {2}\? {2}h +this page/)(seen) && has(/^ {2}Page Down {2}space +a screen down$/)(seen))
  run.resize(80, 12)
  await run.until('a part of the keys, and that it is one', has(/^lines 1 to 9 of \d+: arrows and Page Down scroll$/))
  run.press('\u001b[6~')
  await run.until('the next part', has(/^lines 9 to 17 of \d+: /))
  run.press('k')
  await run.until('a line up', has(/^lines 8 to 16 of \d+: /))
  run.resize(120, 40)
  run.press('h')
  await run.until('the table again', has(/^ {2}total /))
  run.press('q')
  assert.equal(await run.ended(), 0)
  isGivenBack(run)
  assert.deepEqual(readdirSync(join(run.cwd, 'run')), [])
  assert.match(run.seen.screen().join('\n'), /^(\d+) of \1 hands as played, 0 rounds incomplete$/m)
  assert.equal(run.text().split('\u001b[?1049h').length, 2, 'one screen from beginning to end')
  assert.ok(run.seen.tones.size > 1, 'in colour')
})

test('NO_COLOR and --no-color leave the table without a colour; --plain and a dumb terminal give lines; Ctrl-C and a signal leave nothing behind', async () => {
  const rows: readonly (readonly [readonly string[], NodeJS.ProcessEnv, isLive: boolean, end: (run: TerminalRun) => void])[] = [
    [[], { NO_COLOR: '1' }, true, (run) => run.press('\u0003')],
    [['--no-color'], {}, true, (run) => run.signal('SIGTERM')],
    [['--plain', '--no-color'], {}, false, (run) => run.press('\u0003')],
    [[], { TERM: 'dumb', NO_COLOR: '1' }, false, (run) => run.signal('SIGTERM')],
  ]
  for (const [args, env, isLive, end] of rows) {
    const what = JSON.stringify([args, env])
    const run = await demo(['--skip-recorded', '--speed', '100', ...args], { env })
    await run.until(`${what}: cards`, isLive ? has(/^ {2}dealer +[A23456789TJQK]/) : has(/^ {2}dealer {10}[A23456789TJQK]/))
    assert.equal(run.seen.isOther, isLive, what)
    end(run)
    assert.equal(await run.ended(), 0, what)
    assert.deepEqual(readdirSync(join(run.cwd, 'run')), [], what)
    const escapes = new Set(run.text().match(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')))
    assert.deepEqual(
      [...escapes].filter((each) => each !== '\u001b[0m'),
      [],
      `${what}: no colour`,
    )
    isGivenBack(run)
  }
})

/** A screen of one word, in a process that ends as it is told to. */
const ending = async (how: string): Promise<TerminalRun> => {
  const liveTerminal = pathToFileURL(await bundled('simulators/demo/live-terminal.ts')).href
  const program = `
    const { openLiveTerminal } = await import(${JSON.stringify(liveTerminal)})
    const { stdin: keys, stdout: out } = process
    openLiveTerminal({ out, keys, colour: false, lines: () => [[{ text: 'alive', tone: 'plain' }]], onQuit: () => process.exit(9), onKey() {} })
    setTimeout(() => { ${how} }, 50)
    setTimeout(() => undefined, 100_000)`
  return runAtTerminal(['--input-type=module', '-e', program], { cwd: folder(), columns: 60, rows: 20 })
}

test('a crash gives the terminal back before its reason is printed, where it can be read', async () => {
  const crashes = [
    ["throw new Error('it broke')", 1],
    ["void Promise.reject(new Error('it broke'))", 1],
    ["process.stderr.write('it broke'); process.exit(3)", 3],
  ] as const
  for (const [how, code] of crashes) {
    const run = await ending(how)
    assert.equal(await run.ended(), code, how)
    isGivenBack(run)
    assert.ok(run.text().includes('alive'), how)
    if (code === 1) assert.match(run.seen.screen().join('\n'), /Error: it broke/, how)
  }
})

test('a stop by Ctrl-Z gives the terminal back until it goes on', async () => {
  const run = await ending('')
  await run.until('the screen', (seen) => seen.isOther && seen.screen()[0] === 'alive')
  // The leader of a session cannot be stopped by its terminal: it leaves, and comes back at once.
  run.press('\u001a')
  await run.until('the screen left and taken again', () => run.text().split('\u001b[?1049l').length === 2 && run.text().endsWith('alive'))
  run.press('\u000c')
  run.press('q')
  assert.equal(await run.ended(), 9)
  isGivenBack(run)
})
