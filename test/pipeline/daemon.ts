/** The daemon without its devices and its broker: journal, recovery and stations 4 to 8 as they are, on any disk, at any pace. */
import { Subject } from 'rxjs'
import type { TableConfig } from '../../src/config/table-config.ts'
import type { JournalFiles } from '../../src/journal/files.ts'
import { type Journal, openJournal } from '../../src/journal/journal.ts'
import type { JournalRecord, RecordBody } from '../../src/journal/record.ts'
import { tableDigest } from '../../src/pipeline/checkpoints.ts'
import { type CoreContext, coreContext, type Written } from '../../src/pipeline/core.ts'
import { createPipe } from '../../src/pipeline/pipe.ts'
import { type Basis, type Recovery, recover } from '../../src/pipeline/recovery.ts'
import type { Message } from '../../src/wire/envelope.ts'

export const CODE = 'c0de'.repeat(16)

export interface DaemonOptions {
  readonly folder: string
  readonly config: TableConfig
  readonly files?: JournalFiles
  /** Digest of its code. @default CODE */
  readonly code?: string
}

export interface Daemon {
  readonly context: CoreContext
  readonly journal: Journal
  readonly recovery: Recovery
  /** What it said to whoever watches it, what it said on being started, and what it handed on. */
  readonly warnings: readonly string[]
  readonly sent: readonly Message[]
  readonly written: readonly Written[]
  /** A device's report at host time `t`, Unix ms. */
  hear(record: JournalRecord): void
  /** Resolves when everything heard is folded, said and in the journal; on a dead disk never. */
  quiet(): Promise<void>
}

/** Turns of the event loop, so that promises and what was put off run; not time. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const startDaemon = async ({ folder, config, files, code = CODE }: DaemonOptions): Promise<Daemon> => {
  const context = coreContext(config)
  const basis: Basis = { software: code, table: tableDigest(config) }
  const journal = await openJournal(folder, {
    ...(files ? { files, processes: { self: 7, held: new Set(), startOf: (pid) => (pid === 7 ? 'boot/1' : null) } } : {}),
    schedule: (callback) => {
      const soon = setImmediate(callback)
      return () => clearImmediate(soon)
    },
  })
  const recovery = await recover(journal, context, basis)
  const warnings: string[] = []
  const sent: Message[] = []
  const written: Written[] = []
  let now = 0
  const pipe = createPipe({
    ...{ config, context, basis, software: 'test', journal, recovery },
    link: { publish: (messages) => sent.push(...messages) },
    clock: { nowMs: () => now, wallMs: () => now },
    warn: (text) => warnings.push(text),
  })
  pipe.publisher.begin()
  const bodies$ = new Subject<RecordBody>()
  pipe.run(bodies$).subscribe((each) => written.push(each))
  return {
    ...{ context, journal, recovery, warnings, sent, written },
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
