/**
 * What a table shows of its troubles, and when, read from the journal's records and from what the table publishes. Both are signs: records
 * inform the book and later readers, messages inform the displays.
 *
 *   down:shoe           the device is away               incident:shoe     a technician is asked to look
 *   missing:shoe        lines of it will not come        identity:shoe     it identified itself
 *   alarm:journal       an alarm of that name            birth             `status` was published
 */
import type { JournalRecord } from '../../../src/wire/record.ts'

export interface Sign {
  /** Virtual time, ms. */
  readonly atMs: number
  readonly what: string
  /** false: it has ended. */
  readonly isOn: boolean
}

type Seen = Omit<Sign, 'atMs'>

export const signOfRecord = (record: JournalRecord): Seen | null => {
  switch (record.kind) {
    case 'link':
      return { what: `down:${record.device}`, isOn: !record.up }
    case 'incident':
    case 'missing':
    case 'identity':
      return { what: `${record.kind}:${record.device}`, isOn: true }
    case 'host':
      return { what: `alarm:${record.alarm}`, isOn: record.words !== null }
    default:
      return null
  }
}

const LAST_PART = /\/([a-z0-9-]+)\/([a-z0-9-]+)$/

export const signOfMessage = (topic: string, payload: string): Seen | null => {
  const [, folder, name] = LAST_PART.exec(topic) ?? []
  const data = () => JSON.parse(payload).data
  if (folder === 'alarm') return { what: `alarm:${name}`, isOn: payload !== '' && data().state === 'unacknowledged' }
  if (folder === 'device') return { what: `down:${name}`, isOn: !data().up }
  if (name === 'status') return { what: 'birth', isOn: true }
  return null
}
