/** The rung of the audit sink: none, behind, equal, ahead, with other records, a journal that is damaged or not to be read, and nonsense. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { digestAfter, NO_RECORDS } from '../../../src/base/records/digest.ts'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { startBroker } from '../../e2e/table.ts'
import { consult, createScene, type Scene, startStrictBroker } from './scene.ts'

const TOPIC = (table: string) => `casino/v1/demo/audit/ack/p1-${table}`
const RECORDS = 12

/** A journal of two starts; the hashes as somebody has them who heard every record. */
async function writeJournal(folder: string): Promise<readonly string[]> {
  const journal = await openJournal(folder)
  const records: JournalRecord[] = []
  const append = (body: Parameters<typeof journal.append>[0]) => records.push(journal.append(body, 1000) ?? assert.fail('taken'))
  append({ kind: 'start', boot: 1, software: 'test', rulesSha256: '' })
  for (let n = 2; n < RECORDS / 2; n++) append({ kind: 'incident', device: 'shoe', code: 'x', text: `“${n}”` })
  append({ kind: 'start', boot: 2, software: 'test', rulesSha256: '' })
  while (records.length < RECORDS)
    append({ kind: 'line', device: 'shoe', serial: 'S', boot: 1, seq: records.length, offset: null, line: 'HB' })
  await journal.durable(RECORDS)
  await journal.close()
  let hash = NO_RECORDS
  // As they come over the wire.
  return [hash, ...records.map((record) => (hash = digestAfter(hash, JSON.parse(JSON.stringify(record)))))]
}

interface Row {
  readonly table: string
  /** What the sink has said; null: nothing. */
  readonly said: string | object | null
  readonly state: 'ok' | 'failed'
  readonly detail: RegExp
  readonly todo: RegExp | null
  /** What becomes of the journal before. */
  readonly spoil?: (folder: string) => void
}

async function checkRows(t: TestContext, scene: Scene, rows: (hashes: readonly string[]) => readonly Row[]): Promise<void> {
  const broker = await startBroker(t)
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const all: Row[] = []
  for (const { table } of rows([])) {
    const folder = join(scene.folder, `journal-${table}`)
    const row = rows(await writeJournal(folder)).find((each) => each.table === table) ?? assert.fail(table)
    row.spoil?.(folder)
    if (row.said !== null) {
      const payload = typeof row.said === 'string' ? row.said : JSON.stringify(row.said)
      await client.publishAsync(TOPIC(table), payload, { qos: 1, retain: true })
    }
    all.push(row)
  }
  const config = scene.writeTables(Object.fromEntries(all.map(({ table }) => [table, [`url: ${broker.url}`]])))
  const told = await consult(config, '--seconds', '1')
  for (const { table, state, detail, todo } of all) {
    const step = told
      .of(table)
      .steps('broker')
      .find(({ name }) => name === 'sink answers')
    assert.equal(step?.state, state, `${table}: ${JSON.stringify(step)}`)
    assert.match(step?.detail ?? '', detail, table)
    if (todo === null) assert.equal(step?.todo, null, table)
    else assert.match(step?.todo ?? '', todo, table)
  }
}

const ack = (hashes: readonly string[], seq: number, boot: number, more: object = {}) => ({
  sink: 'sink-1',
  boot,
  seq,
  hash: hashes[seq],
  ...more,
})
const segment = (folder: string) => join(folder, '000001.jsonl')

