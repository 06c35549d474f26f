/** The evening of a table in one line. Pure text. */
import { shareText } from './money-text.ts'
import type { TableSection } from './section.ts'

const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

/** `bj07: 612 rounds, 598 told complete, 4 findings (1 open), devices up 99.98 %, book complete to record 48,211` */
export const morningLine = ({ name, rounds, findings, devices, complete }: Omit<TableSection, 'line'>): string => {
  const links = devices.up === null ? 'devices not heard of' : `devices up ${shareText(devices.up, 2)}`
  const missing = complete.heard > complete.to ? ` of ${grouped(complete.heard)}` : ''
  return [
    `${name}: ${counted(rounds.dealt, 'round')}`,
    `${grouped(rounds.complete)} told complete`,
    ...(rounds.lagging > 0 ? [`${grouped(rounds.lagging)} told while the table was behind its devices`] : []),
    `${counted(findings.total, 'finding')} (${grouped(findings.open)} open)`,
    links,
    `book complete to record ${grouped(complete.to)}${missing}`,
  ].join(', ')
}
