/**
 * The measurement of errors: every error can be made at a table of some house, and the same seed makes the same error and changes nothing else.
 * SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { ERROR_CODES, ERRORS, NOT_INJECTED } from '../../../simulators/table/errors/index.ts'
import { canInject, ERROR_ROUND, type InjectedPlay, inject, playFaultless } from '../../../simulators/table/errors/inject.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { disturbed, SENSOR_FAULTS, type SensorFault } from '../../../simulators/table/sensor-faults.ts'
import type { PlayedRound, RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import { FINDING_CODES, type FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { bundled } from '../../runner/bundled.ts'
import { todays } from '../../runner/rotation.ts'
import { judgePlay } from './errors-judge.ts'
import { NO_ERRORS, work } from './errors-measure.ts'
import { accusedIn, errorPage } from './errors-report.ts'
import { type ErrorCell, playOptions } from './errors-table.ts'

const SEED = Number(process.env.SEED ?? 1)
/** The rarest error becomes possible within some hundred rounds. */
const SEEDS_MAX = 2000
/** Only a player who is alone insures nothing but a natural. */
const boxesFor = (code: FindingCode): number => (code === 'INS-ON-BJ' ? 1 : 3)

const injectIn = (code: FindingCode, house: ErrorCell['house'], from: number): InjectedPlay | null => {
  const options = playOptions({ house, boxes: boxesFor(code), sensors: 'pointer', play: 'all', prompt: false }, code)
  if (!canInject(code, options)) return null
  for (let seed = from; seed < from + SEEDS_MAX; seed++) {
    const play = inject(code, options, seed)
    if (play) return play
  }
  return null
}

const someHouse = (code: FindingCode): InjectedPlay | null => {
  for (const house of HOUSE_IDS) {
    const play = injectIn(code, house, SEED * SEEDS_MAX)
    if (play) return play
  }
  return null
}

const before = (rounds: readonly PlayedRound[], atMs: number): string =>
  JSON.stringify(rounds.flatMap(({ actions }) => actions).filter((action) => action.atMs < atMs))

/** The hands as they were played, and what is due on every spot. */
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
    const listed = [...ERROR_CODES, ...Object.keys(NOT_INJECTED)].sort()
    assert.deepEqual(listed, [...FINDING_CODES].sort())
  })

  for (const code of todays(ERROR_CODES)) {
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
    for (const code of [
      'PAID-LOSER',
      'TOOK-PUSH',
      'PAY-SHORT',
      'WINNER-UNPAID',
      'P22-MISPAID',
      'PRIZE-MISSED',
      'BJ-OVER',
      'INS-MISPAID',
    ] as const) {
      const play = someHouse(code)
      assert.ok(play, code)
      const [erring, right] = [play.rounds[ERROR_ROUND - 1], play.twin[ERROR_ROUND - 1]]
      assert.ok(erring && right, code)
      assert.deepEqual(playedOf(erring.truth), playedOf(right.truth), code)
      const changed = movedOf(erring.truth).filter((line, at) => line !== movedOf(right.truth)[at])
      assert.equal(changed.length, 1, `${code}: ${changed.join()}`)
      assert.ok(changed[0]?.startsWith(`${play.error.spot} `), `${code} on ${play.error.spot}: ${changed}`)
    }
  })
})

/** What a box with a single plain hand, settled last, would be paid or lose against this dealer total; null: any other hand. */
const movedAgainst = ({ hands, spots }: RoundTruth['boxes'][number], bank: number): number | null => {
  const [hand, ...more] = hands
  const staked = spots.main?.staked ?? 0
  const isPlain = hand && more.length === 0 && !hand.bust && !hand.blackjack && !/free|surrender|even/.test(hand.actions.join())
  if (!isPlain) return null
  return bank > 21 || hand.total > bank ? staked : hand.total === bank ? 0 : -staked
}

