/** What two trees reported of one capture, line by line, and which of them is closer to the truth where they differ. */

import { CONSEQUENCES } from '../../../simulators/table/errors/consequences.ts'
import type { RoundTruth } from '../../../simulators/table/types.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { BASE_MS } from '../../engine/table-play.ts'
import type { Heard, Said } from './hear.ts'
import type { Case } from './streams.ts'

/** Fields that name a thing and say nothing of it, and those that only one of two versions may have. */
const NAMES: ReadonlySet<string> = new Set(['finding', 'findings', 'stream', 'roundKey', 'alarm', 'sequence', 'detectedAfter'])

interface Fields {
  readonly [field: string]: unknown
}
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of `data` what `other` has as well: a field that only one version of the wire knows is no difference. */
const sharedWith = (data: unknown, other: unknown): unknown => {
  if (Array.isArray(data)) return data.map((each, at) => sharedWith(each, Array.isArray(other) ? (other[at] ?? other[0]) : undefined))
  if (!isFields(data)) return data
  const known = isFields(other) ? other : null
  return Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) =>
      NAMES.has(field) || (known && !Object.hasOwn(known, field)) ? [] : [[field, sharedWith(value, known?.[field])]],
    ),
  )
}

export interface Difference {
  /** Index of the line behind which they first differ. */
  readonly line: number
  readonly before: string
  readonly after: string
}

const textOf = ({ type, data }: Said, other: Said | undefined): string =>
  `${type} ${JSON.stringify(sharedWith(data, other?.type === type ? other.data : undefined))}`

/** The first line behind which they said other things, or had other readings; null: none. */
export const firstDifference = (before: Heard, after: Heard): Difference | null => {
  const length = Math.max(before.said.length, after.said.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [before.said[at], after.said[at]]
    const texts = [one ? textOf(one, other) : 'nothing', other ? textOf(other, one) : 'nothing'] as const
    if (one?.line === other?.line && texts[0] === texts[1]) continue
    return {
      line: Math.min(one?.line ?? Number.POSITIVE_INFINITY, other?.line ?? Number.POSITIVE_INFINITY),
      before: texts[0],
      after: texts[1],
    }
  }
  const readings = Math.max(before.readings.length, after.readings.length)
  for (let at = 0; at < readings; at++) {
    const [one, other] = [before.readings[at], after.readings[at]]
    if (one?.line === other?.line && one?.best === other?.best) continue
    const line = Math.min(one?.line ?? Number.POSITIVE_INFINITY, other?.line ?? Number.POSITIVE_INFINITY)
    return { line, before: `readings ${one?.best ?? ''}`, after: `readings ${other?.best ?? ''}` }
  }
  return null
}

/** How near the truth a telling is: each count is held against the other tree's. */
export interface Score {
  /** The engine failed. */
  readonly faults: number
  /** Hands called certain that were not so; amounts told as facts that were not so. */
  readonly falseHands: number
  readonly falseAmounts: number
  /** Findings above `info` at the end that nobody gave cause for: proven, or an error for certain; and likely ones. */
  readonly accused: number
  readonly suspected: number
  /** What was done, by how surely it was named: 3 proven, 2 one of a few, 1 likely. */
  readonly named: number
  readonly complete: number
  readonly trueHands: number
}

/** Less of these is better, of the others more. */
const LESS_IS_BETTER: readonly (keyof Score)[] = ['faults', 'falseHands', 'falseAmounts', 'accused', 'suspected']
const MORE_IS_BETTER: readonly (keyof Score)[] = ['named', 'complete', 'trueHands']
export const SCORES = [...LESS_IS_BETTER, ...MORE_IS_BETTER] as const

interface ToldHand {
  readonly hand: number
  readonly cards: readonly string[]
  readonly outcome: string | null
  readonly certain: boolean
}
interface ToldSpot {
  readonly staked: number | null
  readonly due: number | null
  readonly moved: number | null
}
interface ToldRound {
  readonly openedAt: string
  readonly complete: boolean
  readonly boxes: readonly {
    readonly box: number
    readonly hands: readonly ToldHand[]
    readonly spots: { readonly [area: string]: ToldSpot }
  }[]
}
interface ToldFinding {
  readonly finding: string
  /** Of the other tree's catalogue. */
  readonly code: string
  readonly grade: string
  readonly severity: string
  readonly box: number | null
}

