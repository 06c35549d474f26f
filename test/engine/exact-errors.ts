/**
 * Rounds with one error in the settlement, given sign by sign to the engine's search for errors and to the enumerator of stories with one
 * deviation. Is a legal story left? Which errors are in stories with the fewest, which is in all of them, and which are one of a group? No
 * lag is waited out.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ScannedCard, SpotId } from '../../devices/scan.ts'
import { BLACKJACK_ERRORS } from '../../simulators/table/errors/blackjack.ts'
import { ERRORS } from '../../simulators/table/errors/index.ts'
import { canInject, type InjectOptions, inject } from '../../simulators/table/errors/inject.ts'
import { SETTLEMENT_ERRORS } from '../../simulators/table/errors/settlement.ts'
import { SIDE_ERRORS } from '../../simulators/table/errors/sides.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { foundBy, isSearched, searchErrors } from '../../src/engine/errors/search.ts'
import type { Round, SpotLevel } from '../../src/engine/evidence/round.ts'
import { addCard, addMove, openRound } from '../../src/engine/lattice/growth.ts'
import { type Reader, readRound } from '../../src/engine/lattice/question.ts'
import { cardCode } from '../../src/rules/game/cards.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { ANY_ERROR } from '../../src/rules/house/rarity.ts'
import { dealSize } from './enumerator/enumerator.ts'
import { followRound, LISTED, type Moment } from './enumerator/errors.ts'
import type { Sign, SmallRound } from './enumerator/world.ts'
import { errorsRound } from './errors-round.ts'
import { signsText } from './small-rounds.ts'
import { CHIPS, contextFor, LIMITS } from './table-play.ts'

/** A house, when its players collect, and the error that is made. */
export interface ErrorKind {
  readonly house: HouseId
  readonly collectAfter: TableConfig['collectAfter']
  readonly code: FindingCode
}

const PRIZES = Object.keys(SIDE_ERRORS).filter((code) => code.startsWith('PRIZE'))
/** Errors at main bets from the first payment on. */
const OF_SETTLEMENT = [...Object.keys(SETTLEMENT_ERRORS), ...Object.keys(BLACKJACK_ERRORS), ...PRIZES] as readonly FindingCode[]
const isOfMainSpots = (code: FindingCode): boolean => ERRORS[code]?.spots === undefined

/** Errors of the settlement at main spots for which the enumerator has no story. */
export const NOT_LISTED = OF_SETTLEMENT.filter((code) => isOfMainSpots(code) && !LISTED.has(code))

export const ERROR_KINDS: readonly ErrorKind[] = HOUSE_IDS.flatMap((house) =>
  OF_SETTLEMENT.filter((code) => LISTED.has(code) && canInject(code, { rules: HOUSES[house].rules, spots: ['main'] })).flatMap((code) =>
    (['box-settled', 'table-settled'] as const).map((collectAfter): ErrorKind => ({ house, collectAfter, code })),
  ),
)

const optionsOf = ({ house, collectAfter }: ErrorKind, boxes: number): InjectOptions => ({
  ...{ rules: HOUSES[house].rules, limits: LIMITS, chips: [...CHIPS], boxes, spots: ['main'], pointer: false, spotLagMs: 0, collectAfter },
  features: ['splits', 'doubles', 'surrender', 'even-money'],
})

// --- what both say ------------------------------------------------------------------------------------------------------------------

/** Errors by code and box, `CODE@1`; errors of the whole table are `CODE@`. */
interface Said {
  readonly isLegal: boolean
  readonly possible: readonly string[]
  readonly proven: readonly string[]
}

const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort()
const NOTHING: Said = { isLegal: true, possible: [], proven: [] }

const contextOf = (house: HouseId, { rules, bets, smallestChip, collectsAtOnce }: SmallRound): TableContext =>
  contextFor(house, rules, {
    ...{ boxes: bets.length, spotLagMs: 0, pointerLagMs: 0, chips: [smallestChip] },
    collectAfter: collectsAtOnce ? 'box-settled' : 'table-settled',
  })

