/** An alarm says what can still be done: between two rounds nothing is played on, and after that it says when surveillance saw it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlarmBook } from '../../src/procedure/alarms.ts'
import { germanOf } from '../../src/wire/earlier.ts'
import { todays } from '../runner/rotation.ts'
import { NEXT } from './reading-scenario.ts'
import { READINGS } from './readings.ts'
import { BET_SCENARIOS } from './readings-deal.ts'
import { type Table, type Told, teller } from './scene.ts'

const openIn = ({ state }: Told): AlarmBook['open'] => state.judge.alarms.open

/** Round -> `hh:mm:ss UTC` of its first card. */
const begunIn = ({ said }: Told): ReadonlyMap<string, string> =>
  new Map(said.flatMap((each) => (each.type === 'round.opened' ? [[each.data.round, `${each.data.openedAt.slice(11, 19)} UTC`]] : [])))

/** What lies there is collected, and the next round is dealt. */
const another = `+3000 1=0 2=0 3=0 1.p22=0 ${NEXT}`

const SIDE_LATE = { house: 'free-bet-european', words: '1=1000 1.p22=500 TS 7S TH 1.p22=1000 tick tick' } as const
const SCENARIOS: readonly (readonly [string, Table & { readonly words: string }])[] = [
  ...Object.entries(BET_SCENARIOS),
  ['SIDE-LATE', SIDE_LATE],
]

const ENDING_IN_NEXT = Object.entries(READINGS).filter(([, { words }]) => words.endsWith(NEXT))

describe('an alarm of a round that is over, before the next is dealt', () => {
  for (const [code, { words, ...table }] of todays(ENDING_IN_NEXT, 4))
    it(`${code} is put right before the next deal, and nothing in it is played on`, () => {
      const { tell } = teller(table)
      tell(words.slice(0, -NEXT.length))
      const told = tell('+3000 1=1000')
      const { current, closed } = told.state.table
      // Some errors leave it open until the next card whether the round is over.
      if (closed === null || current !== null) return
      const alarms = openIn(told).filter(({ round }) => round === closed.round)
      for (const { code: of, remedy, text } of alarms) {
        assert.doesNotMatch(remedy ?? '', /plays on|next card|next round is out/, of)
        assert.match(
          remedy ?? '',
          /^(Hold the next deal\.|Note it|That round stands\.|It stands|Results stand\.|Count|Stop the game|The round stands\.)/,
          of,
        )
        assert.ok(text.endsWith(remedy ?? '?'), text)
      }
      for (const { remedy } of openIn(tell('2C 7C 3C +3000 tick tick'))) assert.doesNotMatch(remedy ?? '', /^Hold the next deal/, code)
    })

  it('has it at once where the dealer took a bet that still played, in English and German', () => {
    const { words, ...table } = READINGS['LIVE-TAKEN-AS-BUST'] ?? assert.fail()
    const { tell } = teller(table)
    tell(words.slice(0, -NEXT.length))
    const open = openIn(tell('tick')).at(0)
    const over = openIn(tell('+3000 1=1000')).at(0)
    assert.ok(open && over, 'it is an alarm before and after')
    assert.equal(over.rev, open.rev + 1)
    assert.match(open.remedy ?? '', /^Leave cards and chips where they are\./)
    assert.equal(
      over.remedy,
      'Hold the next deal. Leave the cards out or back the round up from the discards, then let the supervisor settle it as a bet of 10.00.',
    )
    assert.equal(
      germanOf(over.code, 'remedy', over.remedy ?? ''),
      'Nicht weiter geben. Karten liegen lassen oder die Runde aus der Ablage nachstellen, dann die Saalleitung mit einem Einsatz von 10,00 abrechnen lassen.',
    )
  })
})

describe('an alarm of a past round', () => {
  for (const [code, { words, ...table }] of todays(SCENARIOS, 3))
    it(`${code} names the time of its round once the next one is dealt, and two rounds later`, () => {
      const { tell } = teller(table)
      tell(words)
      for (const told of [tell(another), tell(another)]) {
        const onTable = told.state.table.current?.round.id
        const past = openIn(told).filter(({ round, holds }) => round !== null && round !== onTable && holds)
        assert.ok(
          past.some((alarm) => alarm.code === code || alarm.group?.lines.some((line) => line.code === code)),
          JSON.stringify(openIn(told)),
        )
        for (const { round, remedy, text } of past) {
          const begun = begunIn(told).get(round ?? '') ?? assert.fail(`${round} was not opened`)
          assert.ok(remedy?.includes(begun), `${begun} is not in: ${remedy}`)
          assert.ok(text.endsWith(remedy ?? '?'), text)
          assert.doesNotMatch(text, /where they are/)
        }
      }
    })
})
