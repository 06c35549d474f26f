/** `state/pace`: after rounds were played it says how fast. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaceData } from '../../../src/wire/payloads.ts'
import { fakeDisk } from '../journal/fake-disk.ts'
import { startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

const ROUNDS = 4

test('the pace counts the rounds, hands and cards that were published', async () => {
  const { config, records } = playRecords('gld', 3, ROUNDS, 1)
  const daemon = await startDaemon({ folder: '/j', config, files: fakeDisk() })
  for (const record of records) daemon.hear(record)
  await daemon.quiet()
  daemon.pace()
  const closed = daemon.sent.filter(({ type }) => type === 'round.closed').map(({ payload }) => Date.parse(JSON.parse(payload).time))
  assert.ok(closed.length >= ROUNDS - 1, `${closed.length} rounds closed`)
  const said = daemon.sent.filter(({ type }) => type === 'state.pace').map(({ payload }): PaceData => JSON.parse(payload).data)
  const last = said.at(-1)
  assert.ok(last, 'no pace was said')
  const { roundsPerHour, handsPerHour, cardsPerHour, lastRoundAgeSeconds } = last
  assert.ok(roundsPerHour !== null && roundsPerHour >= closed.length, `${roundsPerHour} rounds an hour`)
  assert.ok(handsPerHour !== null && handsPerHour >= roundsPerHour, `${handsPerHour} hands an hour`)
  assert.ok(cardsPerHour !== null && cardsPerHour > handsPerHour, `${cardsPerHour} cards an hour`)
  assert.ok(lastRoundAgeSeconds !== null, 'the last round has an age')
})
