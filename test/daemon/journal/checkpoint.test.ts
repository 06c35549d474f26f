/** A checkpoint is believed only where the journal vouches for it, and a journal only where it is the one its checkpoints were taken of. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type Checkpoint, type SealedCheckpoint, sealCheckpoint } from '../../../src/daemon/journal/checkpoint.ts'
import { encodeLine } from '../../../src/daemon/journal/codec.ts'
import { type Journal, openJournal } from '../../../src/daemon/journal/journal.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { type FakeDisk, type Fate, fakeDisk, seeded } from './fake-disk.ts'

const SEED = Number(process.env.JOURNAL_SEED ?? 1)
const FOLDER = '/j'
const SEGMENT = `${FOLDER}/000001.jsonl`
const FILES = [`${FOLDER}/checkpoint-1.state`, `${FOLDER}/checkpoint-2.state`] as const
const soon = (callback: () => void) => {
  const timer = setImmediate(callback)
  return () => clearImmediate(timer)
}
const open = (files: FakeDisk): Promise<Journal> =>
  openJournal(FOLDER, { files, processes: { self: 7, held: new Set(), startOf: (pid) => (pid === 7 ? 'boot/1' : null) }, schedule: soon })

const at = (journal: Journal, more: Partial<Checkpoint> = {}): SealedCheckpoint => {
  const { n, crc } = journal.head()
  return sealCheckpoint({
    n,
    crc,
    from: Math.max(1, n - 1),
    software: 'a'.repeat(64),
    state: `{"at":${n}}`,
    ...more,
  })
}

const append = async (journal: Journal, ...bodies: readonly RecordBody[]): Promise<void> => {
  for (const body of bodies) await journal.durable(journal.append(body, 1000)?.n ?? 0)
}
const ticks = (count: number): RecordBody[] => Array.from({ length: count }, () => ({ kind: 'tick' }))
const naming = ({ n, sha256 }: SealedCheckpoint): RecordBody => ({ kind: 'checkpoint', covers: n, sha256 })

/** As the daemon does it: the record first, the file when it is durable. */
const take = async (journal: Journal, more: Partial<Checkpoint> = {}): Promise<SealedCheckpoint> => {
  const checkpoint = at(journal, more)
  await append(journal, naming(checkpoint))
  await journal.keep(checkpoint)
  return checkpoint
}

/** Five records, a checkpoint, its name, five records, a checkpoint, its name, three records. */
const twoTaken = async (disk = fakeDisk()): Promise<FakeDisk> => {
  const journal = await open(disk)
  await append(journal, ...ticks(5))
  await take(journal)
  await append(journal, ...ticks(5))
  await take(journal)
  await append(journal, ...ticks(3))
  await journal.close()
  return disk
}

const listed = async (records: AsyncIterable<JournalRecord>): Promise<number[]> => {
  const list: number[] = []
  for await (const { n } of records) list.push(n)
  return list
}

/** What a start finds: numbers covered, newest first, and why files are refused. */
const found = async (disk: FakeDisk): Promise<{ readonly covers: readonly number[]; readonly reasons: string }> => {
  const journal = await open(disk)
  const { sound, refused } = journal.checkpoints
  await journal.close()
  return { covers: sound.map(({ checkpoint }) => checkpoint.n), reasons: refused.map(({ file, reason }) => `${file} ${reason}`).join('\n') }
}

const refuses = async (disk: FakeDisk, says: RegExp): Promise<void> => {
  await assert.rejects(open(disk), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'damaged')
    assert.match(error.message, says)
    return true
  })
}

/** The journal's lines, changed, with the crcs that belong to them: what a forger would write. */
const forged = (disk: FakeDisk, change: (records: JournalRecord[]) => readonly JournalRecord[]): Buffer => {
  const lines = disk.content(SEGMENT).toString().split('\n').slice(0, -1)
  let crc = 0
  const records = change(lines.map((line) => JSON.parse(line)))
  return Buffer.concat(
    records.map((record) => {
      const { n, t, synced, crc: _crc, ...body } = record as JournalRecord & { synced: number; crc: string }
      const encoded = encodeLine({ n, t }, body, synced, crc)
      crc = encoded.crc
      return encoded.bytes
    }),
  )
}

