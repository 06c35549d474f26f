/**
 * The measuring rod of errors: every error of the table can be done at a table of some house, the same seed does the same, nothing else is
 * changed by it, and the daemon proves nothing of faultless rounds. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERRORS, NOT_INJECTED } from '../../simulators/table/errors/index.ts'
import { canInject, type InjectedPlay, inject, playFaultless } from '../../simulators/table/errors/inject.ts'
import type { PlayedRound, RoundTruth } from '../../simulators/table/types.ts'
import { HOUSE_IDS } from '../../src/house/index.ts'
import { CODES } from '../../src/procedure/catalogue/index.ts'
import { daemonOf, type ErrorCell, playOptions } from './errors-table.ts'
import { tellPlay } from './errors-told.ts'

const SEED = Number(process.env.SEED ?? 1)
/** A chance for the rarest comes within some hundred rounds. */
const SEEDS_MAX = 2000
/** Only who is alone insures nothing but his natural. */
const boxesFor = (code: string): number => (code === 'INS-ON-BJ' ? 1 : 3)

const injectIn = (code: string, house: ErrorCell['house'], from: number): InjectedPlay | null => {
  const options = playOptions({ house, boxes: boxesFor(code), sensors: 'pointer', play: 'all', prompt: false }, code)
  if (!canInject(code, options)) return null
  for (let seed = from; seed < from + SEEDS_MAX; seed++) {
    const play = inject(code, options, seed)
    if (play) return play
  }
  return null
}

const someHouse = (code: string): InjectedPlay | null => {
  for (const house of HOUSE_IDS) {
    const play = injectIn(code, house, SEED * SEEDS_MAX)
    if (play) return play
  }
  return null
}

const before = (rounds: readonly PlayedRound[], atMs: number): string =>
  JSON.stringify(rounds.flatMap(({ actions }) => actions).filter((action) => action.atMs < atMs))

/** Hands as they were played and what is due on every spot. */
const playedOf = ({ cards, dealer, boxes }: RoundTruth) => ({
  cards: cards.map(({ card, to }) => `${card} ${JSON.stringify(to)}`),
  dealer: dealer.cards,
  hands: boxes.map(({ hands }) => hands),
  due: boxes.map(({ spots }) => Object.entries(spots).map(([area, { staked, due }]) => `${area} ${staked} ${due}`)),
})
const movedOf = ({ boxes }: RoundTruth): readonly string[] =>
  boxes.flatMap(({ box, spots }) => Object.entries(spots).map(([area, { moved }]) => `${box}.${area} ${moved}`))

describe(`errors done at a simulated table (SEED=${SEED})`, () => {
  it('are all of the catalogue, or stand among those that cannot be done, with a reason', () => {
    const listed = [...Object.keys(ERRORS), ...Object.keys(NOT_INJECTED)].sort()
    assert.deepEqual(listed, [...CODES].sort())
  })

  for (const code of Object.keys(ERRORS)) {
    it(`${code}: ${ERRORS[code]?.does}`, () => {
      const play = someHouse(code)
      assert.ok(play, `no chance for it in any house within ${SEEDS_MAX} seeds`)
      const { rounds, twin, error } = play
      assert.equal(error.code, code)
      assert.notDeepEqual(rounds, twin, 'it leaves no trace at all')
      assert.equal(before(rounds, error.atMs), before(twin, error.atMs), 'the plays differ before it')
      const lines = rounds.flatMap(({ actions }) => actions)
      assert.ok((lines[error.action]?.atMs ?? -1) >= error.atMs, 'its first line comes before it')
    })
  }

  it('are the same with the same seed', () => {
    const [one, other] = [1, 2].map(() => injectIn('PAY-SHORT', 'gld', SEED))
    assert.deepEqual(one, other)
    assert.notDeepEqual(one, injectIn('PAY-SHORT', 'gld', SEED + SEEDS_MAX))
  })

  it('of the settlement change what was moved on one spot, and nothing that was played or is due', () => {
    for (const code of ['PAID-LOSER', 'TOOK-PUSH', 'PAY-SHORT', 'WINNER-UNPAID', 'P22-MISPAID', 'PRIZE-MISSED', 'BJ-OVER', 'INS-MISPAID']) {
      const play = someHouse(code)
      assert.ok(play, code)
      const [[erring], [right]] = [play.rounds, play.twin]
      assert.ok(erring && right, code)
      assert.deepEqual(playedOf(erring.truth), playedOf(right.truth), code)
      const changed = movedOf(erring.truth).filter((line, at) => line !== movedOf(right.truth)[at])
      assert.equal(changed.length, 1, `${code}: ${changed.join()}`)
      assert.ok(changed[0]?.startsWith(`${play.error.spot} `), `${code} on ${play.error.spot}: ${changed}`)
    }
  })
})

describe(`faultless rounds (SEED=${SEED})`, () => {
  for (const house of HOUSE_IDS) {
    it(`${house}: nothing above info is proven of them`, () => {
      const cell: ErrorCell = { house, boxes: 3, sensors: 'payouts', play: 'all', prompt: false }
      for (let seed = SEED; seed < SEED + 6; seed++) {
        const accused = tellPlay(
          playFaultless(playOptions(cell, 'none'), seed).flatMap(({ actions }) => actions),
          daemonOf(cell),
        ).found.filter(({ finding, withdrawn }) => !withdrawn && finding.grade === 'proven' && finding.severity !== 'info')
        assert.deepEqual(
          accused.map(({ finding }) => `${finding.code} ${finding.spot}: ${finding.seen}`),
          [],
          `seed ${seed}`,
        )
      }
    })
  }
})
