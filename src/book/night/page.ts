/** The night sheet as one HTML page, to read and to print: no script and nothing from elsewhere, charts as inline SVG. Pure. */
import { escaped } from '../../display/markup.ts'
import { CATALOGUE } from '../../procedure/catalogue/index.ts'
import { findingWords } from '../../procedure/catalogue/words.ts'
import { isFindingCode } from '../../rules/house/finding-code.ts'
import { findingFactsSchema } from '../../wire/finding-schema.ts'
import { type Language, tell } from '../../words/text.ts'
import type { DealerNight, NightSheet, OpenFinding, TableNight } from './form.ts'
import { type Numbers, numbersIn } from './numbers.ts'
import { stripOf } from './strip.ts'
import { type NightWord, nightWord } from './words.ts'

/** Where a figure leads: into the display that shows the page, or into the book's own interface. */
export type Links = 'display' | 'book'

export interface PageOptions {
  readonly language: Language
  readonly links: Links
  /** Addresses of the gaming days beside it; null: it is no gaming day. */
  readonly beside: { readonly before: string; readonly after: string } | null
}

/** Rows that fit beside the rest on the first page. */
const OPEN_SHOWN = 12

const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #5a5a5a; --line: #c4c4c4; --ground: #fff; --bar: #1a5fb4; --lost: #b3261e; --band: #d9d9d9; --spell: #dce8f7; --other: #efe3d0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --soft: #a8a8a8; --line: #4a4a4a; --ground: #161616; --bar: #78aeed; --lost: #f28b82; --band: #3a3a3a; --spell: #24384f; --other: #463a26 } }
* { box-sizing: border-box }
body { font: 13px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 64rem; margin: 1rem auto; padding: 0 .8rem }
h1 { font-size: 1.4rem; margin: .2rem 0 } h2 { font-size: 1.05rem; margin: 1.1rem 0 .3rem } h3 { font-size: .95rem; margin: .8rem 0 .2rem }
a { color: inherit; text-decoration-color: var(--soft) } nav { display: flex; gap: 1.2rem; margin: .3rem 0 } p { margin: .3rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .18rem .5rem .18rem 0; text-align: right; vertical-align: top } th { font-weight: 600 } thead th { border-bottom: 1px solid var(--line) }
.text { text-align: left } tbody tr + tr td, tbody tr + tr th { border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent) } tfoot th, tfoot td { border-top: 1px solid var(--line); font-weight: 600 }
.unusual { color: var(--lost); font-weight: 600 } .note, .soft { color: var(--soft) } ul { margin: .2rem 0; padding-left: 1.1rem }
svg { max-width: 100%; height: auto; font: 10px system-ui, sans-serif } svg text { fill: var(--ink) } svg .label, svg .hour { fill: var(--soft) }
.bar { fill: var(--bar) } .lost { fill: var(--lost) } .band { fill: var(--band) } .spell { fill: var(--spell) } .other { fill: var(--other) }
.level { stroke: var(--bar); stroke-width: 2 } .least { stroke: var(--ink); stroke-dasharray: 2 2 } .base, .zero { stroke: var(--line) }
section { break-inside: avoid-page } .strips { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: .2rem 1.6rem } .whole { white-space: nowrap }
@media screen and (max-width: 46rem) { .scroll table { min-width: 46rem } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --ground: #fff; --bar: #1a5fb4; --lost: #b3261e; --band: #d9d9d9; --spell: #dce8f7; --other: #efe3d0 } @page { size: A4; margin: 12mm } body { margin: 0; max-width: none; font-size: 9.5px } .strips { grid-template-columns: 1fr 1fr } nav { display: none } h1 { font-size: 1.25rem } h2 { margin: .7rem 0 .15rem } th, td { padding: .08rem .35rem .08rem 0 } .scroll { overflow: visible } .later { break-before: page } }
`

interface Making extends Omit<PageOptions, 'beside'> {
  readonly sheet: NightSheet
  readonly numbers: Numbers
  readonly say: (word: NightWord, figures?: Parameters<typeof nightWord>[2]) => string
}

interface Column<T> {
  readonly head: NightWord
  readonly isText?: boolean
  /** HTML. */
  readonly cell: (row: T) => string
}

interface Listed<T> {
  readonly title: NightWord
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  /** HTML. */
  readonly foot?: string
}

/** Wide tables scroll by themselves, also from the keyboard. */
const tableOf = <T>({ title, columns, rows, foot = '' }: Listed<T>, { say }: Making): string => {
  const classOf = ({ isText = false }: Column<T>): string => (isText ? ' class="text"' : '')
  const head = columns.map((column) => `<th scope="col"${classOf(column)}>${escaped(say(column.head))}</th>`).join('')
  const body = rows.map((row) => `<tr>${columns.map((column) => `<td${classOf(column)}>${column.cell(row)}</td>`).join('')}</tr>`)
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escaped(say(title))}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody>${foot}</table></div>`
}

