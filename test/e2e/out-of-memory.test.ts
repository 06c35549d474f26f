/** F24: a daemon that runs out of memory in the middle of a round is ended by V8, or by the kernel, and the next one goes on with the round (P2). */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 23)
const HOARDING = join(import.meta.dirname, 'hoarding.mjs')
/** As `npm start` bounds it, only less, so that it is full soon. */
const HEAP_MB = 96

/** How it comes to its end. The kernel's own way is a SIGKILL, whoever has taken the memory. */
const ENDS: readonly { readonly by: string; readonly signal: NodeJS.Signals; readonly ended: NodeJS.Signals; readonly says: RegExp }[] = [
  { by: 'V8, whose heap is full', signal: 'SIGUSR2', ended: 'SIGABRT', says: /FATAL ERROR: .*heap out of memory/ },
  { by: 'the kernel, that needs the memory', signal: 'SIGKILL', ended: 'SIGKILL', says: /started, boot 1/ },
]

for (const { by, signal, ended, says } of ENDS)
  test(`ended in the middle of a round by ${by}: the round is told whole`, async (t) => {
    t.diagnostic(`SEED=${SEED}`)
    const rounds = freeBetRounds(1, SEED, { spotLagMs: 0 })
    const rig = await startRig(t)
    const { subscriber } = rig
    const first = await rig.startDaemon({ preload: HOARDING, before: ['env', `NODE_OPTIONS=--max-old-space-size=${HEAP_MB}`] })
    const actions = withoutPauses(rounds)
    const middle = Math.floor(actions.length / 2)
    await rig.play(actions.slice(0, middle))
    const acknowledged = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' ? [record.line] : []))

    const from = subscriber.frames.length
    assert.deepEqual(await first.end(signal), { code: null, signal: ended })
    assert.match(first.said(), says)
    await subscriber.hears('that the table is lost', ({ topic, said }) => topic === 'status' && said?.data.state === 'lost', from)

    const startedMs = performance.now()
    const again = subscriber.frames.length
    const next = rig.startDaemon()
    const birth = await subscriber.hears('the birth', ({ said, retained }) => !retained && said?.data.state === 'ready', again)
    t.diagnostic(`back after ${Math.round(birth.atMs - startedMs)} ms; F24 allows 3000`)
    const daemon = await next
    await rig.play(actions.slice(middle))
    const [closed] = await rig.closeShoe(1)
    assert.equal(closed.complete, true)
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
    const kept = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' ? [record.line] : []))
    assert.deepEqual(kept.slice(0, acknowledged.length), acknowledged, 'nothing that was acknowledged is gone')
    assert.deepEqual(subscriber.events('ev/procedure'), [])
    await assertReplayed(rig)
  })
