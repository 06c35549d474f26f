/** What a person at a terminal gets of `npm run explain`: exit codes, reasons, help, both forms, and the end of a journal. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodeLine } from '../../../src/daemon/journal/codec.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { actionsOf, captureText, pageOf, recordsOf, tableOf, tableText, toldAccount } from './accounts.ts'

const EUROPEAN = { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up'], peek: [], surrender: 'none', burn: 0 }
/** Two rounds; the second is still open at the end. */
const WORDS = `1=2000 2=1000 5S 900:TD 900:8C 900:6H 900:7C 9S TC 2=0 1=4000 1=0 1=2000 2=1000
  30000:4S 900:TD 900:8C 900:6H 900:9C 9D`
const explain = (...args: readonly string[]) => run('src/tools/explain.ts', ...args)

const folder = temporaryFolder()
const config = join(folder, 'table.yaml')
const capture = join(folder, 'capture.jsonl')
const text = captureText([{ actions: actionsOf(WORDS) }])
const table = tableOf({ house: 'gld' }, EUROPEAN)
writeFileSync(config, tableText({ house: 'gld' }, EUROPEAN))
writeFileSync(capture, text)

const journalOf = (name: string, records: readonly JournalRecord[]): string => {
  const path = join(folder, name)
  mkdirSync(path)
  let seed = 0
  const lines = records.map(({ n: _, t, ...body }, index) => {
    const { bytes, crc } = encodeLine({ n: index + 1, t }, body, index, seed)
    seed = crc
    return bytes
  })
  writeFileSync(join(path, '000001.jsonl'), Buffer.concat(lines))
  return path
}

test('a round is told by its number and by its id, plain in a pipe, and as JSON', async () => {
  const [byNumber, json] = await Promise.all([
    explain(capture, '--round', '1', '--config', config),
    explain('-c', config, '-r', '1-1', capture, '--json'),
  ])
  assert.deepEqual([byNumber.code, byNumber.stderr], [0, ''])
  assert.equal(byNumber.stdout, pageOf(toldAccount(table, WORDS)))
  assert.deepEqual([json.code, json.stderr], [0, ''])
  const account = JSON.parse(json.stdout)
  assert.deepEqual([account.round, account.number, account.end, account.left.readings], ['1-1', 1, 'closed', account.readings])
  assert.equal(account.result.boxes[0].spots.main.due, 2000)
  const taken = account.steps.find(({ text: said }: { text: string }) => said.startsWith('box 2: 10.00'))
  assert.deepEqual([taken.device, taken.cause, taken.observed.amount], ['spots', 'spots:SP-1/1/3', 0])
  assert.ok(taken.readings.before > taken.readings.after, `${taken.readings.before} > ${taken.readings.after}`)
  assert.ok(taken.ruledOut.claims.length > 0 && taken.ruledOut.text.length > 0, 'it says in words what it ruled out')
})

test('the rounds of a file are listed one a line', async () => {
  const [list, json] = await Promise.all([
    explain(capture, '--list', '--config', config),
    explain(capture, '--list', '--json', '--config', config),
  ])
  assert.deepEqual([list.code, list.stderr], [0, ''])
  assert.deepEqual(list.stdout.replace(/ +/g, ' ').split('\n'), [
    '1 1-1 2026-01-01 00:00:15 2 boxes house -10.00 complete, 1 reading',
    '2 1-2 2026-01-01 00:01:23 2 boxes house +10.00 complete, 1 reading',
    '',
  ])
  const listed = json.stdout.trimEnd().split('\n')
  assert.deepEqual(
    listed.map((line) => JSON.parse(line).round),
    ['1-1', '1-2'],
  )
})

test('a round that is not there is refused with 1 and the rounds there are; a file that is not there with 66', async () => {
  const [number, absent] = await Promise.all([
    explain(capture, '--round', '3', '-c', config),
    explain(join(folder, 'absent.jsonl'), '--round', '1', '-c', config),
  ])
  assert.deepEqual([number.code, number.stdout], [1, ''])
  assert.match(number.stderr, /has no round 3: its rounds are 1 to 2 \(1-1 to 1-2\)/)
  assert.deepEqual([absent.code, absent.stdout], [66, ''])
  assert.match(absent.stderr, /absent\.jsonl cannot be read/)
})

test('wrong usage is told with the help and 64, a bad configuration with 78; help itself is no failure', async () => {
  const [neither, bad, help] = await Promise.all([
    explain(capture, '-c', config),
    explain(capture, '--round', '1', '-c', capture),
    explain('--help'),
  ])
  assert.deepEqual([neither.code, neither.stdout], [64, ''])
  assert.match(neither.stderr, /either --round or --list is needed[\s\S]*Usage/)
  assert.deepEqual([bad.code, bad.stdout], [78, ''])
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.match(help.stdout, /Usage[\s\S]*--round[\s\S]*--list[\s\S]*Exit codes/)
})

test('a bad line is told with its place and skipped, with 65; a file of nothing else has no round', async () => {
  const spoilt = join(folder, 'spoilt.jsonl')
  const noise = join(folder, 'noise.jsonl')
  const lines = text.split('\n')
  writeFileSync(spoilt, [...lines.slice(0, 4), '{"t":1,"device":"ghost","line":"C 1 1 5S"}', ...lines.slice(4)].join('\n'))
  writeFileSync(noise, 'neither\nnor\n')
  const [skipped, nothing] = await Promise.all([explain(spoilt, '-r', '1', '-c', config), explain(noise, '-r', '1', '-c', config)])
  assert.deepEqual([skipped.code, skipped.stdout], [65, pageOf(toldAccount(table, WORDS))])
  assert.match(skipped.stderr, /spoilt\.jsonl:5: this table has no device ghost.*; skipped/)
  assert.deepEqual([nothing.code, nothing.stdout], [1, ''])
  assert.match(nothing.stderr, /noise\.jsonl:1: .*\n.*noise\.jsonl:2: .*\n.*has no round 1: it has no rounds/)
})

test('in a journal the last round stays open; one written under other rules is told with a warning', async () => {
  const start: JournalRecord = { n: 1, t: 0, kind: 'start', boot: 1, software: 'test', rulesSha256: '0'.repeat(64) }
  const journal = journalOf('journal', [start, ...recordsOf(table, [{ actions: actionsOf(WORDS) }])])
  const { code, stdout, stderr } = await explain(journal, '-r', '2', '-c', config)
  assert.equal(code, 0)
  assert.match(stdout, /still open\n[\s\S]*Where the round stands[\s\S]*The file ends before the round does\./)
  assert.match(stderr, /^.*journal: boot 1 was played under rules that differ from this configuration; the explanation may be wrong\n$/)
})
