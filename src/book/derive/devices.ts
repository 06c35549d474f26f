/** What happened to the devices and to the machine: one row per record of these kinds. */
import { z } from 'zod'
import type { DeviceEventRow } from '../rows.ts'
import type { AnyRecord } from './any-record.ts'
import { put } from './change.ts'
import { faultOf, name, textOrNull, whole } from './forms.ts'
import type { Memory } from './memory.ts'
import type { Step } from './rounds.ts'

type Words = Partial<Pick<DeviceEventRow, 'device' | 'up' | 'code' | 'text'>>

const text = textOrNull.unwrap()
const CHANGED_MAX = 1000

/** `kind` of a record -> what its row says. */
const FORMS: { readonly [kind: string]: z.ZodType<Words> } = {
  link: z
    .object({ device: name, up: z.boolean(), reason: text })
    .transform(({ device, up, reason }): Words => ({ device, up: up ? 1 : 0, text: reason })),
  identity: z
    .object({ device: name, serial: text, firmware: text })
    .transform(({ device, serial, firmware }): Words => ({ device, code: serial, text: firmware })),
  incident: z.object({ device: name, code: text, text }),
  missing: z
    .object({ device: name, boot: whole, from: whole, to: whole })
    .transform(({ device, boot, from, to }): Words => ({ device, text: `lines ${from} to ${to} of start ${boot}` })),
  host: z
    .object({ alarm: text, words: z.object({ code: text, text }).nullable() })
    .transform(({ alarm, words }): Words => ({ code: words?.code ?? alarm, text: words?.text ?? null })),
  accepted: z.object({ reason: text }).transform(({ reason }): Words => ({ text: reason })),
  config: z
    .object({ changed: z.array(name).max(CHANGED_MAX) })
    .transform(({ changed }): Words => ({ text: text.parse(changed.join(', ')) })),
  omitted: z
    .object({ of: text, bytes: whole })
    .transform(({ of, bytes }): Words => ({ code: of, text: `${bytes} bytes, more than a message holds` })),
}

/** A text says why the record cannot be read. Records of other kinds change nothing. */
export const deviceEvent = (memory: Memory, record: AnyRecord): Step | string => {
  const { n, t, kind } = record
  const form = Object.hasOwn(FORMS, kind) ? FORMS[kind] : undefined
  if (form === undefined) return [memory, []]
  const read = form.safeParse(record)
  if (!read.success) return faultOf(kind, read.error)
  const row = { n, at: t, kind, device: null, up: null, code: null, text: null, ...read.data }
  const next = kind === 'host' && record.alarm === 'lagging' ? { ...memory, isLagging: record.words !== null } : memory
  return [next, [put('device_events', row)]]
}
