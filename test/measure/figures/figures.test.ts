import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { readOptions } from '../../../src/rules/figures/options.ts'
import { bundled } from '../../runner/bundled.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const run = async (...words: string[]): Promise<Ended> => {
  const command = await bundled('test/measure/figures/figures.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

test('one thread or two, the same seed gives the same figures', async () => {
  const figures = ['--house', 'ingo', '--rounds', '120001', '--json']
  const [one, two] = await Promise.all([run(...figures, '--workers', '1'), run(...figures, '--workers', '2')])
  const report = ({ stdout }: Ended) => {
    const { seconds, processorSeconds, workers, speeds, ...rest } = JSON.parse(stdout)
    assert.ok(
      seconds > 0 && processorSeconds > 0 && workers > 0 && speeds.length === 1,
      `${seconds} s, ${processorSeconds} s of processor time, ${workers} threads, ${speeds.length} speeds`,
    )
    return rest
  }
  assert.deepEqual(report(one), report(two))
  assert.equal(report(one).rounds, 120_001)
  assert.deepEqual(
    report(one).bets.map(({ bet }: { bet: string }) => bet),
    ['main bet', 'insurance'],
  )
  // At most a line at each quarter where nobody watches.
  assert.ok(one.stderr.split('\n').filter((line) => line.startsWith('figures: ')).length <= 4, one.stderr)
})

test('the page names the house, its bets and the exact figures beside what was found', async () => {
  const { code, stdout } = await run('--house', 'free-bet-pot-of-gold', '--rounds', '20000', '--workers', '1')
  assert.equal(code, stdout.includes('OUTSIDE') ? 1 : 0)
  for (const said of [
    /free-bet-pot-of-gold +main bet +-?\d/,
    /Pot of Gold +-?\d/,
    /Push 22 at 11 to 1 .* -0\.1175653 /,
    /1 thread, .+ processor time\n$/,
  ]) {
    assert.match(stdout, said)
  }
})

test('the chart, the help and a wrong house', async () => {
  const [chart, help, wrong] = await Promise.all([run('--chart', 'ingo'), run('--help'), run('--house', 'ingoo')])
  assert.deepEqual([chart.code, chart.stderr], [0, ''])
  assert.match(chart.stdout, /23456789TA[\s\S]* AA +P{9}H\n/)
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.match(help.stdout, /Usage[\s\S]*--workers[\s\S]*Examples[\s\S]*Exit codes/)
  assert.deepEqual([wrong.code, wrong.stdout], [64, ''])
  assert.match(wrong.stderr, /^figures: there is no house ingoo; did you mean ingo\?\n\nUsage/)
})

test('options left out are those of the help', () => {
  assert.deepEqual(readOptions([], 8), {
    what: 'figures',
    options: { house: null, rounds: 10_000_000, seed: 1, workers: 2, json: false },
  })
  assert.deepEqual(readOptions(['--seed', '0', '--workers', '4', '--json', '--rounds', '1000', '--house', 'gld'], 1), {
    what: 'figures',
    options: { house: 'gld', rounds: 1000, seed: 0, workers: 4, json: true },
  })
  const oneCore = readOptions([], 1)
  assert.ok(oneCore.what === 'figures' && oneCore.options.workers === 1, 'one core gets one worker')
})

test('wrong words are told with what is allowed', () => {
  for (const [words, why] of [
    [['--rounds', '10'], /^--rounds 10: must be a whole number from 1000 to 10000000000$/],
    [['--rounds', '1e6'], /from 1000/],
    [['--seed', '1.5'], /from 0 to 4294967295/],
    [['--seed=-1'], /from 0/],
    [['--seed', ''], /from 0/],
    [['--workers', '0'], /from 1/],
    [['--chart', 'x'], /^there is no house x$/],
    [['--colour'], /--colour/],
    [['gld'], /gld/],
  ] as const) {
    const asked = readOptions(words, 2)
    assert.ok(asked.what === 'wrong', words.join(' '))
    assert.match(asked.why, why)
  }
})
