/**
 * From the tags that antennas see to levels of spots. An inventory may miss a tag, a tag may be seen by the neighbour's antenna as well, and while a
 * hand moves chips nothing is at rest:
 *
 *   inventory of an antenna ─> tags seen in one of its last three ─> each at the antenna that sees it best ─> the same for a while ─> a level
 *
 * A level is told when three inventories of its antenna agree, over `SETTLE_MS`, and the newest has seen all of it; first of all at each opening,
 * because chips may have moved meanwhile. A spot without a level, because its antenna is blind, its chips do not rest, or nobody knows what they are
 * worth, is told as a loss again and again; once it has one it is told, whether or not it is the old one.
 */
import type { Heard } from '../firmware-bridge/dialect.ts'
import { type Given, tagOf } from './driver.ts'
import type { ChipStack, SpotId } from './scan.ts'

export interface Sighting {
  readonly tag: string
  /** Strength, dBm; null: the reader does not say. */
  readonly rssi: number | null
}

export interface TagBoard {
  /** Everything that one antenna sees now. */
  inventory(antenna: number, seen: readonly Sighting[], nowMs: number): readonly Heard[]
  /** It is not known what lies before an antenna: three inventories must agree anew. */
  blind(antenna: number): void
}

/** An antenna of which no whole inventory came for so long is blind, and chips that did not rest for so long are in no hand any more. */
export const BLIND_MS = 2500
export const LOST: Heard = { kind: 'lost', count: 1 }

/** What was told of each spot, over all openings: a level that is told again keeps its number. */
export type ToldLevels = Map<SpotId, { readonly text: string; readonly rev: number }>

const SETTLE_MS = 200
/** Inventories in a row that must agree. */
const AGREEING = 3
/** Less of a difference in strength says nothing. */
const STRONGER_DB = 6
/** Inventories that are remembered of a tag, a bit each, the newest lowest. */
const SEEN_MASK = 0b1111
/** A reader misses a tag now and then, and twice in a row as well: three times it has gone. */
const RECENT_MASK = 0b111
/** Of those remembered. */
const [NEARLY_ALWAYS, HARDLY, CLEARLY] = [3, 1, 2]

interface Mark {
  readonly seen: number
  readonly rssi: number | null
}

/** What one antenna sees. */
interface Field {
  readonly spot: SpotId
  readonly marks: Map<string, Mark>
  /** Its tags as text; since when, and how many inventories have agreed. */
  text: string | null
  sinceMs: number
  agreeing: number
  /** Text that was told last at this opening, and still holds; null: none. */
  told: string | null
  /** Tags that the newest inventory names more than once. */
  twice: readonly string[]
  /** Text of which it was told that no file names some of it. */
  strange: string | null
  /** Since when it has not been at rest, or when that was told. */
  restlessMs: number | null
}

const times = (seen: number): number => [1, 2, 4, 8].filter((bit) => seen & bit).length

const isStronger = (one: Mark, other: Mark): boolean => one.rssi !== null && other.rssi !== null && one.rssi - other.rssi >= STRONGER_DB

/** 1: the first is seen better, -1: the second is, 0: nobody can tell. */
function compared(one: Mark, other: Mark): number {
  if (isStronger(one, other)) return 1
  return isStronger(other, one) ? -1 : Math.sign(times(one.seen) - times(other.seen))
}

