/**
 * The tracks of a spot are all that a sensor can have meant, and no more. This file has a sensor of its own, from movements to reports, and
 * inverts it by trying every choice of levels.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Rests, tracksOf } from '../../src/engine/evidence/spot-track.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const LAG_MS = 1000

interface Lying {
  readonly amount: number
  readonly lammers: number
}

interface Told extends Lying {
  readonly at: number
}

const isSame = (one: Lying, other: Lying): boolean => one.amount === other.amount && one.lammers === other.lammers
const isWithin = (one: Lying, other: Lying): boolean => one.amount <= other.amount && one.lammers <= other.lammers
const isLess = (one: Lying, other: Lying): boolean => isWithin(one, other) && !isSame(one, other)

// --- the sensor, forwards -----------------------------------------------------------------------------------------------------------------

/** Something that truly happened, and what the sensor made of it. */
interface Happening {
  readonly level: Lying
  /** Time since its last report. */
  readonly afterMs: number
  readonly lateMs: number
  /** Levels that it read in part, before it read the whole stack. */
  readonly parts: readonly Lying[]
  readonly again: boolean
  /** Levels that a hand left visible before it went. */
  readonly hand: readonly Lying[]
  readonly handMs: number
}

const level = fc.record({ amount: fc.constantFrom(0, 500, 1000, 1500, 2500), lammers: fc.constantFrom(0, 0, 0, 1) })

const happening: fc.Arbitrary<Happening> = fc.record({
  level,
  afterMs: fc.constantFrom(1, 100, 400, 900, 3000),
  lateMs: fc.integer({ min: 0, max: LAG_MS }),
  parts: fc.array(level, { maxLength: 2 }),
  again: fc.boolean(),
  hand: fc.array(level, { maxLength: 2 }),
  handMs: fc.integer({ min: 2, max: LAG_MS }),
})

/** These levels, spread evenly from one event time to another. */
const spaced = (levels: readonly Lying[], from: number, to: number): readonly Told[] =>
  levels.map((each, nth) => ({ ...each, at: from + ((to - from) * nth) / levels.length }))

interface Sensed {
  readonly moves: readonly Told[]
  /** Those of them that were true. */
  readonly truly: readonly Told[]
}

const sense = (base: Lying, happenings: readonly Happening[]): Sensed => {
  const moves: Told[] = []
  const truly: Told[] = []
  let [lies, now] = [base, 0]
  happenings.forEach(({ level: next, afterMs, lateMs, parts, again, hand, handMs }, nth) => {
    const happened = now + afterMs
    const at = happened + lateMs
    // Another movement came before this one was reported, so it was not seen.
    const isMissed = nth + 1 < happenings.length && (happenings[nth + 1]?.afterMs ?? 0) < lateMs / 2
    if (isSame(next, lies) || isMissed) return
    const whole: Told = { ...next, at }
    moves.push(
      ...spaced(
        parts.filter((part) => isLess(part, next)),
        happened,
        at,
      ),
      whole,
    )
    truly.push(whole)
    if (again) moves.push({ ...next, at: at + 1 })
    const hidden = hand.filter((left) => isLess(left, next))
    if (hidden.length > 0) moves.push(...spaced(hidden, at + 2, at + handMs + 2), { ...next, at: at + handMs + 2 })
    lies = next
    now = moves.at(-1)?.at ?? at
  })
  return { moves, truly }
}

// --- and turned round -----------------------------------------------------------------------------------------------------------------------

/** Can the sensor have reported all this if only these levels were true? */
const couldTell = (base: Lying, told: readonly Told[], truly: ReadonlySet<Told>): boolean => {
  const goesOn = (first: number, lies: Lying): boolean => {
    const next = told[first]
    if (next === undefined) return true
    if (truly.has(next) && goesOn(first + 1, next)) return true
    if (!truly.has(next) && isSame(next, lies) && goesOn(first + 1, lies)) return true
    return told.some((last, at) => {
      const before = told.slice(first, at)
      if (at <= first || last.at - next.at > LAG_MS || before.some((each) => truly.has(each))) return false
      // A hand went, and what it hid is reported again; or a stack was read in part at first.
      if (!truly.has(last)) return isSame(last, lies) && before.every((each) => isLess(each, lies)) && goesOn(at + 1, lies)
      return !isSame(last, lies) && before.every((each) => isLess(each, last)) && goesOn(at + 1, last)
    })
  }
  return goesOn(0, base)
}

/** Every choice of levels that explains what was reported. */
const explanations = (base: Lying, told: readonly Told[]): readonly (readonly Told[])[] =>
  Array.from({ length: 2 ** told.length }, (_, choice) => told.filter((_move, at) => (choice >> at) & 1)).filter((truly) =>
    couldTell(base, told, new Set(truly)),
  )

/** The track without repeated reports and without parts on the way up: matching a story to a track passes over both. */
const plain = (base: Lying, told: readonly Told[], track: readonly Told[]): string => {
  let lies = base
  const stops: Told[] = []
  track.forEach((move) => {
    const next = told.slice(told.indexOf(move)).find((each) => !isSame(each, move))
    const isOnTheWay = next !== undefined && isWithin(lies, move) && isLess(move, next) && next.at - move.at <= LAG_MS
    if (isSame(move, lies) || isOnTheWay) return
    stops.push(move)
    lies = move
  })
  return stops.map(({ at, amount, lammers }) => `${at}:${amount}+${lammers}`).join(' ')
}

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)].sort()

// --- rows ---------------------------------------------------------------------------------------------------------------------------------------

