/** A newcomer's first minutes: a planned mistake in the first simulated round, told for certain, whatever the seed, the house and the boxes. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type DemoOptions, demoSpots, parseOptions } from '../../simulators/demo/options.ts'
import { stagesOf } from '../../simulators/demo/stages.ts'
import { USUAL_CHIPS, USUAL_LIMITS } from '../../simulators/device/options.ts'
import { mistakeOf } from '../../simulators/table/errors/erring.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { configFor, daemonFor, hearPlay } from '../daemon/pipeline/heard-play.ts'
import type { Emulator } from '../display/terminal/emulator.ts'
import { runAtTerminal, type TerminalRun } from '../display/terminal/terminal.ts'
import { bundled } from '../runner/bundled.ts'
import { isAll, TODAY, todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const optionsOf = (...args: string[]): DemoOptions => {
  const parsed = parseOptions(args)
  assert.ok(typeof parsed === 'object' && 'house' in parsed, JSON.stringify(parsed))
  return parsed
}

const roundsOf = (options: DemoOptions, count: number): readonly PlayedRound[] => {
  const stage = stagesOf(options).at(-1)
  const rounds: PlayedRound[] = []
  for (const round of stage?.rounds ?? []) if (rounds.push(round) === count) break
  return rounds
}

test('the first simulated round has the planned mistake; without --errors most later ones have none', () => {
  const rows = HOUSE_IDS.flatMap((house) =>
    [1, 2, 5, 12].flatMap((boxes) => [[], ['--errors', 'all']].map((errors) => ({ house, boxes, errors }))),
  )
  // Neighbours of one day have different houses, boxes and errors.
  const mixed = rows.map((_, at) => rows[(at * 11) % rows.length] ?? assert.fail('11 has no factor in common with their number'))
  for (const { house, boxes, errors } of todays(mixed, 5)) {
    const options = optionsOf('--house', house, '--boxes', String(boxes), '--seed', String(SEED + boxes), ...errors)
    const mistakes = roundsOf(options, 40).map(mistakeOf)
    const what = `SEED=${SEED} ${house} ${boxes} boxes ${errors}`
    const planned = mistakes.flatMap((mistake, at) => (mistake?.isPlanned ? [at] : []))
    assert.deepEqual(planned, [0], what)
    if (errors.length === 0) assert.ok(mistakes.filter((mistake) => mistake !== null).length < 15, what)
  }
})

test('--errors none plays without any; a list without such a mistake plans none', () => {
  assert.equal(optionsOf('--errors', 'none').errors, null)
  assert.equal(optionsOf('--errors', 'PAY-SHORT').errors?.planned, undefined)
})

test('the planned mistake is proven while its round is on the table, and there is an alarm', () => {
  for (const house of todays(HOUSE_IDS, 3)) {
    const at = HOUSE_IDS.indexOf(house)
    const options = optionsOf('--house', house, '--seed', String(SEED + at))
    const rounds = roundsOf(options, 2)
    const mistake = mistakeOf(rounds[0] ?? assert.fail('a round')) ?? assert.fail('a mistake')
    const table = { house, rules: HOUSES[house].rules, boxes: options.boxes, spots: demoSpots(house, true) }
    const config = configFor({ ...table, spotLagMs: 1500, chipEvidence: 'payouts', limits: USUAL_LIMITS, chips: USUAL_CHIPS })
    const seen: string[] = []
    hearPlay(
      rounds.flatMap(({ actions }) => actions),
      daemonFor(config),
      ({ alarms }) => {
        for (const { code, box, grounds } of alarms.open) seen.push(`${code} box ${box} ${grounds?.grade}`)
      },
    )
    assert.ok(seen.includes(`${mistake.code} box ${mistake.box} proven`), `SEED=${SEED} ${house}: ${[...new Set(seen)]}`)
  }
})

const has = (pattern: RegExp) => (seen: Emulator) => seen.screen().some((row) => pattern.test(row))

async function demo(...args: readonly string[]): Promise<TerminalRun> {
  const cwd = mkdtempSync(join(tmpdir(), 'first-'))
  folders.push(cwd)
  const words = [await bundled('simulators/demo.ts'), '--port', '0', '--display', '0', '--no-color', ...args]
  return runAtTerminal(words, { cwd, columns: 120, rows: 40 })
}

const WAYS = [
  ['--speed', '1000'],
  ['--speed', '100', '--skip-recorded', '--errors', 'all'],
] as const

/** Behind the recorded rounds demo.test.ts sees it each day, without a terminal: here every tenth day. */
for (const way of isAll || TODAY % 10 === 0 ? WAYS : WAYS.slice(1))
  test(`npm start ${way.join(' ')}: the mistake is announced, its alarm stands on the screen, and the terminal says what was found`, async () => {
    const run = await demo(...way)
    await run.until('the announcement', has(/^planned: in the next round the dealer deals to a bet over the maximum/))
    await run.until('its alarm', has(/^! MONEY {2}Bet above the maximum BET-OVER-MAX {2}round 1-1, unacknowledged$/))
    await run.until('what was found', has(/^ {2}planned mistake: box \d: .*\(BET-OVER-MAX\): found, proven$/))
    run.press('q')
    assert.equal(await run.ended(), 0)
    const end = run.seen.screen().join('\n')
    assert.match(end, /^(\d+ mistakes|1 mistake) \(1 planned\): [1-9]\d* proven, /m)
    assert.match(end, /^0 wrong accusations$/m)
  })

/** What a newcomer waits for. */
const ALARM_MS_MAX = 20_000

test('npm start: the first alarm shows within 20 s of the first felt, one line explains it, and whoever stops then is told of nothing wrong', async () => {
  const run = await demo()
  await run.until('the felt', has(/^ *box 1\b/i))
  const sinceMs = performance.now()
  await run.until('its alarm', has(/^! MONEY {2}Bet above the maximum BET-OVER-MAX /))
  await run.until('the explanation', has(/the demo announced this mistake \(BET-OVER-MAX\)/))
  const tookMs = performance.now() - sinceMs
  assert.ok(tookMs < ALARM_MS_MAX, `${Math.round(tookMs)} ms`)
  run.press('q')
  assert.equal(await run.ended(), 0)
  assert.doesNotMatch(run.seen.screen().join('\n'), /[1-9]\d* wrong accusation|not noticed/)
})
