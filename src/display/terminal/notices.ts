/** Messages that take one line each: decisions, chips, findings, devices, and the rules at the start. One row per type. */
import { besideExpected, placeText as findingPlace } from '../../procedure/catalogue/words.ts'
import type { FindingData } from '../../procedure/finding.ts'
import { moneyText } from '../../procedure/money.ts'
import type { DescribeData, MessageType, SaidData } from '../../wire/payloads.ts'
import { clean, type Entry, type Line, type Paragraph, paragraph, piece, sentence, type Tone } from './line.ts'
import { gradeText, say } from './say.ts'
import { areaName, placeText } from './words.ts'

/** `exponent`: decimals of the table's currency. */
type Rows<R> = { readonly [T in MessageType]?: (data: SaidData[T], exponent: number) => R }

const says = (text: string, certain: boolean, tone: Tone = 'plain'): Line => [piece(`${text}${certain ? '' : '?'}`, tone)]
const handOf = ({ box, hand }: { readonly box: number; readonly hand: number }): string => placeText(box, hand === 1 ? null : hand)
const on = (word: string, total: number | null): string => (total === null ? '' : ` ${word} ${total}`)
const moved = ({ box, area, amount, certain }: SaidData['chips.paid'], word: string, tone: Tone, exponent: number): Line =>
  says(`box ${box} ${area === 'main' ? '' : `${areaName(area)} `}${word} ${moneyText(amount, exponent)}`, certain, tone)

/** `?` follows whatever later evidence may still change. */
export const NOTES: Rows<Line> = {
  'hand.stood': (data) => says(`${handOf(data)} stands${on('on', data.total)}`, data.certain),
  'hand.doubled': (data) => says(`${handOf(data)} doubles${data.free ? ' free' : ''}`, data.certain),
  'hand.split': (data) => says(`${handOf(data)} splits${data.free ? ' free' : ''}`, data.certain),
  'hand.surrendered': (data) => says(`${handOf(data)} surrenders`, data.certain),
  'hand.busted': (data) => says(`${handOf(data)} busts${on('with', data.total)}`, data.certain, 'loss'),
  'insurance.placed': ({ box, amount, certain }, exponent) => says(`box ${box} insures ${moneyText(amount, exponent)}`, certain),
  'chips.paid': (data, exponent) => moved(data, 'paid', 'gain', exponent),
  'chips.taken': (data, exponent) => moved(data, 'taken', 'loss', exponent),
}

const faint = (text: string): Entry => sentence([piece('· ', 'faint')], clean(text), 'faint')
const alarm = (text: string): Entry => sentence([piece('! ', 'alarm')], clean(text))

export const SYSTEM_LINES: Rows<Entry> = {
  status: (data) => faint(`table ${data.state}`),
  'shoe.loaded': ({ shoe }) => faint(`shoe ${shoe} loaded`),
  'shoe.cut-card': ({ cardsOut }) => faint(`cut card after ${cardsOut} cards: the last round of this shoe`),
  'round.void': ({ round, reason }) => alarm(`round ${round} is void: ${reason}`),
  'round.incomplete': ({ round, reason }) => alarm(`round ${round} is incomplete: ${reason}`),
  'system.started': ({ boot, software }) => faint(`${software} started, boot ${boot}`),
  'device.link': ({ device, up, reason }) => faint(`${device} ${up ? 'up' : 'down'}: ${reason}`),
  'device.identity': ({ device, serial, boot, firmware }) => faint(`${device} is ${serial}, firmware ${firmware}, boot ${boot}`),
  'device.incident': ({ device, code, text }) => alarm(`${device}: ${code}: ${text}`),
  'host.condition': ({ alarm: name, text }) => (text === null ? faint(`${name}: back to normal`) : alarm(text)),
  'device.rejected': ({ reason }) => alarm(`a line from a device was rejected: ${reason}`),
  'cards.missing': ({ device, from, to }) => alarm(`${device}: events ${from} to ${to} are missing`),
  'key.pressed': ({ key, box }) => faint(`key ${key}${box === null ? '' : ` for box ${box}`}`),
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
