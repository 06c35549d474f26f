/** What the table reports of chips that moved is what people did with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualSpots } from '../../simulators/device/options.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { Moved, PlayedRound } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { configFor, daemonFor, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { CHIPS, LIMITS } from './table-play.ts'
import { hear } from './told-round.ts'

/** Rounds per house, with the pointer and without it. `ROUNDS=100 npm test -- chips-told` plays more. */
const ROUNDS = Number(process.env.ROUNDS ?? 12)
const SEED = Number(process.env.SEED ?? 7)

type Word = Extract<TableEvent, { type: 'chips.paid' | 'chips.taken' | 'insurance.placed' }>
const isWord = (event: TableEvent): event is Word =>
  event.type === 'chips.paid' || event.type === 'chips.taken' || event.type === 'insurance.placed'

const isTrue = ({ type, data }: Word, { dealer, player }: Moved): boolean => {
  if (type === 'insurance.placed') return data.amount === player
  return data.amount === (type === 'chips.paid' ? dealer : -dealer)
}

interface Told {
  readonly line: string
  readonly moved: Moved
  readonly words: readonly Word[]
}

/** Every movement of chips that the devices reported, with what the table reported then. */
function played(house: (typeof HOUSE_IDS)[number], pointer: boolean): readonly Told[] {
  const { rules } = HOUSES[house]
  const table = { rules, limits: LIMITS, chips: CHIPS, boxes: 5, spots: usualSpots(house) }
  const play = playTable({ ...table, pointer, random: seededRandom(SEED) })
  const rounds = Array.from({ length: ROUNDS }, (): PlayedRound => play.next().value)
  const actions = rounds.flatMap((round) => round.actions)
  const words = new Map<number, Word[]>()
  const daemon = daemonFor(configFor({ ...table, house, spotLagMs: 1500, chipEvidence: 'payouts' }))
  hearPlay(actions, daemon, ({ line, events }) => {
    words.set(line, [...(words.get(line) ?? []), ...events.filter(isWord)])
  })
  return actions.flatMap(({ scan, moved }, at) =>
    scan.kind === 'spot' && scan.spot !== 'rack' && moved
      ? [
          {
            line: `${house} ${pointer ? 'with the pointer ' : ''}line ${at}: ${scan.spot} ${scan.amount}`,
            moved,
            words: words.get(at) ?? [],
          },
        ]
      : [],
  )
}

test(`what is reported as certain of chips is true, and little goes unreported (SEED=${SEED} ROUNDS=${ROUNDS})`, (t) => {
  const told = HOUSE_IDS.flatMap((house) => [false, true].flatMap((pointer) => played(house, pointer)))
  const said = told.flatMap(({ line, moved, words }) => words.map((word) => ({ line, word, isSo: isTrue(word, moved) })))
  const dealers = told.filter(({ moved }) => moved.dealer !== 0)
  const silent = dealers.filter(({ words }) => words.length === 0)
  const wrong = said.filter(({ isSo }) => !isSo)
  t.diagnostic(`${said.length} words of ${dealers.length} movements by the dealer, ${silent.length} without one, ${wrong.length} wrong`)
  assert.deepEqual(
    wrong.filter(({ word }) => word.data.certain).map(({ line, word }) => `${line}: ${word.type} ${word.data.amount}`),
    [],
  )
  assert.ok(wrong.length <= 0.005 * said.length, `${wrong.length} of ${said.length} words are wrong`)
  assert.ok(silent.length <= 0.05 * dealers.length, `of ${silent.length} of ${dealers.length} movements nothing is said`)
})

test('a natural collected at a table that does not follow payments is neither taken nor paid', () => {
  for (const chipEvidence of ['stakes', 'busts', 'payouts'] as const) {
    const words = '1=2000 AS 4H QD 3000:1=0 2000:1=6000 3C 5H TC'
    const said = hear({ house: 'ingo', config: { chipEvidence, spotLagMs: 0 }, words }).events.filter(isWord)
    assert.deepEqual(
      said.filter(({ data }) => data.certain),
      [],
      chipEvidence,
    )
  }
})
