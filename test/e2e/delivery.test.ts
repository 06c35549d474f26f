/**
 * P3, F8, F12: every record of the journal reaches `log` over kills and outages; an audit sink gets what it lacks and nothing of what it says is
 * believed unseen. Real processes, a real broker, a journal of played rounds.
 *
 * KILLS=76 ROUNDS=1200 SEED=3: a long run.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { loadConfig } from '../../src/base/config/load.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { openJournal } from '../../src/daemon/journal/journal.ts'
import { SIGNING_KEY_NAME } from '../../src/daemon/journal/kept-head.ts'
import { type RunningTable, startTable as startInProcess } from '../../src/daemon/pipeline/table.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { seeded } from '../daemon/journal/fake-disk.ts'
import { KEY_PEM, startDaemon as startWithoutDevices } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { startDaemon, temporaryFolder, within } from './processes.ts'
import { FREE_BET, startBroker, writeConfig } from './table.ts'

const SEED = Number(process.env.SEED ?? 3)
const KILLS = Number(process.env.KILLS ?? 3)
const ROUNDS = Number(process.env.ROUNDS ?? 14)
const BASE = 'casino/v1/demo/p1/bj07'
const ACK = 'casino/v1/demo/audit/ack/p1-bj07'

interface Logged {
  readonly id: string
  readonly historical?: true
  readonly last?: true
  readonly data: JournalRecord
}

function tableOf(config: string): TableConfig {
  const read = loadConfig(config, { purpose: 'replay' })
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.problems))
  return read.tables[0] ?? assert.fail('no table')
}

const PLAY = playRecords('free-bet-european', 3, ROUNDS, SEED)

const configIn = (folder: string, brokerUrl: string): string =>
  writeConfig(folder, {
    ...FREE_BET,
    devices: PLAY.config.devices.map((device) => ({ ...device, path: join(folder, device.name) })),
    brokerUrl,
  })

/** A journal of played rounds, made once; how many records it has. */
const evening = (async () => {
  const folder = temporaryFolder()
  const journal = join(folder, 'journal')
  mkdirSync(journal)
  writeFileSync(join(journal, SIGNING_KEY_NAME), KEY_PEM, { mode: 0o600 })
  const daemon = await startWithoutDevices({
    folder: journal,
    config: tableOf(configIn(folder, 'mqtt://127.0.0.1:9')),
    holdsSent: false,
  })
  for (const record of PLAY.records) daemon.hear(record)
  await daemon.quiet()
  const { n } = daemon.journal.head()
  await daemon.stop()
  return { journal, records: n }
})()

/** A journal of played rounds, with the configuration of its table; its devices are not there any more. */
async function playedTable(brokerUrl: string): Promise<{ readonly config: string; readonly journal: string; readonly records: number }> {
  const folder = temporaryFolder()
  const journal = join(folder, 'journal')
  const config = configIn(folder, brokerUrl)
  const { journal: played, records } = await evening
  cpSync(played, journal, { recursive: true })
  return { config, journal, records }
}

/** Hears one topic of the table and keeps what it says. */
async function hearing(t: TestContext, url: string, topic: string) {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 })
  t.after(() => client.end(true))
  const heard: Logged[] = []
  let look = () => {}
  client.on('message', (_, payload) => {
    heard.push(JSON.parse(payload.toString()))
    look()
  })
  await client.subscribeAsync(topic, { qos: 1 })
  const until = (what: string, is: () => boolean) =>
    within(
      new Promise<void>((resolve) => {
        look = () => is() && resolve()
        look()
      }),
      () => `${what}; ${heard.length} heard`,
    )
  return { client, heard, until }
}

const isDeviceAway = (heard: readonly Logged[]): boolean => heard.some(({ data }) => data.kind === 'link')
const numbersOf = (heard: readonly Logged[]): ReadonlySet<number> => new Set(heard.map(({ data }) => data.n))

async function journalOf(folder: string): Promise<readonly JournalRecord[]> {
  const journal = await openJournal(folder)
  const records: JournalRecord[] = []
  for await (const record of journal.records()) records.push(record)
  await journal.close()
  return records
}

