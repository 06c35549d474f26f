/**
 * Whatever the devices say, the fold goes on: lines lost, doubled, shuffled, altered, or such as no table could say never make it throw,
 * every event keeps to its schema, a round told as complete adds up, and one of which something is known to be missing says so.
 * `many.ts` says how to repeat a run and how to make it long; a tenth of the rounds asked for is played here.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNREAD } from '../../../devices/scan.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { DealtCard } from '../../../simulators/table/types.ts'
import type { RoundResult, TableEvent } from '../../../src/engine/event.ts'
import { endTable, stepTable } from '../../../src/engine/fold/table.ts'
import type { Observation } from '../../../src/engine/observation.ts'
import { initialTable } from '../../../src/engine/state/table-state.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { inWords } from '../../../src/wire/envelope.ts'
import { DATA_SCHEMAS } from '../../../src/wire/schemas.ts'
import { CAPTURE_STREAM, keyed } from '../../../src/wire/stream.ts'
import { todays } from '../../runner/rotation.ts'
import { alarms } from '../alarms.ts'
import { BASE_MS, closedRounds } from '../table-play.ts'
import { type EveningRound, type Setting, settingOf, spendEvening } from './evening.ts'
import { manyEvenings, REPEATED } from './many.ts'
import { heard, spoiled } from './spoiled.ts'
import { roundText } from './told.ts'

const ROUNDS = 9
/** Where nothing fits every line sets off a search for errors: a round costs as much as ten others. */
const SPOILED_ROUNDS = 3
const SHARE = 0.1
const FAULTS_MOST = 40

const told = (lines: readonly Observation[], { context }: Setting): readonly TableEvent[] => {
  let state = initialTable()
  const events: TableEvent[] = []
  for (const line of lines) {
    const [next, said] = stepTable(state, line, context)
    state = next
    events.push(...said)
  }
  events.push(...endTable(state, context)[1])
  return events
}

/** What a round that closed may not say, whatever was heard. */
const checkClosed = ({ complete, boxes, net }: RoundResult, where: string): void => {
  const dues = boxes.flatMap(({ spots }) => Object.values(spots).map(({ due }) => due))
  const outcomes = boxes.flatMap(({ hands }) => hands.map(({ outcome }) => outcome))
  if (!complete) {
    assert.ok(
      dues.every((due) => due === null),
      `an amount of an incomplete round: ${where}`,
    )
    assert.ok(
      boxes.every(({ hands }) => hands.every(({ certain }) => !certain)),
      `certain in an incomplete round: ${where}`,
    )
    return
  }
  assert.ok(
    outcomes.every((outcome) => outcome !== null),
    `no outcome: ${where}`,
  )
  if (dues.some((due) => due === null)) assert.equal(net.house, null, where)
  else assert.equal(net.house, 0 - dues.reduce<number>((sum, due) => sum + (due ?? 0), 0), where)
}

const checkEvents = (events: readonly TableEvent[], { house, rules, limits }: Setting, where: string): void => {
  for (const event of events) {
    const { type, data } = event
    const read = DATA_SCHEMAS[type].safeParse(keyed(CAPTURE_STREAM, inWords(event)))
    assert.ok(read.success, `${type} ${JSON.stringify(data)}: ${read.error?.message} ${where}`)
  }
  const closed = closedRounds(events)
  for (const round of closed) checkClosed(round, where)
  const opened = events.flatMap((event) => (event.type === 'round.opened' ? [event.data.round] : []))
  const ended = closed.map(({ round }) => round)
  assert.deepEqual([...ended].sort(), [...opened].sort(), `each round opens and closes once: ${where}`)
  alarms(events, HOUSES[house].document, rules, limits)
}

const tail = (lines: readonly Observation[]): string => lines.map((line) => JSON.stringify(line)).join('\n')

