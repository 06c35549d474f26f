/**
 * Twelve ways to rewrite an evening that the book has heard, each judged by the table's own `verify`, by the book, and by a third party who has
 * both public keys and the book's signature. Nobody is told OK about another evening while the book stands without an incident.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { KEY, startDaemon } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { run } from '../e2e/processes.ts'
import { todays } from '../runner/rotation.ts'
import { OTHER_KEY } from '../tools/verify/alterations.ts'
import { type Forgery, forge, recordsIn } from '../tools/verify/forging.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { codesOf, heldOf, judged, NOT_OK, openScene, placeOf, type Scene, STREAM, signaturesOf, until, WORD } from './scene.ts'

const FORGED = 'forged99'
/** What the house is said to have won in the round that is told otherwise. */
const WON = 4711

let folder: string
let postgres: Postgres | null
/** The folders of the true journal, and of one that went on otherwise from a copy made after its first life. */
let original: string
let rolledBack: string
let truth: readonly JournalRecord[]
/** The first life ends with this record. */
let begun: number
/** The record that is told otherwise, and the first seal behind it; others lie between. */
let told: number
let seal: number

/** A life of the daemon, which seals its end. */
const live = async (journal: string, half: 0 | 1, seed: number): Promise<void> => {
  const { config, records } = playRecords('gld', 3, 4, seed)
  const middle = Math.floor(records.length / 2)
  const daemon = await startDaemon({ folder: journal, config })
  for (const record of half === 0 ? records.slice(0, middle) : records.slice(middle)) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
}

/** Leaves nothing but the records, in one file. */
const alone = (journal: string): readonly JournalRecord[] => {
  rmSync(join(journal, 'head.json'))
  forge(journal, (all) => all)
  return recordsIn(journal)
}