test(`every record reaches the log over ${KILLS} kills (SEED=${SEED}, ROUNDS=${ROUNDS})`, { timeout: 1_200_000 }, async (t) => {
  const broker = await startBroker(t)
  const { config, journal } = await playedTable(broker.url)
  const random = seeded(SEED)
  const { heard, until } = await hearing(t, broker.url, `${BASE}/log`)
  for (let kill = 1; kill <= KILLS; kill++) {
    const from = heard.length
    const daemon = await startDaemon(config)
    const upTo = from + 1 + Math.floor(random() * 400)
    // Once all has been delivered, a start has nothing to add but that its devices are away.
    await until(`${upTo - from} more before kill ${kill}`, () => heard.length >= upTo || isDeviceAway(heard.slice(from)))
    await daemon.end('SIGKILL')
  }
  const before = await journalOf(journal)
  const daemon = await startDaemon(config)
  await until('a record of the last start', () => isDeviceAway(heard.filter(({ data }) => data.n > before.length)))
  await daemon.end('SIGTERM')
  const records = await journalOf(journal)
  const known = numbersOf(heard)
  const missing = records.filter(({ n }) => !known.has(n)).map(({ n }) => n)
  // What the last start journaled at its very end nobody waited for.
  const last = heard.at(-1)?.data.n ?? 0
  assert.deepEqual(missing.filter((n) => n <= last).slice(0, 10), [], `${missing.length} of ${records.length} records are missing`)
  const texts = new Map(records.map((record) => [record.n, JSON.stringify(record)]))
  for (const { data } of heard) assert.equal(JSON.stringify(data), texts.get(data.n), `record ${data.n}`)
})

/** The daemon in this process, at the same journal. */
async function startHere(t: TestContext, config: string, notices: string[] = []): Promise<RunningTable> {
  const table = tableOf(config)
  assert.ok(table.mqtt, 'it has a broker')
  const running = await startInProcess(table, {
    software: 'test',
    code: 'c0de'.repeat(16),
    newStream: () => 'q3kf9abc',
    mqtt: table.mqtt,
    mayReplay: (user) => user === 'book',
    notice: (text) => notices.push(text),
    clock: { nowMs: () => performance.now(), wallMs: () => Date.now() },
  })
  t.after(() => running.stop())
  return running
}

