/** An alarm of a round whose cards are gone says what can still be done, and when surveillance saw it, however many rounds later. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlarmBook } from '../../src/procedure/alarms.ts'
import { todays } from '../runner/rotation.ts'
import { NEXT } from './reading-scenario.ts'
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
