/** docs/findings.md: what each finding means and what to do, by table area, and after that what it rests on. */
import { STRINGS } from '../../display/page/strings.ts'
import { SEARCHED } from '../../engine/deviation.ts'
import { FIGURE_NAMES } from '../../procedure/catalogue/figures.ts'
import { CATALOGUE, clauseFor, SECTIONS } from '../../procedure/catalogue/index.ts'
import { type CatalogueRow, NEXT_IS_OUT, ROUND_IS_OVER } from '../../procedure/catalogue/row.ts'
import { casesOf } from '../../procedure/catalogue/words.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import { FINDING_CODES, type FindingCode } from '../../rules/house/finding-code.ts'
import type { Clause, HouseId } from '../../rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../rules/house/index.ts'
import { REASONS } from '../../rules/reasons.ts'
import { faultRows } from './fault-rows.ts'
import { table } from './markdown.ts'

interface Texts {
  readonly title: string
  readonly means: string
  readonly now: readonly string[]
  readonly later: readonly string[]
}

/**
 * What people read of a row, with its cases: the only place here that knows how the catalogue keeps its texts. The words that nearly every
 * remedy after the deal begins with are said once, at the head of the page.
 */
const textsOf = (code: FindingCode): Texts => {
  const row = CATALOGUE[code]
  const all = [row, ...casesOf(row)]
  return {
    title: row.title.en,
    means: row.means.en,
    now: all.map(({ remedy, afterRound }) => {
      const isOwn = afterRound !== undefined && !afterRound.en.startsWith(ROUND_IS_OVER.en)
      return isOwn ? `${remedy.en}<br>Between rounds: ${afterRound.en}` : remedy.en
    }),
    later: all.map(({ afterDeal }) => afterDeal.en.replace(NEXT_IS_OUT.en, 'Reconstruct it')),
  }
}

/** What stands for the figures that an alarm names, and the form of each on the wire. A new figure needs a row here. */
const FIGURE_ROWS: { readonly [figure: string]: readonly [words: string, form: string] } = {
  due: ['the amount due', 'minor units'],
  moved: ['what moved', 'minor units'],
  did: ['paid, taken or neither', 'minor units, negative: taken'],
  result: ['won, lost or tied', "minor units, the bettor's gain"],
  more: ['the difference', 'minor units'],
  base: ['the stake', 'minor units'],
  ratio: ['the ratio', '`[3, 2]`'],
  most: ['the most allowed', 'a number'],
  least: ['the least or most points allowed', 'a number'],
  count: ['how many', 'a number'],
  total: ['the points of the hand', 'a number'],
  totals: ['the points allowed', 'numbers'],
  n: ['the place of the card in its round', 'a number'],
  cards: ['the cards', 'codes'],
  ids: ['the ids of the chips', 'texts'],
  laid: ['the chips that lay there', 'chips by value, `FB` for lammers'],
  chips: ['the chips that lie there', 'chips by value, `FB` for lammers'],
  changes: ['what the rack gained and lost', 'chips by value, negative: lost'],
  time: ['the time', 'ISO 8601'],
}

const figureRow = (name: string): readonly string[] => {
  const row = FIGURE_ROWS[name]
  if (row === undefined) throw new Error(`src/tools/documents/findings-page.ts has no words for the figure {${name}}`)
  return row
}

const withFigures = (template: string): string =>
  template
    .replace(/[[\]]/g, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => `*${figureRow(name)[0]}*`)
    .replaceAll('the *the ', 'the *')

const unique = (texts: readonly string[]): string => [...new Set(texts.map(withFigures))].join('<br>')

/** The severity, with the houses whose document makes it less serious. */
const severityText = ({ severity, severityIn }: CatalogueRow): string =>
  [
    STRINGS[`severity.${severity}`].en,
    ...Object.entries(severityIn ?? {}).map(([house, other]) => `${STRINGS[`severity.${other}`].en} in ${house}`),
  ].join(', ')

