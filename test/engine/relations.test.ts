/**
 * Relations that hold for every round, with errors and without: other pieces of the same sums, and boxes at which nobody plays, change no finding
 * that stands and no number; what was undone before anything rested on it accuses nobody in a faultless round.
 *
 *   SEED=7 npm test -- relations             another seed
 *   SEEDS=50 npm test -- relations           so many seeds of each house
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ChipStack, Scan } from '../../devices/scan.ts'
import { usualSpots } from '../../simulators/device/options.ts'
import { playErring } from '../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { configFor, type Daemon, daemonFor, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { type Found, noteFindings } from '../measure/accuracy/errors-told.ts'
import { todays } from '../runner/rotation.ts'
import { roundText } from './play/told.ts'
import { CHIPS, LIMITS, lastWords } from './table-play.ts'
import { difference } from './undone.ts'

const SEED = Number(process.env.SEED ?? 10)
const SEEDS = Number(process.env.SEEDS ?? 1)
const ROUNDS = 4
/** Share of rounds with an error, and of pauses in which somebody changes his mind. */
const ERRING = 0.5
const PAUSES = 0.3

interface Played {
  readonly rounds: readonly PlayedRound[]
  readonly actions: readonly TableAction[]
  readonly spots: readonly string[]
  /** The table that hears it, with so many boxes more. */
  readonly daemon: (more?: number) => Daemon
}

const play = (house: (typeof HOUSE_IDS)[number], seed: number, pointer: boolean, share: number): Played => {
  const table = { rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes: 2 + (seed % 3), spots: usualSpots(house) }
  const rounds = playErring({ ...table, pointer, random: seededRandom(seed) }, { codes: ERROR_CODES, share })
  const played = Array.from({ length: ROUNDS }, () => rounds.next().value)
  const daemon = (more = 0): Daemon =>
    daemonFor(configFor({ ...table, boxes: table.boxes + more, house, spotLagMs: 1500, chipEvidence: 'payouts' }))
  return { rounds: played, actions: played.flatMap(({ actions }) => actions), spots: table.spots, daemon }
}

/** The findings that stand in the end, and the rounds, each a text; `shift`: how many boxes stand before those that play. */
const told = (actions: readonly TableAction[], daemon: Daemon, shift = 0): readonly string[] => {
  const found = new Map<string, Found>()
  const said: TableEvent[] = []
  hearPlay(actions, daemon, (heard) => {
    noteFindings(found, heard)
    said.push(...heard.events)
  })
  const findings = [...found.values()].flatMap(({ finding: { code, grade, box, round }, withdrawn }) =>
    withdrawn ? [] : [[round, code, grade, box === null ? 'no box' : box - shift].join(' ')],
  )
  const rounds = lastWords(said).map((result) =>
    roundText({ ...result, boxes: result.boxes.map((box) => ({ ...box, box: box.box - shift })) }),
  )
  return [...findings.sort(), ...rounds]
}

const smallest = Math.min(...CHIPS)

const inSmallestPieces = (scan: Scan): Scan => {
  if (scan.kind !== 'spot' || scan.amount === 0) return scan
  const lammers: readonly ChipStack[] = scan.chips.filter(({ value }) => value === 'FB')
  return { ...scan, chips: [{ value: smallest, count: scan.amount / smallest }, ...lammers] }
}

const oneBoxOn = (scan: Scan): Scan => {
  if (scan.kind === 'spot' && scan.spot !== 'rack') {
    const [box, area] = scan.spot.split('.')
    return { ...scan, spot: `${Number(box) + 1}.${area}` as typeof scan.spot }
  }
  if (scan.kind === 'pointer' && typeof scan.place === 'object') return { ...scan, place: { ...scan.place, box: scan.place.box + 1 } }
  if (scan.kind === 'key' && 'box' in scan.press) return { ...scan, press: { ...scan.press, box: scan.press.box + 1 } }
  return scan
}

const changed = (actions: readonly TableAction[], change: (scan: Scan) => Scan): readonly TableAction[] =>
  actions.map((action) => ({ ...action, scan: change(action.scan) }))

const EACH = Array.from({ length: SEEDS }, (_, nth) => SEED + nth).flatMap((seed) =>
  HOUSE_IDS.flatMap((house) => [false, true].map((pointer) => [house, seed, pointer] as const)),
)

describe('what must not matter', () => {
  let putIn = 0
  after(() => assert.ok(putIn > 0, 'nobody changed his mind'))

  for (const [house, seed, pointer] of todays(EACH, 5)) {
    const name = `${house}, ${pointer ? 'with' : 'without'} a pointer, SEED=${seed}`
    it(`changes nothing where people err: ${name}`, () => {
      const { actions, daemon } = play(house, seed, pointer, ERRING)
      const before = told(actions, daemon())
      assert.ok(before.length > 0, 'something is told')
      assert.deepEqual(told(changed(actions, inSmallestPieces), daemon()), before, 'other pieces of the same sums')
      assert.deepEqual(told(actions, daemon(1)), before, 'an idle box behind the others')
      assert.deepEqual(told(changed(actions, oneBoxOn), daemon(1), 1), before, 'an idle box before the others')
    })

    it(`was undone, and accuses nobody: ${name}`, () => {
      const { rounds, actions, spots, daemon } = play(house, seed, pointer, 0)
      const { thoughts, accused } = difference({ rounds, actions, daemon: daemon(), spots }, seed, PAUSES)
      putIn += thoughts.length
      assert.deepEqual(accused, [], thoughts.map(({ atMs, spot, change }) => `${spot} ${change} at ${atMs}`).join(', '))
    })
  }
})
