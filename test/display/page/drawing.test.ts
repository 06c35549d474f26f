/** The felt: everything has its place, nothing overlaps, and what is open is drawn as open. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxPlaces, CARD, dealerPlace, FELT, fanWidth, handSpots, type Point } from '../../../src/display/page/geometry.ts'
import type { Device } from '../../../src/display/page/messages.ts'
import { mayBe, worst } from '../../../src/display/page/ranking.ts'
import { RUNGS, standOf } from '../../../src/display/page/rungs.ts'
import { laidCards } from '../../../src/wire/account/account.ts'
import { byUrgency } from '../../../src/wire/alarm-order.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'

interface Area extends Point {
  readonly width: number
  readonly height: number
}
const apart = (a: Area, b: Area): boolean => Math.abs(a.x - b.x) * 2 >= a.width + b.width || Math.abs(a.y - b.y) * 2 >= a.height + b.height

test('bets and hands of up to nine boxes lie on the felt and on nobody else, from either side', () => {
  for (const below of [false, true]) {
    for (let boxes = 1; boxes <= 9; boxes++) {
      const areas = boxPlaces(boxes, below).flatMap(({ bet, cards, scale }) => [
        { ...bet, width: 92 * scale, height: 92 * scale },
        { ...cards, width: fanWidth(3) * scale, height: CARD.height * scale },
      ])
      const all: Area[] = [...areas, { ...dealerPlace(below), width: 300, height: CARD.height }]
      for (const [index, area] of all.entries()) {
        const inside =
          area.x - area.width / 2 >= 0 &&
          area.x + area.width / 2 <= FELT.width &&
          area.y - area.height / 2 >= 0 &&
          area.y + area.height / 2 <= FELT.height
        assert.ok(inside, `${boxes} boxes: ${JSON.stringify(area)}`)
        for (const other of all.slice(index + 1)) assert.ok(apart(area, other), `${boxes} boxes: ${JSON.stringify([area, other])}`)
      }
    }
  }
})

test("box 1 lies at the dealer's left hand", () => {
  const first = boxPlaces(7, false)[0]
  assert.ok(first !== undefined && first.bet.x > FELT.width / 2, 'the dealer above looks down: his left is on the right')
  const turned = boxPlaces(7, true)[0]
  assert.ok(turned !== undefined && turned.bet.x < FELT.width / 2, 'the dealer below looks up')
})

test('the hands of a split box do not cover each other', () => {
  for (const hands of [2, 3, 4]) {
    const areas = handSpots(hands).map(({ x, y, scale }) => ({ x, y, width: fanWidth(4) * scale, height: (CARD.height - 12) * scale }))
    for (const [index, area] of areas.entries()) for (const other of areas.slice(index + 1)) assert.ok(apart(area, other), `${hands} hands`)
  }
})

interface Disc extends Point {
  readonly radius: number
}
/** From the centre of a disc to the nearest point of an area. */
const distance = ({ x, y, width, height }: Area, disc: Disc): number =>
  Math.hypot(Math.max(0, Math.abs(disc.x - x) - width / 2), Math.max(0, Math.abs(disc.y - y) - height / 2))

/** The areas of a hand's cards, and of its total on their lower edge. */
const handAreas = (cards: Point, place: number, { x, y, scale }: Point & { readonly scale: number }, wide: number): readonly Area[] => {
  const at = (below: number) => ({ x: cards.x + x * place, y: cards.y + (y + below * scale) * place })
  const size = (width: number, height: number) => ({ width: width * scale * place, height: height * scale * place })
  return [
    { ...at(0), ...size(wide, CARD.height) },
    { ...at(CARD.height / 2 + 8), ...size(84, 34) },
  ]
}

test('where every box of seven is split, no hand lies on another, on a stake, or on the number of a box', () => {
  for (const below of [false, true]) {
    for (const hands of [1, 2, 3, 4]) {
      const isNarrow = hands > 1
      const places = boxPlaces(7, below)
      const held = places.flatMap(({ cards, scale }) =>
        handSpots(hands, isNarrow).map((spot) => handAreas(cards, scale, spot, fanWidth(4, isNarrow))),
      )
      const laid = places.flatMap(({ bet, tag, insurance }): readonly Disc[] => [
        { ...bet, radius: 40 },
        { ...tag, radius: 17 },
        { ...insurance, radius: 27 },
      ])
      for (const [index, hand] of held.entries()) {
        const what = `${hands} hands, dealer ${below ? 'below' : 'above'}: ${JSON.stringify(hand)}`
        for (const other of held.slice(index + 1).flat()) {
          assert.ok(
            hand.every((area) => apart(area, other)),
            `${what} ${JSON.stringify(other)}`,
          )
        }
        for (const disc of laid) {
          assert.ok(
            hand.every((area) => distance(area, disc) >= disc.radius),
            `${what} ${JSON.stringify(disc)}`,
          )
        }
      }
    }
  }
})

