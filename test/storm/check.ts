/** What has to hold when a storm is over, whatever it was. */
import type { TableConfig } from '../../src/config/table-config.ts'
import { asLogged } from '../../src/journal/logged.ts'
import type { JournalRecord } from '../../src/journal/record.ts'
import { coreContext, initialCore, stepCore } from '../../src/pipeline/core.ts'
import { verifyJournal } from '../../src/verify/journal.ts'
import type { FakeDisk } from '../journal/fake-disk.ts'
import type { FakeBroker } from './fake-broker.ts'

export interface Broken {
  readonly promise: string
  readonly what: string
}

export interface After {
  readonly config: TableConfig
  readonly disk: FakeDisk
  readonly folder: string
  readonly broker: FakeBroker
  /** `SERIAL BODY` of every event that a device was told to forget, and of every one that was said at all. */
  readonly acknowledged: ReadonlySet<string>
  readonly said: ReadonlySet<string>
}

export const checkPromises = async (after: After): Promise<{ readonly records: number; readonly broken: readonly Broken[] }> => {
  const records: JournalRecord[] = []
  const broken: Broken[] = []
  const fail = (promise: string, what: string) => void broken.push({ promise, what })
  const report = await verifyJournal(after.folder, {
    ...{ keys: [], heads: [], files: after.disk },
    onRecord: (record) => void records.push(record),
  })
  if (report.fault) fail('P8', `record ${report.fault.n}: ${report.fault.reason}`)

  const held = new Set(records.flatMap((record) => (record.kind === 'line' ? [`${record.serial} ${record.line}`] : [])))
  for (const line of after.acknowledged) if (!held.has(line)) fail('P1', `${line} was acknowledged and is not in the journal`)
  for (const line of held) if (!after.said.has(line)) fail('P7', `${line} is in the journal, and no device said it`)

  const texts = records.flatMap((record) => (record.kind === 'event' ? [JSON.stringify(record.envelope)] : []))
  const again = replayed(after.config, records)
  const differs = texts.findIndex((text, index) => text !== again[index])
  if (differs >= 0 || texts.length !== again.length)
    fail('P2', `event ${differs + 1} of ${texts.length} is another in the replay of ${again.length}`)

  const { book } = after.broker
  const missing = records.filter((record) => book.get(record.n) !== JSON.stringify(asLogged(record)))
  if (missing.length > 0) fail('P3', `${missing.length} records are not in the book as in the journal; the first is ${missing[0]?.n}`)
  if (after.broker.doubled() > 0) fail('P3', `${after.broker.doubled()} records came twice with different content`)
  if (after.broker.gaps() > 0) fail('P3', `${after.broker.gaps()} records came out of order`)

  for (const text of texts) {
    const { type, data } = JSON.parse(text)
    if (type === 'finding.raised' && data.grade === 'proven' && data.severity === 'money')
      fail('P4', `${data.code ?? data.finding} was proven`)
  }
  if (records.length === 0) fail('P8', 'the journal is empty')
  return { records: records.length, broken }
}

const replayed = (config: TableConfig, records: readonly JournalRecord[]): readonly string[] => {
  const context = coreContext(config)
  let state = initialCore()
  return records.flatMap((record) => {
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    return encoded.flatMap((each) => (each.ok ? [each.message.payload] : []))
  })
}