const peopleRow = (code: FindingCode): readonly string[] => {
  const { title, means, now, later } = textsOf(code)
  const [remedy, afterDeal] = [unique(now), unique(later)]
  return [`**${title}**<br>\`${code}\`, ${severityText(CATALOGUE[code])}`, means, remedy, afterDeal === remedy ? 'the same' : afterDeal]
}

/** The first thing to look at, for each section of the catalogue. */
const INTRODUCTIONS: { readonly [title: string]: string } = {
  'Shoe, packs, cut, burn':
    'Counted from the moment a shoe is loaded. One card too many means a foreign card, a misread one or the wrong packs: deal nothing until somebody has checked.',
  Bets: 'The bet is what lies on the spot when the first card leaves the shoe. After that, only a decision in play changes it.',
  'Initial deal':
    'The shoe knows the cards, but not where they went. These findings come when no legal deal explains what followed: look at the cards before you touch a chip.',
  'Check for blackjack, insurance, even money': "Put insurance right before the dealer's hand is played.",
  'Options of the players': 'Plays that the dealer should have refused or completed. Never put an exposed card back into the shoe.',
  'Free bets and Pot of Gold':
    'A lammer stands for a bet: if it is missing, the bet is not paid; if it is left behind, the bet counts twice.',
  "Dealer's hand":
    'A card that the dealer should not have drawn does not count. A card that is still missing is drawn as long as nothing is settled.',
  Blackjacks: 'Blackjack is two cards, not after a split. The house decides what it pays and when: `npm run houses` prints it.',
  Settlement: 'Take a wrong payment back completely and pay again, so that everybody sees the right payment.',
  'The shoe over its life, where it is tested':
    'Statistics, never proof: `watches.shoeAlarmRate` in the configuration sets how often a good shoe raises a false alarm. Check the shuffle, not the dealer.',
  Rack: 'Only where the rack has a sensor. No sensor sees cash: chips sold for cash leave the rack just as stolen ones would.',
}

const isRaised = (code: FindingCode): boolean => typeof CATALOGUE[code].raised === 'string'

const section = (title: string, codes: readonly FindingCode[]): string => {
  const introduction = INTRODUCTIONS[title]
  if (introduction === undefined) throw new Error(`src/tools/documents/findings-page.ts has no introduction to "${title}"`)
  const rows = codes.filter(isRaised).map(peopleRow)
  return `## ${title}\n\n${introduction}\n\n${table(['finding', 'what it means', 'what to do first', 'after the next deal'], rows)}\n`
}

/** `000 l.21`, or where a practice is written down. */
const clauseText = ({ document, section, line }: Clause): string => {
  if (document === 'practice') return `practice: ${section}`
  return line === null ? `${document} "${section}"` : `${document} l.${line}`
}

/** Every clause that a finding of this code may cite at a table of this house. */
const clausesText = (code: FindingCode, { cases = {} }: CatalogueRow, house: HouseId): string => {
  const all = [undefined, ...(Object.keys(cases) as FigureCase[])].map((which) => clauseText(clauseFor(code, house, [], which)))
  return [...new Set(all)].join(', ')
}

/** Documents first, practice last; where practices differ, each names its house. */
const groundsText = (code: FindingCode, row: CatalogueRow, houses: readonly HouseId[]): string => {
  const each = houses.map((house) => ({ document: HOUSES[house].document, text: clausesText(code, row, house) }))
  const cited = each.filter(({ text }) => !text.startsWith('practice')).map(({ text }) => text)
  const practices = each.filter(({ text }) => text.startsWith('practice'))
  const differ = new Set(practices.map(({ text }) => text)).size > 1
  return [...new Set([...cited, ...practices.map(({ document, text }) => (differ ? `${document} ${text}` : text))])].join('; ')
}

