/**
 * The ids that findings got in a journal, perhaps from other software. When a journal is folded again, a finding that is found again keeps
 * its id, and no two findings get the same id.
 */
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { FindingData } from './finding.ts'
import type { Findings } from './standing.ts'

type Fact = Pick<FindingData, 'code' | 'round' | 'box' | 'hand' | 'spot'>
const factOf = ({ code, round, box, hand, spot }: Fact): string => [code, round, box, hand, spot].join('/')

export interface Issued {
  /** Running numbers of the ids that each fact was given, in order. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
  readonly most: { readonly [C in FindingCode]?: number }
}

export const NO_IDS: Issued = { numbers: new Map(), most: {} }

export const idOf = (code: FindingCode, number: number): string => `${code}-${number}`

/** Adds the id of a finding that was raised. */
export const withIssued = ({ numbers, most }: Issued, raised: FindingData): Issued => {
  const { code, finding } = raised
  const number = Number(finding.slice(code.length + 1))
  if (!Number.isSafeInteger(number)) return { numbers, most }
  const fact = factOf(raised)
  return {
    numbers: new Map(numbers).set(fact, [...(numbers.get(fact) ?? []), number]),
    most: { ...most, [code]: Math.max(number, most[code] ?? 0) },
  }
}

/** The current running numbers and, while a journal is folded again, how often it raised each fact. */
export type Numbers = Pick<Findings, 'raised' | 'again'>

/** The number of the next finding of this fact, and the numbers after that. */
export const numbered = ({ raised, again }: Numbers, fact: Fact, issued: Issued | undefined): readonly [number, Numbers] => {
  const { code } = fact
  const newest = raised[code] ?? 0
  if (issued === undefined) return [newest + 1, { raised: { ...raised, [code]: newest + 1 } }]
  const key = factOf(fact)
  const times = again?.get(key) ?? 0
  const number = issued.numbers.get(key)?.[times] ?? Math.max(newest, issued.most[code] ?? 0) + 1
  return [number, { raised: { ...raised, [code]: Math.max(newest, number) }, again: new Map(again).set(key, times + 1) }]
}