describe(`whatever the devices say, the fold goes on (${REPEATED})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    it(house, () => {
      manyEvenings({ house, what: 'faulty devices', rounds: SPOILED_ROUNDS, share: SHARE }, (drawn) => {
        const setting = settingOf(house, drawn)
        const random = seededRandom(drawn.seed ^ 0x68bc21eb)
        const lines = heard(spendEvening(setting).rounds.flatMap(({ played }) => played.actions))
        const faulty = spoiled(lines, 1 + Math.floor(random() ** 2 * FAULTS_MOST), random)
        const where = `\n${tail(faulty)}`
        checkEvents(told(faulty, setting), setting, where)
      })
    })
  }
})

type Loss = (lines: readonly Observation[], at: number) => readonly Observation[]

const KNOWN_LOSSES: readonly (readonly [string, Loss])[] = [
  ['a card that was not read', (lines, at) => lines.map((line, index) => (index === at ? { ...line, card: UNREAD } : line) as Observation)],
  [
    'a line given up as missing',
    (lines, at) => {
      const { at: time = 0, cause = '' } = lines[at] ?? {}
      const missing: Observation = { kind: 'missing', device: 'shoe', playing: true, from: 1, to: 1, at: time, cause }
      return lines.with(at, missing)
    },
  ],
]

/** Where among the lines a card of this round is, not one that the house burned. */
const cardIn = (lines: readonly Observation[], { played }: EveningRound, random: () => number): number => {
  const dealt = played.truth.cards.filter(({ to }) => to !== 'burn')
  const { atMs } = dealt[Math.floor(random() * dealt.length)] as DealtCard
  return lines.findIndex(({ kind, at }) => kind === 'card' && at === BASE_MS + atMs)
}

/** Of the rounds after one with something missing so many are told as they were: the next is incomplete too where no chip showed its end. */
const TOLD_AGAIN_LEAST = 0.5

describe(`a round of which something is known to be missing says so, and no other does (${REPEATED})`, () => {
  let [after, again] = [0, 0]
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    for (const [name, lose] of KNOWN_LOSSES) {
      it(`${house}: ${name}`, () => {
        manyEvenings({ house, what: name, rounds: ROUNDS, share: SHARE }, (drawn) => {
          const setting = settingOf(house, drawn)
          const random = seededRandom(drawn.seed ^ 0x1b56c4e9)
          const { rounds } = spendEvening(setting)
          const hit = Math.floor(random() * rounds.length)
          const lines = heard(rounds.flatMap(({ played }) => played.actions))
          const spoiledRound = rounds[hit] as EveningRound
          const events = told(lose(lines, cardIn(lines, spoiledRound, random)), setting)
          const where = rounds.map(({ played }) => roundText(played.truth)).join('\n')
          checkEvents(events, setting, where)
          const closed = closedRounds(events)
          rounds.forEach(({ played: { truth } }, at) => {
            const [from, to] = [truth.openedAtMs, truth.settledAtMs].map((atMs) => BASE_MS + atMs)
            const here = closed.filter(({ openedAt }) => Date.parse(openedAt) >= (from ?? 0) && Date.parse(openedAt) <= (to ?? 0))
            const texts = here.map(roundText)
            // What is lost before the next first card may be the last of the round before.
            const isOpenYet = at === hit - 1 && here.every(({ complete }) => !complete)
            if (at < hit && !isOpenYet) assert.deepEqual(texts, [roundText(truth)], where)
            if (at === hit)
              assert.ok(here.length > 0 && here.every(({ complete }) => !complete), `round ${at + 1} is told as complete: ${where}`)
            if (at <= hit) return
            after++
            if (texts.join() === roundText(truth)) again++
            else
              assert.ok(
                here.every(({ complete }) => !complete),
                `round ${at + 1} is told otherwise: ${where}\n${texts}`,
              )
          })
        })
      })
    }
  }

  it('the rounds after it are mostly told as they were', (test) => {
    test.diagnostic(`${again} of ${after}`)
    assert.ok(after > 0 && again >= TOLD_AGAIN_LEAST * after, `${again} of ${after}`)
  })
})
