/** A row left out is not searched for, its absence changes nothing else, and what is reported instead is counted correctly. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inject } from '../../../simulators/table/errors/inject.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import { FINDING_CODES, type FindingCode } from '../../../src/rules/house/finding-code.ts'
import { tableFor } from './errors.ts'
import type { Play } from './errors-measure.ts'
import { daemonOf, type ErrorCell, playOptions } from './errors-table.ts'
import { tellPlay } from './errors-told.ts'
import { countTold, NO_PLAYS, withoutRow, work } from './leave-out-measure.ts'
import { isOverLimit, leftOutPage } from './leave-out-report.ts'
import { ALL_ROWS, SETTLEMENT_ROWS } from './leave-out-rows.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const GAME = `${ROOT}/src/rules/game`
const TABLE = { house: 'gld', boxes: 3, sensors: 'payouts' } as const

const cellFor = (code: FindingCode): ErrorCell => {
  const cell = tableFor(code, TABLE, [])
  assert.ok(cell, `${code} cannot be done at ${TABLE.house}`)
  return cell
}

describe('rows that can be left out', () => {
  it('are all codes that the rows of settlement errors name', () => {
    const sources = readdirSync(GAME).filter((name) => /^(settlement|early)-/.test(name))
    const text = sources.map((name) => readFileSync(`${GAME}/${name}`, 'utf8')).join('\n')
    assert.deepEqual([...SETTLEMENT_ROWS].sort(), FINDING_CODES.filter((code) => text.includes(`'${code}'`)).sort())
  })

  // One of each kind: a hand, an amount, an early payment, an error in play, one in the dealer's own hand, one in the deal.
  for (const code of [
    'TOOK-WINNER',
    'PAY-OVER',
    'PAY-BEFORE-DEALER-DONE',
    'DOUBLE-AMOUNT',
    'BET-CAPPED',
    'DEALER-STOOD-UNDER-17',
    'DEALER-HIT-17',
    'DEAL-EXTRA-CARD',
  ] as const)
    it(`${code} is told by nothing then`, () => {
      const cell = cellFor(code)
      assert.ok(ALL_ROWS.includes(code), `${code} cannot be left out`)
      const daemon = daemonOf(cell)
      const ignorant = withoutRow(daemon, code)
      let found = 0
      for (let seed = 1, plays = 0; (plays < 2 || found === 0) && seed < 400; seed++) {
        const play = inject(code, playOptions(cell, code), seed)
        if (play === null) continue
        plays++
        const actions = play.rounds.flatMap((round) => round.actions)
        const codes = [ignorant, daemon].map((each) => tellPlay(actions, each).found.map(({ finding }) => finding.code))
        assert.ok(!codes[0]?.includes(code), `seed ${seed}`)
        if (codes[1]?.includes(code)) found++
      }
      assert.ok(found > 0, 'never found with its row either')
    })

  it('change nothing of an error that has its own', () => {
    const cell = cellFor('PAY-OVER')
    const play = inject('PAY-OVER', playOptions(cell, 'PAY-OVER'), 11)
    assert.ok(play, 'PAY-OVER cannot be done with seed 11')
    const actions = play.rounds.flatMap((round) => round.actions)
    const daemon = daemonOf(cell)
    assert.deepEqual(tellPlay(actions, withoutRow(daemon, 'DOUBLE-AMOUNT')), tellPlay(actions, daemon))
  })
})

describe('a bet settled as no row has it', () => {
  // The engine would prove, in turn: a card missing in the deal; chips laid after the last card; chips taken off a bet in play.
  for (const [code, house, seed, other] of [
    ['PAID-LOSER', 'sevens-prizes', 57_000_006, 'DEAL-DEALER-CARD-MISSED'],
    ['PAID-LOSER', 'gld', 58_000_002, 'PAST-POSTED'],
    ['TAKE-PARTIAL', 'gld', 58_000_002, 'BET-PINCHED'],
  ] as const)
    it(`makes ${other} no more than likely where ${code} has no row`, () => {
      const cell = tableFor(code, { ...TABLE, house }, [])
      assert.ok(cell, `${code} cannot be done at ${house}`)
      const play = inject(code, playOptions(cell, code), seed)
      assert.ok(play, `${code} cannot be done with seed ${seed}`)
      const actions = play.rounds.flatMap((round) => round.actions)
      const { found } = tellPlay(actions, withoutRow(daemonOf(cell), code))
      const told = found.flatMap(({ finding, withdrawn }) => (!withdrawn && finding.code === other ? [finding] : []))
      assert.deepEqual(
        told.map(({ grade, counterReading }) => [grade, counterReading]),
        [['likely', `another error in the settlement of box ${play.error.box}`]],
      )
    })
})

describe('what is told without a row', () => {
  const played: Play = { of: 'PAY-SHORT', cell: cellFor('PAY-SHORT'), seed: 11 }
  const error = { code: 'PAY-SHORT', box: 2 } as const
  const finding = (code: FindingCode, box: number, more: Partial<FindingData> = {}): FindingData =>
    ({ code, box, spot: null, hand: null, grade: 'proven', severity: 'money', seen: 'seen', ...more }) as FindingData
  const own = finding('PAY-SHORT', 2)
  const countOf = (...without: readonly FindingData[]) => {
    const { wrong, ...counts } = countTold([own], without, error, played)
    return { counts: Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [name])), wrong: wrong.map(({ code }) => code) }
  }

  it('is counted for what it is', () => {
    assert.deepEqual(countOf(own), { counts: ['plays', 'proven', 'asBefore'], wrong: [] })
    assert.deepEqual(countOf(), { counts: ['plays', 'proven', 'nothing'], wrong: [] })
    assert.deepEqual(countOf(finding('PAY-OVER', 1, { grade: 'likely' })), { counts: ['plays', 'proven', 'unproven'], wrong: [] })
    assert.deepEqual(countOf(finding('FB-WIN-UNPAID', 2)), { counts: ['plays', 'proven', 'coarser'], wrong: [] })
    assert.deepEqual(countOf(finding('PAY-OVER', 1)), { counts: ['plays', 'proven', 'accused'], wrong: ['PAY-OVER'] })
    const stop = finding('BET-PINCHED', 2, { severity: 'stop' })
    assert.deepEqual(countOf(stop), { counts: ['plays', 'proven', 'accused', 'stopped'], wrong: ['BET-PINCHED'] })
  })

  it('is over the limit above one play of twenty, and with the first that stops the game', () => {
    assert.equal(isOverLimit({ ...NO_PLAYS, plays: 20, accused: 1 }), false)
    assert.equal(isOverLimit({ ...NO_PLAYS, plays: 20, accused: 2 }), true)
    assert.equal(isOverLimit({ ...NO_PLAYS, plays: 100, accused: 1, stopped: 1 }), true)
  })

  it('is the same for the same seed, and stands on the page, the worst first', () => {
    const job = { code: 'PAY-SHORT', cell: played.cell, faults: [], seed: 3, rounds: 2 } as const
    const counts = work(job)
    assert.deepEqual(counts, work(job))
    assert.equal(counts.plays, 2)
    const wrong = countTold([], [finding('PAY-OVER', 1)], error, played)
    const page = leftOutPage([
      { code: 'PAY-SHORT', counts },
      { code: 'PAID-PUSH', counts: wrong },
    ])
    assert.match(page, /\| PAID-PUSH \| 1 \|.*over the limit.*\n\| PAY-SHORT \| 2 \|/)
    assert.match(page, /- PAY-SHORT: PAY-OVER \(money\) at box 1: seen: `--codes PAY-SHORT --house gld .* --show 11`/)
  })
})

describe('npm run measure -- leave-out', () => {
  const leaveOut = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'test/measure/accuracy/leave-out.ts', ...words], { cwd: ROOT, encoding: 'utf8' })

  it('shows one play as it is told without the row', () => {
    const { status, stdout, stderr } = leaveOut('--codes', 'PAY-SHORT', '--house', 'gld', '--show', '11')
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^PAY-SHORT: box /)
    assert.doesNotMatch(stdout, /raised PAY-SHORT/)
  })

  it('refuses what it does not know, with its help', () => {
    const { status, stderr } = leaveOut('--codes', 'NO-SUCH-ERROR')
    assert.equal(status, 64)
    assert.match(stderr, /--codes NO-SUCH-ERROR: must be one of settlement, all, .*\n\nUsage: npm run measure -- leave-out/)
  })
})
