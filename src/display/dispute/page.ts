/**
 * The dispute file: one round as one self-contained HTML page that prints on A4. No script runs in it; the records are in a block that
 * browsers do not execute. The page follows from that block alone, so anybody who has the block can make the page again and compare.
 */

import { laidOut } from '../../base/terminal/line.ts'
import { moneyText } from '../../procedure/money.ts'
import { type Account, type FoundAccount, facesOf, type HandAccount } from '../../wire/account/account.ts'
import { phraseOf } from '../../wire/account/phrase.ts'
import { actionsText, areaText, cardsText, outcomeText, phraseText, placeText, plainVoice } from '../../wire/account/text.ts'
import type { AnyEnvelope } from '../../wire/receive.ts'
import { escaped } from '../markup.ts'
import { findingEntry } from '../terminal/notices.ts'
import { gradeText, say } from '../terminal/say.ts'
import { decidingTexts } from './deciding.ts'
import { type Excerpt, excerptText } from './excerpt.ts'
import { feltSvg } from './felt.ts'
import { type OtherStory, otherStories } from './others.ts'
import { BLOCK_BEGIN, BLOCK_END } from './read-page.ts'
import { type RoundRecords, recordOf, roundRecords, type SaidOnce } from './round-records.ts'
import { STYLE } from './style.ts'

