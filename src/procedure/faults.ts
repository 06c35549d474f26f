/** What becomes an alarm: findings above `info`, and faults of the devices and the machine. */
import { roleRow } from '../../devices/roles.ts'
import type { TableEvent } from '../engine/event.ts'
import type { HostWords, Observation } from '../engine/observation.ts'
import { answerOf, type Refusal, refusal } from '../rules/refusals.ts'
import {
  type AlarmBook,
  type AlarmOrder,
  type Condition,
  dropAlarm,
  endAlarm,
  holdAlarm,
  isRaised,
  nextDealt,
  orderAlarm,
  passTime,
  raiseAlarm,
  releaseAll,
  retold,
  roundOver,
} from './alarms.ts'
import { deviceWords } from './device-alarms.ts'
import type { DeviceSign } from './device-sign.ts'
import type { SaidFinding } from './standing.ts'
import type { JudgeContext, Sight } from './watch.ts'

type Devices = JudgeContext['devices']

/** Topics carry ids of at most 32 characters. */
const ID_LENGTH_MAX = 32
const faultId = (kind: string, device: string, devices: Devices): string => {
  const id = `${kind}-${device}`
  return id.length <= ID_LENGTH_MAX ? id : `${kind}-${devices.findIndex(({ name }) => name === device) + 1}`
}

const fault = (alarm: string, { code, text, remedy, facts }: HostWords, more: Partial<Condition> = {}): Condition => ({
  alarm,
  code,
  severity: 'procedure',
  round: null,
  box: null,
  text,
  remedy,
  facts: facts ?? null,
  later: null,
  grounds: null,
  group: null,
  causedBy: null,
  kind: 'fault',
  ...more,
})

/** The loss of a device that reports cards or chips, while its alarm is open. Alarms that it causes are behind it. */
const lossOf = (book: AlarmBook, devices: Devices): string | null => {
  const playing = devices.filter(({ role }) => roleRow(role).tells === 'play')
  const lost = playing.flatMap(({ name }) => [faultId('link', name, devices), faultId('clock', name, devices)])
  return book.open.find(({ alarm, holds }) => holds && lost.includes(alarm))?.alarm ?? null
}

/** What an observation leads to, beside the events of the table. */
interface Concluded {
  readonly findings: readonly SaidFinding[]
  readonly signs: readonly DeviceSign[]
}

export const stepAlarms = (before: AlarmBook, sight: Sight, { findings, signs }: Concluded, context: JudgeContext): AlarmBook => {
  const { devices } = context
  const at = sight.observation?.at ?? before.now
  let book = passTime(before, at)
  for (const event of sight.events) book = withFault(book, event, devices)
  const shoe = sight.observation?.kind === 'shoe' ? sight.observation.what : null
  if (shoe === 'jam') book = raiseAlarm(book, fault('shoe-jam', deviceWords('SHOE-JAM')), at)
  else if (shoe === 'clear' || shoe === 'load') book = endAlarm(book, 'shoe-jam', at, false)
  for (const sign of signs) book = withSign(book, sign, at, devices)
  for (const finding of findings) book = withFinding(book, finding, at, context)
  return sight.observation === null ? releaseAll(book) : book
}

const withSign = (book: AlarmBook, { device, alarm, words }: DeviceSign, at: number, devices: Devices): AlarmBook => {
  const id = alarm ?? faultId('incident', device, devices)
  if (words === null) return endAlarm(book, id, at, false)
  return raiseAlarm(book, fault(id, words, { kind: alarm === null ? 'incident' : 'fault' }), at)
}

/** A round has some fifty lines, but a finding about a whole shoe rests on more than anybody looks at. */
const EVIDENCE_MAX = 64
const STORY_LENGTH_MAX = 2000

export const withFinding = (
  before: AlarmBook,
  { alarm: of }: SaidFinding,
  at: number,
  { devices, alarmHoldMs = 0 }: Pick<JudgeContext, 'devices' | 'alarmHoldMs'>,
): AlarmBook => {
  if (of === null) return before
  const alarm = of.id.toLowerCase()
  const book = of.ends.reduce((left, id) => dropAlarm(left, id.toLowerCase()), before)
  if (of.shown === null || of.shown.severity === 'info') return endAlarm(book, alarm, at, false)
  // What a person has closed stays closed, whatever is reported about it since.
  if (!of.isNew && !isRaised(book, alarm)) return book
  const { finding: data, said, stage, severity, group, isRivalled } = of.shown
  const { finding, code, round, box, grade, question, asked = null, amount, clause, evidence, counterReading, counter = null } = data
  const grounds = {
    finding,
    grade,
    question,
    asked,
    amount,
    clause,
    evidence: evidence.slice(0, EVIDENCE_MAX),
    counterReading: counterReading?.slice(0, STORY_LENGTH_MAX) ?? null,
    counter,
  }
  const head = { alarm, code, severity, round, box, kind: 'finding' } as const
  const words = { ...said[stage], later: stage === 'past' ? null : said }
  const condition: Condition = { ...head, ...words, grounds, group, causedBy: lossOf(book, devices) }
  if (data.corrected) return endAlarm(retold(book, condition), alarm, at, false)
  return holdAlarm(book, { condition, since: at, until: at + alarmHoldMs }, isRivalled)
}