export function tagBoard({ chips, antennas }: Pick<Given, 'chips' | 'antennas'>, told: ToldLevels): TagBoard {
  const fields = new Map([...antennas].map(([antenna, spot]) => [antenna, fieldOf(spot)]))
  /** The antenna at which a tag counts. */
  const homes = new Map<string, number>()
  /** Tags between two antennas, of which nobody can tell. */
  const between = new Set<string>()

  return {
    inventory(antenna, sightings, nowMs) {
      const field = fields.get(antenna)
      if (field === undefined) return []
      const seen = sightings.map(({ tag, rssi }) => ({ tag: tagOf(tag), rssi }))
      field.twice = seen.map(({ tag }) => tag).filter((tag, at, all) => all.indexOf(tag) !== at)
      const gone = look(field, seen)
      const unsure = seen.flatMap(({ tag }) => settleHome(tag, fields, homes, between))
      for (const tag of gone) settleHome(tag, fields, homes, between)
      for (const [each, one] of fields) note(one, tagsAt(each, one, homes), each === antenna, nowMs)
      return [...unsure, ...rest(antenna, field, { fields, homes, between, chips, told }, nowMs)]
    },
    blind(antenna) {
      const field = fields.get(antenna)
      if (field !== undefined) Object.assign(field, { text: null, agreeing: 0, told: null, restlessMs: null })
    },
  }
}

const fieldOf = (spot: SpotId): Field => ({
  spot,
  marks: new Map(),
  text: null,
  sinceMs: 0,
  agreeing: 0,
  told: null,
  twice: [],
  strange: null,
  restlessMs: null,
})

/** Returns the tags that it has not seen for long. */
function look({ marks }: Field, seen: readonly Sighting[]): readonly string[] {
  const before = [...marks.keys()]
  for (const [tag, mark] of [...marks]) {
    const next = (mark.seen << 1) & SEEN_MASK
    if (next === 0) marks.delete(tag)
    else marks.set(tag, { ...mark, seen: next })
  }
  for (const { tag, rssi } of seen) marks.set(tag, { seen: (marks.get(tag)?.seen ?? 0) | 1, rssi })
  return before.filter((tag) => !marks.has(tag))
}

/** A tag stays where it is until another antenna sees it better. Of a tag that two see equally well nobody can tell. */
function settleHome(tag: string, fields: ReadonlyMap<number, Field>, homes: Map<string, number>, between: Set<string>): readonly Heard[] {
  const seeing = [...fields].flatMap(([antenna, { marks, spot }]) => {
    const mark = marks.get(tag)
    return mark === undefined ? [] : [{ antenna, mark, spot }]
  })
  const home = seeing.find(({ antenna }) => antenna === homes.get(tag)) ?? seeing[0]
  if (home === undefined) {
    homes.delete(tag)
    between.delete(tag)
    return []
  }
  const best = seeing.reduce((one, other) => (compared(other.mark, one.mark) > 0 ? other : one), home)
  homes.set(tag, best.antenna)
  // Seen by the other as well nearly always: it stays so until the other hardly sees it any more.
  const least = between.has(tag) ? HARDLY + 1 : NEARLY_ALWAYS
  const other = seeing.find(
    ({ antenna, mark }) =>
      antenna !== best.antenna && times(mark.seen) >= least && times(best.mark.seen) >= least && !isStronger(best.mark, mark),
  )
  if (other === undefined) {
    between.delete(tag)
    return []
  }
  if (between.has(tag)) return []
  between.add(tag)
  for (const { antenna } of [best, other]) Object.assign(fields.get(antenna) ?? {}, { told: null })
  return [{ kind: 'trouble', text: `chip ${tag} lies between the antennas of ${best.spot} and ${other.spot}` }, LOST]
}

const tagsAt = (antenna: number, { marks, twice }: Field, homes: ReadonlyMap<string, number>): readonly string[] =>
  [...marks]
    .filter(([tag, { seen }]) => (seen & RECENT_MASK) !== 0 && homes.get(tag) === antenna)
    .flatMap(([tag]) => (twice.includes(tag) ? [tag, tag] : [tag]))
    .sort()

function note(field: Field, tags: readonly string[], isItself: boolean, nowMs: number): void {
  const text = tags.join(' ')
  if (text !== field.text) {
    field.text = text
    field.sinceMs = nowMs
    field.agreeing = isItself ? 1 : 0
  } else if (isItself) field.agreeing++
}

interface Around extends Pick<Given, 'chips'> {
  readonly fields: ReadonlyMap<number, Field>
  readonly homes: ReadonlyMap<string, number>
  readonly between: ReadonlySet<string>
  readonly told: ToldLevels
}