const technicalRow = (code: FindingCode): readonly string[] => {
  const row = CATALOGUE[code]
  const { needs, sure, raised, under } = row
  const houses = HOUSE_IDS.filter((id) => under?.(HOUSES[id].rules) ?? true)
  return [
    `\`${code}\``,
    sure ?? '-',
    [needs.evidence, ...needs.also.map((each) => `\`${each}\``)].join(', '),
    raised === 'events' ? 'events' : SEARCHED.has(code) ? 'readings' : 'not looked for yet',
    houses.length === HOUSE_IDS.length ? 'all' : houses.map((id) => HOUSES[id].document).join(', '),
    groundsText(code, row, houses),
  ]
}

const closedRow = (code: FindingCode): readonly string[] => {
  const { raised } = CATALOGUE[code]
  return typeof raised === 'string' ? [] : [`\`${code}\``, textsOf(code).means, raised.closed]
}

export function findingsPage(): string {
  const raised = FINDING_CODES.filter(isRaised)
  return `# Findings

Generated by \`npm run docs\` from the catalogue. ${raised.length} of its ${FINDING_CODES.length} findings can be raised; cards and chips cannot show the
others ([why](#codes-that-are-never-raised)). A code keeps its meaning for good.

The bold words are those of the alarm. Italics stand for the amounts and the time that the alarm names. **Reconstruct it**: the next round is out, so rebuild
the round from the discards, or ask surveillance for it at the time in the alarm. **Between rounds**, when the round is over and the next is not dealt, such an
alarm says "${ROUND_IS_OVER.en}", and the same step. If two names fit the same event, the
alarm uses the name of the rule that was broken. How the grades *proven*, *one of several* and *likely* are meant: [pit.md](pit.md#proven-one-of-several-likely).

${SECTIONS.map(({ title, codes }) => section(title, codes)).join('\n')}
## Devices and computer

They accuse nobody. An alarm that ends by itself stays on the list until somebody has acknowledged it. What the technician does:
[technician.md](technician.md#what-goes-wrong).

${table(['alarm', 'what happened', 'what to do'], faultRows())}

## What each finding rests on

**Class**: S, the event itself proves it; X, proven if no legal reading explains the round and no other single error that is known does; S/X, S for a hand's first
two cards and X for others; T, a hint only. **Needs**: \`cards\` is the shoe alone; the others say how far the chips are followed (\`chipEvidence\`), with the areas
and keys needed besides the main spots. **By**: \`events\`, single observations; \`readings\`, the errors that the readings of a round contain.

**Houses** by the number of their document: ${HOUSE_IDS.map((id) => `${HOUSES[id].document} ${id}`).join(', ')}. Where clauses differ, each begins with its
document, and \`practice\` is that of the other houses (\`field\`: the trade's common practice). If a table overrides a rule, the clause names the table. A finding that rests only on a default of this
project, because the document can be read both ways, is at most likely, at most \`procedure\`, and cites the practice: a soft hand doubled by its low total, a
card on 21 where no rule bars it, a soft 17 or a split ace played as the document does not forbid, a prize paid on another stake or together with lower ones,
insurance laid in play where only practice says until when it may be.

${table(['code', 'class', 'needs', 'by', 'houses', 'clause'], raised.map(technicalRow))}

## Reasons

Why a finding is only likely (\`counter\`), and why a round is void or gets no complete verdict (\`why\`): a code with its figures, which stand in \`{}\`. The
English words are those of \`counterReading\` and \`reason\`. \`errors\` lists errors by code and box; an error without a name is null.

${table(
  ['code', 'English', 'German'],
  Object.entries(REASONS).map(([code, { en, de }]) => [code, en, de].map((text) => `\`${text}\``)),
)}

## Figures

What a finding says is on the wire as data too (\`facts\`): its \`case\`, how far its round is (\`moment\`), and these figures. A figure that is not
known is left out. The texts above are templates that the figures fill, in English and in German.

${table(
  ['figure', 'means', 'on the wire'],
  FIGURE_NAMES.map((name) => [`\`${name}\``, ...figureRow(name)]),
)}

## Codes that are never raised

${table(['code', 'what it would mean', 'why it cannot be decided'], FINDING_CODES.filter((code) => !isRaised(code)).map(closedRow))}
`
}