const link = (href: string, text: string): string => `<a href="${escaped(href)}">${escaped(text)}</a>`

const ofTable = ({ property, pit, table }: Pick<TableNight, 'property' | 'pit' | 'table'>): string =>
  `api/tables/${property}/${pit}/${table}`

/** The rounds or findings behind a figure of a table. */
const behind = (row: TableNight, what: 'rounds' | 'findings', { links, sheet: { from, to } }: Making): string => {
  if (links === 'display') return `../#/rounds/${row.property}/${row.pit}/${row.table}?from=${from}&to=${to}`
  // The interface includes the last moment, the sheet does not.
  const last = new Date(Date.parse(to) - 1).toISOString()
  return `${ofTable(row)}/${what}?from=${from}&to=${last}`
}

const roundHref = (row: OpenFinding, { links }: Making): string | null => {
  if (row.round === null) return null
  return links === 'display' ? `../#/${row.table}/${row.stream}/${row.round}` : `${ofTable(row)}/rounds/${row.stream}/${row.round}`
}

const expectedText = ({ theory, deviation, exponent }: TableNight, { numbers }: Making): string =>
  theory === null ? numbers.fixed(null) : `${numbers.money(theory, exponent)} ± ${numbers.money(2 * (deviation ?? 0), exponent)}`

const notSeenText = ({ roundsNotSeen, stakedNotSeen, exponent }: TableNight, { say, numbers }: Making): string =>
  roundsNotSeen === 0
    ? '0'
    : say('rounds-not-seen', { rounds: numbers.fixed(roundsNotSeen), stakes: numbers.money(stakedNotSeen, exponent) })

const tableColumns = (making: Making): readonly Column<TableNight>[] => {
  const { numbers } = making
  return [
    {
      head: 'table',
      isText: true,
      cell: ({ table, house }) => `${escaped(table)} <span class="soft whole">${escaped(house ?? '')}</span>`,
    },
    { head: 'hours', cell: ({ hours }) => numbers.fixed(hours, 1) },
    { head: 'rounds', cell: (row) => link(behind(row, 'rounds', making), numbers.fixed(row.rounds)) },
    { head: 'rounds-per-hour', cell: ({ roundsPerHour }) => numbers.fixed(roundsPerHour) },
    { head: 'hands-per-hour', cell: ({ handsPerHour }) => numbers.fixed(handsPerHour) },
    { head: 'handle', cell: ({ handle, exponent }) => numbers.money(handle, exponent) },
    {
      head: 'won',
      cell: ({ houseWon, exponent, isUnusual }) =>
        isUnusual ? `<span class="unusual">${numbers.money(houseWon, exponent)}</span>` : numbers.money(houseWon, exponent),
    },
    { head: 'expected', cell: (row) => `<span class="whole">${escaped(expectedText(row, making))}</span>` },
    { head: 'not-seen', cell: (row) => escaped(notSeenText(row, making)) },
    {
      head: 'findings',
      cell: (row) => link(behind(row, 'findings', making), `${numbers.fixed(row.findings)} (${numbers.fixed(row.findingsOpen)})`),
    },
    { head: 'left', cell: ({ wrongMoneyLeft, exponent }) => numbers.money(wrongMoneyLeft, exponent) },
  ]
}

const sumBy = (rows: readonly TableNight[], of: (row: TableNight) => number | null): number =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0)

/** A line for each currency of several tables; amounts in two are never added. */
const sumRows = ({ sheet: { tables }, say, numbers }: Making): string => {
  const lines = [...new Set(tables.map(({ currency }) => currency))].flatMap((currency) => {
    const own = tables.filter((row) => row.currency === currency)
    const exponent = own[0]?.exponent ?? 0
    if (own.length < 2) return []
    const money = (of: (row: TableNight) => number | null): string => numbers.money(sumBy(own, of), exponent)
    const cells = [
      ...[
        numbers.fixed(
          sumBy(own, ({ hours }) => hours),
          1,
        ),
        numbers.fixed(sumBy(own, ({ rounds }) => rounds)),
        '',
        '',
      ],
      ...[
        money(({ handle }) => handle),
        money(({ houseWon }) => houseWon),
        '',
        numbers.fixed(sumBy(own, ({ roundsNotSeen }) => roundsNotSeen)),
      ],
      `${numbers.fixed(sumBy(own, ({ findings }) => findings))} (${numbers.fixed(sumBy(own, ({ findingsOpen }) => findingsOpen))})`,
      money(({ wrongMoneyLeft }) => wrongMoneyLeft),
    ]
    const head = `<th scope="row" class="text">${escaped(say('all', { currency: currency ?? '?' }))}</th>`
    return [`<tr>${head}${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`]
  })
  return lines.length === 0 ? '' : `<tfoot>${lines.join('')}</tfoot>`
}

