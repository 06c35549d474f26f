/** The output of a verification, line by line. Pure. */
import { fingerprintOf } from '../../daemon/journal/seal.ts'
import type { KeptByBook } from './book.ts'
import type { Fault, JournalReport } from './journal.ts'

export const reportLines = (path: string, report: JournalReport, books: readonly KeptByBook[] = []): readonly string[] => {
  const { fault, n, firstN, segments, head, seals, sealedTo, keys, starts, software, accepted, isTorn } = report
  const lines: (readonly [string, string])[] = [
    ['table', head === null ? 'it does not say' : `${head.property}/${head.pit}/${head.table}, house ${head.house}`],
    ['stream', head?.stream ?? 'it does not say'],
    ['records', n < firstN ? 'none' : `${firstN} to ${n}, ${n - firstN + 1} in ${segments} ${segments === 1 ? 'file' : 'files'}`],
    ...(n < firstN ? [] : [['from', `${timeOf(report.firstMs)} to ${timeOf(report.lastMs)}, by the clock of the machine`] as const]),
    ...(firstN > 1 ? [['released', `records 1 to ${firstN - 1} are not here; an audit sink had acknowledged them`] as const] : []),
    ['seals', seals === 0 ? 'none' : `${seals}, the last over the records up to ${sealedTo}`],
    ...(n > sealedTo + 1 && seals > 0
      ? [['unsealed', `${n - sealedTo - 1} records after the last seal: only a kept head vouches for them`] as const]
      : []),
    ...keys.map((key) => ['key', `${key.publicKey} (${fingerprintOf(key.publicKey)}) from record ${key.n}`] as const),
    ...books.map(
      ({ head }) =>
        ['book', `holds records up to ${head.seq}, signed ${head.at} with key ${head.key} (${fingerprintOf(head.key)})`] as const,
    ),
    ['starts', `${starts} of the daemon: ${software.join(', ') || 'no version named'}`],
    ...accepted.map(
      (each) => ['accepted', `record ${each.n}, ${timeOf(each.t)}: ${each.reason}; despite: ${each.doubts.join('; ')}`] as const,
    ),
    ...(isTorn ? [['torn', 'the last line is not complete: the daemon is writing it, or it lost its power'] as const] : []),
  ]
  const told = lines.map(([what, text]) => `  ${what.padEnd(9)} ${text}`)
  return [...told, fault === null ? `OK ${path}` : `NOT OK ${faultText(fault)}`]
}

const faultText = ({ file, line, n, reason }: Fault): string =>
  `${file}${line === null ? '' : `:${line}`}: ${n === null ? '' : `record ${n}: `}${reason}`

const timeOf = (ms: number): string => new Date(ms).toISOString()
