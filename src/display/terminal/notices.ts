/** Messages that take one line each: decisions, chips, findings, devices, and the rules at the start. */

import { clean, type Entry, type Line, type Paragraph, paragraph, piece, sentence, type Tone } from '../../base/terminal/line.ts'
import { besideExpected, placeText as findingPlace } from '../../procedure/catalogue/words.ts'
import type { FindingData } from '../../procedure/finding.ts'
import { moneyText } from '../../procedure/money.ts'
import { isLoud, phraseOf } from '../../wire/account/phrase.ts'
import { phraseText, plainVoice } from '../../wire/account/text.ts'
import type { DescribeData } from '../../wire/payloads.ts'
import type { AnyEnvelope } from '../../wire/receive.ts'
import { gradeText, say } from './say.ts'

const TONES: { readonly [type: string]: Tone } = { 'hand.busted': 'loss', 'chips.paid': 'gain', 'chips.taken': 'loss' }

/** A decision, or chips that moved. `exponent`: decimals of the table's currency. */
export const noteLine = (envelope: AnyEnvelope, exponent: number): Line => {
  const phrase = phraseOf(envelope, 'pit')
  return phrase === null ? [] : [piece(phraseText(phrase, plainVoice(exponent)), TONES[envelope.type])]
}

/** A message that is not part of the play; null: it tells a person nothing. */
export const asideEntry = (envelope: AnyEnvelope, exponent: number): Entry | null => {
  const phrase = phraseOf(envelope, 'pit')
  if (phrase === null) return null
  const text = clean(phraseText(phrase, plainVoice(exponent)))
  return isLoud(envelope) ? sentence([piece('! ', 'alarm')], text) : sentence([piece('· ', 'faint')], text, 'faint')
}

/** What was seen, what was expected, and what to do. */
const toldOf = ({ expected, seen, remedy }: FindingData): readonly [what: string, remedy: string] => {
  if (expected === null || seen === null) return [seen ?? expected ?? '', remedy ?? '']
  return [besideExpected({ expected, seen }), remedy ?? '']
}

type FindingType = 'finding.raised' | 'finding.changed' | 'finding.withdrawn'

/**
 * `! BET-WRONG-UNIT-1 proven, procedure. Box 3: bet 12.50; bets go in steps of 5.00. What to do. (document section)`; dim if nobody has to
 * act. A finding that is not proven also says what else it may be and, in a group, what to look at, so that a person looks before acting.
 */
export const findingEntry = (type: FindingType, data: FindingData): Paragraph => {
  const { finding, grade, severity, clause, counterReading, question, corrected } = data
  const isInfo = severity === 'info'
  const tone: Tone = isInfo ? 'faint' : 'plain'
  const head: Line = [piece(`! ${clean(finding)} `, isInfo ? 'faint' : type === 'finding.raised' ? 'alarm' : 'strong')]
  if (type === 'finding.withdrawn') return paragraph(head, [[piece(say('alarmEnd.withdrawn'), tone)]])
  const [what, remedy] = toldOf(data)
  const rest = counterReading === null ? [remedy, `(${clause.document} ${clause.section})`] : [question ?? '']
  const parts = [
    ...(type !== 'finding.changed' ? [] : [corrected ? `${say('alarmEnd.corrected')},` : 'now']),
    `${gradeText(grade)}, ${say(`severity.${severity}`).toLowerCase()}.`,
    `${findingPlace(data)}: ${[what, ...(counterReading === null ? [] : [`or ${counterReading}`])].join('; ')}.`,
    ...rest.filter((each) => each !== ''),
  ]
  return sentence(head, clean(parts.join(' ')), tone)
}

/** The rules that a newcomer asks about first. */
const FIRST_RULES = ['decks', 'blackjackPay', 'dealerSoft17', 'dealer22', 'peek', 'freeDouble', 'freeSplit', 'surrender'] as const

export const rulesLines = ({ house, rules, limits, boxes, software, exponent }: DescribeData): Entry[] => {
  const value = (name: string): string => `${name} ${written(rules[name]?.value)}`
  const own = Object.keys(rules).filter((name) => rules[name]?.source === 'table')
  const known = FIRST_RULES.filter((name) => rules[name] !== undefined && !own.includes(name))
  const items = (texts: readonly string[]) => texts.map((text, at): Line => [piece(`${clean(text)}${at < texts.length - 1 ? ',' : ''}`)])
  const { min, max, unit } = limits
  return [
    paragraph([piece('  rules   ')], items([`house ${house}`, ...known.map(value)]), piece(' ')),
    ...(own.length === 0 ? [] : [paragraph([piece('  changed ')], items(own.map(value)), piece(' '))]),
    paragraph(
      [piece('  table   ')],
      items([
        `${boxes} boxes`,
        `bets ${moneyText(min, exponent)} to ${moneyText(max, exponent)} in steps of ${moneyText(unit, exponent)}`,
        software,
      ]),
      piece(' '),
    ),
  ]
}

const written = (value: unknown): string => {
  if (!Array.isArray(value)) return value === true ? 'yes' : value === false ? 'no' : String(value)
  return value.every((each) => typeof each === 'number') ? value.join(':') : value.join(' ')
}
