/** A past round is drawn as it was published: every card that was seen, and none drawn as certain that finally lay elsewhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownAt } from '../../../src/display/page/known.ts'
import { readSaid, type Said } from '../../../src/display/page/messages.ts'
import type { RoundView } from '../../../src/engine/view.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { accountOf, laidCards } from '../../../src/wire/account/account.ts'
import { type Replayed, replayed } from '../../../src/wire/account/replayed.ts'
import { toldTable } from './told-tables.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const TABLES = 10

interface PlayedRound {
  readonly events: readonly Said[]
  /** The table's own picture after this many events. */
  readonly live: readonly { readonly behind: number; readonly view: RoundView }[]
}

/** What a table published of each round: the events as the book keeps them, and the pictures of the time. */
function toldRounds(index: number): readonly PlayedRound[] {
  const house = HOUSE_IDS[index % HOUSE_IDS.length] ?? 'gld'
  const table = toldTable({ pit: 'p1', table: 'bj07', house, boxes: 6, seed: seed + index, rounds: 3, atMs: Date.UTC(2026, 0, 1) })
  const rounds = new Map<string, { events: Said[]; live: { behind: number; view: RoundView }[] }>()
  for (const { topic, payload } of table.rounds.flat(2)) {
    if (topic.endsWith('/log') || payload === '') continue
    const { round } = JSON.parse(payload)
    const said = readSaid(payload)
    const name = said?.type === 'state.round' ? said.data.round : round
    if (said === null || typeof name !== 'string') continue
    const kept = rounds.get(name) ?? { events: [], live: [] }
    rounds.set(name, kept)
    if (said.type === 'state.round') kept.live.push({ behind: kept.events.length, view: said.data })
    else if (topic.includes('/ev/')) kept.events.push(said)
  }
  return [...rounds.values()]
}

interface Step {
  readonly said: Said
  readonly view: Replayed
}
const stepsOf = (events: readonly Said[]): readonly Step[] => {
  const views = replayed(events)
  return events.map((said, at) => ({ said, view: views[at] ?? assert.fail('every event has a picture') }))
}
const played = Array.from({ length: TABLES }, (_, index) => toldRounds(index)).flat()
const stepped = played.map(({ events, live }) => ({ live, steps: stepsOf(events) }))

const cardsOn = ({ dealer, boxes }: Pick<RoundView, 'dealer' | 'boxes'>): string[] =>
  [...dealer.cards, ...boxes.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards))].filter((card) => card !== 'hidden').sort()