/** A checkpoint's file with any first line, and the digest that belongs to it. */
const sealedText = (head: string, state: string): Buffer => {
  const text = `${head}\n${state}\n`
  return Buffer.from(`${text}${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })}\n`)
}

test('two checkpoints are kept, the newest comes first, and reading goes on from where it says', async () => {
  const disk = await twoTaken()
  const journal = await open(disk)
  const [newest, older] = journal.checkpoints.sound
  assert.deepEqual([newest?.checkpoint.n, older?.checkpoint.n, journal.checkpoints.refused], [11, 5, []])
  assert.deepEqual(newest?.checkpoint.state, '{"at":11}')
  assert.deepEqual(await listed(journal.records(newest?.checkpoint.from)), [10, 11, 12, 13, 14, 15])
  assert.deepEqual(await listed(journal.records(older?.checkpoint.from)), [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  assert.deepEqual(await listed(journal.records(14)), [14, 15])
  assert.deepEqual(await listed(journal.records(16)), [])
  assert.deepEqual((await listed(journal.records())).length, 15)
  await take(journal)
  await journal.close()
  assert.deepEqual((await found(disk)).covers, [15, 11], 'the older one is written over')
})

test('a checkpoint is found over segments', async () => {
  const disk = fakeDisk()
  const journal = await open(disk)
  for (let segment = 0; segment < 4; segment++) {
    await append(journal, ...ticks(3))
    await take(journal, { from: journal.head().n - 1 })
    await journal.rotate()
  }
  await journal.close()
  const again = await open(disk)
  assert.deepEqual(
    again.checkpoints.sound.map(({ checkpoint }) => checkpoint.n),
    [15, 11],
  )
  assert.deepEqual(await listed(again.records(again.checkpoints.sound[1]?.checkpoint.from)), [10, 11, 12, 13, 14, 15, 16])
  await again.close()
})

test('a newest checkpoint cut at any length or with any bit turned is refused with a reason, and the older one is used', async () => {
  const disk = await twoTaken()
  const whole = Buffer.from(disk.content(FILES[1]))
  const random = seeded(SEED)
  const torn = Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length))
  const turned = Array.from({ length: 200 }, () => {
    const bytes = Buffer.from(whole)
    const place = Math.floor(random() * whole.length)
    bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8))
    return bytes
  })
  for (const bytes of [...torn, ...turned, Buffer.alloc(300), Buffer.from('\n\n\n')]) {
    disk.place(FILES[1], bytes)
    const { covers, reasons } = await found(disk)
    assert.deepEqual(covers, [5], bytes.toString('latin1'))
    assert.match(reasons, /checkpoint-2\.state it (is empty|was not written completely|was not written completely, or it was altered)$/)
  }
})

test('what an earlier, longer checkpoint left behind the end of a shorter one does not matter', async () => {
  const disk = fakeDisk()
  const journal = await open(disk)
  for (const state of ['["a long one"]', '1', '2']) {
    await append(journal, ...ticks(2))
    await take(journal, { state })
  }
  await journal.close()
  assert.deepEqual((await found(disk)).covers, [8, 5])
  disk.place(FILES[0], Buffer.concat([disk.content(FILES[0]), Buffer.from('["more of it"]\n{"sha256":"0"}\n')]))
  assert.deepEqual((await found(disk)).covers, [8, 5])
})

test('a forged state with the digest that belongs to it is refused: no record names it', async () => {
  const disk = await twoTaken()
  const journal = await open(disk)
  const [newest] = journal.checkpoints.sound
  await journal.close()
  assert.ok(newest, 'there is a newest one')
  const other = sealCheckpoint({ ...newest.checkpoint, state: '{"at":12}' })
  disk.place(FILES[1], other.bytes)
  const { covers, reasons } = await found(disk)
  assert.deepEqual(covers, [5])
  assert.match(reasons, /^\/j\/checkpoint-2\.state no record of the journal mentions it: it is forged/)
})

