/**
 * P9: the book vouches only for what somebody vouched for. Each attack is seen from outside: somebody with the table's login at the broker, or
 * with a copy of its key, offers another past, and the shipped commands say what is to be said of it.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { JournalRecord } from '../../src/wire/record.ts'
import { KEY, startDaemon } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { run } from '../e2e/processes.ts'
import { forge, recordsIn } from '../tools/verify/forging.ts'
import { connectTable } from './fake-table.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import {
  codesOf,
  FINGERPRINT,
  heldOf,
  judged,
  NAME,
  NOT_OK,
  openScene,
  placeOf,
  roundsIn,
  type Scene,
  STREAM,
  signaturesOf,
  until,
  WORD,
} from './scene.ts'

const FORGED = 'forged99'
const { config, records: played } = playRecords('gld', 3, 4, 1)

/** Behind so many records is the first seal. */
const BEGUN = 3
const sealAmong = (all: readonly JournalRecord[]): JournalRecord => {
  const seal = all.find((each) => each.kind === 'seal') ?? assert.fail('it is sealed')
  const { end: _end, ...body } = seal
  return body
}

let folder: string
/** The folders of the table's journal, and of one that somebody made with its key. */
let original: string
let forged: string
let postgres: Postgres | null
let truth: readonly JournalRecord[]
let other: readonly JournalRecord[]

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vouched-'))
  original = join(folder, 'original')
  forged = join(folder, 'forged')
  const daemon = await startDaemon({ folder: original, config })
  for (const record of played) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
  rmSync(join(original, 'head.json'))
  // As a daemon seals at its start; this one plays for no minute.
  forge(original, (all) => [...all.slice(0, BEGUN), sealAmong(all), ...all.slice(BEGUN)], { seals: KEY })
  cpSync(original, forged, { recursive: true })
  forge(forged, (all) => all.map((each) => (each.kind === 'head' ? { ...each, stream: FORGED } : each)), { seals: KEY })
  truth = recordsIn(original)
  other = recordsIn(forged)
  postgres = await startPostgres()
})
after(async () => {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (t: TestContext, place: string, isConfirmed: boolean): Promise<Scene> => openScene(t, { folder, place, isConfirmed })
const signedOf = async (scene: Scene, stream: string): Promise<number> => (await signaturesOf(scene, stream)).length
const roundsOfTruth = () => roundsIn(truth)

for (const where of ['embedded', 'PostgreSQL'] as const) {
  test(`a past that nobody asked for is not taken, and a live one waits for a person, whoever signed it: ${where}`, {
    timeout: 120_000,
  }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await start(t, place, true)
    const { table, incidents, ask, rounds, publish } = scene
    await table.status('ready')
    await table.say(truth)
    await until(t, scene.isAckedTo(truth.length))
    const counted = await rounds()
    assert.equal(counted, roundsOfTruth())
    assert.deepEqual(await incidents(), [], "the first journal that a confirmed key seals is the table's")
    const before = (await ask('report', '--form', 'json')).stdout

    // On the topic on which the table answers the book.
    await publish(`replay/${scene.broker.bookLogin.username}`, other, FORGED, { historical: true })
    await until(t, async () => (await incidents()).length > 0)
    assert.match((await incidents()).join('\n'), /^NEW-JOURNAL records of journal forged99.* nobody had asked for them\. None was taken/)
    assert.equal(await heldOf(scene, FORGED), 0)

    await publish('log', other, FORGED)
    await until(t, async () => (await heldOf(scene, FORGED)) === other.length)
    assert.deepEqual([await rounds(), await signedOf(scene, FORGED)], [counted, 0], 'stored, neither derived nor signed')
    assert.deepEqual(codesOf(await incidents()), ['NEW-JOURNAL', 'NEW-JOURNAL'])
    assert.match((await incidents())[1] ?? '', new RegExp(`trust-key ${WORD} --journal ${FORGED}.*--not-journal ${FORGED}`))
    assert.equal(table.acks.at(-1)?.seq, truth.length)
    assert.equal(table.acks.at(-1)?.stream, STREAM)
    const heads = (await ask('export', '--table', WORD, '--head')).stdout.trim().split('\n')
    assert.deepEqual(
      heads.map((line) => JSON.parse(line).stream),
      [STREAM],
      'of what nobody vouches for there is no head',
    )
    assert.equal((await judged(scene, { journal: forged, stream: FORGED })).code, null)
    assert.equal((await judged(scene, { journal: original })).code, 0)
    assert.equal((await judged(scene, { journal: forged })).code, NOT_OK)
    const lines = (await ask('report', '--from', '2020-01-01')).stdout
    assert.match(lines, new RegExp(`NOT COUNTED ${WORD}: ${other.length} records of journal ${FORGED} wait`))
    assert.equal((await ask('report', '--form', 'json')).stdout === '', false, before)

    // A person rejects it.
    const word = await ask('trust-key', WORD, '--not-journal', FORGED)
    assert.equal(word.code, 0, word.stderr)
    await until(t, async () => (await incidents()).length === 1)
    assert.equal(await rounds(), counted)
    assert.doesNotMatch((await ask('report', '--from', '2020-01-01')).stdout, /NOT COUNTED/)
  })

  test(`what somebody with the table's login sends first yields to what the table seals, and both are suspected: ${where}`, {
    timeout: 120_000,
  }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await start(t, place, true)
    const { table, incidents, publish } = scene
    await table.status('ready')
    const sealed = BEGUN + 1
    await table.say(truth.slice(0, sealed + 2))
    await until(t, scene.isAckedTo(sealed + 2))
    // One that the table has not sent yet.
    await publish('log', [{ ...(truth[sealed + 2] as JournalRecord), t: 1 }], STREAM)
    await until(t, scene.isAckedTo(sealed + 3))
    await table.say(truth.slice(sealed + 2))
    await until(t, async () => (await incidents()).some((text) => /^PUT-RIGHT/.test(text)))
    await until(t, scene.isAckedTo(truth.length))
    assert.match((await incidents()).join('\n'), /PUT-RIGHT .*whoever can publish as the table, .*whoever holds the table's key/)
    const verdict = await judged(scene, { journal: original })
    assert.equal(verdict.code, 0, verdict.stdout + verdict.stderr)
    const early = await scene.ask('export', '--table', WORD, '--head', '--stream', STREAM, '--record', String(sealed + 3))
    assert.equal(JSON.parse(early.stdout).seq, sealed + 3, 'what it had signed as received stays')
    const file = join(folder, `early-${where}.json`)
    writeFileSync(file, early.stdout)
    const held = await run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', file, '--book-key', scene.bookKey, original)
    assert.equal(held.code, NOT_OK)
    assert.match(held.stdout, /RECEIVED-OTHERWISE.*could publish as the table, or who holds its key/)
  })

  test(`a journal without a seal, and one under a key that nobody confirmed, count for nothing until then: ${where}`, {
    timeout: 120_000,
  }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await start(t, place, false)
    const { table, incidents, rounds, ask, url } = scene
    await table.status('ready')
    await table.say(truth)
    await until(t, async () => (await heldOf(scene, STREAM)) === truth.length)
    assert.deepEqual([await rounds(), await signedOf(scene, STREAM), table.acks], [0, 0, []])
    assert.match((await incidents()).join('\n'), new RegExp(`^NEW-JOURNAL .*trust-key ${WORD} ${FINGERPRINT}`))
    const html = (await ask('report', '--from', '2020-01-01', '--form', 'html')).stdout
    assert.match(html, new RegExp(`Not counted.*${truth.length} records of journal ${STREAM} wait.*trust-key ${WORD} ${FINGERPRINT}`))
    const state = (await (await fetch(`${url}api/tables`)).json()) as { tables: { streams: { standing: string; waiting: number }[] }[] }
    const [stream] = state.tables[0]?.streams ?? []
    assert.deepEqual([stream?.standing, stream?.waiting], ['new', truth.length])

    // Under the confirmed key, but sealed by nobody: who knows the public key only.
    const keyless = truth.filter(({ kind }) => kind !== 'seal').map((each, at) => ({ ...each, n: at + 1 }) as JournalRecord)
    await scene.publish('log', keyless, 'unsealed9')
    await until(t, async () => (await heldOf(scene, 'unsealed9')) === keyless.length)
    const word = await ask('trust-key', WORD, FINGERPRINT)
    assert.equal(word.code, 0, word.stderr)
    await until(t, scene.isAckedTo(truth.length))
    assert.equal(await rounds(), roundsOfTruth(), 'confirming derives all of it')
    assert.equal(await signedOf(scene, 'unsealed9'), 0)
    const vouched = await ask('trust-key', WORD, '--journal', 'unsealed9')
    assert.equal(vouched.code, 0, vouched.stderr)
    await until(t, async () => (await incidents()).every((text) => !/^NEW-JOURNAL/.test(text)))
    assert.deepEqual([await rounds(), await signedOf(scene, 'unsealed9')], [roundsOfTruth(), 0], 'without a seal it proves nothing')
  })

  test(`a table that denies a record below one that the book holds is an incident, even when the record comes after all: ${where}`, {
    timeout: 180_000,
  }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await start(t, place, true)
    const { table, incidents } = scene
    await table.status('ready')
    await table.say(truth.slice(0, 11))
    await until(t, scene.isAckedTo(11))
    table.journal.length = 11
    for (const record of truth.slice(12)) await scene.publish('log', [record], STREAM)
    await until(t, async () => (await incidents()).some((text) => /^DENIED the table says that there is no record 12 yet/.test(text)))
    assert.match((await incidents()).join('\n'), /somebody who can publish as the table, or who holds its key/)
    table.write(truth.slice(11))
    await until(t, scene.isAckedTo(truth.length))
    assert.deepEqual(codesOf(await incidents()), ['DENIED'], 'nobody knows whether it is the one that was lost')
  })
}