/** The cards that `all` lacks. */
function beyond(all: readonly string[], cards: readonly string[]): string[] {
  const left = [...all]
  return cards.filter((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

test('behind each event lie the cards that the table itself showed then', (t) => {
  t.diagnostic(`SEED=${seed}`)
  let same = 0
  let compared = 0
  for (const { live, steps } of stepped) {
    for (const { behind, view } of live) {
      const step = steps[behind - 1]
      if (step === undefined) continue
      const [drawn, shown] = [cardsOn(step.view), cardsOn(view)]
      assert.deepEqual(beyond(shown, drawn), [], `step ${behind} of round ${view.round}: no card before it was seen`)
      // A card that most likely belongs to nobody is published later than it is shown.
      same += Number(drawn.length === shown.length)
      compared += 1
    }
  }
  t.diagnostic(`${same} of ${compared} pictures have every card`)
  assert.ok(compared > 300 && same > 0.95 * compared, `${same} of ${compared} pictures have every card`)
})

test('when it is over, every hand lies as the table showed it at the end', (t) => {
  t.diagnostic(`SEED=${seed}`)
  let compared = 0
  for (const { live, steps } of stepped) {
    const end = live.findLast(({ view }) => view.phase === 'closed')
    const step = end === undefined ? undefined : steps[end.behind - 1]
    if (end === undefined || step?.view.phase !== 'closed') continue
    const hands = ({ boxes }: Pick<RoundView, 'boxes'>) =>
      boxes.map(({ box, hands }) => [box, hands.map(({ cards, outcome }) => ({ cards, outcome }))])
    assert.deepEqual(hands(step.view), hands(end.view))
    compared += 1
  }
  assert.ok(compared >= TABLES, `${compared} rounds compared`)
})

/** Every card drawn solid, by the box at which it lies. */
const solidIn = ({ view }: Step): readonly string[] =>
  view.boxes.flatMap(({ box, hands }) =>
    hands.flatMap((hand) => laidCards(hand).flatMap(({ card, footing }) => (footing === 'certain' ? [`${box}:${card}`] : []))),
  )
const cardsAt = ({ boxes }: Pick<RoundView, 'boxes'>): readonly string[] =>
  boxes.flatMap(({ box, hands }) => hands.flatMap(({ cards }) => cards.map((card) => `${box}:${card}`)))

test('what is drawn as certain at a step lay there in the picture of the day, and lies there at the end', (t) => {
  t.diagnostic(`SEED=${seed}`)
  let seen = 0
  for (const { live, steps } of stepped) {
    const end = steps.findLast(({ view }) => view.phase === 'closed')
    for (const { behind, view } of live) {
      const step = steps[behind - 1]
      if (step === undefined || end === undefined) continue
      for (const card of solidIn(step)) {
        assert.ok(cardsAt(view).includes(card), `${card} after ${step.said.type}, step ${behind} of round ${view.round}`)
        assert.ok(cardsAt(end.view).includes(card), `${card} after ${step.said.type}, step ${behind} of round ${view.round}`)
        seen += 1
      }
    }
  }
  assert.ok(seen > 1000, `${seen} cards seen`)
})

test('chips lie as they were told: bets, insurance, doubles, free splits, what was taken', () => {
  const said = (type: string, data: object) => ({ type, id: type, atMs: 0, data }) as Said
  const steps = stepsOf([
    said('round.opened', { round: '1-1', shoe: 1, openedAt: '', boxes: [1, 2] }),
    said('bet.placed', { box: 1, area: 'main', amount: 2000 }),
    said('bet.placed', { box: 2, area: 'main', amount: 500 }),
    said('insurance.placed', { box: 1, amount: 1000, certain: true }),
    said('hand.doubled', { box: 1, hand: 1, free: false, certain: true }),
    said('hand.split', { box: 2, hand: 1, free: true, certain: true }),
    said('chips.taken', { box: 1, area: 'ins', amount: 1000, certain: true }),
    said('chips.paid', { box: 1, area: 'main', amount: 4000, certain: true }),
  ])
  assert.deepEqual(
    steps.at(-1)?.view.boxes.map(({ spots }) => spots),
    [{ main: { amount: 8000, lammers: 0 } }, { main: { amount: 500, lammers: 1 } }],
  )
})

test('at each step no more is called certain than is drawn so, and the number of readings stands where the table told it', (t) => {
  t.diagnostic(`SEED=${seed}`)
  let open = 0
  for (const { steps } of stepped) {
    for (const step of steps) {
      const account = accountOf({ messages: [step.said], view: step.view }, 'pit')
      const known = knownAt(account)
      assert.equal(known.cards, cardsOn(step.view).length)
      const dealers = account.dealer.cards.filter(({ card, footing }) => card !== 'hidden' && footing === 'certain')
      assert.equal(known.certain, solidIn(step).length + dealers.length)
      assert.equal(account.open.length === 0, known.certain === known.cards)
      open += Number(account.open.length > 0)
      const { type, data } = step.said
      if (type === 'round.closed' || type === 'round.revised') assert.equal(known.readings, data.readings)
      else if (step.view.phase !== 'closed') assert.equal(known.readings, null)
    }
  }
  assert.ok(open > 50, `${open} steps with something open`)
})
