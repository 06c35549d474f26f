/**
 * F10 on a disk that is full: a small one of the kernel's, filled by somebody else while the table plays. It takes a mount, so the test runs
 * itself once more in a mount namespace of its own; where the system gives none it says so.
 */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { playActions } from '../../simulators/device/player.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { fillDisk, NAMESPACE, noSmallDisk, withDisk } from '../small-disk.ts'
import { run, runIn, temporaryFolder } from './processes.ts'
import { faultsOf, type Said, type Subscriber } from './subscriber.ts'
import {
  allHeard,
  assertReplayed,
  clearlyApart,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startBroker,
  startReady,
  startSubscriber,
  startTable,
  startWhole,
  type Table,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const UNACKNOWLEDGED_MS_MIN = 300
const DISK_KB = 1024
/** In the namespace: set by the test that started it. */
const IS_INSIDE = process.env.FULL_DISK === 'inside'

const waiting = ({ devices }: Table): number => Object.values(devices).reduce((sum, { model }) => sum + model.memory.ring.length, 0)
const cardsOf = ({ actions }: PlayedRound) => actions.flatMap(({ scan }) => (scan.kind === 'card' ? [scan.card] : []))
const journaledCards = ({ journal }: Table) =>
  readJournal(journal).flatMap((record) => (record.kind === 'line' && record.line.startsWith('C ') ? [record.line.split(' ')[3]] : []))
const closedIn = (subscriber: Subscriber): readonly Said['data'][] =>
  subscriber.events().flatMap(({ type, data }) => (type === 'round.closed' ? [data] : []))

async function fullDisk(t: TestContext): Promise<void> {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(3, SEED, { spotLagMs: 0 })
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  await withDisk(table.journal, DISK_KB, () => fillWhilePlaying(t, table, rounds, broker.url))
}

async function fillWhilePlaying(t: TestContext, table: Table, rounds: readonly PlayedRound[], brokerUrl: string): Promise<void> {
  const subscriber = await startSubscriber(t, brokerUrl)
  const daemon = await startWhole(t, table.config, subscriber)
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [], PAUSE_MS_MAX)
  const play = (actions: Parameters<typeof playActions>[0]) => playActions(actions, table.devices, { speed: SPEED })
  const cards = rounds.flatMap(cardsOf)
  await play(heardInOrder(actionsOf(rounds[0]), table))
  await subscriber.sees('state/round', ({ data }) => data.phase === 'settling' || data.phase === 'closed')

  const others = fillDisk(table.journal)
  // Nothing is acknowledged now: that the order is heard as it is played takes time instead.
  await play(clearlyApart(actionsOf(rounds[1]), UNACKNOWLEDGED_MS_MIN * SPEED))
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
  const kept = waiting(table)
  assert.ok(kept > 0, 'what is not on the disk stays in the devices')
  const held = journaledCards(table)
  assert.deepEqual(held, cards.slice(0, held.length), 'what is on the disk is whole, and in order')
  assert.ok(held.length < cardsOf(rounds[0] ?? assert.fail()).length + cardsOf(rounds[1] ?? assert.fail()).length, 'it is full')
  const said1 = subscriber.events('ev/round').filter(({ type }) => type === 'card.dealt').length
  assert.ok(said1 <= held.length, `${said1} cards were told, ${held.length} are on the disk`)

  rmSync(others)
  await daemon.says(/writing to disk works again/)
  await play(heardInOrder(actionsOf(rounds[2]), table))
  table.devices.shoe?.shoe('close')
  await subscriber.hears('all rounds closed', () => closedIn(subscriber).length === rounds.length)
  await subscriber.hears('the end of the alarm', ({ topic, said: each }) => topic === 'alarm/journal' && each?.data.state === 'returned')
  const again = fillDisk(table.journal)
  await daemon.end('SIGKILL')
  const { code: refused, stderr: why } = await run('src/daemon/main.ts', '--config', table.config)
  assert.equal(refused, 70, 'whoever starts it again may find room')
  assert.match(why, /bj07: .*ENOSPC.*; free some space on its disk/)
  assert.deepEqual(
    readdirSync(table.journal).filter((name) => name.startsWith('lock.')),
    [],
    'a start that fails leaves nothing',
  )
  rmSync(again)
  const next = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  // The devices are rid of all they had kept; what they say of themselves when they are asked anew may come in between.
  while (waiting(table) > 0) for (const device of Object.values(table.devices)) await allHeard(device)
  assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(journaledCards(table), cards, 'every card, once and in order')
  for (const [index, { complete, findings, net, readings }] of closedIn(subscriber).entries()) {
    assert.deepEqual([complete, findings], [true, []], `round ${index}`)
    if (readings === 1) assert.equal(net.house, rounds[index]?.truth.net.house, `round ${index}`)
  }
  assert.deepEqual(faultsOf(subscriber), [])
  const copy = join(table.folder, 'copy')
  mkdirSync(copy)
  for (const name of readdirSync(table.journal)) copyFileSync(join(table.journal, name), join(copy, name))
  await assertReplayed(table.config, copy, subscriber)
}

const NAME = 'a small disk is filled while the table plays: told, nothing acknowledged, nothing lost; with room it goes on'
if (IS_INSIDE) test(NAME, fullDisk)
else
  test(NAME, async (t) => {
    const why = noSmallDisk(temporaryFolder())
    if (why !== null) {
      process.stderr.write(`NOT RUN: a really full disk; no small disk can be mounted here: ${why}\n`)
      t.skip(`no small disk can be mounted here: ${why}`)
      return
    }
    const { code, stdout, stderr } = await runIn(NAMESPACE, fileURLToPath(import.meta.url), { FULL_DISK: 'inside' })
    t.diagnostic(
      stdout
        .split('\n')
        .filter((line) => /^# (pass|fail)/.test(line))
        .join(', '),
    )
    assert.equal(code, 0, `${stdout}${stderr}`)
    assert.match(stdout, /^# pass 1$/m, stdout)
  })