const keyOf = (code: FindingCode, box: number | null): string => `${code}@${box ?? ''}`
/** null: the round is not searched, or no single error explains it. */
const searched = (round: Round, reader: Reader): Said | null => {
  if (readRound(round, reader).count > 0) return NOTHING
  if (!isSearched(round, reader.context)) return null
  const found = foundBy(searchErrors(round, reader))
  if (found === null || found.rarity > ANY_ERROR) return { isLegal: false, possible: [], proven: [] }
  if (found.rarity === 0) return NOTHING
  const grouped = found.deviations.filter(({ grade }) => grade === 'one-of')
  const errors = found.ways.flatMap((way) => way.errors.flatMap(({ box, names }) => names.map(({ code }) => keyOf(code, box))))
  return {
    isLegal: false,
    possible: sorted(grouped.length > 0 ? grouped.map(({ code, box }) => keyOf(code, box)) : errors),
    proven: sorted(found.deviations.flatMap(({ code, box, grade }) => (grade === 'proven' ? [keyOf(code, box)] : []))),
  }
}

const SIGN_MS = 1000

/** By index of the sign, from the last card of the deal on; the number of signs stands for the end of the round. */
const engineSays = (house: HouseId, small: SmallRound, signs: readonly Sign[]): ReadonlyMap<number, Said | null> => {
  const context = contextOf(house, small)
  const said = new Map<number, Said | null>()
  const levels = new Map<SpotId, SpotLevel>(
    small.bets.map((bet, index): [SpotId, SpotLevel] => [`${index + 1}.main`, { amount: bet, lammers: 0, rev: 0 }]),
  )
  let round: Round | null = null
  for (const [index, sign] of signs.entries()) {
    const at = (index + 1) * SIGN_MS
    if ('card' in sign) {
      const card = { code: cardCode(sign.card as ScannedCard), at, cause: '' }
      const opening = {
        ...{ id: '1-1', shoe: 1, dealerId: null, openedAt: at, levels, pointer: [], seen: null, pointerLate: false, fresh: null },
        absent: new Set<number>(),
      }
      round = round ? addCard(round, card, context) : openRound(opening, card, context)
    } else if (round) {
      round = addMove(round, `${sign.box + 1}.main`, { at, amount: sign.amount, lammers: sign.lammers, cause: '' }, context)
    }
    if (!round || round.cards.length < dealSize(small)) continue
    said.set(index, searched(round, { context, now: at + 1, asked: 'any' }))
  }
  if (round) said.set(signs.length, searched(round, { context, now: Number.POSITIVE_INFINITY, asked: 'resolved' }))
  return said
}

const saidOf = ({ isLegal, possible, proven }: Moment): Said => ({ isLegal, possible: sorted(possible), proven: sorted(proven) })

// --- the comparison ------------------------------------------------------------------------------------------------------------------

export interface Difference {
  /** What one of the two has and the other lacks, by code alone. */
  readonly class: string
  /** The round as a row of `enumerator-errors.test.ts`, and what both said. */
  readonly text: string
}

/** Errors that the accounts of several rounds show, not the search in one round. */
const OF_ACCOUNTS = ['SCAN-NO-BETS@', 'ROUND-NOT-CLOSED@']
const isOfAccounts = ({ possible }: Said): boolean => possible.some((error) => OF_ACCOUNTS.includes(error))

const codeOf = (error: string): string => error.split('@')[0] ?? ''
/** The codes for which the enumerator has no story. */
const unknownIn = ({ possible }: Said): readonly string[] => possible.map(codeOf).filter((code) => !LISTED.has(code))

const codesOf = (errors: readonly string[], others: readonly string[]): string =>
  sorted(errors.filter((error) => !others.includes(error)).map(codeOf)).join(' ') || '-'

