/** A wall of 200 tables in one page, each with ten messages a second: the cost of its script per frame. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import mqtt from 'mqtt'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { baseTopic } from '../../../src/wire/topics.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { openPage } from './opened-page.ts'
import { readyMessage, toldTable } from './told-tables.ts'
import { type FrameCosts, traceFrames } from './trace.ts'

const TABLES = 200
const PER_SECOND = 10
const SECONDS = 8
const WARM_MS = 4000
/** A frame at 60 a second. */
const FRAME_MS = 16
/** Number of different tables; the others repeat them under their own names. */
const TOLD = 6

const name = (index: number) => ({ property: 'demo', pit: `p${1 + (index % 4)}`, table: `bj${String(index + 1).padStart(3, '0')}` })

/** The public states of one busy table, in the order in which they were published. */
function statesOf(index: number): readonly { readonly topic: string; readonly payload: string }[] {
  const told = toldTable({ pit: 'p1', table: 'bj001', house: 'gld', boxes: 7, seed: 40 + index, rounds: 6, atMs: Date.now() })
  const base = `${baseTopic(told.name)}/`
  const all = [...told.birth, ...told.rounds.flat(2)].map(({ topic, payload }) => ({ topic: topic.slice(base.length), payload }))
  return all.filter(({ topic }) => topic.startsWith('state/') && !topic.startsWith('state/device'))
}

test(`${TABLES} tables at ${PER_SECOND} messages a second each leave a frame its time`, async (t) => {
  await refreshPages()
  const broker = await startOpenBroker({ port: 0 })
  t.after(() => broker.close())
  const display = serveDisplay({
    host: '127.0.0.1',
    port: await freePort(),
    broker: { urls: [broker.url], ca: null },
    isLocalOnly: true,
    notice: () => undefined,
  })
  t.after(() => display.close())
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const told = Array.from({ length: TOLD }, (_, index) => statesOf(index))
  const bases = Array.from({ length: TABLES }, (_, index) => baseTopic(name(index)))
  for (let index = 0; index < TABLES; index++) {
    const { topic, payload } = readyMessage(name(index))
    client.publish(topic, payload, { retain: true })
  }
  let tick = 0
  let sent = 0
  const publish = setInterval(() => {
    tick += 1
    for (const [index, base] of bases.entries()) {
      const states = told[index % TOLD] ?? []
      const state = states[(tick + index * 7) % states.length]
      if (state === undefined) continue
      client.publish(`${base}/${state.topic}`, state.payload)
      sent += 1
    }
  }, 1000 / PER_SECOND)
  t.after(() => clearInterval(publish))

  const { page, frames, complaints, close } = await openPage(display.url, { viewport: { width: 1920, height: 1080 } })
  t.after(close)
  await page
    .locator('.tile-live')
    .nth(TABLES - 1)
    .waitFor()
  // The start is different: everything arrives at once, and no code is compiled yet.
  await setTimeout(WARM_MS)
  const [sentBefore, heardBefore] = [sent, frames.length]
  const costs: FrameCosts = await traceFrames(page, SECONDS)
  const rate = (sent - sentBefore) / SECONDS
  t.diagnostic(`${Math.round(rate)} messages a second sent, ${frames.length - heardBefore} frames of the socket heard`)
  t.diagnostic(
    `script a frame, ms of processor time: p50 ${costs.p50.toFixed(1)}, p99 ${costs.p99.toFixed(1)}, most ${costs.most.toFixed(1)}; ${costs.frames} frames, ${costs.late} of them late with ${(100 * costs.busiest).toFixed(0)} % script at the most`,
  )
  assert.ok(costs.frames > SECONDS * 5, `${costs.frames} frames were drawn`)
  // A busy machine affects single frames, as reported above. The limit must hold for all others, and the median must have room to spare.
  assert.ok(costs.p50 < FRAME_MS / 2, `the usual frame takes ${costs.p50.toFixed(1)} ms`)
  assert.ok(costs.p99 < FRAME_MS, `one frame in a hundred takes ${costs.p99.toFixed(1)} ms`)
  assert.ok(costs.busiest < 1, `a frame was late with ${(100 * costs.busiest).toFixed(0)} % script: the page hung`)
  assert.equal(await page.locator('.tile-live').count(), TABLES)
  assert.equal(await page.locator('.banner p').count(), 0, 'nothing was thrown away')
  assert.deepEqual(complaints, [])
})