test('a checkpoint whose name did not get into the journal before a crash is refused, and the older one is used', async () => {
  const disk = await twoTaken()
  const journal = await open(disk)
  await journal.keep(at(journal))
  await journal.close()
  assert.deepEqual((await found(disk)).covers, [11])
})

const SPOOFS: readonly (readonly [what: string, body: (of: SealedCheckpoint) => RecordBody])[] = [
  ['a record that covers another number', ({ n, sha256 }) => ({ kind: 'checkpoint', covers: n - 1, sha256 })],
  [
    'the text of a device',
    (of) => ({ kind: 'incident', device: 'shoe', code: JSON.stringify(naming(of)), text: JSON.stringify(naming(of)) }),
  ],
  [
    'the arguments of a command',
    (of) => ({ kind: 'command', user: 'ann', name: 'snapshot', correlation: '1', args: naming(of), error: null }),
  ],
  ['an event', (of) => ({ kind: 'event', envelope: { id: '1', sequence: '1', ...naming(of) } })],
]

for (const [what, body] of SPOOFS) {
  test(`${what} names no checkpoint`, async () => {
    const disk = fakeDisk()
    const journal = await open(disk)
    await append(journal, ...ticks(5))
    const checkpoint = at(journal)
    await append(journal, body(checkpoint))
    await journal.keep(checkpoint)
    await journal.close()
    const { covers, reasons } = await found(disk)
    assert.deepEqual(covers, [])
    assert.match(reasons, /no record of the journal mentions it/)
  })
}

test('a checkpoint of another form, or with a first line that is not whole, is refused', async () => {
  for (const [change, says] of [
    [(head: string) => head.replace('"checkpoint":1', '"checkpoint":2'), /this version does not know its format/],
    [(head: string) => head.replace('"from":10', '"from":13'), /its first line is incomplete/],
    [(head: string) => head.replace('"from":10', '"from":0'), /its first line is incomplete/],
    [(head: string) => head.replace(/"software":"\w+"/, '"software":"x"'), /its first line is incomplete/],
    [() => 'null', /this version does not know its format/],
  ] as const) {
    const disk = await twoTaken()
    const [head = '', state = ''] = disk.content(FILES[1]).toString().split('\n')
    disk.place(FILES[1], sealedText(change(head), state))
    const { covers, reasons } = await found(disk)
    assert.deepEqual(covers, [5])
    assert.match(reasons, says)
  }
})

test('a file larger than any checkpoint is not read whole, and one that is too large is not made', async () => {
  const disk = await twoTaken()
  disk.place(FILES[1], Buffer.alloc(3 * 1024 * 1024, 0x20))
  assert.match((await found(disk)).reasons, /was not written completely/)
  const journal = await open(disk)
  assert.throws(() => at(journal, { state: JSON.stringify('x'.repeat(1024 * 1024)) }), /at most 1048576 are allowed/)
  await journal.close()
})

test('a journal that was cut back behind a checkpoint is refused: what it held was durable', async () => {
  for (const records of [0, 1, 4, 9, 10]) {
    const disk = await twoTaken()
    disk.place(
      SEGMENT,
      forged(disk, (all) => all.slice(0, records)),
    )
    await refuses(
      disk,
      new RegExp(`truncated.*checkpoint-2\\.state: record 11 was on disk .* now ends at record ${records}[;.] .*does not start`),
    )
  }
})

test('a journal that was altered and given new crcs is refused: it is not the one a checkpoint was taken of', async () => {
  for (const altered of [1, 3, 8, 11]) {
    const disk = await twoTaken()
    disk.place(
      SEGMENT,
      forged(disk, (all) => all.map((record) => (record.n === altered ? { ...record, t: record.t + 1 } : record))),
    )
    await refuses(
      disk,
      /truncated, altered or replaced.*checkpoint-[12]\.state: the records up to \d+ are not the ones the checkpoint was made from.*--accept-journal/,
    )
  }
})