const unusualList = ({ sheet: { unusual }, say, numbers }: Making): string => {
  const figure = (name: string, value: number | string): string =>
    typeof value === 'string' ? value : name === 'up' ? numbers.share(value, 2) : numbers.fixed(value, name === 'z' ? 2 : 0)
  const lines = unusual.map(({ what, of, figures }) => {
    const shown = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figure(name, value)]))
    return `<li>${escaped(say(`unusual.${what}`, { of, ...shown }))}</li>`
  })
  return lines.length === 0 ? `<p class="soft">${escaped(say('nothing-unusual'))}</p>` : `<ul>${lines.join('')}</ul>`
}

/** What there is to do when other cards lie on the table: made of the facts of the finding, or as its table said it. */
const remedyOf = ({ code, data }: OpenFinding, language: Language): string => {
  const facts = findingFactsSchema.safeParse(data.facts)
  if (isFindingCode(code) && facts.success) return findingWords(CATALOGUE[code], { ...facts.data, moment: 'past' }, language).remedy
  return typeof data.remedy === 'string' ? data.remedy : ''
}

const openColumns = (making: Making): readonly Column<OpenFinding>[] => {
  const { numbers, language, say } = making
  const whatOf = ({ code, grade }: OpenFinding): string => {
    const title = isFindingCode(code) ? tell(CATALOGUE[code].title, language) : code
    return `${grade === 'one-of' ? say('one-of', { what: title }) : title} (${code})`
  }
  return [
    { head: 'time', isText: true, cell: ({ raisedAt }) => `<span class="whole">${numbers.moment(raisedAt).slice(5)}</span>` },
    { head: 'table', isText: true, cell: ({ table }) => escaped(table) },
    {
      head: 'round',
      isText: true,
      cell: (row) => {
        const href = roundHref(row, making)
        return href === null ? '' : link(href, row.round ?? '')
      },
    },
    { head: 'box', cell: ({ box }) => String(box ?? '') },
    { head: 'what', isText: true, cell: (row) => `${escaped(whatOf(row))}<div class="soft">${escaped(remedyOf(row, language))}</div>` },
    {
      head: 'amount',
      cell: ({ amount, exponent, currency }) =>
        `<span class="whole">${escaped(`${numbers.money(amount, exponent)} ${currency ?? ''}`)}</span>`,
    },
    { head: 'dealer', isText: true, cell: ({ dealer }) => escaped(dealer ?? '') },
  ]
}

const openSection = (making: Making): string => {
  const { sheet, say, numbers } = making
  const { findings, sums } = sheet.openMoney
  if (findings.length === 0) return `<p class="soft">${escaped(say('nothing-open'))}</p>`
  const lines = sums.map(({ amount, currency, exponent, count, unknown }) => {
    const figures = { amount: numbers.money(amount, exponent), currency: currency ?? '?', count: numbers.fixed(count) }
    return `<p><strong>${escaped(say('open-sum', { ...figures, unknown: unknown === 0 ? null : numbers.fixed(unknown) }))}</strong></p>`
  })
  const rest = findings.length - OPEN_SHOWN
  const more = rest > 0 ? `<p class="soft">${escaped(say('more', { count: numbers.fixed(rest) }))}</p>` : ''
  return lines.join('') + tableOf({ title: 'open', columns: openColumns(making), rows: findings.slice(0, OPEN_SHOWN) }, making) + more
}

const dealerColumns = ({ numbers, say }: Making): readonly Column<DealerNight>[] => [
  {
    head: 'dealer',
    isText: true,
    cell: ({ dealer, currency }) => `${escaped(dealer)} <span class="soft">${escaped(currency ?? '')}</span>`,
  },
  { head: 'dealt-hours', cell: ({ hours }) => numbers.fixed(hours, 1) },
  { head: 'rounds', cell: ({ rounds }) => numbers.fixed(rounds) },
  { head: 'rounds-per-hour', cell: ({ roundsPerHour }) => numbers.fixed(roundsPerHour) },
  { head: 'pace', cell: ({ pace }) => numbers.share(pace) },
  {
    head: 'rate',
    cell: ({ rate, rateFrom, rateTo }) =>
      rate === null
        ? `<span class="soft">${escaped(say('too-few'))}</span>`
        : `${numbers.fixed(rate, 2)} (${numbers.fixed(rateFrom, 2)}–${numbers.fixed(rateTo, 2)})`,
  },
  { head: 'left', cell: ({ wrongMoneyLeft, exponent, rate }) => (rate === null ? '' : numbers.money(wrongMoneyLeft, exponent)) },
]