test(`a sink is believed by its hash alone, and the log goes on behind what it holds (SEED=${SEED})`, { timeout: 300_000 }, async (t) => {
  const broker = await startBroker(t)
  const { config, journal, records } = await playedTable(broker.url)
  const sink = await hearing(t, broker.url, `${BASE}/log`)
  const alarm = await hearing(t, broker.url, `${BASE}/ev/system`)
  const acknowledge = (seq: number, boot: number, hash: string) =>
    sink.client.publishAsync(ACK, JSON.stringify({ sink: 'book', boot, seq, hash }), { qos: 1, retain: true })

  const first = await startHere(t, config)
  await sink.until('the whole journal', () => numbersOf(sink.heard).size >= records)
  assert.equal(first.acknowledgedTo(), null)
  const half = Math.floor(records / 2)
  let hash = NO_RECORDS
  let boot = 0
  for (const { data } of [...new Map(sink.heard.map((each) => [each.data.n, each])).values()].slice(0, half)) {
    if (data.kind === 'start') boot = data.boot
    hash = digestAfter(hash, data)
  }
  await acknowledge(half, boot, hash)
  let isEnded = false
  const believed = async () => {
    while (first.acknowledgedTo() === null && !isEnded) await new Promise((resolve) => setImmediate(resolve))
  }
  await within(believed(), () => `record ${half} to be acknowledged`, 20_000).finally(() => {
    isEnded = true
  })
  assert.equal(first.acknowledgedTo(), half)
  const isTold = () => alarm.heard.some(({ data }) => (data as unknown as { readonly code: string }).code === 'SINK-DIFFERS')
  assert.ok(!isTold(), 'nothing is wrong')
  await first.stop()

  // A restart: the broker has it all acknowledged, the sink has half of it.
  const from = sink.heard.length
  const second = await startHere(t, config)
  assert.equal(second.acknowledgedTo(), half, 'it is known from before')
  await sink.until('the other half', () => {
    const again = numbersOf(sink.heard.slice(from))
    return Array.from({ length: records - half }, (_, index) => half + 1 + index).every((n) => again.has(n))
  })
  assert.ok(!numbersOf(sink.heard.slice(from)).has(half - 100), 'what it holds is not sent again')

  await acknowledge(half + 1, boot, '0'.repeat(64))
  await alarm.until('the alarm', isTold)
  assert.equal(second.acknowledgedTo(), half, 'it is not believed')
  await acknowledge(10_000_000, boot, hash)
  await alarm.until('the other one', () => alarm.heard.some(({ data }) => JSON.stringify(data).includes('10000000')))
  assert.equal(second.acknowledgedTo(), half)
  await second.stop()

  // The sink still tells of more than there is: the journal may have been rolled back, so a person decides.
  await assert.rejects(startHere(t, config), ({ message }: Error) => {
    assert.match(message, /the audit sink's acknowledgement covers record 10000000/)
    assert.match(
      message,
      new RegExp(`somebody other than the audit sink published it on ${ACK}, as its signature is not checked: compare it`),
    )
    return true
  })
  await acknowledge(half, boot, hash)
  // Lost or torn, it costs nothing but time.
  writeFileSync(join(journal, 'delivered.json'), readFileSync(join(journal, 'delivered.json'), 'utf8').slice(0, 20))
  const again = sink.heard.length
  const third = await startHere(t, config)
  await sink.until('the other half once more', () => numbersOf(sink.heard.slice(again)).has(half + 1))
  await third.stop()
})

test(`a replay gives the span that was asked for, whole, marked and to the audit alone (SEED=${SEED})`, { timeout: 300_000 }, async (t) => {
  const broker = await startBroker(t)
  const { config, records } = await playedTable(broker.url)
  const log = await hearing(t, broker.url, `${BASE}/log`)
  const replayed = await hearing(t, broker.url, `${BASE}/replay/+`)
  const replies = await hearing(t, broker.url, 'casino/v1/demo/reply/#')
  await startHere(t, config)
  await log.until('the whole journal', () => numbersOf(log.heard).size >= records)
  let asked = 0
  const ask = async (user: string, fromSeq: number, toSeq: number) => {
    const correlation = `c${++asked}`
    const command = { correlation, replyTo: `casino/v1/demo/reply/${user}/x`, fromSeq, toSeq }
    await replies.client.publishAsync(`${BASE}/cmd/${user}/replay`, JSON.stringify(command), { qos: 1 })
    await replies.until('the reply', () => replies.heard.length >= asked)
    return replies.heard.at(-1) as unknown as { readonly ok: boolean; readonly error: string; readonly toSeq: number }
  }
  assert.equal((await ask('book', 11, 500)).ok, true)
  await replayed.until('the last record', () => replayed.heard.at(-1)?.last === true)
  const sent = new Map(log.heard.map((each) => [each.data.n, each]))
  assert.deepEqual(
    replayed.heard.map(({ data }) => data.n),
    Array.from({ length: 490 }, (_, index) => 11 + index),
  )
  for (const { historical, last, ...rest } of replayed.heard) {
    assert.equal(historical, true)
    assert.equal(last, rest.data.n === 500 ? true : undefined)
    assert.deepEqual(rest, sent.get(rest.data.n), `record ${rest.data.n} is as it was on log`)
  }
  replayed.heard.length = 0
  const cut = await ask('book', records - 1, records + 4000)
  assert.ok(cut.ok && cut.toSeq >= records && cut.toSeq < records + 100, JSON.stringify(cut))
  await replayed.until('the last record', () => replayed.heard.at(-1)?.data.n === cut.toSeq && replayed.heard.at(-1)?.last === true)
  replayed.heard.length = 0
  assert.match((await ask('mary', 1, 2)).error, /^refused: only an audit sink/)
  assert.match((await ask('book', records + 5000, records + 5001)).error, /^refused: there is no record .* the journal holds records 1 to/)
  assert.equal(replayed.heard.length, 0)
})
