/** Messages of one table as a subscriber gets them, and what a terminal shows of them. */
import assert from 'node:assert/strict'
import { laidOut, lineText } from '../../src/base/terminal/line.ts'
import { blankScreen, type Screen, show } from '../../src/display/terminal/screen.ts'
import type { MessageType, SaidData } from '../../src/wire/payloads.ts'
import { readMessage } from '../../src/wire/receive.ts'
import { keyed } from '../../src/wire/stream.ts'

export const TIME = '2026-11-21T01:43:19.123Z'
export const ROUND = '1-1'

let sequence = 0

/** A payload of this type, `data` as the table concludes it. */
export function payload<T extends MessageType>(type: T, data: SaidData[T]): string {
  sequence++
  return JSON.stringify({
    specversion: '1.0',
    id: `demo/p1/bj07/q3kf9abc/${sequence}`,
    source: '/demo/p1/bj07',
    type,
    dataschema: `urn:table:${type}:1`,
    time: TIME,
    sequence: String(sequence),
    data: keyed('q3kf9abc', data),
  })
}

/** What is printed for these payloads, one text a line. */
export function printed(payloads: readonly string[], colour = false): string[] {
  let screen: Screen = blankScreen
  return payloads.flatMap((each) => {
    const received = readMessage(each)
    assert.ok(received.ok, `not read: ${JSON.stringify(received)}\n${each}`)
    if (received.envelope === null) return []
    const [next, lines] = show(screen, received.envelope)
    screen = next
    return lines.flatMap((entry) => laidOut(entry)).map((line) => lineText(line, colour))
  })
}

type View = SaidData['state.round']
type Hands = { readonly [box: number]: readonly (readonly string[])[] }

/** `state/round` with these cards; totals are not what the terminal reads. */
export function view(dealer: readonly string[], hands: Hands): string {
  const boxes = Object.entries(hands).map(([box, each]) => ({
    box: Number(box),
    spots: {},
    hands: each.map((cards, at) => ({
      hand: at + 1,
      cards,
      total: null,
      soft: false,
      actions: [],
      outcome: null,
      certain: true,
      alternatives: [],
    })),
  }))
  return payload('state.round', {
    round: ROUND,
    rev: 1,
    asOf: TIME,
    phase: 'playing',
    shoe: 1,
    dealerId: null,
    complete: true,
    readings: 1,
    cards: [],
    dealer: { cards: dealer, total: null, certain: true },
    boxes,
    active: { at: null, certain: false },
  } as View)
}

export function card(text: string, n: number, to: SaidData['card.dealt']['to'], certain = true): string {
  return payload('card.dealt', { card: text as SaidData['card.dealt']['card'], n, to, certain })
}
