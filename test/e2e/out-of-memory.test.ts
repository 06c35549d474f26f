/** F24: a daemon that runs out of memory in the middle of a round is ended by V8, or by the kernel, and the next one goes on with the round (P2). */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import { type Daemon, startDaemon } from './processes.ts'
import type { Subscriber } from './subscriber.ts'
import {
  assertReplayed,
  clocksAgree,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  startWhole,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 23)
const HOARDING = join(import.meta.dirname, 'hoarding.mjs')
/** As `npm start` bounds it, only less, so that it is full soon. */
const HEAP_MB = 96

/** How it comes to its end. The kernel's own way is a SIGKILL, whoever has taken the memory. */
const ENDS: readonly { readonly by: string; readonly signal: NodeJS.Signals; readonly ended: NodeJS.Signals; readonly says: RegExp }[] = [
  { by: 'V8, whose heap is full', signal: 'SIGUSR2', ended: 'SIGABRT', says: /FATAL ERROR: .*heap out of memory/ },
  { by: 'the kernel, that needs the memory', signal: 'SIGKILL', ended: 'SIGKILL', says: /started, boot 1/ },
]

async function startBounded(t: TestContext, config: string, subscriber: Subscriber): Promise<Daemon> {
  const from = subscriber.frames.length
  const daemon = await startDaemon(config, HOARDING, [], ['env', `NODE_OPTIONS=--max-old-space-size=${HEAP_MB}`])
  t.after(() => daemon.end('SIGKILL'))
  await subscriber.hears('the birth', ({ said, retained }) => !retained && said?.type === 'status' && said.data.state === 'ready', from)
  await clocksAgree(subscriber, from)
  return daemon
}

for (const { by, signal, ended, says } of ENDS)
  test(`ended in the middle of a round by ${by}: the round is told whole`, async (t) => {
    t.diagnostic(`SEED=${SEED}`)
    const rounds = freeBetRounds(1, SEED, { spotLagMs: 0 })
    const broker = await startBroker(t)
    const clock = commonClock()
    const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
    clock.start()
    const subscriber = await startSubscriber(t, broker.url)
    const first = await startBounded(t, table.config, subscriber)
    const actions = withoutPauses(rounds, PAUSE_MS_MAX)
    const middle = Math.floor(actions.length / 2)
    await playActions(heardInOrder(actions.slice(0, middle), table), table.devices, { speed: SPEED })
    const acknowledged = readJournal(table.journal).flatMap((record) => (record.kind === 'line' ? [record.line] : []))

    const from = subscriber.frames.length
    assert.deepEqual(await first.end(signal), { code: null, signal: ended })
    assert.match(first.said(), says)
    await subscriber.hears('that the table is lost', ({ topic, said }) => topic === 'status' && said?.data.state === 'lost', from)

    const startedMs = performance.now()
    const again = subscriber.frames.length
    const next = startWhole(t, table.config, subscriber)
    const birth = await subscriber.hears('the birth', ({ said, retained }) => !retained && said?.data.state === 'ready', again)
    t.diagnostic(`back after ${Math.round(birth.atMs - startedMs)} ms; F24 allows 3000`)
    const daemon = await next
    await playActions(heardInOrder(actions.slice(middle), table), table.devices, { speed: SPEED })
    table.devices.shoe?.shoe('close')
    await subscriber.hears('the round closed', ({ said }) => said?.type === 'round.closed' && said.data.complete === true)
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
    const kept = readJournal(table.journal).flatMap((record) => (record.kind === 'line' ? [record.line] : []))
    assert.deepEqual(kept.slice(0, acknowledged.length), acknowledged, 'nothing that was acknowledged is gone')
    assert.deepEqual(subscriber.events('ev/procedure'), [])
    await assertReplayed(table.config, table.journal, subscriber)
  })
