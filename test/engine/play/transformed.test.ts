/**
 * Changes that must not matter, or matter in one known way: suits and the faces of ten-values exchanged, all money ten times as much,
 * boxes further along, the clock, lines said twice. `many.ts` says how to repeat a run and how to make it long; the fold plays a fiftieth of
 * the rounds asked for.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Card, SUITS } from '../../../devices/scan.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { RoundTruth, SpotTruth, TableAction } from '../../../simulators/table/types.ts'
import type { RoundResult } from '../../../src/engine/event.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { todays } from '../../runner/rotation.ts'
import { closedRounds, foldActions } from '../table-play.ts'
import { type Change, playAgain } from './again.ts'
import { type Drawn, type Evening, type Setting, settingOf, spendEvening } from './evening.ts'
import { manyEvenings, REPEATED } from './many.ts'
import { plain, playSpelled, writtenTruth } from './spelled.ts'
import { roundText, toldRounds } from './told.ts'

const ROUNDS = 20
const FOLDED_ROUNDS = 3
const FOLDED_SHARE = 0.02
const TIMES = 10
const SHIFT = 2
const DAY_MS = 86_400_000

const TEN_VALUES = 'TJQK'
const CARD = /\b[A2-9TJQK][SHDC]\b/g
const nextOf = (all: string, one: string): string => all.charAt((all.indexOf(one) + 1) % all.length)
const nextSuit = (card: string): string => `${card.charAt(0)}${nextOf(SUITS.join(''), card.charAt(1))}`
const nextFace = (card: string): string =>
  TEN_VALUES.includes(card.charAt(0)) ? `${nextOf(TEN_VALUES, card.charAt(0))}${card.charAt(1)}` : card

interface Transformation {
  readonly name: string
  readonly change: (setting: Setting) => Change
  /** How a round reads after the change, and what of it is read. */
  readonly reads?: (text: string) => string
  readonly ignoring?: (text: string) => string
}

const TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'suits exchanged', change: () => ({ card: (card) => nextSuit(card) as Card }), reads: (text) => text.replace(CARD, nextSuit) },
  {
    name: 'faces of ten-values exchanged',
    change: () => ({ card: (card) => nextFace(card) as Card }),
    reads: (text) => text.replace(CARD, nextFace),
  },
  {
    name: 'any suits, where no prize asks for them',
    change: ({ rules, seed }) => {
      const random = seededRandom(seed)
      return rules.sevens === 'none' ? { card: (card) => `${card.charAt(0)}${SUITS[Math.floor(random() * 4)]}` as Card } : {}
    },
    ignoring: (text) => text.replace(CARD, (card) => card.charAt(0)),
  },
  { name: 'all money ten times as much', change: () => ({ times: TIMES }) },
  { name: 'boxes further along', change: () => ({ shift: SHIFT }) },
]

const changedSetting = (setting: Setting, drawn: Drawn, { times = 1, shift = 0 }: Change): Setting => ({
  ...(times === 1 ? setting : settingOf(setting.house, drawn, times)),
  boxes: setting.boxes + shift,
})

/** The round in the money and by the boxes of the first evening. */
const asBefore = <R extends RoundTruth | RoundResult>(result: R, { times = 1, shift = 0 }: Change): R => {
  const less = (amount: number | null): number | null => (amount === null ? null : amount / times)
  const spot = ({ staked, due, moved, ...more }: SpotTruth) => {
    const falls = 'falls' in more && more.falls !== null ? more.falls : { before: 0, inPlay: 0, after: 0 }
    const { before, inPlay, after } = falls
    const lessFalls = { before: before / times, inPlay: inPlay / times, after: after / times }
    return { staked: staked / times, due: less(due), moved: less(moved), falls: lessFalls }
  }
  const boxes = result.boxes.map((box) => ({
    ...box,
    box: box.box - shift,
    spots: Object.fromEntries(Object.entries(box.spots).map(([area, each]) => [area, spot(each as SpotTruth)])),
  }))
  return { ...result, boxes, net: { house: less(result.net.house) } }
}

const truthText = (truth: RoundTruth): string => `${roundText(truth)}\n${plain(writtenTruth(truth))}`

const same = (before: string, after: string, { reads = String, ignoring = String }: Transformation, where: string): void =>
  assert.equal(ignoring(after), ignoring(reads(before)), where)

describe(`a round changed in what must not matter comes out the same (${REPEATED})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    for (const transformation of TRANSFORMATIONS) {
      it(`${house}: ${transformation.name}, at the table and in src/rules/play`, () => {
        manyEvenings({ house, what: transformation.name, rounds: ROUNDS }, (drawn) => {
          const setting = settingOf(house, drawn)
          const first = spendEvening(setting)
          const change = transformation.change(setting)
          const changed = changedSetting(setting, drawn, change)
          const second = playAgain(first, changed, change)
          assert.equal(second.rounds.length, first.rounds.length)
          second.rounds.forEach(({ played, asked }, at) => {
            const before = truthText((first.rounds[at] as Evening['rounds'][number]).played.truth)
            const { truth } = played
            same(before, truthText(asBefore(truth, change)), transformation, before)
            assert.equal(plain(playSpelled(asked, truth, changed).out), plain(writtenTruth(truth)), before)
          })
        })
      })

      it(`${house}: ${transformation.name}, as the fold tells it`, () => {
        manyEvenings({ house, what: `${transformation.name}, folded`, rounds: FOLDED_ROUNDS, share: FOLDED_SHARE }, (drawn) => {
          const setting = settingOf(house, drawn)
          const first = spendEvening(setting)
          const change = transformation.change(setting)
          const second = playAgain(first, changedSetting(setting, drawn, change), change)
          const [before, after] = [toldRounds(first), toldRounds(second).map((told) => asBefore(told, change))]
          same(before.map(roundText).join('\n'), after.map(roundText).join('\n'), transformation, JSON.stringify(setting.accepted))
        })
      })
    }
  }
})

const LINES: readonly (readonly [string, (actions: readonly TableAction[]) => readonly TableAction[]])[] = [
  ['a day later', (actions) => actions.map((action) => ({ ...action, atMs: action.atMs + DAY_MS }))],
  ['every spot said twice', (actions) => actions.flatMap((action) => (action.scan.kind === 'spot' ? [action, action] : [action]))],
]

describe(`the fold tells the same (${REPEATED})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    for (const [name, changed] of LINES) {
      it(`${house}: ${name}`, () => {
        manyEvenings({ house, what: name, rounds: FOLDED_ROUNDS, share: FOLDED_SHARE }, (drawn) => {
          const setting = settingOf(house, drawn)
          const actions = spendEvening(setting).rounds.flatMap(({ played }) => played.actions)
          const [before, after] = [actions, changed(actions)].map((lines) =>
            closedRounds(foldActions(lines, setting.context)).map(roundText),
          )
          assert.deepEqual(after, before, JSON.stringify(setting.accepted))
        })
      })
    }
  }
})
