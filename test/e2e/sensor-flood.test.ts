/**
 * F19 over a real process: a spot flickers ten thousand times a second while the shoe deals. The flood is told as one alarm of the device, cards
 * are said at once beside it, memory stays bounded, nothing is lost, and the end of the flood is told.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setInterval as every } from 'node:timers/promises'
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'
import type { SimulatedDevice } from '../../simulators/device/rig.ts'
import type { Frame } from './subscriber.ts'
import { allHeard, isLink, readJournal, startBroker, startReady, startSubscriber, startTable } from './table.ts'

const CHANGES_PER_SECOND = 10_000
const EVERY_MS = 5
const CARDS = 30
const CARD_EVERY_MS = 100
const LAG_MS_MAX = 100
/** Of the cards, without those of one pause of the machine: a row of late ones. */
const IN_TIME_SHARE = 0.9
/** Of all of them. */
const IN_TIME_SHARE_OF_ALL = 0.7
/** What a flood of three seconds may add to the memory of a daemon that has heard nothing before; unbounded it took 40 MB in two. */
const GROWTH_MB_MAX = 36

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** One spot shows one chip and two in turn, until `signal`. Resolves with how often it changed. */
async function flicker(spots: SimulatedDevice, signal: AbortSignal): Promise<number> {
  const beganMs = performance.now()
  let changes = 0
  for await (const _ of every(EVERY_MS)) {
    if (signal.aborted) break
    for (const due = ((performance.now() - beganMs) * CHANGES_PER_SECOND) / 1000; changes < due; changes++)
      spots.spot('2.main', [{ value: 2500, count: 1 + (changes % 2) }])
  }
  return changes
}

/** Deals, and gives the time at which each card left the shoe by its number among the shoe's events. */
async function deal(shoe: SimulatedDevice): Promise<ReadonlyMap<number, number>> {
  const dealtAtMs = new Map<number, number>()
  for await (const _ of every(CARD_EVERY_MS)) {
    const n = dealtAtMs.size
    if (n === CARDS) break
    const card: Card = `${RANKS[n % RANKS.length] ?? 'A'}${SUITS[n % SUITS.length] ?? 'S'}`
    assert.ok(shoe.card(card), `${card} finds room in the ring`)
    dealtAtMs.set(shoe.model.memory.hi, performance.now())
  }
  return dealtAtMs
}

/** How many follow each other at most. */
const longestRow = (late: readonly boolean[]): number => {
  const rows = late.map((isLate) => (isLate ? 'x' : ' ')).join('')
  return Math.max(...rows.split(' ').map(({ length }) => length))
}

const isCard =
  (seq: number) =>
  ({ topic, said }: Frame): boolean =>
    topic === 'ev/round' && said?.type === 'card.dealt' && said.cause?.endsWith(`/${seq}`) === true

test('beside a spot that flickers 10,000 times a second nine of ten cards are said within 100 ms, the flood and its end are told, nothing is lost', async (t) => {
  const broker = await startBroker(t)
  // The flood is faster than a line at 115200; so must be the device.
  const table = await startTable(t, { brokerUrl: broker.url, devicesOptions: { bytesPerSecond: 10_000_000 } })
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  const { shoe, spots } = table.devices
  assert.ok(shoe && spots, 'the table has a shoe and spots')
  for (const spot of ['1.main', '2.main', '3.main'] as const) spots.spot(spot, [{ value: 2500, count: 1 }])
  await allHeard(spots)

  const stop = new AbortController()
  const from = subscriber.frames.length
  const flickering = flicker(spots, stop.signal)
  await subscriber.hears('the flood', isLink('spots', false), from)
  const beforeMb = residentMb(daemon.pid)
  const dealtAtMs = await deal(shoe)
  const lagsMs: number[] = []
  for (const [seq, dealtMs] of dealtAtMs) lagsMs.push((await subscriber.hears(`card ${seq}`, isCard(seq), from)).atMs - dealtMs)
  const grownMb = residentMb(daemon.pid) - beforeMb
  stop.abort()
  const changes = await flickering
  await subscriber.hears('the end of the flood', isLink('spots', true), subscriber.frames.findIndex(isLink('spots', false)))
  await Promise.all([allHeard(shoe), allHeard(spots)])

  t.diagnostic(
    `from ${beforeMb.toFixed(1)} MB: ${changes} changes; cards after ${lagsMs.map((ms) => ms.toFixed(0)).join(' ')} ms; ${grownMb.toFixed(1)} MB more`,
  )
  const inTime = lagsMs.filter((ms) => ms < LAG_MS_MAX).length
  const inOnePause = longestRow(lagsMs.map((ms) => ms >= LAG_MS_MAX))
  assert.ok(inTime >= IN_TIME_SHARE_OF_ALL * CARDS, `${inTime} of ${CARDS} cards came in time`)
  assert.ok(inTime >= IN_TIME_SHARE * (CARDS - inOnePause), `${inTime} of ${CARDS} cards came in time, ${inOnePause} late ones in a row`)
  assert.ok(grownMb < GROWTH_MB_MAX, `${grownMb} MB more`)
  const raised = subscriber.frames.filter(({ topic, said }) => topic.startsWith('alarm/') && said?.data.code === 'LINK-DOWN')
  assert.deepEqual([...new Set(raised.map(({ said }) => said?.data.alarm))], ['link-spots'])
  assert.match(raised[0]?.said?.data.text, /spots: SP-00007 sends far more events than a table has/)
  const records = readJournal(table.journal)
  const seqsOf = (device: string) => records.flatMap((record) => (record.kind === 'line' && record.device === device ? [record.seq] : []))
  for (const [name, { model }] of Object.entries({ shoe, spots }))
    assert.deepEqual(
      seqsOf(name),
      Array.from({ length: model.memory.hi }, (_, n) => n + 1),
      `all events of the ${name}, in order`,
    )
  assert.ok(!records.some(({ kind }) => kind === 'missing'), 'nothing is said to be missing')
})
