/** The daemon without its devices and its broker: journal, recovery and stations 4 to 8 as they are, on any disk, at any pace. */
import assert from 'node:assert/strict'
import { Subject } from 'rxjs'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { signingKeyOf } from '../../../src/base/records/seal.ts'
import type { JournalFiles } from '../../../src/daemon/journal/files.ts'
import { type Journal, openJournal } from '../../../src/daemon/journal/journal.ts'
import { fillings, tellRoom } from '../../../src/daemon/pipeline/host-news.ts'
import { nameJournal } from '../../../src/daemon/pipeline/journal-head.ts'
import { openingNews } from '../../../src/daemon/pipeline/opening-news.ts'
import { createPipe } from '../../../src/daemon/pipeline/pipe.ts'
import { type Recovery, recover } from '../../../src/daemon/pipeline/recovery.ts'
import { stateText } from '../../../src/daemon/pipeline/state-text.ts'
import { type CoreContext, type CoreState, coreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'

/** The same key in all processes of a test, PEM. */
export const KEY_PEM =
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n'
export const KEY = signingKeyOf(KEY_PEM)
/** Kinds of records that the daemon writes by itself; the rest was heard. */
export const OWN_KINDS: ReadonlySet<RecordBody['kind']> = new Set([
  ...(['head', 'config', 'start', 'event', 'checkpoint', 'seal', 'accepted', 'base', 'released'] as const),
])
export const CODE = 'c0de'.repeat(16)

export interface DaemonOptions {
  readonly folder: string
  readonly config: TableConfig
  readonly files?: JournalFiles
  /** Where the sealed head is kept. @default head.json in the folder */
  readonly headFile?: string
  /** @default as in the product */
  readonly segmentBytesMax?: number
  /** What its journal may take. @default whatever the disk has */
  readonly bytesMax?: number
  /** Digest of its code. @default CODE */
  readonly code?: string
  /** false: what is sent is not held; for long plays. @default true */
  readonly holdsSent?: boolean
}

export interface Daemon {
  readonly context: CoreContext
  readonly journal: Journal
  readonly recovery: Recovery
  /** What it said to whoever watches it, and what went to the broker. */
  readonly warnings: readonly string[]
  readonly sent: readonly Message[]
  /** The last state without an open round. */
  paused(): CoreState
  /** The last record that a checkpoint on stable storage covers, 0 before the first of this life. */
  kept(): number
  /** Lets it say how fast the table plays. */
  pace(): void
  /** Has the room on its disk looked at. */
  lookAtRoom(): void
  /** What is on its way then does not arrive. */
  stop(): Promise<void>
  /** A minute has passed, and an audit sink holds the records up to `seq`. */
  minute(seq?: number, isShort?: boolean): void
  /** As a table stops: its journal ends with a seal. */
  end(): Promise<void>
  /** A device's report at host time `t`, Unix ms. */
  hear(record: JournalRecord): void
  /** Resolves when everything heard is folded, said and in the journal; on a dead disk never. */
  quiet(): Promise<void>
}

/** Turns of the event loop, so that promises and what was put off run; not time. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const startDaemon = async ({
  folder,
  config,
  files,
  headFile,
  segmentBytesMax,
  bytesMax,
  code = CODE,
  holdsSent = true,
}: DaemonOptions): Promise<Daemon> => {
  const context = coreContext(config, code)
  const opened = await openJournal(folder, {
    evidence: { publicKey: KEY.publicKey, headFile: headFile ?? `${folder}/head.json`, heard: [] },
    ...(files ? { files, processes: { self: 7, held: new Set(), startOf: (pid) => (pid === 7 ? 'boot/1' : null) } } : {}),
    bytesMax: bytesMax ?? null,
    schedule: (callback) => {
      const soon = setImmediate(callback)
      return () => clearImmediate(soon)
    },
  })
  let kept = 0
  const journal: Journal = {
    ...opened,
    async keep(checkpoint) {
      await opened.keep(checkpoint)
      kept = checkpoint.n
    },
  }
  const head = await nameJournal(journal, config, KEY.publicKey, () => 'q3kf9abc')
  const named = { ...head, news: openingNews(journal, config, head.news, null) }
  const recovery = await recover(journal, context)
  const warnings: string[] = []
  const sent: Message[] = []
  let paused: CoreState = recovery.state
  let now = 0
  const pipe = createPipe({
    ...{ config, context, code, software: 'test', journal, named, key: KEY, recovery },
    ...(segmentBytesMax === undefined ? {} : { segmentBytesMax }),
    link: { publish: (messages) => holdsSent && sent.push(...messages) },
    lag: { heard: () => undefined, said: () => undefined },
    clock: { nowMs: () => now, wallMs: () => now, tableMs: () => now, machineMs: () => now, look: () => null },
    warn: (text) => warnings.push(text),
  })
  pipe.publisher.begin()
  const tick$ = new Subject<void>()
  const telling = { tell: pipe.tell, warn: (text: string) => void warnings.push(text) }
  fillings(journal, tick$).subscribe((filling) => tellRoom(filling, telling))
  const bodies$ = new Subject<RecordBody>()
  const running = pipe.run(bodies$).subscribe(({ table, inForce, judge, numbering }) => {
    if (table.current === null) paused = { table, inForce, judge, numbering }
  })
  return {
    ...{ context, journal, recovery, warnings, sent },
    paused: () => paused,
    kept: () => kept,
    pace: () => pipe.publisher.pace(),
    lookAtRoom: () => tick$.next(),
    minute: (seq = 0, isShort = false) => {
      pipe.acknowledged(seq)
      pipe.minute(isShort)
    },
    end: async () => {
      running.unsubscribe()
      await pipe.end()
      await journal.close()
    },
    stop: () => {
      running.unsubscribe()
      return journal.close()
    },
    hear({ n: _n, t, ...body }) {
      now = t
      bodies$.next(body)
    },
    async quiet() {
      for (let head = -1; head !== journal.head().n; ) {
        head = journal.head().n
        await journal.durable(head)
        await turn()
        await turn()
      }
    },
  }
}

/** A copy in which no two places hold one object: a state that was kept holds copies of what other states share with the program. */
const unshared = (value: unknown): unknown => {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, unshared(each)]))
  if (value instanceof Set) return new Set([...value].map(unshared))
  if (Array.isArray(value)) return value.map(unshared)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unshared(each)]))
}

/** What it went on from is what a start without any checkpoint comes to, byte for byte. */
export const checkSame = async ({ journal, context, recovery }: Daemon): Promise<void> => {
  const anew = await recover({ records: journal.records, checkpoints: { sound: [], refused: [] }, opened: journal.opened }, context)
  assert.deepEqual([anew.covered, anew.notices], [(journal.opened.base?.n ?? 1) - 1, []])
  const { covered, notices } = recovery
  const went = recovery
  const expected = { ...anew, covered, notices }
  assert.deepEqual(went, expected)
  assert.equal(stateText(unshared(went)), stateText(unshared(expected)))
}

/** The journal it was started on holds what a replay of it says; resolves to that, payload by payload. */
export const checkReplay = async ({ journal, context }: Daemon): Promise<readonly string[]> => {
  const held: string[] = []
  const replayed: string[] = []
  let state = initialCore()
  for await (const record of journal.records()) {
    if (record.kind === 'event') held.push(JSON.stringify(record.envelope))
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    replayed.push(...encoded.flatMap((each) => (each.ok ? [each.message.payload] : [])))
  }
  assert.deepEqual(held, replayed)
  return replayed
}