const personsSection = (making: Making): string => {
  const { sheet, say, numbers } = making
  const columns: readonly Column<NightSheet['persons'][number]>[] = [
    { head: 'person', isText: true, cell: ({ user }) => escaped(user) },
    { head: 'done', cell: ({ commands }) => numbers.fixed(commands) },
    { head: 'refused', cell: ({ refused }) => numbers.fixed(refused) },
    { head: 'which', isText: true, cell: ({ byName }) => escaped(byName.map(({ name, count }) => `${name} ${count}`).join(', ')) },
    { head: 'on-findings', cell: ({ findings }) => numbers.fixed(findings) },
    { head: 'silencing', cell: ({ silencing }) => numbers.fixed(silencing) },
  ]
  return sheet.persons.length === 0
    ? `<p class="soft">${escaped(say('nobody-ordered'))}</p>`
    : tableOf({ title: 'persons', columns, rows: sheet.persons }, making)
}

const devicesSection = (making: Making): string => {
  const { sheet, say, numbers } = making
  const columns: readonly Column<TableNight>[] = [
    { head: 'table', isText: true, cell: ({ table }) => escaped(table) },
    { head: 'up', cell: ({ devicesUp }) => numbers.share(devicesUp, 2) },
    { head: 'faults', cell: ({ linkFaults }) => numbers.fixed(linkFaults) },
    {
      head: 'complete',
      cell: ({ completeTo, heardTo }) =>
        heardTo > completeTo
          ? escaped(say('complete-to', { to: numbers.fixed(completeTo), heard: numbers.fixed(heardTo) }))
          : numbers.fixed(completeTo),
    },
  ]
  return tableOf({ title: 'devices', columns, rows: sheet.tables }, making)
}

const section = (title: string, content: string, name = ''): string => `<section${name}><h2>${escaped(title)}</h2>${content}</section>`

const spanText = ({ sheet: { day, from, to, zone }, say, numbers }: Making): string => {
  const span = say('of-span', { from: numbers.moment(from), to: numbers.moment(to), zone })
  return day === null ? span : `${say('of-day', { day })}: ${span}`
}

const navOf = (beside: PageOptions['beside'], { say }: Making): string =>
  beside === null ? '' : `<nav>${link(beside.before, `← ${say('before')}`)}${link(beside.after, `${say('after')} →`)}</nav>`

const stripsOf = (making: Making): string =>
  making.sheet.tables
    .map((table) => ({ table, drawn: stripOf(table, making) }))
    .filter(({ drawn }) => drawn !== '')
    .map(({ table, drawn }) => `<section><h3>${escaped(making.say('strip-of', { table: table.table }))}</h3>${drawn}</section>`)
    .join('')

export const nightPage = (sheet: NightSheet, { language, links, beside }: PageOptions): string => {
  const say: Making['say'] = (word, figures) => nightWord(word, language, figures)
  const making: Making = { sheet, language, links, numbers: numbersIn(language, sheet.zone), say }
  const { tables, dealers, notCounted } = sheet
  const title = `${say('title')}, ${spanText(making)}`
  const warned = notCounted.length === 0 ? '' : `<ul>${notCounted.map((line) => `<li class="unusual">${escaped(line)}</li>`).join('')}</ul>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(say('title'))}</h1><p>${escaped(spanText(making))}</p>${navOf(beside, making)}
${warned === '' ? '' : section(say('not-counted'), warned)}
${section(say('tables'), tables.length === 0 ? `<p class="soft">${escaped(say('no-table'))}</p>` : tableOf({ title: 'tables', columns: tableColumns(making), rows: tables, foot: sumRows(making) }, making))}
${section(say('unusual'), unusualList(making))}
${section(say('open'), openSection(making))}
${section(say('dealers'), dealers.length === 0 ? `<p class="soft">${escaped(say('no-dealers'))}</p>` : tableOf({ title: 'dealers', columns: dealerColumns(making), rows: dealers }, making))}
<div class="later"><h2>${escaped(say('strip'))}</h2><div class="strips">${stripsOf(making)}</div></div>
${section(say('persons'), personsSection(making))}
${section(say('devices'), devicesSection(making))}
${section(say('not-known'), `<p class="note">${escaped(say('not-known.text'))}</p>`)}
</main></body></html>
`
}
