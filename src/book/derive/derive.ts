/**
 * The derived tables, as a pure step: (memory of a stream, its next record) -> changes. The same records give the same rows, so the tables
 * can be rebuilt at any time. A record that is not understood changes nothing and is reported.
 */

import { z } from 'zod'
import type { DeviceEventRow } from '../rows.ts'
import type { AnyRecord } from './any-record.ts'
import { type Change, put, set } from './change.ts'
import { commandAnswered, commandGiven } from './commands.ts'
import { type KnownEvent, readEvent } from './events.ts'
import { findingTold } from './findings.ts'
import { faultOf, name, textOrNull, whole } from './forms.ts'
import type { Memory } from './memory.ts'
import { cardDealt, cutCard, isRecent, type Place, roundOpened, roundTold, roundVoid, type Step, shoeLoaded } from './rounds.ts'

export interface Derived {
  readonly memory: Memory
  readonly changes: readonly Change[]
  /** Why the record could not be read; null: it was read. */
  readonly fault: string | null
}

/** Never throws: one record must not keep the book from those behind it. */
export const derive = (memory: Memory, record: AnyRecord): Derived => {
  try {
    return derived(memory, record)
  } catch (error) {
    return { memory, changes: [], fault: `it cannot be derived: ${error instanceof Error ? error.message : 'no reason given'}` }
  }
}

const derived = (before: Memory, record: AnyRecord): Derived => {
  if (record.kind === 'event') return deriveEvent(before, record)
  const memory = startedBy(before, record)
  const read = record.kind === 'command' ? commandGiven(memory, record) : deviceEvent(memory, record)
  return typeof read === 'string' ? { memory, changes: [], fault: read } : { memory: read[0], changes: read[1], fault: null }
}

const DIGEST = /^[0-9a-f]{64}$/
/** Records that the daemon writes of itself between a start and what it concludes at once. */
const ITS_OWN: readonly string[] = ['config', 'accepted', 'seal', 'checkpoint', 'released']

const startedBy = (memory: Memory, { kind, rulesSha256 }: AnyRecord): Memory => {
  if (kind !== 'start') return memory.isStarting && !ITS_OWN.includes(kind) ? { ...memory, isStarting: false } : memory
  return { ...memory, isStarting: true, rules: typeof rulesSha256 === 'string' && DIGEST.test(rulesSha256) ? rulesSha256 : null }
}

const deriveEvent = (memory: Memory, { n, envelope }: AnyRecord): Derived => {
  const read = readEvent(envelope)
  if (typeof read === 'string') return { memory, changes: [], fault: read }
  const { event, envelope: head } = read
  const isCaused = head.cause !== undefined && head.cause !== ''
  const round = head.round ?? null
  const [next, changes] = event === null ? ([memory, []] as Step) : step(memory, event, { n, at: head.time, round, isCaused })
  const isLast = round !== null && isRecent(next, round)
  return { memory: next, changes: isLast ? [...changes, set('rounds', { round }, { last_n: n })] : changes, fault: null }
}

const step = (memory: Memory, event: KnownEvent, place: Place): Step => {
  switch (event.type) {
    case 'shoe.loaded':
      return shoeLoaded(memory, event.data, place)
    case 'shoe.cut-card':
      return cutCard(memory, event.data, place)
    case 'card.dealt':
      return cardDealt(memory, event.data, place)
    case 'round.opened':
      return roundOpened(memory, event.data, place)
    case 'round.closed':
    case 'round.revised':
      return roundTold(memory, event, place)
    case 'round.void':
      return roundVoid(memory, event.data, place)
    case 'finding.raised':
    case 'finding.changed':
    case 'finding.withdrawn':
      return findingTold(memory, event, place)
    case 'command.answered':
      return commandAnswered(memory, event.data, place)
    case 'dealer.changed':
      return dealerChanged(memory, event.data.dealer, place)
    case 'key.pressed':
      // The key does not say who takes over. It does not end the spell of a dealer who was named before it was pressed.
      return event.data.key === 'relief' && memory.dealer?.isNew === false
        ? [{ ...memory, dealer: null }, spellEnded(memory, place)]
        : [memory, []]
  }
}

const dealerChanged = (memory: Memory, dealer: string, place: Place): Step => {
  if (memory.dealer?.id === dealer) return [memory, []]
  const { n, at } = place
  return [
    { ...memory, dealer: { id: dealer, fromN: n, isNew: true } },
    [...spellEnded(memory, place), put('dealer_spells', { from_n: n, dealer_id: dealer, from_at: at, to_at: null })],
  ]
}

const spellEnded = ({ dealer }: Memory, { at }: Place): readonly Change[] =>
  dealer === null ? [] : [set('dealer_spells', { from_n: dealer.fromN }, { to_at: at })]

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

/** What happened to the devices and to the machine. A text says why the record cannot be read. Records of other kinds change nothing. */
const deviceEvent = (memory: Memory, record: AnyRecord): Step | string => {
  const { n, t, kind } = record
  const form = Object.hasOwn(FORMS, kind) ? FORMS[kind] : undefined
  if (form === undefined) return [memory, []]
  const read = form.safeParse(record)
  if (!read.success) return faultOf(kind, read.error)
  const row = { n, at: t, kind, device: null, up: null, code: null, text: null, ...read.data }
  const next = kind === 'host' && record.alarm === 'lagging' ? { ...memory, isLagging: record.words !== null } : memory
  return [next, [put('device_events', row)]]
}
