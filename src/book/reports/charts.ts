/** Small charts as inline SVG, each with its numbers next to it as text. Pure text. */
import { escaped } from '../../display/markup.ts'
import type { Section, TableSection } from './section.ts'

const WIDTH = 640
const LEFT = 120
const ROW = 22
const Z_MOST = 4

/** The x position of a z on its scale. */
const xOf = (z: number): number => LEFT + ((Math.min(Z_MOST, Math.max(-Z_MOST, z)) + Z_MOST) / (2 * Z_MOST)) * (WIDTH - LEFT - 60)

const mark = (x: number, height: number, dashed: boolean): string =>
  `<line x1="${x}" x2="${x}" y1="0" y2="${height}" stroke="#999"${dashed ? ' stroke-dasharray="3 3"' : ''}/>`

/** Each table's win next to the theoretical one, in standard deviations; results beyond the dashed lines are unusual. */
export const winChart = (tables: readonly TableSection[]): string => {
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
export const findingsChart = ({ findings: { byCode } }: Section): string => {
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
