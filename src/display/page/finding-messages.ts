/**
 * Decodes what a message says of a finding: its words, and its facts, of which words in other languages are made. Facts that this display
 * does not know are left out: the English stands beside them. Pure.
 */
import { type AlarmFacts, type FindingFacts, MOMENTS } from '../../procedure/facts.ts'
import { type AlarmGroup, type FindingData, GRADES, SEVERITIES } from '../../procedure/finding.ts'
import type { Facts, Figure } from '../../rules/facts.ts'
import { isReason, type Reason, reasonText } from '../../rules/reasons.ts'
import { isRefusalCode, type Refusal } from '../../rules/refusals.ts'
import type { Heard } from '../../wire/payloads.ts'
import type { SaidQuestion } from '../../wire/said.ts'
import {
  count,
  type Decoder,
  exponent,
  group,
  list,
  Malformed,
  named,
  number,
  orAbsent,
  orNull,
  TEXT_MAX,
  text,
  word,
  yesNo,
} from './decode.ts'

/** Far more than any finding has. */
const FIGURES_MAX = 32
const LISTED_MAX = 256
const PARTS_MAX = 8

const plain: Decoder<number | string> = (value) => (typeof value === 'number' ? number(value) : text(value))
const part = named(orNull(plain), PARTS_MAX)
const listed: Decoder<number | string | { readonly [name: string]: number | string | null }> = (value) =>
  typeof value === 'object' ? Object.fromEntries(part(value)) : plain(value)
const figure: Decoder<Figure> = (value) => (Array.isArray(value) ? (list(listed, LISTED_MAX)(value) as Figure) : plain(value))
const figures = named(figure, FIGURES_MAX)

const facts: Decoder<Facts> = (value) => {
  const { figures: given, which } = { ...group({ figures })(value), which: (value as { readonly case?: unknown }).case }
  return { ...(which === undefined ? {} : { case: text(which) }), figures: Object.fromEntries(given) }
}
const ofFinding: Decoder<FindingFacts> = (value) => ({ ...facts(value), ...group({ moment: word(MOMENTS), exponent })(value) })
const ofAlarm: Decoder<AlarmFacts | Facts> = (value) =>
  typeof value === 'object' && value !== null && 'moment' in value
    ? { ...ofFinding(value), ...group({ hand: orNull(count), spot: orNull(text) })(value) }
    : facts(value)
const question: Decoder<NonNullable<SaidQuestion['asked']>> = (value) => ({
  ...group({ about: text, box: orNull(count) })(value),
  ...((value as { readonly alone?: unknown }).alone === true ? { alone: true } : {}),
})

/** Older tables say none; of a newer table's there may be more than this display knows. */
const known =
  <T>(inner: Decoder<T>): Decoder<T | null> =>
  (value) => {
    if (value === undefined || value === null) return null
    try {
      return inner(value)
    } catch (error) {
      if (error instanceof Malformed) return null
      throw error
    }
  }

export const findingFacts = known(ofFinding)
export const alarmFacts = known(ofAlarm)
const lineFacts = known<AlarmFacts>((value) => {
  const read = ofAlarm(value)
  if (!('moment' in read)) throw new Malformed('facts of a finding')
  return read
})
/** null: an older table, or a code of a newer one. */
export const refusalRead = known<Refusal>((value) => {
  const { code, figures: given } = group({ code: text, figures: named(plain, FIGURES_MAX) })(value)
  if (!isRefusalCode(code)) throw new Malformed('is no known refusal')
  return { code, figures: Object.fromEntries(given) }
})
export const faultFacts = known(facts)
const asked = known(question)

const clause = group<FindingData['clause']>({ document: text, section: text, line: orAbsent(number), says: text })
/** A reason that this display knows; of any other it has the words alone. */
export const reason: Decoder<Reason | undefined> = (value) =>
  isReason(value) && reasonText(value, 'en').length <= TEXT_MAX ? value : undefined
/** Errors of one group; a round has fewer possible errors. */
const LINES_MAX = 256
export const grounds = {
  finding: text,
  grade: word(GRADES),
  // Older tables do not send these two.
  question: orAbsent(text),
  asked,
  amount: orAbsent(number),
  clause,
  evidence: list(text, 1000),
  counterReading: orNull(text),
  counter: (value: unknown) => reason(value) ?? null,
}
const alarmLine = group({
  finding: text,
  code: text,
  box: orNull(count),
  hand: orNull(count),
  severity: word(SEVERITIES),
  amount: orAbsent(number),
  text,
  facts: lineFacts,
})
export const alarmGroup = group<Heard<AlarmGroup>>({
  question: orNull(text),
  asked,
  lines: list(alarmLine, LINES_MAX),
})

export const finding = group<Heard<FindingData>>({
  group: orNull(text),
  rivals: list(text, LINES_MAX),
  code: text,
  severity: word(SEVERITIES),
  round: orNull(text),
  dealerId: orAbsent(text),
  box: orNull(count),
  hand: orNull(count),
  spot: orNull(text),
  // Older tables do not send it.
  corrected: (value) => value !== undefined && yesNo(value),
  expected: orNull(text),
  seen: orNull(text),
  remedy: orNull(text),
  facts: findingFacts,
  ...grounds,
  detectedAfter: count,
})