const classOf = (engine: Said, list: Said): string => {
  const kind = (said: Said): string => (said.isLegal ? 'legal' : said.possible.length === 0 ? 'none' : 'error')
  const sets = `${codesOf(engine.possible, list.possible)} | ${codesOf(list.possible, engine.possible)}`
  const proofs = isDeepStrictEqual(engine.possible, list.possible)
    ? ` proven ${codesOf(engine.proven, list.proven)} | ${codesOf(list.proven, engine.proven)}`
    : ''
  return `${kind(engine)} | ${kind(list)}: ${sets}${proofs}`
}

const rowText = (kind: ErrorKind, { bets, collectsAtOnce }: SmallRound, signs: readonly Sign[]): string =>
  `{ house: '${kind.house}', bets: [${bets.join(', ')}], signs: '${signsText(signs)}'${collectsAtOnce ? ', atOnce: true' : ''} }`

interface Comparison {
  /** Moments on which both agreed. */
  readonly agreed: number
  /** Codes the engine knows and the enumerator does not. */
  readonly unknown: readonly string[]
  /** The first difference; null: there is none. */
  readonly difference: Difference | null
}

/** null: the round is beyond the enumerator. */
const compareRound = (kind: ErrorKind, small: SmallRound, signs: readonly Sign[]): Comparison | null => {
  const followed = followRound(small, signs)
  if (followed === null || followed.ended.length === 0) return null
  const engine = engineSays(kind.house, small, signs)
  const unknown: string[] = []
  let agreed = 0
  for (const [index, moment] of [...followed.moments, ...(followed.over ? [[signs.length, followed.over] as const] : [])]) {
    const said = engine.get(index) ?? null
    const list = saidOf(moment)
    if (said === null || isOfAccounts(list)) continue
    const lacking = unknownIn(said)
    unknown.push(...lacking)
    if (lacking.length > 0) continue
    if (!isDeepStrictEqual(said, list)) {
      const where = index < signs.length ? `behind sign ${index}` : 'when it is over'
      const both = `${kind.code}, ${where}: ${JSON.stringify({ engine: said, enumerator: list })}`
      return { agreed, unknown, difference: { class: classOf(said, list), text: `${rowText(kind, small, signs)}\n  ${both}` } }
    }
    agreed++
  }
  return { agreed, unknown, difference: null }
}

export interface ErrorsJob {
  readonly kind: ErrorKind
  /** Plays are drawn from this seed on, one seed a play. */
  readonly seed: number
  readonly rounds: number
}

export interface ErrorsResult {
  readonly compared: number
  /** Rounds with too many stories, or with one that the enumerator does not know. */
  readonly beyond: number
  /** Moments at which both spoke. */
  readonly sayings: number
  readonly differences: readonly Difference[]
  /** Codes the engine knows and the enumerator does not. */
  readonly unknown: readonly string[]
}

/** How many seeds a job may use up for each of its rounds: the rarest error is possible only once in some hundred rounds. */
export const ERROR_SEEDS_A_ROUND = 500
const BOXES = 3

export const compareErrors = ({ kind, seed, rounds }: ErrorsJob): ErrorsResult => {
  let [compared, beyond, sayings] = [0, 0, 0]
  const differences: Difference[] = []
  const unknown: string[] = []
  for (let at = seed; compared + beyond < rounds && at < seed + rounds * ERROR_SEEDS_A_ROUND; at++) {
    const options = optionsOf(kind, 1 + (at % BOXES))
    const play = inject(kind.code, options, at)
    const told = play && errorsRound(play, options)
    if (!told) continue
    const comparison = compareRound(kind, told.round, told.signs)
    if (comparison === null) {
      beyond++
      continue
    }
    compared++
    sayings += comparison.agreed
    unknown.push(...comparison.unknown)
    const { difference } = comparison
    if (difference) differences.push({ ...difference, text: `${difference.text}\n  seed ${at}` })
  }
  return { compared, beyond, sayings, differences, unknown: sorted(unknown) }
}
