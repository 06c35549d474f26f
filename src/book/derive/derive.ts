/**
 * The derived tables, as a pure step: (memory of a stream, its next record) -> changes. The same records give the same rows, so the tables
 * can be rebuilt at any time. A record that is not understood changes nothing and is reported.
 */
import type { AlarmStepRow, DeviceEventRow } from '../rows.ts'
import type { AnyRecord } from './any-record.ts'
import { type Change, put, set } from './change.ts'
import { commandAnswered, commandGiven } from './commands.ts'
import { daysWith } from './days.ts'
import { GROUPS_MAX, type Memory } from './memory.ts'
import { cardDealt, cutCard, dayOfRound, isRecent, type Place, roundOpened, roundTold, roundVoid, type Step, shoeLoaded } from './rounds.ts'
import { readEvent, type Told, type ToldFinding } from './told.ts'

export interface Derived {
  readonly memory: Memory
  readonly changes: readonly Change[]
  /** Why the record could not be read; null: it was read. */
  readonly fault: string | null
}

export const derive = (memory: Memory, record: AnyRecord): Derived => {
  if (record.kind === 'event') return deriveEvent(memory, record)
  const [next, changes] = record.kind === 'command' ? commandGiven(memory, record) : ([memory, deviceRows(record)] as const)
  return { memory: next, changes, fault: null }
}

const deriveEvent = (memory: Memory, { n, envelope }: AnyRecord): Derived => {
  const read = readEvent(envelope)
  if (typeof read === 'string') return { memory, changes: [], fault: read }
  const { told, envelope: head } = read
  const place = { n, at: head.time }
  const round = head.round ?? null
  const [next, changes] = told === null ? ([memory, []] as Step) : step(memory, told, head.data, place, round)
  const isLast = round !== null && isRecent(next, round)
  return { memory: next, changes: isLast ? [...changes, set('rounds', { round }, { last_n: n })] : changes, fault: null }
}

const step = (memory: Memory, told: Told, raw: unknown, place: Place, round: string | null): Step => {
  switch (told.type) {
    case 'shoe.loaded':
      return shoeLoaded(memory, told.data, place)
    case 'shoe.cut-card':
      return cutCard(memory, told.data, place)
    case 'card.dealt':
      return cardDealt(memory, told.data, round)
    case 'round.opened':
      return roundOpened(memory, told.data, place)
    case 'round.closed':
    case 'round.revised':
      return roundTold(memory, told.data, raw, place, told.type === 'round.revised')
    case 'round.void':
      return roundVoid(memory, told.data, place)
    case 'finding.raised':
    case 'finding.changed':
    case 'finding.withdrawn':
      return findingTold(memory, told, raw, place)
    case 'command.answered':
      return commandAnswered(memory, told.data, place)
    case 'dealer.changed':
      return dealerChanged(memory, told.data.dealer, place)
  }
}

const dealerChanged = (memory: Memory, dealer: string, { n, at }: Place): Step => {
  if (memory.dealer?.id === dealer) return [memory, []]
  const ended = memory.dealer === null ? [] : [set('dealer_spells', { from_n: memory.dealer.fromN }, { to_at: at })]
  return [
    { ...memory, dealer: { id: dealer, fromN: n } },
    [...ended, put('dealer_spells', { from_n: n, dealer_id: dealer, from_at: at, to_at: null })],
  ]
}

type FindingTold = Extract<Told, { readonly data: ToldFinding }>

const findingTold = (memory: Memory, { type, data }: FindingTold, raw: unknown, { n, at }: Place): Step => {
  const { finding, code, grade, severity, round, box, hand, spot, amount, group, dealerId } = data
  const corrected = data.corrected === true ? (1 as const) : (0 as const)
  const about = { code, grade, severity, round, box, hand, spot, amount, group_id: group, dealer_id: dealerId, data: JSON.stringify(raw) }
  // A search for this box and amount looks on the day on which the finding's round opened.
  const days = round === null ? [] : daysWith(dayOfRound(memory, round), { boxes: box === null ? [] : [box], amounts: [amount] })
  const alarm = (group ?? finding).toLowerCase()
  const alarmStep = (name: string): readonly Change[] =>
    severity === 'info'
      ? []
      : [put('alarm_steps', { n, alarm, at, step: name, user: null, note: null } satisfies Omit<AlarmStepRow, 'stream_id'>)]
  switch (type) {
    case 'finding.raised': {
      // The findings of a group are one alarm, and the first of them raises it.
      const isRaised = group !== null && memory.groups.includes(group)
      const next = group === null || isRaised ? memory : { ...memory, groups: [...memory.groups, group].slice(-GROUPS_MAX) }
      const row = put('findings', { finding, ...about, raised_at: at, changed_at: null, withdrawn_at: null, corrected })
      return [next, [row, ...days, ...(isRaised ? [] : alarmStep('raised'))]]
    }
    case 'finding.changed':
      return [
        memory,
        [set('findings', { finding }, { ...about, changed_at: at, corrected }), ...days, ...(corrected === 1 ? alarmStep('returned') : [])],
      ]
    case 'finding.withdrawn':
      return [memory, [set('findings', { finding }, { ...about, withdrawn_at: at }), ...days, ...alarmStep('withdrawn')]]
  }
}

const DEVICE_KINDS: ReadonlySet<string> = new Set(['link', 'identity', 'incident', 'missing', 'host', 'accepted', 'config', 'omitted'])
const TEXT_MAX = 4000
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : null)

/** One row per record. A field that has another form is left out. */
const deviceRows = (record: AnyRecord): readonly Change[] => {
  const { n, t, kind } = record
  if (!DEVICE_KINDS.has(kind)) return []
  const row = { n, at: t, device: textOf(record.device), kind, up: null, code: null, text: null }
  return [put('device_events', { ...row, ...deviceWords(record) })]
}

const deviceWords = (record: AnyRecord): Partial<Omit<DeviceEventRow, 'stream_id'>> => {
  switch (record.kind) {
    case 'link':
      return { up: record.up === true ? 1 : 0, text: textOf(record.reason) }
    case 'identity':
      return { code: textOf(record.serial), text: textOf(record.firmware) }
    case 'missing':
      return { text: `lines ${Number(record.from)} to ${Number(record.to)} of start ${Number(record.boot)}` }
    case 'host': {
      const words = (record.words ?? {}) as { readonly code?: unknown; readonly text?: unknown }
      return { device: null, code: textOf(words.code) ?? textOf(record.alarm), text: textOf(words.text) }
    }
    case 'accepted':
      return { device: null, text: textOf(record.reason) }
    case 'config':
      return { device: null, text: textOf(Array.isArray(record.changed) ? record.changed.join(', ') : null) }
    case 'omitted':
      return { device: null, code: textOf(record.of), text: `${Number(record.bytes)} bytes, more than a message holds` }
    default:
      return { code: textOf(record.code), text: textOf(record.text) }
  }
}
