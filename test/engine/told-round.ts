/** Rounds written by hand, one word for each line of a device, and what the table makes of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PointerPlace, Scan, ScannedCard, SpotId } from '../../devices/scan.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { endTable, stepTable } from '../../src/engine/fold/table.ts'
import type { Observation } from '../../src/engine/observation.ts'
import { initialTable, type TableState } from '../../src/engine/state/table-state.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { boxLine, contextFor } from './table-play.ts'

interface Told {
  readonly house: HouseId
  readonly rules?: Partial<HouseRules>
  readonly config?: Partial<TableConfig>
  /**
   * `5S` a card · `1=2000` box 1's main spot shows 2000, `1=2000+F` with a lammer, `1.ins=500` another spot · `>1.2` the pointer,
   * `>dealer`, `>-` · `absent1`, `relief` keys · `tick` nothing but time · `close` the shoe. Five seconds pass before each word, or as many
   * milliseconds as stand before it: `300:1=0`; `-300:1=0` happened before the last word. `<7>` line 7 is given up, `<7-9>` three of
   * them, `7~5S` arrives all the same; `<p7>` line 7 of the pointer is given up; `gone` and `back`: the pointer's link is lost, and up
   * again.
   */
  readonly words: string
}

export interface Heard {
  readonly events: readonly TableEvent[]
  readonly closed: readonly RoundResult[]
  /** In the order in which they were reported. */
  readonly revised: readonly RoundResult[]
}

const STEP_MS = 5000
const BASE_MS = Date.UTC(2026, 0, 1)
const LAMMER = 'F'

const placeOf = (text: string): PointerPlace => {
  if (text === '-') return 'none'
  if (text === 'dealer') return 'dealer'
  const [box, hand] = text.split('.')
  return { box: Number(box), hand: Number(hand) }
}

const spotScan = (word: string): Scan => {
  const [place = '', shown = ''] = word.split('=')
  const [value = '', ...lammers] = shown.split('+')
  const spot = (place.includes('.') || place === 'rack' ? place : `${place}.main`) as SpotId
  const amount = Number(value)
  const count = lammers.filter((each) => each === LAMMER).length
  const chips = [...(amount > 0 ? [{ value: amount, count: 1 }] : []), ...(count > 0 ? [{ value: 'FB' as const, count }] : [])]
  return { kind: 'spot', spot, rev: 1, chips, amount }
}

/** `<7>`, `<7-9>` or `<p7>` */
const missingOf = (
  word: string,
): { readonly kind: 'missing'; readonly device: string; readonly playing: boolean; readonly from: number; readonly to: number } | null => {
  const [, pointer, from, to = from] = /^<(p?)(\d+)(?:-(\d+))?>$/.exec(word) ?? []
  return from === undefined ? null : { kind: 'missing', device: 'x', playing: pointer === '', from: Number(from), to: Number(to) }
}

const linkOf = (word: string): Omit<Extract<Observation, { kind: 'link' }>, 'at' | 'cause'> | null =>
  word === 'gone' || word === 'back' ? { kind: 'link', device: 'puck', playing: false, up: word === 'back', reason: word } : null

export const scanOf = (word: string): Scan | { readonly kind: 'tick' } => {
  if (word === 'tick') return { kind: 'tick' }
  if (word === 'close' || word === 'load') return { kind: 'shoe', what: word }
  if (word === 'void' || word === 'relief') return { kind: 'key', press: { key: word } }
  if (word.startsWith('absent')) return { kind: 'key', press: { key: 'absent', box: Number(word.slice('absent'.length)) } }
  if (word.startsWith('>')) return { kind: 'pointer', place: placeOf(word.slice(1)) }
  if (word.includes('=')) return spotScan(word)
  return { kind: 'card', card: word as ScannedCard }
}

/** Folds the words; the input ends after the last. `kept`: what to do with the state between two words. */
export const hear = ({ house, rules, config, words }: Told, kept: (state: TableState) => TableState = (state) => state): Heard => {
  const context = contextFor(house, { ...HOUSES[house].rules, ...rules }, config)
  let state = initialTable()
  let at = BASE_MS
  const events: TableEvent[] = []
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .forEach((word, index) => {
      const [, ms = STEP_MS, late, said = ''] = /^(?:(-?\d+):)?(?:(\d+)~)?(.*)$/.exec(word) ?? []
      const happened = at + Number(ms)
      at = Math.max(at, happened)
      const origin = { at: happened, cause: `x:X/1/${late ?? index + 1}`, ...(late === undefined ? {} : { late: true as const }) }
      const [next, concluded] = stepTable(state, { ...(missingOf(said) ?? linkOf(said) ?? scanOf(said)), ...origin }, context)
      state = kept(next)
      events.push(...concluded)
    })
  events.push(...endTable(state, context)[1])
  const told = (type: 'round.closed' | 'round.revised') =>
    events.flatMap((event) => (event.type === type ? [event.data as RoundResult] : []))
  return { events, closed: told('round.closed'), revised: told('round.revised') }
}

/** The last report of the last round. */
export const lastTold = ({ closed, revised }: Heard): RoundResult => {
  const last = closed.at(-1)
  assert.ok(last, 'no round closed')
  return revised.findLast(({ round }) => round === last.round) ?? last
}

/**
 * The likeliest reading as `1 TS 9H [stand] win: 1000 | 2 ... | dealer TD 8S`. If the chips did not move as due: `1000, moved 0`.
 */
export const roundLine = ({ boxes, dealer }: RoundResult): string =>
  [
    ...boxes.map((box) => {
      const { due = null, moved = null } = box.spots.main?.best ?? {}
      const money = due === moved ? `${due}` : `${due}, moved ${moved}`
      return `${boxLine(box)}: ${money}`
    }),
    `dealer ${dealer.cards.join(' ')}`,
  ].join(' | ')

interface Row extends Told {
  readonly name: string
  /** One line for each round that closed. */
  readonly lines: readonly string[]
  /** Default 1 each. */
  readonly readings?: readonly number[]
  /** Default true. */
  readonly complete?: boolean
  /** Other spots of the first round, `1.p22 500: 5500`. */
  readonly sides?: readonly string[]
}

const sidesOf = ({ boxes }: RoundResult): readonly string[] =>
  boxes.flatMap(({ box, spots }) =>
    Object.entries(spots).flatMap(
      ([
        area,
        {
          best: { staked, due, moved },
        },
      ]) => (area === 'main' ? [] : [`${box}.${area} ${staked}: ${due === moved ? due : `${due}, moved ${moved}`}`]),
    ),
  )

/** Runs one test for each row. */
export const checkRows = (rows: readonly Row[]) => {
  for (const row of rows) {
    it(`${row.house}: ${row.name}`, () => {
      const { closed } = hear(row)
      assert.deepEqual(closed.map(roundLine), row.lines)
      assert.deepEqual(
        closed.map(({ readings }) => readings),
        row.readings ?? closed.map(() => 1),
      )
      assert.ok(
        closed.every(({ complete }) => complete === (row.complete ?? true)),
        `rounds are ${(row.complete ?? true) ? 'complete' : 'incomplete'}`,
      )
      assert.deepEqual(closed[0] ? sidesOf(closed[0]) : [], row.sides ?? [])
    })
  }
}