test('a hand shows what every reading has, what the best one has, and what another goes on with', () => {
  const footings = (cards: string[], alternatives: string[][], certain: boolean) =>
    laidCards({ cards, alternatives, certain } as Parameters<typeof laidCards>[0]).map(({ card, footing }) => `${card} ${footing}`)
  assert.deepEqual(footings(['5S', '6D'], [], true), ['5S certain', '6D certain'])
  assert.deepEqual(footings(['5S', '6D', '2C'], [['5S', '6D']], false), ['5S certain', '6D certain', '2C maybe'])
  assert.deepEqual(footings(['5S', '6D'], [['5S', '6D', '9H']], false), ['5S certain', '6D certain', '9H else'])
  assert.deepEqual(footings(['5S', '6D', '2C'], [['5S', '6D', '9H', '2C']], false), ['5S certain', '6D certain', '2C maybe'])
})

const alarm = (state: AlarmData['state'], severity: AlarmData['severity'], since = '2026-01-01T00:00:00.000Z'): AlarmData => ({
  alarm: `${state}-${severity}`,
  grounds: null,
  group: null,
  state,
  severity,
  since,
  rev: 1,
  code: 'X',
  round: null,
  box: null,
  text: '',
  remedy: null,
  user: null,
  note: null,
  until: null,
})

test('what nobody has seen comes first, then what is gravest, whether it is seen to or over; a shelved alarm is on no wall', () => {
  const sorted = [
    alarm('shelved', 'stop'),
    alarm('acknowledged', 'stop'),
    alarm('returned', 'procedure'),
    alarm('returned', 'money'),
    alarm('acknowledged', 'money'),
    alarm('unacknowledged', 'procedure'),
    alarm('unacknowledged', 'stop'),
  ]
  sorted.sort(byUrgency)
  assert.deepEqual(
    sorted.map((each) => each.alarm),
    [
      ...['unacknowledged-stop', 'unacknowledged-procedure'],
      ...['acknowledged-stop', 'returned-money', 'acknowledged-money', 'returned-procedure'],
      'shelved-stop',
    ],
  )
  assert.equal(worst([alarm('shelved', 'stop'), alarm('suppressed', 'stop')]), null)
  assert.equal(worst(sorted)?.alarm, 'unacknowledged-stop')
  assert.equal(worst([alarm('returned', 'procedure'), alarm('acknowledged', 'stop')])?.alarm, 'acknowledged-stop')
  assert.deepEqual(
    [
      mayBe('alarm-ack', alarm('acknowledged', 'stop')),
      mayBe('alarm-ack', alarm('returned', 'stop')),
      mayBe('alarm-close', alarm('shelved', 'stop')),
    ],
    [false, true, true],
  )
})

test('a device is a ladder: what is wrong is told at its rung, and behind one that is gone nothing is known', () => {
  const device: Device = {
    ...{ device: 'shoe', up: true, reason: null, serial: 'SH-1', boot: 3, firmware: '2.3.1', lastHeartbeat: '2026-01-01T00:00:00.000Z' },
    ...{ errors: new Map([['crc', 0]]), ringFill: 4, ringSize: 512, clockOffsetMs: 12 },
  }
  const stands = (change: Partial<Device>) => RUNGS.map((rung) => standOf(rung, { ...device, ...change }))
  assert.deepEqual(stands({}), ['ok', 'ok', 'ok', 'ok', 'ok'])
  assert.deepEqual(stands({ errors: new Map([['crc', 2]]) }), ['ok', 'look', 'ok', 'ok', 'ok'])
  assert.deepEqual(stands({ firmware: null, clockOffsetMs: null }), ['ok', 'ok', 'open', 'ok', 'open'])
  assert.deepEqual([stands({ ringFill: 300 })[3], stands({ ringFill: null })[3]], ['look', 'open'])
  assert.deepEqual(stands({ up: false }), ['broken', 'open', 'open', 'open', 'open'])
})