const withFault = (book: AlarmBook, event: TableEvent, devices: Devices): AlarmBook => {
  const { at } = event
  switch (event.type) {
    case 'round.opened':
      return nextDealt(book, event.round)
    case 'round.closed':
      return roundOver(book, event.data.round)
    case 'device.link': {
      const { device, up, reason } = event.data
      const id = faultId('link', device, devices)
      const clock = faultId('clock', device, devices)
      if (up) return endAlarm(endAlarm(book, clock, at, true), id, at, true)
      // It is connected, but counts as away because its clock is wrong, and that alarm says so.
      if (book.open.some(({ alarm, holds }) => alarm === clock && holds)) return book
      return raiseAlarm(book, fault(id, deviceWords('LINK-DOWN', { device, reason: String(reason) })), at)
    }
    case 'device.incident': {
      const { device, code, text } = event.data
      if (code === 'clock-fault')
        return raiseAlarm(book, fault(faultId('clock', device, devices), deviceWords('CLOCK-FAULT', { device, told: text })), at)
      const causedBy = faultId('link', device, devices)
      const words = deviceWords('DEVICE-INCIDENT', { device, incident: code, told: text })
      return raiseAlarm(book, fault(faultId('incident', device, devices), words, { causedBy, kind: 'incident' }), at)
    }
    case 'cards.missing': {
      const { device } = event.data
      const causedBy = faultId('link', device, devices)
      const words = deviceWords('CARDS-MISSING', event.data)
      return raiseAlarm(book, fault(faultId('missing', device, devices), words, { causedBy, kind: 'incident' }), at)
    }
    case 'host.condition': {
      const { alarm, code, text, remedy, facts } = event.data
      const isOver = code === null || text === null || remedy === null
      return withHost(book, alarm, isOver ? null : { code, text, remedy, ...(facts ? { facts } : {}) }, at)
    }
    case 'round.void':
      // SG r.15(3): all bets go back, so nothing in the round is an error any more.
      return [...book.held.map(({ condition }) => condition), ...book.open].reduce(
        (state, { alarm, round }) => (round === event.data.round ? endAlarm(state, alarm, at, false) : state),
        book,
      )
    default:
      return book
  }
}

/** A fault of the machine; null: it is over. Its text changes only when it gets worse: then everybody has to look again. */
export const withHost = (book: AlarmBook, alarm: string, words: HostWords | null, at: number): AlarmBook => {
  if (words === null) return endAlarm(book, alarm, at, true)
  const isWorse = book.open.some((open) => open.alarm === alarm && open.text !== words.text)
  return raiseAlarm(isWorse ? endAlarm(book, alarm, at, false) : book, fault(alarm, words), at)
}

/** A person's command on an alarm, and its result. */
export const orderOf = (
  book: AlarmBook,
  observation: Observation | null,
  devices: Devices,
): readonly [AlarmBook, readonly TableEvent[]] => {
  if (observation?.kind !== 'command' || observation.error !== null) return [book, []]
  const { user, name, correlation, args, unverified, at, cause } = observation
  const claimed = unverified ? { unverified } : {}
  if (name === 'device-confirm') {
    const data = { user, name, correlation, ...answerOf(confirmFault(book, args, devices)), ...claimed }
    return [book, [{ type: 'command.answered', at, round: null, cause, data }]]
  }
  const order = readOrder(user, name, args)
  if (order === null) return [book, []]
  const { book: next, fault } = orderAlarm(book, { ...order, ...claimed }, at)
  const data = { user, name, correlation, ...answerOf(fault), ...claimed }
  return [next, [{ type: 'command.answered', at, round: null, cause, data }]]
}

/** Why there is no device to confirm; null: the link is told to believe it again (`pipeline/device-trust.ts`). */
const confirmFault = (book: AlarmBook, args: unknown, devices: Devices): Refusal | null => {
  const { device } = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  if (!devices.some(({ name }) => name === device)) return refusal('no-device', { devices: devices.map(({ name }) => name).join(', ') })
  const isAsked = book.open.some(({ alarm, holds }) => alarm === 'cloned-serial' && holds)
  return isAsked ? null : refusal('no-doubt')
}

/** Decoded again from what the journal holds; null if it is no order to an alarm. */
const readOrder = (user: string, name: string, args: unknown): AlarmOrder | null => {
  const { alarm, rev, note, minutes } = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  if (typeof alarm !== 'string' || typeof rev !== 'number') return null
  const head = { alarm, rev, user, note: typeof note === 'string' ? note : null }
  if (name === 'alarm-ack') return { ...head, what: 'ack' }
  if (name === 'alarm-close') return { ...head, what: 'close' }
  return name === 'alarm-shelve' && typeof minutes === 'number' ? { ...head, what: 'shelve', minutes } : null
}
