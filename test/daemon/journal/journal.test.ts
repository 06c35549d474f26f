import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFileSync, constants, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { type BadRecord, readRecords } from '../../../src/daemon/journal/replay-input.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { bundled } from '../../runner/bundled.ts'
import { seeded } from './fake-disk.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const BODIES: readonly RecordBody[] = [
  { kind: 'start', boot: 1, software: '0.1.0', rulesSha256: 'ab' },
  { kind: 'identity', device: 'shoe', serial: 'SH-1', boot: 57, firmware: '2.3.1', continued: true },
  { kind: 'line', device: 'shoe', serial: 'SH-1', boot: 57, seq: 1, offset: 12.5, line: 'C 1 1000 5S' },
  { kind: 'line', device: 'shoe', serial: 'SH-1', boot: 57, seq: 2, offset: null, line: 'C 2 1500 ??', late: true },
  { kind: 'missing', device: 'shoe', serial: 'SH-1', boot: 57, from: 3, to: 4 },
  { kind: 'incident', device: 'spots', code: 'seq-conflict', text: 'zwölf "quoted" \u2028' },
  { kind: 'link', device: 'puck', up: false, reason: 'no heartbeat' },
  { kind: 'tick' },
  { kind: 'checkpoint', covers: 8, sha256: 'ab' },
  { kind: 'command', user: 'ann', name: 'snapshot', correlation: 'c1', args: { a: [1] }, error: null },
  { kind: 'event', envelope: { id: 'demo/p1/bj07/1/1', sequence: '1', data: { shoe: 1 } } },
]

async function filled(folder: string): Promise<string> {
  const journal = await openJournal(folder)
  for (const [index, body] of BODIES.entries()) {
    const record = journal.append(body, 1000 + index)
    await journal.durable(record?.n ?? 0)
  }
  await journal.close()
  return join(folder, '000001.jsonl')
}

async function listed(records: AsyncIterable<JournalRecord>): Promise<JournalRecord[]> {
  const list: JournalRecord[] = []
  for await (const record of records) list.push(record)
  return list
}

test('every kind of record comes back as it was written, over segments', async (t) => {
  const folder = folderFor(t)
  const journal = await openJournal(folder)
  const written: (JournalRecord | null)[] = []
  for (const [index, body] of BODIES.entries()) {
    written.push(journal.append(body, 1000 + index))
    if (index % 4 === 3) await journal.rotate()
  }
  await journal.close()
  assert.deepEqual(readdirSync(folder).sort(), ['000001.jsonl', '000002.jsonl', '000003.jsonl'])
  const again = await openJournal(folder)
  assert.deepEqual(await listed(again.records()), written)
  assert.deepEqual(again.recovered, { n: BODIES.length, cut: null, head: null })
  await again.close()
})

test('whose journal it is, is found at each opening, wherever in it the newest head stands', async (t) => {
  const folder = folderFor(t)
  const head = { kind: 'head', stream: 'q3kf9abc', property: 'demo', pit: 'p1', table: 'bj07', house: 'gld', rulesSha256: 'ab' } as const
  for (const [index, rulesSha256] of ['ab', 'cd'].entries()) {
    const journal = await openJournal(folder)
    const written = journal.append({ ...head, rulesSha256 }, 1000 + index, 2000 + index)
    journal.append({ kind: 'clock', stepMs: -60_000 }, 1000 + index, 2000 + index)
    await journal.close()
    const again = await openJournal(folder)
    assert.deepEqual(again.recovered.head, written)
    await again.close()
  }
})