test('none, equal, behind, ahead, another boot, another hash: told with what to do', async (t) => {
  await checkRows(t, createScene(t), (hashes) => [
    { table: 'none', said: null, state: 'ok', detail: /^no audit sink has announced itself: .*p1-none is empty$/, todo: null },
    {
      table: 'equal',
      said: ack(hashes, 12, 2),
      state: 'ok',
      detail: /^sink-1 has everything up to record 12, boot 2: the whole journal$/,
      todo: null,
    },
    { table: 'behind', said: ack(hashes, 4, 1), state: 'ok', detail: /record 4, boot 1: 8 behind the journal$/, todo: null },
    { table: 'nothing-yet', said: ack(hashes, 0, 0), state: 'ok', detail: /record 0, boot 0: 12 behind the journal$/, todo: null },
    {
      ...{ table: 'ahead', said: { ...ack(hashes, 12, 2), seq: 13 }, state: 'failed' },
      ...{
        detail: /record 13, boot 2; the journal ends at record 12$/,
        todo: /^The sink has records .* restore the journal from the sink/,
      },
    },
    {
      table: 'gone',
      said: ack(hashes, 12, 2),
      spoil: (folder) => writeFileSync(segment(folder), ''),
      state: 'failed',
      detail: /ends at record 0$/,
      todo: /started again/,
    },
    {
      table: 'boot',
      said: ack(hashes, 12, 3),
      state: 'failed',
      detail: /boot 3; the journal's records up to there differ: boot 2$/,
      todo: /altered or replaced/,
    },
    {
      table: 'hash',
      said: ack(hashes, 12, 2, { hash: 'f'.repeat(64) }),
      state: 'failed',
      detail: /records up to there differ$/,
      todo: /altered or replaced/,
    },
    {
      ...{ table: 'damaged', said: ack(hashes, 12, 2), state: 'failed' },
      spoil: (folder) => writeFileSync(segment(folder), readFileSync(segment(folder), 'utf8').replace('“3”', '“4”')),
      ...{ detail: /the journal is damaged before that: .*000001\.jsonl:3: record 3 was altered/, todo: /as evidence/ },
    },
    {
      ...{ table: 'being-written', said: ack(hashes, 12, 2), state: 'ok' },
      spoil: (folder) => writeFileSync(segment(folder), `${readFileSync(segment(folder), 'utf8')}{"n":13,"t":10`),
      ...{ detail: /the whole journal$/, todo: null },
    },
  ])
})

test('what is no acknowledgement is a failure, whatever it is', async (t) => {
  const nonsense: readonly (readonly [table: string, said: string | object, fault: RegExp])[] = [
    ['no-json', 'hello', /it is not JSON/],
    ['a-list', [], /./],
    ['no-sink', { boot: 1, seq: 1, hash: 'a'.repeat(64) }, /: sink: /],
    ['control', { sink: 'a\u001b[2J', boot: 1, seq: 1, hash: 'a'.repeat(64) }, /: sink: /],
    ['fraction', { sink: 's', boot: 1, seq: 1.5, hash: 'a'.repeat(64) }, /: seq: /],
    ['negative', { sink: 's', boot: -1, seq: 1, hash: 'a'.repeat(64) }, /: boot: /],
    ['short-hash', { sink: 's', boot: 1, seq: 1, hash: 'abc' }, /: hash: /],
    ['large', 'x'.repeat(5000), /5000 bytes; .* at most 4096/],
  ]
  await checkRows(t, createScene(t), () =>
    nonsense.map(([table, said, fault]) => ({ table, said, state: 'failed', detail: fault, todo: /who writes to that topic/ })),
  )
})

test('a login that may not read what the sink says does not know whether there is one', async (t) => {
  const { port } = await startStrictBroker(t, {
    authorizeSubscribe: (_client, asked, done) => done(null, asked.topic.includes('/audit/') ? null : asked),
  })
  const told = await consult(createScene(t).writeTables({ bj07: [`url: mqtt://127.0.0.1:${port}`] }), '--seconds', '1')
  const [step] = told.of().steps('broker').slice(-1)
  assert.deepEqual([step?.name, step?.state, step?.detail], ['sink answers', 'ok', 'unknown whether there is a sink'])
  assert.match(step?.todo ?? '', /may not read casino\/v1\/demo\/audit\/ack\/p1-bj07 \(.+\): allow it/)
})