const numberOf = (found: JournalRecord | undefined): number => found?.n ?? assert.fail('it is not there')

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rewritten-'))
  original = join(folder, 'original')
  rolledBack = join(folder, 'rolled-back')
  await live(original, 0, 1)
  begun = recordsIn(original).length
  cpSync(original, rolledBack, { recursive: true })
  await live(original, 1, 1)
  await live(rolledBack, 1, 2)
  truth = alone(original)
  alone(rolledBack)
  const isClosed = (each: JournalRecord) => each.kind === 'event' && each.envelope.type === 'round.closed'
  told = numberOf(truth.findLast((each) => isClosed(each)))
  seal = numberOf(truth.find(({ kind, n }) => kind === 'seal' && n > told))
  postgres = await startPostgres()
})
after(async () => {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Change = (records: JournalRecord[]) => readonly JournalRecord[]
const SIGNED: Forgery = { seals: KEY }

/** The house won more in that round. */
const wonMore: Change = (records) =>
  records.map((each) => {
    if (each.n !== told || each.kind !== 'event') return each
    const { data, ...head } = each.envelope as unknown as { readonly data: { readonly net: object } }
    return { ...each, envelope: { ...head, data: { ...data, net: { ...data.net, house: WON, best: WON } } } } as unknown as JournalRecord
  })
const named =
  (change: object): Change =>
  (records) =>
    records.map((each) => (each.kind === 'head' ? { ...each, ...change } : each))

interface Way {
  readonly what: string
  /** What is made of a copy of the true journal. */
  readonly rewrite: (journal: string) => void
  /** So many records of the true evening have come before. @default all */
  readonly sent?: () => number
  /** What is sent, and answered in the table's name; resolves when the book has heard all of it. */
  readonly offer: (t: TestContext, scene: Scene, lie: readonly JournalRecord[]) => Promise<void>
  /** The table's own `verify` finds nothing. */
  readonly looksWhole: boolean
  /** Incidents that stay until a person has dealt with them. */
  readonly incidents: readonly string[]
  /** The book holds, counts and signs the other version of that round, because no seal had covered the first. */
  readonly holdsLie?: true
}

const tells = (scene: Scene, code: string) => async () => codesOf(await scene.incidents()).includes(code)
const answerWith = ({ table }: Scene, records: readonly JournalRecord[]): void => void table.journal.splice(0, Infinity, ...records)
const differing = (lie: readonly JournalRecord[]): readonly JournalRecord[] =>
  lie.filter((each, at) => JSON.stringify(each) !== JSON.stringify(truth[at]))

/** The table goes on as if its journal had always been this one. */
const sendsAll: Way['offer'] = async (t, scene, lie) => {
  answerWith(scene, lie)
  const other = differing(lie)
  await scene.publish('log', other, STREAM)
  const beside = scene.book.store.selectFrom('other_versions').select('n')
  const known = other.filter(({ n }) => n <= truth.length)
  await until(t, async () => (await beside.execute()).length === known.length && (await heldOf(scene, STREAM)) >= lie.length)
}
const sendsAnother =
  (stream: string): Way['offer'] =>
  async (t, scene, lie) => {
    await scene.publish('log', lie, stream)
    await until(t, async () => (await heldOf(scene, stream)) === lie.length)
  }

const WAYS: readonly Way[] = [
  {
    what: 'a record altered without the key, and sent again',
    rewrite: (journal) => forge(journal, wonMore),
    offer: sendsAll,
    looksWhole: false,
    incidents: ['ALTERED'],
  },
  {
    what: 'a record altered, and everything behind it signed again with the key',
    rewrite: (journal) => forge(journal, wonMore, SIGNED),
    offer: sendsAll,
    looksWhole: true,
    incidents: ['ALTERED'],
  },
  {
    what: 'the end cut off, other rounds played on and signed',
    rewrite: (journal) =>
      forge(journal, (all) => [...all.slice(0, Math.floor((begun + truth.length) / 2)), ...recordsIn(rolledBack).slice(begun)], SIGNED),
    offer: sendsAll,
    looksWhole: true,
    incidents: ['ALTERED', 'NOT-PUT-RIGHT'],
  },
  {
    what: 'rolled back to an earlier copy of the machine, which plays on',
    rewrite: (journal) => cpSync(rolledBack, journal, { recursive: true }),
    offer: sendsAll,
    looksWhole: true,
    incidents: ['ALTERED'],
  },
  {
    what: 'begun anew under the same key, and sent as it was written',
    rewrite: (journal) => forge(journal, named({ stream: FORGED }), SIGNED),
    offer: sendsAnother(FORGED),
    looksWhole: true,
    incidents: ['NEW-JOURNAL'],
  },
  {
    what: 'a second journal under the same key, sent as historical where the table answers',
    rewrite: (journal) => forge(journal, named({ stream: FORGED }), SIGNED),
    offer: async (t, scene, lie) => {
      await scene.publish(`replay/${scene.broker.bookLogin.username}`, lie, FORGED, { historical: true })
      await until(t, async () => scene.book.counts().rejected === lie.length && (await tells(scene, 'NEW-JOURNAL')()))
    },
    looksWhole: true,
    incidents: ['NEW-JOURNAL'],
  },
  {
    what: 'the journal of another table in its place, signed with the key of this one',
    rewrite: (journal) => forge(journal, named({ table: 'bj99', stream: FORGED }), SIGNED),
    offer: sendsAnother(FORGED),
    looksWhole: true,
    incidents: ['NEW-JOURNAL'],
  },
  {
    what: 'seals withheld, and later other records sealed',
    sent: () => seal - 1,
    rewrite: (journal) => forge(journal, wonMore, SIGNED),
    offer: async (t, scene, lie) => {
      answerWith(scene, lie)
      await scene.publish('log', lie.slice(seal - 1), STREAM)
      await until(t, scene.isAckedTo(lie.length))
    },
    looksWhole: true,
    incidents: ['ALTERED', 'PUT-RIGHT'],
    holdsLie: true,
  },
  {
    what: 'a false record published first by somebody with the login at the broker',
    sent: () => told - 1,
    rewrite: (journal) => forge(journal, wonMore),
    offer: async (t, scene, lie) => {
      await scene.publish('log', lie.slice(told - 1, told), STREAM)
      await until(t, scene.isAckedTo(told))
      await scene.table.say(truth.slice(told - 1))
      await until(t, async () => scene.isAckedTo(truth.length)() && (await tells(scene, 'PUT-RIGHT')()))
    },
    looksWhole: false,
    incidents: ['ALTERED', 'PUT-RIGHT'],
  },
  {
    what: 'a journal with a new key, sent as it was written',
    rewrite: (journal) => forge(journal, named({ stream: FORGED }), { seals: OTHER_KEY }),
    offer: sendsAnother(FORGED),
    looksWhole: false,
    incidents: ['KEY-CHANGED', 'NEW-JOURNAL'],
  },
  {
    what: 'a record below those that the book holds denied, and then written otherwise',
    sent: () => told - 1,
    rewrite: (journal) => forge(journal, wonMore, SIGNED),
    offer: async (t, scene, lie) => {
      await scene.publish('log', truth.slice(told, seal - 1), STREAM)
      await until(t, tells(scene, 'DENIED'))
      answerWith(scene, lie)
      await scene.publish('log', [...lie.slice(told - 1, told), ...lie.slice(seal - 1)], STREAM)
      await until(t, scene.isAckedTo(lie.length))
    },
    looksWhole: true,
    incidents: ['DENIED'],
    holdsLie: true,
  },
  {
    what: "a forger's own book vouching for his journal",
    rewrite: (journal) => forge(journal, wonMore, SIGNED),
    offer: async (t, { bookKey }, lie) => {
      const his = await openScene(t, { folder, place: join(mkdtempSync(join(folder, 'his-')), 'book.db'), isConfirmed: true })
      await his.table.status('ready')
      await his.table.say(lie)
      await until(t, his.isAckedTo(lie.length))
      const journal = join(mkdtempSync(join(folder, 'forged-')), 'journal')
      cpSync(original, journal, { recursive: true })
      forge(journal, wonMore, SIGNED)
      assert.equal((await judged(his, { journal })).code, 0, 'who takes the key of his book from him believes it')
      const head = join(journal, '..', 'his.json')
      writeFileSync(head, (await his.ask('export', '--table', WORD, '--head')).stdout)
      const held = await run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', head, '--book-key', bookKey, journal)
      assert.equal(held.code, NOT_OK, held.stdout)
      assert.match(held.stderr, /was signed with a key other than those given with --book-key/)
    },
    looksWhole: true,
    incidents: [],
  },
]

const hashOf = (records: readonly JournalRecord[], seq: number): string => records.slice(0, seq).reduce(digestAfter, NO_RECORDS)

/** What the book signed of the journal is true up to the end of the true evening, whatever came behind it or was put right since. */
const assertSigned = async (scene: Scene, version: readonly JournalRecord[]): Promise<void> => {
  const signed = (await signaturesOf(scene, STREAM)).filter(({ seq }) => seq >= seal && seq <= truth.length)
  assert.ok(signed.length > 0, 'it has signed the end')
  for (const { seq, hash } of signed) assert.equal(hash, hashOf(version, seq), `record ${seq}`)
  assert.deepEqual(await signaturesOf(scene, FORGED), [], 'nothing of a journal that nobody vouches for')
}

const roundsOf = async ({ book }: Scene) => {
  const rounds = book.store.selectFrom('rounds').innerJoin('streams', 'streams.id', 'rounds.stream_id')
  return rounds.select(['stream', 'round', 'net', 'first_n', 'last_n']).orderBy('first_n').execute()
}

const asItHappened = async (t: TestContext, { what, rewrite, sent, offer, ...expected }: Way, place: string): Promise<void> => {
  const journal = join(mkdtempSync(join(folder, 'journal-')), 'journal')
  cpSync(original, journal, { recursive: true })
  rewrite(journal)
  const lie = recordsIn(journal)
  assert.notDeepEqual(lie, truth)
  const head = lie.find((each) => each.kind === 'head')
  const stream = head?.stream ?? assert.fail('it names itself')

  const scene = await openScene(t, { folder, place, isConfirmed: true })
  const before = sent?.() ?? truth.length
  await scene.table.status('ready')
  await scene.table.say(truth.slice(0, before))
  await until(t, scene.isAckedTo(before))
  assert.deepEqual(await scene.incidents(), [])
  await offer(t, scene, lie)

  const isTold = (codes: readonly string[]) => expected.incidents.every((code) => codes.includes(code))
  await until(t, async () => isTold(codesOf(await scene.incidents())))
  const own = await run('src/tools/verify.ts', '--key', KEY.publicKey, journal)
  assert.equal(own.code, expected.looksWhole ? 0 : NOT_OK, own.stdout)

  const incidents = await scene.incidents()
  assert.deepEqual([...new Set(codesOf(incidents))].sort(), expected.incidents, incidents.join('\n'))
  const { holdsLie = false } = expected
  const rounds = await roundsOf(scene)
  assert.ok(
    rounds.every((each) => each.stream === STREAM),
    'nothing is derived of another journal',
  )
  const round = rounds.find(({ first_n, last_n }) => first_n <= told && told <= last_n)
  assert.equal(round?.net === WON, holdsLie, `${round?.net}`)
  await assertSigned(scene, holdsLie ? lie : truth)

  if (stream !== STREAM) assert.equal((await judged(scene, { journal, stream })).code, null, 'it gives out nothing about it')
  const third = await judged(scene, { journal })
  assert.equal(third.code, holdsLie ? 0 : NOT_OK, third.stdout)
  assert.ok(third.code !== 0 || incidents.length > 0, 'who is told OK finds an incident at the book')
  const honest = await judged(scene, { journal: original, record: truth.length })
  assert.equal(honest.code, holdsLie ? NOT_OK : 0, `the true journal: ${honest.stdout}${honest.stderr}`)
}

/** With PostgreSQL as well: one that waits, and one that is put right. */
const IN_BOTH: readonly number[] = [4, 7]
const STORES = [
  ['embedded', todays(WAYS, 4)],
  [
    'PostgreSQL',
    todays(
      IN_BOTH.flatMap((at) => WAYS[at] ?? []),
      2,
    ),
  ],
] as const

for (const [where, ways] of STORES)
  for (const way of ways)
    test(`${way.what}: ${where}`, { timeout: 120_000 }, async (t) => {
      const place = await placeOf(t, where, { folder, postgres })
      if (place !== null) await asItHappened(t, way, place)
    })

test('there are twelve ways, and a record lies between the one told otherwise and its seal', () => {
  assert.equal(WAYS.length, 12)
  assert.ok(told > begun && seal > told + 1, `${begun} ${told} ${seal}`)
})
