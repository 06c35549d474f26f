/** P10 with the shipped program: a raised minimum and another house at the next start leave what was said of the past as it was. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { readTable } from '../../src/base/config/read-table.ts'
import { comparing } from '../../src/tools/verify/replayed.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { startRig } from './rig.ts'
import { faultsOf } from './subscriber.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const ROUNDS = 3

const isJudging = (type: unknown): boolean => /^(?:finding\.|round\.)/.test(String(type))
const judgings = (records: readonly JournalRecord[]): readonly string[] =>
  records.flatMap((record) => (record.kind === 'event' && isJudging(record.envelope.type) ? [JSON.stringify(record.envelope)] : []))

const replayed = (config: string, records: readonly JournalRecord[]) => {
  const compared = comparing(readTable(config, null))
  for (const record of records) compared.record(record)
  return compared.end()
}

test(`the past stays judged by the rules of its time (SEED=${SEED})`, async (t) => {
  const rounds = freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  let daemon = await rig.startDaemon()
  await rig.play(withoutPauses(rounds))
  await rig.closeShoe(ROUNDS)
  await daemon.end('SIGTERM')
  const before = judgings(readJournal(rig.journal))
  assert.ok(before.length >= 2 * ROUNDS, `${before.length} words about rounds`)
  const configured = readFileSync(rig.config, 'utf8')
  const changes: readonly (readonly [string, string, string])[] = [
    ['a raised minimum', configured.replace(/min: \d+/, 'min: 40000'), 'limits'],
    ['another house', configured.replace(/^house: .*$/m, 'house: gld'), 'house'],
    ['as before', configured, 'house'],
  ]
  for (const [what, text, key] of changes) {
    assert.ok(what === 'as before' || text !== configured, `${what}: the configuration differs`)
    writeFileSync(rig.config, text)
    daemon = await rig.startDaemon()
    await daemon.end('SIGTERM')
    const records = readJournal(rig.journal)
    assert.deepEqual(judgings(records), before, what)
    const stated = records.findLast((record) => record.kind === 'config')
    assert.ok(stated?.terms && stated.changed.includes(key), `${what}: ${JSON.stringify(stated?.changed)}`)
    assert.doesNotMatch(JSON.stringify(stated.terms), /\/dev|password|keyFile/, 'nothing of the machine is told')
  }
  const { same, differences } = replayed(rig.config, readJournal(rig.journal))
  assert.deepEqual(differences, [], 'a replay judges each round by the rules of its time')
  assert.ok(same > before.length, `${same} conclusions are the same`)
  assert.deepEqual(faultsOf(rig.subscriber), [])
})