test('two tables of one name in two pits are never mixed, and a book that nobody knows proves nothing', { timeout: 120_000 }, async (t) => {
  const place = (await placeOf(t, 'embedded', { folder, postgres })) ?? ''
  const scene = await start(t, place, true)
  const { broker, table, ask } = scene
  await table.status('ready')
  await table.say(truth)
  await until(t, scene.isAckedTo(truth.length))
  const second = await connectTable(broker, { ...NAME, pit: 'p2' }, 'second22')
  await second.say(truth.slice(0, 1))
  await until(t, async () => (await heldOf(scene, 'second22')) === 1)
  await second.close()
  const mixed = await ask('export', '--table', NAME.table)
  assert.equal(mixed.code, 64, mixed.stdout)
  assert.match(mixed.stderr, new RegExp(`several tables ${NAME.table}: ${WORD}, p2/${NAME.table}`))
  assert.equal((await ask('export', '--table', WORD)).stdout.trim().split('\n').length, truth.length)
  assert.equal((await ask('export', '--table', `p2/${NAME.table}`)).stdout.trim().split('\n').length, 1)

  const file = join(folder, 'own.json')
  writeFileSync(file, (await ask('export', '--table', WORD, '--head')).stdout)
  const unknown = await run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', file, original)
  assert.equal(unknown.code, NOT_OK, unknown.stdout)
  assert.match(unknown.stderr, /NOT OK nobody vouches for the book that signed .*--book-key/)
})
