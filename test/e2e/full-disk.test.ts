/** F10 on a disk that is full: a small one of the kernel's, filled by somebody else while the table plays. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { fillDisk, onSmallDisks, withDisk } from '../small-disk.ts'
import { run } from './processes.ts'
import { assertReplayed, type Rig, startRig } from './rig.ts'
import { faultsOf, type Said, type Subscriber } from './subscriber.ts'
import { allHeard, cardsIn, cardsOf, clearlyApart, freeBetRounds, SPEED, type Table, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const UNACKNOWLEDGED_MS_MIN = 300
const DISK_KB = 1024

const waiting = ({ devices }: Table): number => Object.values(devices).reduce((sum, { model }) => sum + model.memory.ring.length, 0)
const closedIn = (subscriber: Subscriber): readonly Said['data'][] =>
  subscriber.events().flatMap(({ type, data }) => (type === 'round.closed' ? [data] : []))

async function fullDisk(t: TestContext): Promise<void> {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(3, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  await withDisk(rig.journal, DISK_KB, () => fillWhilePlaying(rig, rounds))
}

async function fillWhilePlaying(rig: Rig, rounds: readonly PlayedRound[]): Promise<void> {
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [])
  const cards = cardsOf(...rounds)
  await rig.play(actionsOf(rounds[0]))
  await subscriber.sees('state/round', ({ data }) => data.phase === 'settling' || data.phase === 'closed')

  const others = fillDisk(rig.journal)
  // Nothing is acknowledged now: that the order is heard as it is played takes time instead.
  await rig.playUnheard(clearlyApart(actionsOf(rounds[1]), UNACKNOWLEDGED_MS_MIN * SPEED))
  const { said } = await subscriber.sees('alarm/journal', ({ data }) => data.state === 'unacknowledged')
  assert.deepEqual([said?.data.code, said?.data.severity], ['JOURNAL-FAILED', 'procedure'])
  assert.match(said?.data.text, /000001\.jsonl: .*(ENOSPC|no space left)/i)
  await daemon.says(/cannot write to disk: .*(ENOSPC|no space left)/i)
  const order = { alarm: 'journal', rev: said?.data.rev, correlation: 'full', replyTo: 'casino/v1/demo/reply/ann/x' }
  await subscriber.publish('cmd/ann/alarm-ack', JSON.stringify(order))
  await subscriber.hears(
    'the refusal, at once',
    ({ topic, text }) => topic.endsWith('reply/ann/x') && /refused: the journal accepts no/.test(text),
  )
  const kept = waiting(rig)
  assert.ok(kept > 0, 'what is not on the disk stays in the devices')
  const held = cardsIn(rig.journal)
  assert.deepEqual(held, cards.slice(0, held.length), 'what is on the disk is whole, and in order')
  assert.ok(held.length < cardsOf(rounds[0] ?? assert.fail()).length + cardsOf(rounds[1] ?? assert.fail()).length, 'it is full')
  const said1 = subscriber.events('ev/round').filter(({ type }) => type === 'card.dealt').length
  assert.ok(said1 <= held.length, `${said1} cards were told, ${held.length} are on the disk`)

  rmSync(others)
  await daemon.says(/writing to disk works again/)
  await rig.play(actionsOf(rounds[2]))
  await rig.closeShoe(rounds.length)
  await subscriber.hears('the end of the alarm', ({ topic, said: each }) => topic === 'alarm/journal' && each?.data.state === 'returned')
  const again = fillDisk(rig.journal)
  await daemon.end('SIGKILL')
  const { code: refused, stderr: why } = await run('src/daemon/main.ts', '--config', rig.config)
  assert.equal(refused, 70, 'whoever starts it again may find room')
  assert.match(why, /bj07: .*ENOSPC.*; free some space on its disk/)
  assert.deepEqual(
    readdirSync(rig.journal).filter((name) => name.startsWith('lock.')),
    [],
    'a start that fails leaves nothing',
  )
  rmSync(again)
  const next = await rig.startDaemon()
  // The devices are rid of all they had kept; what they say of themselves when they are asked anew may come in between.
  while (waiting(rig) > 0) for (const device of Object.values(rig.devices)) await allHeard(device)
  assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(cardsIn(rig.journal), cards, 'every card, once and in order')
  for (const [index, { complete, findings, net, readings }] of closedIn(subscriber).entries()) {
    assert.deepEqual([complete, findings], [true, []], `round ${index}`)
    if (readings === 1) assert.equal(net.house, rounds[index]?.truth.net.house, `round ${index}`)
  }
  assert.deepEqual(faultsOf(subscriber), [])
  const copy = join(rig.folder, 'copy')
  mkdirSync(copy)
  for (const name of readdirSync(rig.journal)) copyFileSync(join(rig.journal, name), join(copy, name))
  await assertReplayed({ ...rig, journal: copy })
}

const onDisks = onSmallDisks(import.meta.url, 'a really full disk')
test('a small disk is filled while the table plays: told, nothing acknowledged, nothing lost; with room it goes on', onDisks(fullDisk))
