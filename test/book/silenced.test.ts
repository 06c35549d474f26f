/** Somebody has verdicts silenced by commands: the book tells it at once, and the report says who, how often and on how many findings. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fingerprintOf, newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { mostInAnHour } from '../../src/book/queries/silencing.ts'
import { shiftReport } from '../../src/book/reports/ask.ts'
import { commitBatch } from '../../src/book/store/commit.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore } from '../../src/book/store/open.ts'
import { createTables } from '../../src/book/tables.ts'
import { run, temporaryFolder } from '../e2e/processes.ts'
import { asJournal, type Evening, sharedEvening, TABLE_KEY } from './fixture.ts'
import { startPostgres } from './postgres.ts'

/** Any record, as loosely as a foreign program would read it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the record holds
type Any = any

const command = (user: string, name: string, args: object, { t, time, round }: Any, count: number): readonly Any[] => {
  const head = { user, name, correlation: `${user}${count}` }
  const data = { ...head, ok: true, error: null }
  return [
    { t, kind: 'command', ...head, args, error: null },
    { t, kind: 'event', envelope: { type: 'command.answered', time, ...(round === null ? {} : { round }), data } },
  ]
}

const evening = sharedEvening(20)
const FLOOR = 'floor'

/** `order`: the commands that follow a record. */
const ordered = (order: (record: Any) => readonly (readonly [user: string, name: string, args: object])[]): Evening => {
  let count = 0
  const records = (evening.records as readonly Any[]).flatMap((record) => {
    const { t, envelope } = record
    const place = { t, time: envelope?.time ?? new Date(t).toISOString(), round: envelope?.round ?? null }
    return [record, ...order(record).flatMap(([user, name, args]) => command(user, name, args, place, ++count))]
  })
  return {
    ...evening,
    records: asJournal(
      records.map((record, at) => ({ ...record, n: at + 1 })),
      evening.stream,
    ),
  }
}

/** After each error that he hears of, the floor has the hand declared dead; the pit acknowledges the alarms. */
const afterEach = ordered(({ envelope }) => {
  const { type, data } = envelope ?? {}
  if (type !== 'finding.raised' || data.box === null || data.severity === 'info') return []
  return [
    [FLOOR, 'hand-dead', { box: data.box, hand: 1 }],
    ['pit', 'alarm-ack', { alarm: (data.group ?? data.finding).toLowerCase(), rev: 1 }],
  ]
})
/** The floor has every box's hand declared dead as soon as the round has opened, so that there is nothing to find. */
const before = ordered(({ envelope }) =>
  envelope?.type === 'round.opened' ? envelope.data.boxes.map((box: number) => [FLOOR, 'hand-dead', { box, hand: 1 }]) : [],
)
/** What happens at an honest table: two hands in the evening, and a card that was burned. */
const honest = (() => {
  let count = 0
  return ordered(({ envelope }) =>
    envelope?.type === 'round.opened' && ++count % 7 === 0 ? [[FLOOR, 'hand-dead', { box: 1, hand: 1 }]] : [],
  )
})()

const NIGHT = { tables: [], from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 23), dealer: null }

const kept = async (place: string, { name, stream, records }: Evening) => {
  const store = await openStore({ store: place })
  await vouchForKey(store, { table: name, fingerprint: fingerprintOf(TABLE_KEY.publicKey), how: 'config' }, 0)
  const [tables, countersign] = [await createTables(store), countersigning(signingKeyOf(newSigningKey()))]
  for (let at = 0; at < records.length; at += 100) {
    const batch = records.slice(at, at + 100).map((record) => {
      const body = JSON.stringify(record)
      return {
        kind: 'record',
        table: name,
        stream,
        record: record as Any,
        body,
        isReplayed: false,
        isLast: false,
        bytes: body.length,
      } as const
    })
    await commitBatch({ store, tables, countersign }, batch, NIGHT.to)
  }
  const told = await store.selectFrom('incidents').select('text').where('code', '=', 'SILENCED').execute()
  const { persons } = await shiftReport(store, NIGHT)
  await store.destroy()
  return { told: told.map(({ text }) => text), persons }
}

test('verdicts silenced where findings stood, or before there are any, are told; an honest evening is not', {
  timeout: 120_000,
}, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  for (const played of [afterEach, before, honest]) {
    const found = await kept(':memory:', played)
    const [first] = found.persons
    const all = (played.records as readonly Any[]).filter(
      ({ kind, user, name }) => kind === 'command' && user === FLOOR && name === 'hand-dead',
    )
    const own = found.persons.find(({ user }) => user === FLOOR)
    assert.equal(own?.silencing, all.length)
    const isHonest = played === honest
    assert.deepEqual([found.told.length, own?.flagged], [isHonest ? 0 : 1, !isHonest], found.told.join('\n'))
    if (played === before) assert.match(found.told[0] ?? '', /^floor gave 9 commands within an hour .* 0 of them where a finding stood\. /)
    if (played === afterEach) {
      assert.match(
        found.told[0] ?? '',
        /^floor gave \d+ commands within an hour .*, [3-9] of them where a finding stood \(.+-\d+.*\)\. Look at/,
      )
      assert.ok((own?.silenced ?? 0) > 2 && (own?.findings ?? 0) > 2, JSON.stringify(own))
      const pit = found.persons.find(({ user }) => user === 'pit')
      assert.deepEqual([pit?.silencing, pit?.flagged, (pit?.findings ?? 0) >= (own?.silenced ?? 0)], [0, false, true])
    }
    assert.ok(first !== undefined, 'somebody gave commands')
    if (server !== null && played === afterEach) assert.deepEqual(await kept(server.url, played), found)
  }
})

test('the shipped report names who silenced verdicts, on its lines and its page', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder()
  const place = join(folder, 'store', 'book.db')
  await kept(place, afterEach)
  const config = join(folder, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: ${place}\n`)
  const said = async (form: string): Promise<string> =>
    (await run('src/book/command.ts', 'report', '--config', config, '--from', '2026-11-21', '--to', '2026-11-23', '--form', form)).stdout
  assert.match(
    await said('lines'),
    /^floor silenced verdicts: \d+ commands \(at most \d+ within an hour\), \d+ of them where a finding stood/m,
  )
  const html = await said('html')
  assert.match(html, /<h2>Commands by person<\/h2>/)
  assert.match(html, /<tr class="unusual"><td>floor<\/td>/)
  assert.match(html, /<td>alarm-ack \d+<\/td>/)
})

test('the most within an hour', () => {
  const minute = 60_000
  assert.deepEqual(
    [[], [0], [0, 10, 20, 90].map((at) => at * minute), [0, 50, 70, 100, 105].map((at) => at * minute)].map(mostInAnHour),
    [0, 1, 3, 4],
  )
})
