/** P4: a pointer that is unplugged in a round and loses no line, at the real daemon over real pseudo-terminals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { assertReplayed, startRig } from './rig.ts'
import type { Said } from './subscriber.ts'
import { clocksAgree, freeBetRounds, isLink, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const withoutPointer = (actions: readonly TableAction[]): readonly TableAction[] => actions.filter(({ device }) => device !== 'pointer')

test('a round in which the pointer is unplugged is incomplete, the next is told by cards and chips, and one behind its return by all', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(3, SEED, { pointer: true })
  const rig = await startRig(t, { devicesOptions: { roles: ['shoe', 'spots', 'pointer'] } })
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const closed = async (number: number): Promise<Said['data']> => (await rig.closeShoe(number)).at(-1)
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [])
  const [first = [], second = [], third = []] = rounds.map(actionsOf)
  const pointed = first.findIndex(({ device }) => device === 'pointer')
  assert.ok(pointed > 0 && pointed < first.length, 'the pointer is used in it')

  await rig.play(first.slice(0, pointed + 1))
  const from = subscriber.frames.length
  await rig.ptys.pointer?.unplug()
  const down = await subscriber.hears('the pointer down', isLink('puck', false), from)
  const told = await subscriber.hears('that the round is incomplete', ({ said }) => said?.type === 'round.incomplete', from)
  assert.match(told.said?.data.reason, /^puck has been away for more than 5 s$/)
  t.diagnostic(`told ${Math.round(told.atMs - down.atMs)} ms after it was found to be away`)
  await rig.play(withoutPointer(first.slice(pointed + 1)))
  const spoiled = await closed(1)
  assert.equal(spoiled.complete, false)
  assert.deepEqual(spoiled.findings, [])

  await rig.play(withoutPointer(second))
  const unpointed = await closed(2)
  assert.deepEqual([unpointed.complete, unpointed.findings], [true, []])
  assert.deepEqual(unpointed.dealer.cards, rounds[1]?.truth.dealer.cards)

  const back = subscriber.frames.length
  await rig.ptys.pointer?.replug()
  await subscriber.hears('the pointer up', isLink('puck', true), back)
  await clocksAgree(subscriber, subscriber.frames.length, rig.configs.length)
  await rig.play(third)
  const whole = await closed(3)
  assert.deepEqual([whole.complete, whole.findings, whole.readings], [true, [], 1])
  assert.equal(whole.net.house, rounds[2]?.truth.net.house)

  assert.equal(subscriber.events().filter(({ type }) => type === 'round.incomplete').length, 1)
  assert.ok(!subscriber.frames.some(({ said }) => said?.type === 'cards.missing'), 'no line was missing')
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(rig)
})
