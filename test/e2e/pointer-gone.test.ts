/** P4: a pointer that is unplugged in a round and loses no line, at the real daemon over real pseudo-terminals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { Said } from './subscriber.ts'
import {
  assertReplayed,
  clocksAgree,
  commonClock,
  freeBetRounds,
  heardInOrder,
  isLink,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  SPEED,
  startBroker,
  startReady,
  startSubscriber,
  startTable,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const withoutPointer = (actions: readonly TableAction[]): readonly TableAction[] => actions.filter(({ device }) => device !== 'pointer')

test('a round in which the pointer is unplugged is incomplete, the next is told by cards and chips, and one behind its return by all', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(3, SEED, { pointer: true })
  const broker = await startBroker(t)
  const clock = commonClock()
  const devicesOptions = { roles: ['shoe', 'spots', 'pointer'], timing: clock } as const
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots', 'puck')
  await clocksAgree(subscriber, 0, devicesOptions.roles.length)
  const play = (actions: readonly TableAction[]) => playActions(heardInOrder(actions, table), table.devices, { speed: SPEED })
  const closed = async (number: number): Promise<Said['data']> => {
    table.devices.shoe?.shoe('close')
    const closings = () => subscriber.events().filter(({ type }) => type === 'round.closed')
    await subscriber.hears(`round ${number} closed`, () => closings().length === number)
    return closings().at(-1)?.data
  }
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [], PAUSE_MS_MAX)
  const [first = [], second = [], third = []] = rounds.map(actionsOf)
  const pointed = first.findIndex(({ device }) => device === 'pointer')
  assert.ok(pointed > 0 && pointed < first.length, 'the pointer is used in it')

  await play(first.slice(0, pointed + 1))
  const from = subscriber.frames.length
  await table.ptys.pointer?.unplug()
  const down = await subscriber.hears('the pointer down', isLink('puck', false), from)
  const told = await subscriber.hears('that the round is incomplete', ({ said }) => said?.type === 'round.incomplete', from)
  assert.match(told.said?.data.reason, /^puck has been away for more than 5 s$/)
  t.diagnostic(`told ${Math.round(told.atMs - down.atMs)} ms after it was found to be away`)
  await play(withoutPointer(first.slice(pointed + 1)))
  const spoiled = await closed(1)
  assert.equal(spoiled.complete, false)
  assert.deepEqual(spoiled.findings, [])

  await play(withoutPointer(second))
  const unpointed = await closed(2)
  assert.deepEqual([unpointed.complete, unpointed.findings], [true, []])
  assert.deepEqual(unpointed.dealer.cards, rounds[1]?.truth.dealer.cards)

  const back = subscriber.frames.length
  await table.ptys.pointer?.replug()
  await subscriber.hears('the pointer up', isLink('puck', true), back)
  await clocksAgree(subscriber, subscriber.frames.length, devicesOptions.roles.length)
  await play(third)
  const whole = await closed(3)
  assert.deepEqual([whole.complete, whole.findings, whole.readings], [true, [], 1])
  assert.equal(whole.net.house, rounds[2]?.truth.net.house)

  assert.equal(subscriber.events().filter(({ type }) => type === 'round.incomplete').length, 1)
  assert.ok(!subscriber.frames.some(({ said }) => said?.type === 'cards.missing'), 'no line was missing')
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(table.config, table.journal, subscriber)
})
