/** A daemon that still reads a long journal says how far it is, and a signal ends it there: the journal is as it was, and nobody holds it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rulesSha256 } from '../../src/base/config/rules-hash.ts'
import { openJournal } from '../../src/daemon/journal/journal.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { startDaemon, temporaryFolder } from './processes.ts'

/** Rounds of one play, and how often it is written. The whole takes a fast machine half a minute to read. */
const [ROUNDS, TIMES] = [20, 60]

const YAML = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500, 2500, 10000]
boxes: 7
spots: [main]
journal: ./journal
mqtt: { url: "mqtt://127.0.0.1:9" }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: ./shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: ./spots, serial: SP-1 }
`

/** The same play again and again, each an evening later. */
const writeJournal = async (folder: string): Promise<void> => {
  const { records, config } = playRecords('gld', 7, ROUNDS, 1)
  const heard = records.filter((record) => record.kind === 'line' && record.device !== 'pointer')
  const journal = await openJournal(folder)
  journal.append({ kind: 'start', boot: 1, software: 'test', rulesSha256: rulesSha256(config.rules) }, heard[0]?.t ?? 0)
  const spanMs = (heard.at(-1)?.t ?? 0) - (heard[0]?.t ?? 0) + 60_000
  for (let time = 0; time < TIMES; time++) {
    for (const { n: _, t, ...body } of heard) {
      assert.ok(body.kind === 'line', body.kind)
      const [verb, seq = '0', at = '0', ...rest] = body.line.split(' ')
      const moved = {
        seq: body.seq + time * 100_000,
        line: [verb, Number(seq) + time * 100_000, Number(at) + time * spanMs, ...rest].join(' '),
      }
      const record = journal.append({ ...body, ...moved }, t + time * spanMs)
      if (record !== null && record.n % 1000 === 0) await journal.durable(record.n)
    }
  }
  await journal.close()
}

test('a signal ends a daemon that is reading its journal, at once and without a trace', async () => {
  const folder = temporaryFolder()
  const [config, journal] = [join(folder, 'table.yaml'), join(folder, 'journal')]
  writeFileSync(config, YAML)
  await writeJournal(journal)
  const segment = join(journal, '000001.jsonl')
  const before = readFileSync(segment)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const daemon = await startDaemon(config)
    await daemon.says(/bj07: reading its journal, \d+ s so far: record \d+ of \d+/)
    const [, reached, all] = /record (\d+) of (\d+)/.exec(daemon.said()) ?? []
    assert.ok(Number(reached) < Number(all) / 2, `it had read ${reached} of ${all}: the journal is too short for this test`)
    assert.deepEqual(await daemon.end(signal), { code: 0, signal: null }, daemon.said())
    assert.match(daemon.said(), /stopped while a journal was still being read\n$/)
    assert.doesNotMatch(daemon.said(), /started, boot/)
    assert.ok(readFileSync(segment).equals(before), 'the journal is as it was')
    assert.deepEqual(
      readdirSync(journal).filter((name) => name.startsWith('lock')),
      [],
      'the next daemon finds no lock',
    )
  }
})
