/**
 * The measurement in short: a table plays the same whichever worker plays it, the results come as a page and as plain data, and the counts
 * can tell right from wrong.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Cell } from './cells.ts'
import { type Counts, work } from './measure.ts'
import { summed } from './sums.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const accuracy = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'test/measure/accuracy/accuracy.ts', ...words], { cwd: ROOT, encoding: 'utf8' })
const SMALL = ['--house', 'gld', '--boxes', '1', '--evidence', 'bets,pointer', '--rounds', '10', '--seed', '3']

const CELL: Cell = { house: 'ingo', rules: {}, boxes: 3, sensors: 'bets', play: 'main', spotLagMs: 1500, until: 'closed' }
const ROUNDS = 24
const count = (cell: Cell): Counts => work({ cell, seed: 1, block: 0, rounds: ROUNDS })

describe('npm run measure -- accuracy', () => {
  it('prints the same page with one worker and with two', () => {
    const [one, two] = ['1', '2'].map((workers) => accuracy(...SMALL, '--workers', workers))
    assert.equal(one?.status, 0, one?.stderr)
    assert.equal(one?.stdout, two?.stdout)
    assert.match(one?.stdout ?? '', /\| gld \| 1 \| cards and bets \|/)
    assert.match(one?.stdout ?? '', /\| gld \| 1 \| \+ pointer \| 100\.0 % \| 100\.0 % \|/)
  })

  it('prints the same figures as one object, and the ceilings beside what is reached under their conditions', () => {
    const { status, stdout } = accuracy('--house', 'none', '--boxes', '1', '--rounds', '10', '--json')
    assert.equal(status, 0)
    const { rows, ceilings } = JSON.parse(stdout)
    assert.deepEqual(rows, [])
    assert.deepEqual([ceilings[0].step, ceilings[0].ceiling, ceilings[0].rounds], ['the same conditions', 0.93, 10])
  })

  it('shows one play of an error line by line: what was done, what is provable, and what is said of it', () => {
    const play = ['--errors', 'PAY-SHORT', '--house', 'gld', '--boxes', '1', '--evidence', 'payouts', '--show']
    const { status, stdout, stderr } = accuracy(...play, '11')
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^PAY-SHORT: box 1, /)
    assert.match(stdout, /^provable at line \d+; stories of the fewest deviations: PAY-SHORT@1$/m)
    assert.match(stdout, /^ +\d+! .*: 1\.main 2800 [\s\S]*\n +(?:raised|changed) PAY-SHORT-1 proven, money, 1\.main: paid 13\.00; /m)
    assert.equal(accuracy('--errors', 'PAY-SHORT,PAY-OVER', '--house', 'gld', '--show', '11').status, 64, 'several errors are no play')
  })

  it('refuses what it does not know, with its help', () => {
    const { status, stderr } = accuracy('--boxes', '1,8')
    assert.equal(status, 64)
    assert.match(stderr, /--boxes 8: must be a whole number 1\.\.7\n\nUsage/)
  })
})

describe('what is counted', () => {
  it('grows with the sensors, and with the pointer all is certain and right', () => {
    const bets = count(CELL)
    const payouts = count({ ...CELL, sensors: 'payouts' })
    const pointer = count({ ...CELL, sensors: 'pointer' })
    assert.ok(
      bets.single < payouts.single && payouts.single < pointer.single,
      `${bets.single} < ${payouts.single} < ${pointer.single} rounds with one reading`,
    )
    assert.deepEqual(
      [pointer.single, pointer.told, pointer.truthful, pointer.certain, pointer.right],
      [ROUNDS, ROUNDS, ROUNDS, pointer.hands, pointer.hands],
    )
    assert.ok(
      pointer.readings.every((readings) => readings === 1),
      'with the pointer one reading is left',
    )
  })

  it('knows more at the settlement than when the chips are gone', () => {
    const cell: Cell = { ...CELL, sensors: 'payouts', play: 'hit-stand', boxes: 1, spotLagMs: 0 }
    const [results, settled, closed] = (['results', 'settled', 'closed'] as const).map((until) => count({ ...cell, until }).single)
    assert.ok(results !== undefined && settled !== undefined && closed !== undefined, 'all three were counted')
    assert.ok(results > settled && settled >= closed, `${results} ${settled} ${closed}`)
  })

  it('adds up block by block', () => {
    const [one, other] = ([0, 1] as const).map((block) => work({ cell: CELL, seed: 1, block, rounds: 10 })) as [Counts, Counts]
    assert.notDeepEqual(one, other)
    const sum = summed(one, other)
    assert.deepEqual([sum.rounds, sum.hands, sum.readings], [20, one.hands + other.hands, [...one.readings, ...other.readings]])
  })
})
