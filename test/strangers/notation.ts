/**
 * Situations written by people who know the floor and not the engine, one a line:
 *
 *   NAME | TABLE | PLAY | TRUTH
 *
 *   TABLE   a house, then `boxes=2`, `spots=main,ins,rack`, `collect=table-settled`, `min=500`, `side=500`, `rules={ ... }` (no blanks)
 *   PLAY    words of test/procedure/scene.ts, a second apart; `+3500` waits as many milliseconds more
 *   TRUTH   separated by `;`: what happened, and what may be said of it
 *           nothing                     no finding is left (`info`, and what the dealer has put right, aside), and at no moment, however
 *                                       short, is anything proven or one of several
 *           must A/B one-of             at the end one of these findings stands, at this grade at least
 *           never A B, never A>likely   none of these ever stands at the end, or none above this grade
 *           only A B                    no other finding is left at the end; without a code: none is
 *           due 1-1 2.main 2000/-1000   what the bet was due, minor units: one of these, or not known; `moved` alike: what moved
 *           known 1-1 2.main            `due` of it has to be known
 *           rounds 2                    so many rounds closed
 */
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { type Table, teller } from '../procedure/scene.ts'

export interface Situation {
  readonly name: string
  readonly table: Table
  readonly play: string
  readonly truth: readonly string[]
}

/** @throws Error that names the line */
export const situationsIn = (text: string, file: string): readonly Situation[] =>
  text.split('\n').flatMap((line, at): readonly Situation[] => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [name = '', table = '', play = '', truth = '', ...more] = line.split('|').map((part) => part.trim())
    const wrong = (why: string) => new Error(`${file}:${at + 1}: ${why}`)
    if (truth === '' || more.length > 0) throw wrong('a situation is NAME | TABLE | PLAY | TRUTH')
    const claims = truth.split(';').map((claim) => claim.trim())
    for (const claim of claims) if (!CLAIM.test(claim)) throw wrong(`${claim} is no claim`)
    return [{ name, table: tableOf(table, wrong), play, truth: claims }]
  })

const CLAIM =
  /^(nothing|must [A-Z0-9/-]+( (likely|one-of|proven))?|never( [A-Z0-9-]+(>(likely|one-of))?)+|only( [A-Z0-9-]+)*|(due|moved) \d+-\d+ \S+ [-\d/]+|known \d+-\d+ \S+|rounds \d+)$/