/** Each round as it was told last. */
const roundsIn = ({ said }: Heard): readonly ToldRound[] => {
  const rounds = new Map<string, ToldRound>()
  for (const { type, data } of said) {
    if (type !== 'round.closed' && type !== 'round.revised') continue
    const round = data as ToldRound & { readonly round: string }
    rounds.set(round.round, round)
  }
  return [...rounds.values()]
}

const standing = ({ said }: Heard): readonly ToldFinding[] => {
  const findings = new Map<string, ToldFinding>()
  for (const { type, data } of said) {
    const finding = data as ToldFinding
    if (type === 'finding.withdrawn') findings.delete(finding.finding)
    else if (type === 'finding.raised' || type === 'finding.changed') findings.set(finding.finding, finding)
  }
  return [...findings.values()].filter(({ severity }) => severity !== 'info')
}

const GRADES: { readonly [grade: string]: number } = { proven: 3, 'one-of': 2, likely: 1 }

const isDone = ({ code, box }: ToldFinding, done: Case['done']): boolean =>
  done.some((each) => {
    const follows = CONSEQUENCES[each.code]?.some((consequence) => consequence.code === code) === true
    return follows || (each.code === code && (each.box === null || box === null || each.box === box))
  })

const numbersFalse = (told: ToldSpot, truth: ToldSpot): number =>
  (['staked', 'due', 'moved'] as const).filter((field) => told[field] !== null && truth[field] !== null && told[field] !== truth[field])
    .length

const scoreRound = (told: ToldRound, truth: RoundTruth): Pick<Score, 'falseHands' | 'falseAmounts' | 'trueHands'> => {
  let [falseHands, falseAmounts, trueHands] = [0, 0, 0]
  for (const { box, hands, spots } of told.boxes) {
    const own = truth.boxes.find((each) => each.box === box)
    for (const { hand, cards, outcome, certain } of hands) {
      if (!certain) continue
      const played = own?.hands.find((each) => each.hand === hand)
      if (played?.outcome === outcome && played.cards.join() === cards.join()) trueHands++
      else falseHands++
    }
    if (!told.complete) continue
    for (const [area, spot] of Object.entries(spots)) {
      const played = own?.spots[area as keyof typeof own.spots]
      falseAmounts += played ? numbersFalse(spot, played) : 0
    }
  }
  return { falseHands, falseAmounts, trueHands }
}

export const scoreOf = (heard: Heard, { truths, done }: Pick<Case, 'truths' | 'done'>): Score => {
  const rounds = roundsIn(heard)
  const findings = standing(heard)
  const undone = findings.filter((finding) => !isDone(finding, done))
  const isAccusing = ({ grade }: ToldFinding): boolean => grade === 'proven'
  const score = { falseHands: 0, falseAmounts: 0, trueHands: 0, complete: 0 }
  for (const told of rounds) {
    const truth = truths.find(({ openedAtMs }) => openedAtMs === Date.parse(told.openedAt) - BASE_MS)
    if (!truth) continue
    if (told.complete) score.complete++
    const own = scoreRound(told, truth)
    score.falseHands += own.falseHands
    score.falseAmounts += own.falseAmounts
    score.trueHands += own.trueHands
  }
  const gradeOf = (code: FindingCode, box: number | null): number =>
    Math.max(0, ...findings.flatMap((each) => (isDone(each, [{ code, box, round: 0 }]) ? [GRADES[each.grade] ?? 0] : [])))
  return {
    ...score,
    faults: heard.faults.length,
    accused: undone.filter(isAccusing).length,
    suspected: undone.filter((finding) => !isAccusing(finding)).length,
    named: done.reduce((sum, { code, box }) => sum + gradeOf(code, box), 0),
  }
}

export const VERDICTS = ['same', 'other words', 'better', 'better and worse', 'worse'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Which scores got worse, and which better. */
export const changes = (before: Score, after: Score) => {
  const isWorse = (score: keyof Score): boolean =>
    LESS_IS_BETTER.includes(score) ? after[score] > before[score] : after[score] < before[score]
  const changed = SCORES.filter((score) => after[score] !== before[score])
  return { worse: changed.filter(isWorse), better: changed.filter((score) => !isWorse(score)) }
}

export const verdictOf = (difference: Difference | null, before: Score, after: Score): Verdict => {
  if (difference === null) return 'same'
  const { worse, better } = changes(before, after)
  if (worse.length === 0) return better.length > 0 ? 'better' : 'other words'
  return better.length > 0 ? 'better and worse' : 'worse'
}