describe(`a total misread (SEED=${SEED})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    it(`${house}: every box is settled against that one`, () => {
      const options = playOptions({ house, boxes: 3, sensors: 'payouts', play: 'main', prompt: false }, 'DEALER-TOTAL-MISREAD')
      for (let seed = SEED * SEEDS_MAX, plays = 0; plays < 12 && seed < (SEED + 1) * SEEDS_MAX; seed++) {
        const play = inject('DEALER-TOTAL-MISREAD', options, seed)
        if (!play) continue
        plays++
        const { boxes, dealer } = play.rounds[ERROR_ROUND - 1]?.truth ?? { boxes: [], dealer: { total: 0 } }
        const isBy = (bank: number): boolean =>
          boxes.every((box) => (movedAgainst(box, bank) ?? box.spots.main?.moved) === box.spots.main?.moved)
        const other = [17, 18, 19, 20, 21, 22, 23].filter((bank) => bank !== dealer.total && isBy(bank))
        assert.ok(other.length > 0, `seed ${seed}: ${boxes.map(({ spots }) => spots.main?.moved)} against ${dealer.total}`)
      }
    })
  }
})

describe('the measurement of errors', () => {
  const cell: ErrorCell = { house: 'gld', boxes: 2, sensors: 'payouts', play: 'main', prompt: true }
  const job = { code: 'PAY-SHORT', cell, faults: [], seed: 3, rounds: 6 } as const

  it('counts the same for the same seed, and how many errors are provable', () => {
    const counts = work(job)
    assert.deepEqual(counts, work(job))
    assert.deepEqual([counts.plays, counts.judged], [6, 6])
    assert.ok(counts.provable > 0 && counts.provable <= 6, `${counts.provable} provable`)
    assert.ok(counts.found <= counts.provable && counts.proven <= counts.plays, 'more proven than done')
    const rows = [{ code: job.code, cell, counts }]
    assert.match(errorPage({ seed: 3, rounds: 6, faults: [], rows }), /\| PAY-SHORT \| 6 \|/)
  })

  it('tells of a round that a wrong deal may have ended: insurance stayed unsettled, and the next round may have fewer boxes than were dealt to', () => {
    const three: ErrorCell = { house: 'sevens-prizes', boxes: 3, sensors: 'payouts', play: 'all', prompt: false }
    const { plays, accused } = work({ code: 'INS-UNRESOLVED-ALL-BUST', cell: three, faults: [], seed: 26_507_000_008, rounds: 1 })
    assert.deepEqual([plays, accused], [1, 0])
  })

  it('knows who is accused wrongly', () => {
    const accused = { ...NO_ERRORS, plays: 4, accused: 1 }
    const report = { seed: 3, rounds: 4, faults: [], rows: [{ code: 'none', cell, counts: accused } as const] }
    assert.equal(accusedIn(report), 1)
    assert.match(errorPage(report), /4 faultless rounds: 1 with a wrong accusation, 250000 in a million\./)
  })

  it('refuses a code it has no row for', async () => {
    const words = [await bundled('test/measure/accuracy/accuracy.ts'), '--errors', 'DEAL-MISPLACED']
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    assert.equal(status, 64)
    assert.match(stderr, /--errors DEAL-MISPLACED: must be one of all, none, PAID-LOSER/)
  })
})

const LISTED_CODES = ['PAID-LOSER', 'PAY-OVER', 'DEALER-STOOD-UNDER-17', 'DEALER-SOFT17', 'DOUBLE-AMOUNT', 'LIVE-TAKEN-AS-BUST'] as const

describe(`what was done is among the stories listed (SEED=${SEED})`, () => {
  for (const code of todays(LISTED_CODES, LISTED_CODES.length)) {
    it(code, () => {
      let provable = 0
      for (const house of HOUSE_IDS) {
        const options = playOptions({ house, boxes: 2, sensors: 'payouts', play: 'main', prompt: true }, code)
        for (let seed = SEED * SEEDS_MAX, plays = 0; plays < 3 && seed < (SEED + 1) * SEEDS_MAX; seed++) {
          const play = inject(code, options, seed)
          const judged = play && judgePlay(play, options)
          if (!judged) continue
          plays++
          assert.ok(judged.isListed, `${house}, seed ${seed}: only ${[...judged.possible].join()}`)
          if (judged.provableAt !== null) provable++
        }
      }
      // floor.md, Players: the same amount may also have been laid on the bet for no reason, whatever happens later.
      assert.equal(provable > 0, code !== 'DOUBLE-AMOUNT', `${provable} provable`)
    })
  }
})

describe(`sensors at fault (SEED=${SEED})`, () => {
  for (const name of Object.keys(SENSOR_FAULTS) as SensorFault[]) {
    it(`${name}: ${SENSOR_FAULTS[name].does}; all is right in the end`, () => {
      const options = playOptions({ house: 'ingo', boxes: 3, sensors: 'payouts', play: 'all', prompt: false }, 'none', 700)
      for (let seed = SEED; seed < SEED + 3; seed++) {
        const play = playFaultless(options, seed).flatMap(({ actions }) => actions)
        const told = disturbed(play, [name], { lagMs: 700, random: seededRandom(seed) })
        assert.notDeepEqual(told, play, 'nothing is disturbed')
        assert.deepEqual(lastLevels(told), lastLevels(play), 'a wrong level stays')
        assert.equal(told.filter(isCard).length, play.filter(isCard).length, 'cards')
        assert.ok(
          told.every(({ atMs }, at) => atMs >= (told[at - 1]?.atMs ?? 0)),
          'out of order',
        )
      }
    })
  }

  it('all of them at once: no spot is told wrongly for longer than the lag', () => {
    const options = playOptions({ house: 'free-bet-pot-of-gold', boxes: 3, sensors: 'payouts', play: 'all', prompt: false }, 'none', 700)
    for (let seed = SEED; seed < SEED + 20; seed++) {
      const play = playFaultless(options, seed).flatMap(({ actions }) => actions)
      const told = disturbed(play, Object.keys(SENSOR_FAULTS) as SensorFault[], { lagMs: 700, random: seededRandom(seed) })
      assert.ok(longestWrong(play, told) <= 700, `${longestWrong(play, told)} ms, seed ${seed}`)
    }
  })
})

/** The longest time for which some spot was reported wrongly; Infinity: until the end. */
const longestWrong = (play: readonly TableAction[], told: readonly TableAction[]): number => {
  const lies = new Map<string, string>()
  const shown = new Map<string, string>()
  const wrongSince = new Map<string, number>()
  let longest = 0
  const all = [...play.map((action) => ({ action, into: lies })), ...told.map((action) => ({ action, into: shown }))]
  for (const { action, into } of all.sort((one, other) => one.action.atMs - other.action.atMs)) {
    const { scan, atMs } = action
    if (scan.kind !== 'spot') continue
    into.set(scan.spot, JSON.stringify(scan.chips))
    if ((shown.get(scan.spot) ?? '[]') !== lies.get(scan.spot)) wrongSince.set(scan.spot, wrongSince.get(scan.spot) ?? atMs)
    else {
      longest = Math.max(longest, atMs - (wrongSince.get(scan.spot) ?? atMs))
      wrongSince.delete(scan.spot)
    }
  }
  return wrongSince.size > 0 ? Number.POSITIVE_INFINITY : longest
}

const isCard = ({ scan, again }: TableAction): boolean => scan.kind === 'card' && !again
const lastLevels = (actions: readonly TableAction[]): ReadonlyMap<string, number> =>
  new Map(actions.flatMap(({ scan }) => (scan.kind === 'spot' ? [[scan.spot, scan.amount] as const] : [])))
