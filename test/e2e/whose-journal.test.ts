/** Whose journal it is: one begun anew repeats no id, another table's is refused, other rules for the same table are noted, an older one is taken on. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { JournalRecord } from '../../src/wire/record.ts'
import { replay, run, temporaryFolder } from './processes.ts'
import { type Rig, startRig } from './rig.ts'
import { freeBetRounds, jsonLines, readJournal, startBroker, startReady, startSubscriber, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const EXIT_JOURNAL = 73
/** A round as the version before heads and streams journaled it. */
const OLDER = join(import.meta.dirname, '../daemon/journal/samples/before-heads')

async function playRound(rig: Rig, words: readonly string[] = []): Promise<void> {
  const daemon = await rig.startDaemon({ words })
  const from = rig.subscriber.frames.length
  await rig.play(withoutPauses(freeBetRounds(1, SEED), 1000))
  rig.devices.shoe?.shoe('close')
  await rig.subscriber.hears('the round closed', ({ said }) => said?.type === 'round.closed', from)
  assert.equal((await daemon.end('SIGTERM')).code, 0)
}

const headsOf = (journal: string) => readJournal(journal).filter((record) => record.kind === 'head')

test('a journal begun anew repeats no id and no round; another table does not get it; other rules are noted', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rig = await startRig(t)
  const { subscriber } = rig
  await playRound(rig)
  const evening = subscriber.events()

  await t.test('two evenings of two journals have no id in common, and rounds of one name have different keys', async () => {
    rmSync(rig.journal, { recursive: true })
    const refused = await run('src/daemon/main.ts', '--config', rig.config)
    assert.equal(refused.code, EXIT_JOURNAL, refused.stderr)
    assert.match(refused.stderr, /the checkpoint that the broker has retained covers record \d+, but the journal ends at record 0/)
    await playRound(rig, ['--accept-journal', 'begun anew'])
    const [accepted] = readJournal(rig.journal).flatMap((record) => (record.kind === 'accepted' ? [record] : []))
    assert.equal(accepted?.reason, 'begun anew')
    const ids = new Set(evening.map(({ id }) => id))
    const anew = subscriber.events().filter(({ id }) => !ids.has(id))
    const closed = (events: typeof evening) => events.find(({ type }) => type === 'round.closed')
    assert.equal(closed(anew)?.data.round, closed(evening)?.data.round)
    assert.notEqual(closed(anew)?.data.roundKey, closed(evening)?.data.roundKey)
    for (const { round, roundKey, id } of [...evening, ...anew]) {
      if (round !== undefined) assert.equal(roundKey, `${id.split('/')[3]}/${round}`)
    }
  })

  await t.test('another table that is given the journal ends with a clear line, and nothing of it is told or changed', async () => {
    const strange = await startSubscriber(t, rig.brokerUrl, 'bj08')
    const config = join(rig.folder, 'strange.yaml')
    writeFileSync(config, readFileSync(rig.config, 'utf8').replace('table: bj07', 'table: bj08'))
    const before = readJournal(rig.journal)
    const { code, stderr } = await run('src/daemon/main.ts', '--config', config)
    assert.equal(code, EXIT_JOURNAL, stderr)
    assert.match(stderr, /this is not the journal of demo\/p1\/bj08: it is the journal of demo\/p1\/bj07/)
    assert.deepEqual(readJournal(rig.journal), before)
    assert.deepEqual(strange.frames, [])
  })

  await t.test('other rules for the same table are played, and the journal says from where on', async () => {
    const [head] = headsOf(rig.journal)
    writeFileSync(rig.config, readFileSync(rig.config, 'utf8').replace('burn: 0', 'burn: 1'))
    const daemon = await rig.startDaemon()
    assert.match(daemon.said(), /the rules have changed since record 1/)
    await daemon.end('SIGTERM')
    const heads = headsOf(rig.journal)
    assert.equal(heads.length, 2)
    assert.equal(heads[1]?.stream, head?.stream)
    assert.notEqual(heads[1]?.rulesSha256, head?.rulesSha256)
    const anew = await rig.startDaemon()
    assert.doesNotMatch(anew.said(), /rules have changed/)
    await anew.end('SIGTERM')
    assert.equal(headsOf(rig.journal).length, 2)
  })
})

/** The older journal in the folder of a configuration that fits it. */
function older(t: TestContext, change: (yaml: string) => string = (yaml) => yaml): { readonly config: string; readonly journal: string } {
  t.diagnostic('a journal of before')
  const folder = temporaryFolder()
  const config = join(folder, 'table.yaml')
  mkdirSync(join(folder, 'journal'))
  cpSync(join(OLDER, '000001.jsonl'), join(folder, 'journal/000001.jsonl'))
  writeFileSync(config, change(readFileSync(join(OLDER, 'table.yaml'), 'utf8')))
  return { config, journal: join(folder, 'journal') }
}

test('a journal from before heads keeps its ids, is taken on once by the table it fits, and has a head then', async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config, journal } = older(t, (yaml) => yaml.replace('mqtt://127.0.0.1:9', broker.url))
  const issued = readJournal(journal).flatMap((record) => (record.kind === 'event' ? [record.envelope.id] : []))
  assert.ok(issued.length > 10, 'it holds a round')
  const replayed = await replay('--config', config, journal)
  assert.deepEqual(
    jsonLines(replayed.stdout).map(({ id }) => id),
    issued,
  )

  const daemon = await startReady(t, config, subscriber)
  assert.match(daemon.said(), /it did not name its table; adopted for this table as stream [a-z0-9]{8}/)
  await daemon.end('SIGTERM')
  const [head, ...more] = headsOf(journal)
  assert.deepEqual([head?.table, more.length], ['bj07', 0])
  const started = readJournal(journal).findLast((record): record is JournalRecord & { kind: 'event' } => record.kind === 'event')
  assert.equal(started?.envelope.id, `demo/p1/bj07/${head?.stream}/${Number(started?.envelope.sequence)}`)
  assert.ok(Number(started?.envelope.sequence) > issued.length, 'the numbers go on')
  const again = await startReady(t, config, subscriber)
  assert.doesNotMatch(again.said(), /adopted/)
  await again.end('SIGTERM')
})

test('a journal from before heads is refused by a table of other devices, of other rules, and of another name', async (t) => {
  for (const [what, change, why] of [
    ['serial number', (yaml: string) => yaml.replace('SH-00412', 'SH-00499'), /was written with .* as device/],
    ['rules', (yaml: string) => yaml.replace('burn: 0', 'burn: 1'), /was written under the rules/],
    ['name', (yaml: string) => yaml.replace('table: bj07', 'table: bj08'), /contains events of demo\/p1\/bj07/],
  ] as const) {
    const { config } = older(t, change)
    const { code, stderr } = await run('src/daemon/main.ts', '--config', config)
    assert.equal(code, EXIT_JOURNAL, `${what}: ${stderr}`)
    assert.match(stderr, why)
  }
})