const tableOf = (text: string, wrong: (why: string) => Error): Table => {
  const [house = '', ...options] = text.split(/\s+/)
  if (!HOUSE_IDS.includes(house as HouseId)) throw wrong(`${house} is no house: ${HOUSE_IDS.join(', ')}`)
  const given = Object.fromEntries(options.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
  const { boxes, spots, collect, min, side, rules, ...others } = given
  const [strange] = Object.keys(others)
  if (strange !== undefined) throw wrong(`${strange} is no option of a table`)
  return {
    house: house as HouseId,
    boxes: Number(boxes ?? 3),
    limits: { ...(min ? { min: Number(min) } : {}), ...(side ? { sideMin: Number(side) } : {}) },
    ...(spots ? { spots } : {}),
    ...(collect ? { collectAfter: collect as NonNullable<Table['collectAfter']> } : {}),
    ...(rules ? { rules } : {}),
  }
}

const GRADES = ['likely', 'one-of', 'proven'] as const
type Grade = (typeof GRADES)[number]
const isAtLeast = (grade: Grade, least: Grade): boolean => GRADES.indexOf(grade) >= GRADES.indexOf(least)

interface Standing {
  readonly code: string
  readonly grade: Grade
  readonly severity: string
  /** The dealer put it right, so no alarm is left. */
  readonly corrected: boolean
}

interface Outcome {
  /** What was said for certain at any moment, each once. */
  readonly certain: ReadonlySet<string>
  readonly standing: readonly Standing[]
  /** By round: what is told of each bet, by `2.main`. */
  readonly rounds: ReadonlyMap<string, ReadonlyMap<string, { readonly due: number | null; readonly moved: number | null }>>
}

const played = ({ table, play }: Situation): Outcome => {
  const told = teller(table, { live: true })
  told.tell(play)
  const standing = new Map<string, Standing>()
  const certain = new Set<string>()
  const rounds = new Map<string, ReadonlyMap<string, { readonly due: number | null; readonly moved: number | null }>>()
  for (const { type, round, data } of told.end().said) {
    if (type === 'finding.withdrawn') standing.delete(data.finding)
    else if (type === 'finding.raised' || type === 'finding.changed') {
      const { code, grade, severity, corrected = false } = data
      standing.set(data.finding, { code, grade, severity, corrected })
      if (grade !== 'likely' && severity !== 'info' && !corrected) certain.add(`${code} ${grade}`)
    } else if ((type === 'round.closed' || type === 'round.revised') && round !== null)
      rounds.set(
        round,
        new Map(
          data.boxes.flatMap(({ box, spots }) =>
            Object.entries(spots).map(([area, { due, moved }]) => [`${box}.${area}`, { due, moved }] as const),
          ),
        ),
      )
  }
  return { standing: [...standing.values()], certain, rounds }
}

/** How a situation is told. */
export interface Judged {
  /** What is told otherwise than it was, a sentence each; none where all is right. */
  readonly falsehoods: readonly string[]
  /** Codes of which somebody is said to be guilty, proven, who did not err. */
  readonly accused: readonly string[]
}

export const judged = (situation: Situation): Judged => {
  const outcome = played(situation)
  return { falsehoods: falsehoodsOf(situation, outcome), accused: accusedIn(situation, outcome) }
}

const accusedIn = ({ truth }: Situation, { standing }: Outcome): readonly string[] => {
  const mays = truth.flatMap((claim) => (claim.startsWith('must') || claim.startsWith('only') ? claim.split(/[ /]/).slice(1) : []))
  return standing.flatMap(({ code, grade, severity, corrected }) =>
    severity !== 'info' && !corrected && grade === 'proven' && !mays.includes(code) ? [code] : [],
  )
}

const falsehoodsOf = (situation: Situation, { standing, certain, rounds }: Outcome): readonly string[] => {
  const has = standing.filter(({ severity, corrected }) => severity !== 'info' && !corrected)
  const said = has.map(({ code, grade }) => `${code} ${grade}`).join(', ') || 'nothing'
  return situation.truth.flatMap((claim): readonly string[] => {
    const [kind, one = '', two = '', three = ''] = claim.split(' ')
    switch (kind) {
      case 'nothing':
        return has.length > 0 ? [`says ${said}`] : certain.size > 0 ? [`says for a moment ${[...certain].join(', ')}`] : []
      case 'must': {
        const least = (two || 'likely') as Grade
        return standing.some(({ code, grade }) => one.split('/').includes(code) && isAtLeast(grade, least))
          ? []
          : [`${claim}, says ${said}`]
      }
      case 'never': {
        const [, ...codes] = claim.split(' ')
        return codes.flatMap((each) => {
          const [code = '', most] = each.split('>')
          const found = has.filter((finding) => finding.code === code && (!most || !isAtLeast(most as Grade, finding.grade)))
          return found.map((finding) => `never ${each}, says ${finding.code} ${finding.grade}`)
        })
      }
      case 'only': {
        const [, ...codes] = claim.split(' ')
        return has.flatMap(({ code, grade }) => (codes.includes(code) ? [] : [`${claim}, says ${code} ${grade}`]))
      }
      case 'due':
      case 'moved': {
        const value = rounds.get(one)?.get(two)?.[kind] ?? null
        return value === null || three.split('/').map(Number).includes(value) ? [] : [`${claim}, says ${value}`]
      }
      case 'known':
        return (rounds.get(one)?.get(two)?.due ?? null) === null ? [`${claim}, says nothing of it`] : []
      default:
        return rounds.size === Number(one) ? [] : [`${claim}, says ${rounds.size}`]
    }
  })
}