/** What the kernel holds of this process's open file: the flags it was opened with. */
function flagsOf(path: string): number {
  const fd = readdirSync('/proc/self/fd').find((each) => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`) === path
    } catch {
      return false
    }
  })
  assert.ok(fd !== undefined, `${path} is open`)
  return Number.parseInt(/^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '', 8)
}

test('every segment is open for synced writes: made, opened again, or begun by a rotation', async (t) => {
  const folder = folderFor(t)
  const isSynced = (segment: string) => assert.equal(flagsOf(join(folder, segment)) & constants.O_DSYNC, constants.O_DSYNC, segment)
  const made = await openJournal(folder)
  isSynced('000001.jsonl')
  await made.close()
  const again = await openJournal(folder)
  isSynced('000001.jsonl')
  again.append({ kind: 'tick' }, 1)
  await again.rotate()
  isSynced('000002.jsonl')
  await again.close()
})

test('lines of every length are followed over the ends of reads, and one that another program wrote is read like the others', async (t) => {
  const folder = folderFor(t)
  const random = seeded(7)
  const journal = await openJournal(folder)
  const lengths = Array.from({ length: 120 }, () => Math.floor(random() ** 6 * 200_000))
  for (const length of lengths) journal.append({ kind: 'incident', device: 'shoe', code: 'x', text: 'ä'.repeat(length / 2) }, 5.5)
  const { crc } = journal.head()
  await journal.close()
  const text = `{"t": 7, "n": ${lengths.length + 1}, "kind": "tick", "synced": 0`
  appendFileSync(join(folder, '000001.jsonl'), `${text},"crc":"${crc32(text, crc).toString(16).toUpperCase().padStart(8, '0')}"}\n`)
  const again = await openJournal(folder)
  assert.deepEqual(again.recovered, { n: lengths.length + 1, cut: null, head: null })
  const records = await listed(again.records())
  assert.deepEqual(
    records.map((record) => (record.kind === 'incident' ? record.text.length : record.kind)),
    [...lengths.map((length) => Math.floor(length / 2)), 'tick'],
  )
  again.append({ kind: 'tick' }, 8)
  await again.close()
  const last = await openJournal(folder)
  assert.equal(last.recovered.n, lengths.length + 2)
  await last.close()
})

test('a torn tail of every length is cut, said, and overwritten by what comes next', async (t) => {
  const folder = folderFor(t)
  const path = await filled(folder)
  const whole = readFileSync(path)
  const lastAt = whole.lastIndexOf(0x0a, whole.length - 2) + 1
  for (let length = lastAt + 1; length < whole.length; length += 7) {
    writeFileSync(path, whole.subarray(0, length))
    const journal = await openJournal(folder)
    assert.equal(journal.recovered.n, BODIES.length - 1)
    assert.deepEqual(journal.recovered.cut, { file: path, line: BODIES.length, bytes: length - lastAt, reason: 'its end is missing' })
    journal.append(BODIES.at(-1) as RecordBody, 1000 + BODIES.length - 1)
    await journal.durable(BODIES.length)
    await journal.close()
    const again = await openJournal(folder)
    assert.deepEqual(again.recovered, { n: BODIES.length, cut: null, head: null })
    await again.close()
  }
})

test('zeros and garbage behind the last record are cut', async (t) => {
  const folder = folderFor(t)
  const path = await filled(folder)
  for (const garbage of [
    Buffer.concat([Buffer.alloc(700), Buffer.from('\n\xff\xfe{"n":\n{"n":12}', 'latin1')]),
    Buffer.from('7\n\xff', 'latin1'),
  ]) {
    appendFileSync(path, garbage)
    const journal = await openJournal(folder)
    assert.equal(journal.recovered.n, BODIES.length)
    assert.equal(journal.recovered.cut?.line, BODIES.length + 1)
    await journal.close()
  }
})

const DAMAGES: readonly {
  readonly name: string
  readonly change: (lines: string[]) => string[]
  readonly line: number
  readonly says: RegExp
}[] = [
  { name: 'one character altered', change: (l) => l.with(2, (l[2] ?? '').replace('5S', '5H')), line: 3, says: /altered/ },
  { name: 'the last record altered', change: (l) => l.with(10, (l[10] ?? '').replace('"shoe":1', '"shoe":2')), line: 11, says: /altered/ },
  { name: 'a record removed', change: (l) => l.toSpliced(4, 1), line: 5, says: /records 5 to 5 are missing/ },
  { name: 'two records exchanged', change: (l) => l.with(3, l[4] ?? '').with(4, l[3] ?? ''), line: 4, says: /missing before record 5/ },
  { name: 'a record repeated', change: (l) => l.toSpliced(4, 0, l[3] ?? ''), line: 5, says: /record 4 comes after record 4/ },
  { name: 'a durable record unreadable', change: (l) => l.with(5, 'garbage'), line: 6, says: /record 6 had been written to disk/ },
  { name: 'a kind of a newer version', change: (l) => l.with(7, (l[7] ?? '').replace('tick', 'tock')), line: 8, says: /not known/ },
  { name: 'the beginning removed', change: (l) => l.slice(3), line: 1, says: /records 1 to 3 are missing/ },
]

for (const { name, change, line, says } of DAMAGES) {
  test(`the daemon refuses a journal with ${name}, and replay reports it and goes on`, async (t) => {
    const folder = folderFor(t)
    const path = await filled(folder)
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    writeFileSync(path, `${change(lines).join('\n')}\n`)
    await assert.rejects(openJournal(folder), (error: Error) => {
      assert.match(error.message, says)
      assert.ok(error.message.startsWith(`${path}:${line}: the journal is damaged`), error.message)
      assert.match(error.message, /restore it/)
      return true
    })
    const bad: BadRecord[] = []
    const input = await readRecords(path, (record) => bad.push(record))
    assert.equal(input.form, 'journal')
    const records = input.form === 'journal' ? await listed(input.records) : []
    assert.ok(records.length >= BODIES.length - 3, `${records.length} >= ${BODIES.length - 3}`)
    if (name !== 'the beginning removed') assert.equal(bad[0]?.line, line)
  })
}

test('a missing segment is named', async (t) => {
  const folder = folderFor(t)
  const journal = await openJournal(folder)
  for (let n = 0; n < 3; n++) {
    journal.append({ kind: 'tick' }, n)
    await journal.rotate()
  }
  await journal.close()
  rmSync(join(folder, '000002.jsonl'))
  await assert.rejects(openJournal(folder), /000002\.jsonl:1: .*missing/)
})

test('a second opener is refused with the first one named; after its close the journal is free', async (t) => {
  const folder = folderFor(t)
  const journal = await openJournal(folder)
  await assert.rejects(openJournal(folder), new RegExp(`process ${process.pid} is already writing this journal`))
  await journal.close()
  const again = await openJournal(folder)
  await again.close()
})

test('a lock left by a process that is gone, or by its number under another start, is taken over', async (t) => {
  const folder = folderFor(t)
  for (const text of ['999999999 somewhen/1\n', `${process.pid} another-boot/5\n`, '', 'rubbish']) {
    writeFileSync(join(folder, 'lock'), text)
    const journal = await openJournal(folder)
    await journal.close()
  }
  assert.deepEqual(readdirSync(folder), ['000001.jsonl'])
})

test('a folder that cannot be made is said with its reason', async (t) => {
  const path = join(folderFor(t), 'file')
  writeFileSync(path, '')
  await assert.rejects(openJournal(join(path, 'journal')), /file\/journal: the journal cannot be opened: ENOTDIR/)
})

test('killed with -9 again and again, no acknowledged record is missing and the chain holds', async (t) => {
  const folder = folderFor(t)
  const seed = 4711
  t.diagnostic(`seed ${seed}`)
  const random = seeded(seed)
  const script = await bundled('test/daemon/journal/writer.ts')
  let acknowledged = 0
  for (let kill = 1; kill <= 6; kill++) {
    const goal = 50 + Math.floor(random() * 900)
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => child.once('close', resolve))
    let seen = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const [word, number] = line.split(' ')
      if (word === 'recovered') assert.ok(Number(number) >= acknowledged, `acknowledged ${acknowledged}, recovered ${number}`)
      else acknowledged = Number(number)
      if (++seen === goal) child.kill('SIGKILL')
    }
    await ended
  }
  const journal = await openJournal(folder)
  const records = await listed(journal.records())
  assert.ok(records.length >= acknowledged, `${records.length} >= ${acknowledged}`)
  assert.ok(
    records.every((record, index) => record.n === index + 1),
    'they are numbered without a gap',
  )
  await journal.close()
})
