/** The facts of a message: data from outside, of which words are made. What this display does not know is left out: the English stands beside it. Pure. */
import { type AlarmFacts, type FindingFacts, MOMENTS } from '../../procedure/facts.ts'
import type { Facts, Figure } from '../../rules/facts.ts'
import type { SaidQuestion } from '../../wire/said.ts'
import { count, type Decoder, exponent, group, list, Malformed, named, number, orNull, text, word } from './decode.ts'

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
export const lineFacts = known<AlarmFacts>((value) => {
  const read = ofAlarm(value)
  if (!('moment' in read)) throw new Malformed('facts of a finding')
  return read
})
export const faultFacts = known(facts)
export const asked = known(question)