/** The level of an antenna's spot if it has come to rest and is news. */
function rest(antenna: number, field: Field, around: Around, nowMs: number): readonly Heard[] {
  const { between, chips, told } = around
  const { text, marks, spot } = field
  if (text === null || text === field.told) {
    if (field.twice.length > 0) return copied(field, nowMs)
    field.restlessMs = null
    return [{ kind: 'idle' }]
  }
  const tags = text === '' ? [] : text.split(' ')
  const seen = [...marks].filter(([, mark]) => (mark.seen & 1) !== 0).map(([tag]) => tag)
  const isWhole =
    tags.every((tag) => seen.includes(tag)) && [...new Set([...tags, ...seen])].every((tag) => !between.has(tag) && isClear(tag, around))
  if (!isWhole || field.agreeing < AGREEING || nowMs - field.sinceMs < SETTLE_MS) return restless(field, nowMs)
  const unknown = tags.filter((tag) => !chips.has(tag))
  // What they are worth is not known, so neither is the level.
  if (unknown.length > 0) return strange(field, unknown, nowMs)
  Object.assign(field, { told: text, strange: null, restlessMs: null })
  const before = told.get(spot)
  const rev = before === undefined ? 0 : before.text === text ? before.rev : before.rev + 1
  told.set(spot, { text, rev })
  const ids = [...tags].sort((a, b) => rank(chips.get(b)) - rank(chips.get(a)))
  const stacks = stacked(ids.flatMap((tag) => chips.get(tag) ?? []))
  const amount = stacks.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0)
  const level = { kind: 'spot', spot, rev, chips: stacks, amount, ...(ids.length === 0 ? {} : { ids }) } as const
  return [{ kind: 'event', event: level, raw: `${antenna}: ${text}` }]
}

/** No other antenna sees it nearly as well as the one where it counts. */
function isClear(tag: string, { fields, homes }: Around): boolean {
  const home = homes.get(tag)
  const own = home === undefined ? undefined : fields.get(home)?.marks.get(tag)
  return [...fields].every(([antenna, { marks }]) => {
    const other = marks.get(tag)
    if (antenna === home || own === undefined || other === undefined) return true
    return isStronger(own, other) || times(own.seen) - times(other.seen) >= CLEARLY
  })
}

/** No file names some of its tags: told once, and as a loss for as long as they lie there. */
function strange(field: Field, unknown: readonly string[], nowMs: number): readonly Heard[] {
  const isNews = field.strange !== field.text
  if (!isNews && field.restlessMs !== null && nowMs - field.restlessMs < BLIND_MS) return [{ kind: 'idle' }]
  Object.assign(field, { told: null, strange: field.text, restlessMs: nowMs })
  return [...(isNews ? unknown.map((tag): Heard => ({ kind: 'unknown', tag })) : []), LOST]
}

/** Two chips with one id, or a reader that names one of them twice: the level was told, with the id twice, but nothing may rest on it. */
function copied(field: Field, nowMs: number): readonly Heard[] {
  if (field.restlessMs !== null && nowMs - field.restlessMs < BLIND_MS) return [{ kind: 'idle' }]
  field.restlessMs = nowMs
  return [LOST]
}

function restless(field: Field, nowMs: number): readonly Heard[] {
  field.restlessMs ??= nowMs
  if (nowMs - field.restlessMs < BLIND_MS) return [{ kind: 'idle' }]
  Object.assign(field, { told: null, restlessMs: nowMs })
  return [{ kind: 'trouble', text: `the chips on ${field.spot} do not come to rest` }, LOST]
}

/** The highest value first, lammers last. */
const rank = (value: ChipStack['value'] | undefined): number => (value === undefined || value === 'FB' ? 0 : value)

/** Values in order, as stacks. */
function stacked(values: readonly ChipStack['value'][]): readonly ChipStack[] {
  const counts = new Map<ChipStack['value'], number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count }))
}
