/** The shift report as one HTML page for printing: no script, no external resources, charts as inline SVG. Pure. */

import { escaped } from '../../display/markup.ts'
import { flagText, namesText, type PersonsCommands } from './commands.ts'
import { UNKNOWN_THEN } from './in-force.ts'
import { BET_NAMES, betsShown, COUNT_LINES, MONEY_COLUMNS, NOTES } from './lines.ts'
import { fixed, shareText } from './money-text.ts'
import type { RulesSection, Section, TableSection } from './section.ts'
import { notSeenText, type ShiftReport } from './shift-report.ts'

const STYLE = `
:root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .4rem; border-bottom: 1px solid #999 }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding: .2rem 0 } th, td { padding: .15rem .6rem .15rem 0; text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left } thead th { border-bottom: 1px solid #bbb }
.lines { columns: 2; column-gap: 3rem } .lines div { display: flex; justify-content: space-between; break-inside: avoid }
.unusual { font-weight: 700; color: #a40000 } .note, footer { color: #444; font-size: .9rem } svg { display: block; margin: .6rem 0 }
section { break-inside: avoid-page } @media print { body { margin: 0; max-width: none } @page { margin: 15mm } }
`

const cells = (tag: 'th' | 'td', texts: readonly string[]): string => texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')
const tableOf = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><caption>${escaped(caption)}</caption><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows
    .map((row) => `<tr${row.includes('unusual') ? ' class="unusual"' : ''}>${cells('td', row)}</tr>`)
    .join('')}</tbody></table>`

const moneyTable = (section: Section): string =>
  tableOf(
    `Money${section.currency === null ? '' : `, ${section.currency}`}`,
    ['Bet', ...MONEY_COLUMNS.map(({ name }) => name)],
    betsShown(section).map((bet) => [BET_NAMES[bet], ...MONEY_COLUMNS.map(({ value }) => value(section.money[bet], section.exponent))]),
  )

const notSeen = ({ rounds, money, exponent }: Section): string =>
  rounds.notSeen === 0 ? '' : `<p>${escaped(notSeenText(rounds.notSeen, money.all.stakedNotSeen, exponent))}</p>`

const findingsTable = ({ findings }: Section): string =>
  findings.byCode.length === 0
    ? '<p>No findings.</p>'
    : tableOf(
        'Findings',
        ['Code', 'Count', 'For 1,000 decisions', '95 % from', 'to'],
        findings.byCode.map(({ code, count, rate, interval }) => [
          code,
          String(count),
          fixed(rate, 2),
          fixed(interval?.from ?? null, 2),
          fixed(interval?.to ?? null, 2),
        ]),
      )

const linesOf = (section: Section): string =>
  `<div class="lines">${COUNT_LINES.map(
    ({ name, value }) => `<div><span>${escaped(name)}</span><span>${escaped(value(section)) || '&ndash;'}</span></div>`,
  ).join('')}</div>`

const KIND = { table: 'Table', rules: 'Rules of', pit: 'Pit', dealer: 'Dealer' } as const

const sectionHtml = (section: Section, extra = ''): string =>
  `<section><h2>${KIND[section.of]} ${escaped(section.name)}</h2>${extra}${linesOf(section)}${moneyTable(section)}${notSeen(section)}${findingsTable(section)}${findingsChart(section)}</section>`

const rulesHtml = (rules: RulesSection): string => {
  const { house, from, to } = rules
  return sectionHtml(rules, `<p class="note">${escaped(house ?? UNKNOWN_THEN)}, rounds from ${timeText(from)} to ${timeText(to)} UTC.</p>`)
}

const tableHtml = (table: TableSection): string => {
  const { line, noTheory, devices, house, pit } = table
  const said = [
    `<p>${escaped(line)}</p>`,
    `<p class="note">Pit ${escaped(pit)}, rules of ${escaped(house ?? 'a house not told')}; links broke ${devices.faults} times, devices up ${shareText(devices.up, 2) || 'not known'}.</p>`,
    noTheory === null ? '' : `<p class="note">Nothing is expected of some rounds: ${escaped(noTheory)}.</p>`,
  ]
  return sectionHtml(table, said.join('')) + table.rules.map(rulesHtml).join('\n')
}

const personsHtml = (persons: readonly PersonsCommands[]): string => {
  const rows = persons.map((each) => [
    each.user,
    String(each.commands),
    String(each.refused),
    namesText(each),
    String(each.findings),
    String(each.silencing),
    String(each.silenced),
    each.flagged ? 'unusual' : '',
  ])
  const head = ['Person', 'Carried out', 'Refused', 'Which', 'On findings', 'Not judged any more', 'where a finding stood', '']
  return persons.length === 0 ? '' : `<section><h2>Commands by person</h2>${tableOf('Commands', head, rows)}${flagsHtml(persons)}</section>`
}
const flagsHtml = (persons: readonly PersonsCommands[]): string =>
  persons.flatMap((each) => (each.flagged ? [`<p class="unusual">${escaped(flagText(each))}</p>`] : [])).join('')

const notCountedHtml = ({ notCounted }: ShiftReport): string =>
  notCounted.length === 0
    ? ''
    : `<section class="unusual"><h2>Not counted</h2><ul>${notCounted.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul></section>`

const timeText = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 16)

export const renderHtml = (report: ShiftReport): string => {
  const { asked, tables, pits, dealers, persons } = report
  const what = asked.dealer === null ? '' : `, dealer ${asked.dealer}`
  const title = `Shift report ${timeText(asked.from)} to ${timeText(asked.to)} UTC${what}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>
${notCountedHtml(report)}
${winChart(tables)}
${tables.map(tableHtml).join('\n')}
${pits.map((pit) => sectionHtml(pit)).join('\n')}
${dealers.map((dealer) => sectionHtml(dealer)).join('\n')}
${personsHtml(persons)}
<footer><ul>${NOTES.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul></footer></body></html>
`
}

const WIDTH = 640
const LEFT = 120
const ROW = 22
const Z_MOST = 4

/** The x position of a z on its scale. */
const xOf = (z: number): number => LEFT + ((Math.min(Z_MOST, Math.max(-Z_MOST, z)) + Z_MOST) / (2 * Z_MOST)) * (WIDTH - LEFT - 60)

const mark = (x: number, height: number, dashed: boolean): string =>
  `<line x1="${x}" x2="${x}" y1="0" y2="${height}" stroke="#999"${dashed ? ' stroke-dasharray="3 3"' : ''}/>`

/** Each table's win next to the theoretical one, in standard deviations; results beyond the dashed lines are unusual. */
const winChart = (tables: readonly TableSection[]): string => {
  const rows = tables.flatMap(({ name, money: { all } }) => (all.z === null ? [] : [{ name, z: all.z, unusual: all.unusual }]))
  if (rows.length === 0) return ''
  const height = rows.length * ROW
  const dots = rows.map(({ name, z, unusual }, at) => {
    const y = at * ROW + ROW / 2
    const colour = unusual ? '#a40000' : '#1a5fb4'
    return `<text x="${LEFT - 8}" y="${y + 5}" text-anchor="end">${escaped(name)}</text><circle cx="${xOf(z).toFixed(1)}" cy="${y}" r="5" fill="${colour}"/><text x="${WIDTH - 50}" y="${y + 5}">${z.toFixed(2)}</text>`
  })
  const label = "Each table's win less the theoretical win, in standard deviations"
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-size="13"><title>${label}</title>${mark(xOf(0), height, false)}${mark(xOf(-3), height, true)}${mark(xOf(3), height, true)}${dots.join('')}</svg>`
}

const BARS_MOST = 8

/** Findings per 1,000 decisions, with their intervals. */
const findingsChart = ({ findings: { byCode } }: Section): string => {
  const rows = byCode
    .flatMap(({ code, rate, interval }) => (rate === null || interval === null ? [] : [{ code, rate, ...interval }]))
    .slice(0, BARS_MOST)
  if (rows.length < 2) return ''
  const most = Math.max(...rows.map(({ to }) => to))
  const height = rows.length * ROW
  const left = 2 * LEFT
  const at = (rate: number): string => (left + (rate / most) * (WIDTH - left - 10)).toFixed(1)
  const lines = rows.map(({ code, rate, from, to }, row) => {
    const y = row * ROW + ROW / 2
    return `<text x="${left - 8}" y="${y + 5}" text-anchor="end">${escaped(code)}</text><line x1="${at(from)}" x2="${at(to)}" y1="${y}" y2="${y}" stroke="#1a5fb4" stroke-width="2"/><circle cx="${at(rate)}" cy="${y}" r="4" fill="#1a5fb4"/>`
  })
  const label = 'Findings for 1,000 decisions with 95 % intervals'
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-size="12"><title>${label}</title>${lines.join('')}</svg>`
}