/** A string says why no page can be made from these records. */
export const disputePage = (excerpt: Excerpt): string | { readonly html: string } => {
  const told = roundRecords(excerpt)
  if (typeof told === 'string') return told
  const { name, round } = told
  const title = `Round ${round}, table ${name.table}`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body>
<h1>${escaped(title)}</h1>
${factsHtml(told, excerpt)}
${told.account.end === null ? '' : resultHtml(told.account, excerpt)}
${findingsHtml(told.account, excerpt.exponent)}
${readingsHtml(told, excerpt)}
${storyHtml(told, excerpt.exponent)}
${sealHtml(told, excerpt)}
${recordsHtml(excerpt)}
${BLOCK_BEGIN}
${excerptText(excerpt)}
${BLOCK_END}
</body></html>
`
  return { html }
}

const tableHtml = (head: readonly string[], rows: readonly (readonly string[])[], of = ''): string =>
  `<table${of === '' ? '' : ` class="${of}"`}><thead><tr>${head.map((each) => `<th>${escaped(each)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('\n')}</tbody></table>`

const listHtml = (facts: readonly (readonly [string, string])[]): string =>
  `<dl>${facts.map(([what, value]) => `<dt>${escaped(what)}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>`

const factsHtml = ({ name, round, openedAt, account: { end, incomplete } }: RoundRecords, { currency }: Excerpt): string =>
  listHtml([
    ['Table', `${name.property}/${name.pit}/${name.table}`],
    ['Journal', name.stream],
    ['Round', round],
    ['Opened', openedAt],
    ...(end === null
      ? [['Result', `void: ${incomplete ?? 'no reason was told'}`] as const]
      : [
          ['Closed', end.closedAt] as const,
          ['House', `${end.house}, shoe ${end.shoe}`] as const,
          ['Dealer', end.dealerId ?? 'nobody said who'] as const,
        ]),
    ['Amounts', currency],
    ['For surveillance', `${name.table} ${round} ${openedAt} to ${end?.closedAt ?? openedAt}`],
  ])

const handRow = (box: number, hand: HandAccount): readonly string[] => [
  placeText({ box, hand: hand.hand }),
  cardsText(facesOf(hand)),
  hand.total === null ? '?' : String(hand.total),
  actionsText(hand.actions),
  hand.outcome === null ? 'not known' : outcomeText(hand.outcome),
  hand.certain ? 'certain' : hand.share === null ? 'open' : `${(hand.share * 100).toFixed(1)} %`,
]

const resultHtml = (account: Account, { exponent }: Excerpt): string => {
  const money = (amount: number | null) => (amount === null ? 'not known' : moneyText(amount, exponent))
  const { boxes, dealer } = account
  const hands = boxes.flatMap(({ box, hands: all }) => all.map((hand) => handRow(box, hand)))
  const spots = boxes.flatMap(({ box, spots: all }) =>
    all.flatMap(({ area, result }) => {
      if (result === null || (result.best.staked === 0 && !result.best.due && !result.best.moved)) return []
      const { staked, due, moved } = result.best
      const how = result.certain ? 'certain' : 'by the likeliest reading'
      return [[`${placeText({ box, hand: null })} ${areaText(area)}`, money(staked), money(due), money(moved), how]]
    }),
  )
  return `<section><h2>How it ended</h2>${feltSvg(account, exponent)}
${tableHtml(['Hand', 'Cards', 'Total', 'Played', 'Outcome', 'In how many readings'], hands)}
<p>Dealer: ${escaped(cardsText(facesOf(dealer)))}, ${dealer.total ?? 'total not known'}${dealer.certain ? '' : ' (open)'}.</p>
${tableHtml(['Wager', 'Staked', 'Due to the player', 'Moved', ''], spots)}</section>`
}

const findingHtml = ({ data: finding }: FoundAccount, exponent: number): string => {
  const { clause, expected, seen, question, remedy, counterReading, amount, box, hand, evidence } = finding
  const line = clause.line === undefined || clause.line === null ? '' : `, line ${clause.line}`
  const facts: (readonly [string, string | null])[] = [
    ['Where', box === null ? 'the table' : placeText({ box, hand })],
    ['Expected', expected],
    ['Seen', seen],
    ['Amount', amount === null ? null : moneyText(amount, exponent)],
    ['Or it was', counterReading],
    ['Question', question],
    ['Remedy', remedy],
    ['Clause', `${clause.document} ${clause.section}${line}: ${clause.says}`],
    ['Device lines', evidence.join(', ')],
    ['Put right', finding.corrected ? 'yes' : 'no'],
  ]
  const told = facts.flatMap(([what, value]) => (value === null || value === '' ? [] : [[what, value] as const]))
  return `<h3>${escaped(`${finding.finding}: ${gradeText(finding.grade)}, ${say(`severity.${finding.severity}`).toLowerCase()}`)}</h3>${listHtml(told)}`
}

const findingsHtml = ({ findings }: Account, exponent: number): string => {
  const standing = findings.filter(({ withdrawn }) => !withdrawn)
  const withdrawn = findings.flatMap(({ withdrawn: isGone, data }) => (isGone ? [data.finding] : []))
  const gone = withdrawn.length === 0 ? '' : `<p>Withdrawn: ${escaped(withdrawn.join(', '))}.</p>`
  const told = standing.length === 0 ? '<p>No finding stands.</p>' : standing.map((each) => findingHtml(each, exponent)).join('\n')
  return `<section><h2>Findings and clauses</h2>${told}${gone}</section>`
}

/** The pointer's lines begin with this verb. */
const POINTER_LINE = /^P /

const readingsHtml = ({ account }: RoundRecords, { entries }: Excerpt): string => {
  const usesPointer = entries.some(({ json }) => POINTER_LINE.test(String(recordOf(json).line ?? '')))
  const others = otherStories(account).map(otherHtml).join('')
  return `<section><h2>The readings left</h2>${decidingTexts(account, usesPointer)
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('\n')}</section>${others}`
}

const otherHtml = ({ title, question, rows }: OtherStory): string =>
  `<section><h3>${escaped(title)}</h3>${question === null ? '' : `<p><strong>${escaped(question)}</strong></p>`}
${tableHtml(['Hand', 'As shown above', 'In this story'], rows, 'other')}</section>
`

const storyHtml = ({ said }: RoundRecords, exponent: number): string => {
  const rows = storyOf(said, exponent).map(({ n, time, text, cause }) => [time, text, cause, String(n)])
  return `<h2>What happened</h2><p class="note">Times are UTC. A question mark: later evidence could still have changed it.</p>
${tableHtml(['Time', 'What was concluded', 'From the device lines', 'Record'], rows, 'story')}`
}

const sealHtml = ({ seal, name }: RoundRecords, { publicKey, before, entries }: Excerpt): string =>
  `<section><h2>What vouches for it</h2>${listHtml([
    ['Records', `${entries[0]?.n ?? 0} to ${seal.n} of journal ${name.stream}`],
    ['Hash before them', before],
    [`Hash behind record ${seal.covers}`, seal.hash],
    ['Signed at', seal.at],
    ['Signature', seal.signature],
    ['Public key', publicKey],
  ])}<p class="note">Check it with <code>npm run verify -- --key KEY FILE</code>, and the public key that you were given, not the one above. The
journal does not say the currency: the table's configuration does.</p></section>`

/** The part of a record that a person reads; the whole record is in the block. */
const recordText = (record: ReturnType<typeof recordOf>): string => {
  if (typeof record.line === 'string') return `${String(record.device ?? '')} ${record.line}`
  const { envelope } = record
  if (typeof envelope === 'object' && envelope !== null && 'type' in envelope && 'id' in envelope) return `${envelope.type} ${envelope.id}`
  return ''
}

const recordsHtml = ({ entries }: Excerpt): string => {
  const rows = entries.map(({ n, hash, json }) => {
    const record = recordOf(json)
    return [String(n), timeText(record.t), String(record.kind), recordText(record), hash.slice(0, 16)]
  })
  return `<h2>The records</h2><p class="note">Received by the machine's clock, UTC. Of each hash the first 16 digits.</p>
${tableHtml(['Record', 'Received', 'Kind', 'Line, or message', 'Hash'], rows, 'records')}`
}

const LAST_MS = 8.64e15
const timeText = (t: unknown): string => (typeof t === 'number' && Math.abs(t) <= LAST_MS ? new Date(t).toISOString() : '?')

/** A line of the round's story: what was concluded, when, and the device lines behind it. */
interface StoryLine {
  readonly n: number
  /** ISO 8601, event time. */
  readonly time: string
  readonly text: string
  /** Device lines, joined by spaces. */
  readonly cause: string
}

const storyOf = (said: readonly SaidOnce[], exponent: number): readonly StoryLine[] =>
  said.flatMap(({ n, envelope }) => {
    const text = textOf(envelope, exponent)
    return text === null ? [] : [{ n, time: envelope.time, text, cause: envelope.cause ?? '' }]
  })

/** Puts everything on one line, however long. */
const WIDE = 100_000

const textOf = (envelope: AnyEnvelope, exponent: number): string | null => {
  if (envelope.type === 'finding.raised' || envelope.type === 'finding.changed' || envelope.type === 'finding.withdrawn') {
    const lines = laidOut(findingEntry(envelope.type, envelope.data), WIDE)
    return lines
      .flatMap((line) => line.map(({ text }) => text))
      .join('')
      .replace(/^! /, '')
  }
  const phrase = phraseOf(envelope, 'all')
  return phrase === null ? null : phraseText(phrase, plainVoice(exponent))
}