/** Reads words such as `100:600`: the level 600, reported 100 ms later. */
const movesOf = (words: string): readonly Told[] => {
  let at = 0
  return words.split(' ').map((word) => {
    const [ms = '0', amount = '0'] = word.split(':')
    at += Number(ms)
    return { at, amount: Number(amount), lammers: 0 }
  })
}

const BET = { amount: 1000, lammers: 0 }
const tracksTold = (words: string): readonly string[] =>
  tracksOf({ base: BET, moves: movesOf(words) }, { lagMs: LAG_MS, rests: () => true }).map(({ moves }) =>
    moves.map(({ amount }) => amount).join(' '),
  )

describe('the tracks of a spot on which 1000 lies', () => {
  const rows: readonly { readonly name: string; readonly told: string; readonly tracks: readonly string[] }[] = [
    { name: 'a level that stays', told: '0:0 3000:1000', tracks: ['0 1000'] },
    { name: 'a hand over the bet, or a movement as quick', told: '0:0 900:1000', tracks: ['', '0 1000'] },
    {
      name: 'a hand that leaves part of the bet visible',
      told: '0:500 300:0 300:500 300:1000',
      tracks: ['', '500 1000', '500 0 500 1000'],
    },
    { name: 'chips come and go: no hand adds any', told: '0:2000 300:1000', tracks: ['2000 1000'] },
    { name: 'another stack read in part', told: '0:600 300:2500', tracks: ['2500', '600 2500'] },
    {
      name: 'a hand over the bet, and then another stack read in part',
      told: '0:600 300:1000 300:400 300:2500',
      tracks: ['2500', '400 2500', '600 2500', '600 1000 2500', '600 1000 400 2500'],
    },
    { name: 'a payment in parts is reported as it came', told: '0:1400 300:2000', tracks: ['1400 2000'] },
  ]
  for (const { name, told, tracks } of rows) it(name, () => assert.deepEqual(tracksTold(told), tracks))

  it('are at most sixteen, and in one of them every level is true', () => {
    const words = Array.from({ length: 12 }, () => '3000:0 500:1000').join(' ')
    const tracks = tracksTold(words)
    assert.equal(tracks.length, 16)
    assert.equal(tracks[0], '')
    assert.ok(tracks.includes(Array.from({ length: 12 }, () => '0 1000').join(' ')), tracks.join('; '))
  })
})

describe('what was undone on a spot on which 1000 lies', () => {
  /** A card comes at these times; the first report is at 3000. */
  const tracksWith = (words: string, cards: readonly number[]): readonly string[] => {
    const rests: Rests = (from, to) => cards.some((at) => at > from && at < to - LAG_MS)
    return tracksOf({ base: BET, moves: movesOf(words) }, { lagMs: LAG_MS, rests }).map(({ moves }) =>
      moves.map(({ amount }) => amount).join(' '),
    )
  }
  const rows: readonly {
    readonly name: string
    readonly told: string
    readonly cards?: readonly number[]
    readonly tracks: readonly string[]
  }[] = [
    { name: 'a double laid and withdrawn', told: '3000:2000 4000:1000', tracks: ['2000 1000', ''] },
    { name: 'a stake swept and put back', told: '3000:0 2800:1000', tracks: ['0 1000', ''] },
    { name: 'a stake that comes so late may be the next bet', told: '3000:0 4000:1000', tracks: ['0 1000'] },
    { name: 'paid and collected on the way', told: '3000:2000 3000:0 3000:1000', tracks: ['2000 0 1000'] },
    { name: 'in parts, which may be more than one act', told: '3000:1500 3000:2000 3000:1000', tracks: ['1500 2000 1000'] },
    { name: 'and then a double that stays', told: '3000:500 4000:1000 5000:2000', tracks: ['500 1000 2000', '2000'] },
    { name: 'a card rests on the double', told: '3000:2000 4000:1000', cards: [4000], tracks: ['2000 1000'] },
    { name: 'a card that may have come after it was withdrawn', told: '3000:2000 4000:1000', cards: [6000], tracks: ['2000 1000', ''] },
    { name: 'swept whole, and what did not lose is back', told: '3000:0 2800:500', tracks: ['0 500', '500'] },
    { name: 'taken, and paid in larger chips', told: '3000:0 2800:2000', tracks: ['0 2000', '2000'] },
  ]
  for (const { name, told, cards = [], tracks } of rows) it(name, () => assert.deepEqual(tracksWith(told, cards), tracks))
})

// --- against the sensor ----------------------------------------------------------------------------------------------------------------------------

describe(`tracks against the inverted sensor, seed ${SEED}`, () => {
  /** With more levels than this, there are too many choices to try; and the most tracks that there may be. */
  const [LEVELS_MAX, TRACKS_MAX] = [11, 16]

  it('contain what was true, and are exactly those that can have been reported so', () => {
    fc.assert(
      fc.property(level, fc.array(happening, { minLength: 1, maxLength: 4 }), (base, happenings) => {
        const { moves, truly } = sense(base, happenings)
        fc.pre(moves.length > 0 && moves.length <= LEVELS_MAX)
        const tracks = tracksOf({ base, moves }, { lagMs: LAG_MS, rests: () => true })
        for (const track of tracks)
          assert.ok(couldTell(base, moves, new Set(track.moves)), `never told: ${plain(base, moves, track.moves)}`)
        fc.pre(tracks.length < TRACKS_MAX)
        const words = distinct(tracks.map((track) => plain(base, moves, track.moves)))
        assert.ok(words.includes(plain(base, moves, truly)), `true, and no track: ${plain(base, moves, truly)}`)
        assert.deepEqual(words, distinct(explanations(base, moves).map((track) => plain(base, moves, track))))
      }),
      { seed: SEED, numRuns: 3000 },
    )
  })
})