test('a journal that was exchanged for another is refused, be it shorter or longer', async () => {
  const disk = await twoTaken()
  const other = fakeDisk()
  const journal = await open(other)
  await append(
    journal,
    ...Array.from({ length: 40 }, (_, n): RecordBody => ({ kind: 'incident', device: 'shoe', code: 'x', text: `${n}` })),
  )
  await journal.close()
  const lines = other.content(SEGMENT).toString().split('\n')
  for (const count of [5, 40]) {
    disk.place(SEGMENT, Buffer.from(`${lines.slice(0, count).join('\n')}\n`))
    await refuses(disk, /truncated, altered or replaced/)
  }
})

test('an alteration far before the checkpoint is found at the start, with its line, though nothing there is folded', async () => {
  const disk = await twoTaken()
  for (const line of [1, 2, 7, 12, 14]) {
    const lines = disk.content(SEGMENT).toString().split('\n')
    const before = Buffer.from(disk.content(SEGMENT))
    disk.place(SEGMENT, Buffer.from(lines.with(line - 1, (lines[line - 1] ?? '').replace('"t":1000', '"t":1001')).join('\n')))
    await refuses(disk, new RegExp(`000001\\.jsonl:${line}: the journal is damaged: record ${line} or the one before it was altered`))
    disk.place(SEGMENT, before)
  }
  assert.deepEqual((await found(disk)).covers, [11, 5])
})

test('a disk that does not take a checkpoint leaves the other one, and the journal goes on', async () => {
  let full = false
  const disk = fakeDisk((op) => (full && op === 'sync' ? 'fail' : 'ok'))
  const journal = await open(disk)
  await append(journal, ...ticks(5))
  await take(journal)
  const second = at(journal)
  await append(journal, naming(second))
  full = true
  await assert.rejects(journal.keep(second), /sync failed/)
  full = false
  await append(journal, ...ticks(1))
  const third = await take(journal)
  await journal.close()
  assert.deepEqual((await found(disk)).covers, [third.n, 5])
})

test('closing waits for a checkpoint that is being written, and takes no more', async () => {
  const disk = fakeDisk()
  const journal = await open(disk)
  await append(journal, ...ticks(5))
  const checkpoint = at(journal)
  await append(journal, naming(checkpoint))
  const kept = journal.keep(checkpoint)
  await journal.close()
  await kept
  assert.deepEqual((await found(disk)).covers, [5])
  await assert.rejects(journal.keep(checkpoint), /closed/)
})

test(`power lost at any operation: what is found was taken, is named, and nothing is refused but a torn one (JOURNAL_SEED=${SEED})`, async () => {
  for (let seed = SEED; seed < SEED + 150; seed++) {
    const random = seeded(seed)
    let left = 12 + Math.floor(random() * 80)
    let isDead = false
    const fate: Fate = () => {
      isDead ||= --left <= 0
      return isDead ? 'die' : 'ok'
    }
    const disk = fakeDisk(fate)
    const journal = await open(disk)
    const taken = new Map<number, string>()
    let kept = 0
    const play = async () => {
      while (!isDead) {
        await append(journal, ...ticks(1 + Math.floor(random() * 3)))
        const checkpoint = at(journal, { state: JSON.stringify('x'.repeat(Math.floor(random() * 2000))) })
        taken.set(checkpoint.n, checkpoint.sha256)
        await append(journal, naming(checkpoint))
        await journal.keep(checkpoint)
        kept = checkpoint.n
        if (random() < 0.1) await journal.rotate()
      }
    }
    await Promise.race([play(), died(() => isDead)])
    const again = await open(disk.afterPowerCut(random))
    const { sound, refused } = again.checkpoints
    for (const { checkpoint, sha256 } of sound) assert.equal(taken.get(checkpoint.n), sha256, `seed ${seed}`)
    assert.ok(refused.length <= 1, `seed ${seed}: only one is written at a time`)
    const newest = sound[0]?.checkpoint.n ?? 0
    assert.ok(newest >= kept, `seed ${seed}: ${kept} was on stable storage, ${newest} was found`)
    await again.close()
  }
})

/** Resolves some turns after the power is gone. */
async function died(isDead: () => boolean): Promise<void> {
  for (let turns = 0; turns < 20; ) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isDead()) turns += 1
  }
}
