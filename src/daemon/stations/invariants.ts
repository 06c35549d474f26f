/**
 * What must hold of the table's state and of the judge's, whatever the input: a row per invariant. Tests and simulations assert it after
 * every line; the daemon does if its configuration says so.
 */
import type { TableContext } from '../../engine/context.ts'
import type { Deviation } from '../../engine/deviation.ts'
import { dealerPositions, type Round } from '../../engine/evidence/round.ts'
import { fullOf, type Reading, type Solution } from '../../engine/readings.ts'
import { roundsIn } from '../../engine/state/open-round.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { JudgeState } from '../../procedure/judge.ts'

/** What a row examines. */
interface Held {
  readonly table: TableState
  readonly judge: JudgeState
  readonly context: TableContext
  /** Every round the table knows. */
  readonly rounds: readonly Round[]
  /** The open round as last read: the round at that time, its readings, and the best of them; null: it was not read. */
  readonly read: { readonly round: Round; readonly solution: Solution; readonly best: readonly Reading[] } | null
}

interface Invariant {
  readonly says: string
  /** Where it does not hold. */
  readonly broken: (held: Held) => readonly string[]
}

const INVARIANTS: readonly Invariant[] = [
  {
    says: 'a card has one owner in each reading',
    broken: ({ read, context }) =>
      read === null ? [] : read.best.flatMap((reading) => twice(ownedIn(reading, read.round, context)).map((at) => `card ${at + 1}`)),
  },
  {
    says: 'a reading has no cards but those of its round',
    broken: ({ read, context }) =>
      read === null
        ? []
        : read.best.flatMap((reading) =>
            ownedIn(reading, read.round, context).flatMap((at) => (at < read.round.cards.length ? [] : [`card ${at + 1}`])),
          ),
  },
  {
    says: 'a hand that all readings agree on is in each of them',
    broken: ({ read }) => (read === null ? [] : disagreed(read.solution, read.best, read.round)),
  },
  {
    says: 'no more readings are over or exposed than there are, and no count is below zero',
    broken: ({ read, table: { rounds, shoe, rev } }) => {
      const { count, over, exposed } = read?.solution ?? { count: 0, over: 0, exposed: 0 }
      const { number, cardsOut, burnDue, reliefBurns, seen } = shoe
      const counts = { count, over, exposed, rounds, shoe: number, cardsOut, burnDue, reliefBurns, rev, seen: Math.min(...(seen ?? [0])) }
      const low = Object.entries(counts).flatMap(([name, each]) => (each >= 0 ? [] : [`${name} is ${each}`]))
      return over > count || exposed > count ? [...low, `of ${count} readings ${over} are over, ${exposed} exposed`] : low
    },
  },
  {
    says: 'no spot and no rack holds less than nothing',
    broken: ({ table: { levels, rack }, rounds }) => {
      const told = [levels, ...rounds.map((round) => round.levels)].flatMap((each) => [...each])
      const moved = rounds.flatMap(({ moves }) => [...moves].flatMap(([spot, all]) => all.map((move) => [spot, move] as const)))
      const low = [...told, ...moved].flatMap(([spot, { amount, lammers }]) => (amount >= 0 && lammers >= 0 ? [] : [spot]))
      return rack.some(({ amount }) => amount < 0) ? [...low, 'rack'] : low
    },
  },
  {
    says: 'the boxes of a round are boxes of the table, each once',
    broken: ({ rounds, context }) =>
      rounds.flatMap(({ id, boxes }) => (twice(boxes).length > 0 || boxes.some((box) => box < 1 || box > context.boxes) ? [id] : [])),
  },
  {
    says: 'the cards of a round lie in the order of time',
    broken: ({ rounds }) =>
      rounds.flatMap(({ id, cards }) => (cards.some(({ at }, index) => at < (cards[index - 1]?.at ?? at)) ? [id] : [])),
  },
  {
    says: 'an error of a round rests on lines of that round, at a box of the table',
    broken: ({ table: { deviations, current }, rounds, context }) => {
      if (current === null) return []
      const lines = new Set(rounds.flatMap(linesOf))
      return (deviations.get(current.round.id) ?? []).flatMap(({ code, box, cause }) => {
        const isOfTable = box === null || (box >= 1 && box <= context.boxes)
        // A bet recorded as late may turn out to have been there at the first card. Then the line that reported it no longer belongs to the
        // round.
        const isOfRound = code === 'BET-LATE' || cause.split(' ').every((line) => line === '' || lines.has(line))
        return isOfTable && isOfRound ? [] : [code]
      })
    },
  },
  {
    says: 'what is proven has no other story and is in no group; of a group is what is one of several, and nothing else',
    broken: ({ table, judge }) => [
      ...deviationsIn(table).flatMap(({ code, grade, oneOf, counter }) =>
        isGradedRight(grade, counter, oneOf !== undefined) ? [] : [code],
      ),
      ...judge.findings.standing.flatMap(({ finding: { finding, grade, group, counterReading } }) =>
        isGradedRight(grade, counterReading, group !== null) ? [] : [finding],
      ),
    ],
  },
  {
    says: 'a group has at least two members, which name each other',
    broken: ({ table: { deviations }, judge }) => [
      ...[...deviations].flatMap(([round, all]) =>
        all.flatMap(({ oneOf }) => (oneOf && isAlone(all, oneOf.group) ? [`${round} ${oneOf.group}`] : [])),
      ),
      ...judge.findings.standing.flatMap(({ finding: { finding, group, rivals } }) => {
        const others = judge.findings.standing.filter((each) => each.finding.group === group && each.finding.finding !== finding)
        const isNamed = rivals.length === others.length && others.every((other) => rivals.includes(other.finding.finding))
        return group === null || (others.length > 0 && isNamed) ? [] : [finding]
      }),
    ],
  },
  {
    says: 'no id is given twice',
    broken: ({ table: { current, last, rounds }, judge: { findings, alarms } }) => [
      ...twice(findings.standing.map(({ finding }) => finding.finding)),
      ...twice(alarms.open.map(({ alarm }) => alarm)),
      ...(current && current.round.id === last?.round.id ? [current.round.id] : []),
      ...(current && numberIn(current.round.id) > rounds ? [current.round.id] : []),
      ...findings.standing.flatMap(({ finding: { finding, code } }) => (numberIn(finding) > (findings.raised[code] ?? 0) ? [finding] : [])),
    ],
  },
]

/** How many of the readings are examined. */
const READINGS = 3

/** @throws Error that names the first invariant that does not hold, and where */
export const assertInvariants = (state: Pick<Held, 'table' | 'judge'>, context: TableContext): void => {
  const held = heldIn(state, context)
  for (const { says, broken } of INVARIANTS) {
    const found = broken(held)
    if (found.length > 0) throw new Error(`it does not hold that ${says}: ${[...new Set(found)].join(', ')}`)
  }
}

const heldIn = ({ table, judge }: Pick<Held, 'table' | 'judge'>, context: TableContext): Held => {
  const { current, last } = table
  const rounds = [...(current ? [current.round, ...roundsIn(current)] : []), ...(last ? [last.round] : [])]
  const solution = current && fullOf(current, context)
  const read = solution && current.full && { round: current.full.round, solution, best: solution.kBest(READINGS) }
  return { table, judge, context, rounds, read }
}

/** Positions of the cards that belong to somebody, and of the dealer's. */
const ownedIn = ({ stories, dealer }: Reading, round: Round, context: TableContext): readonly number[] => {
  const drawn = dealer ? Array.from({ length: dealer.drawn }, (_, nth) => dealer.end - 1 - nth) : []
  const players = stories.flatMap(({ hands }) => hands.flatMap(({ positions }) => positions))
  return [...players, ...dealerPositions(round, context).all, ...drawn]
}

/** Two cards of one rank and suit are the same to a reader of a round. */
const disagreed = (solution: Solution, best: readonly Reading[], { cards }: Round): readonly string[] => {
  const textOf = (positions: readonly number[] = []): string => positions.map((position) => cards[position]?.code).join()
  return (solution.best?.stories ?? []).flatMap(({ hands }, box) =>
    hands.flatMap(({ positions }, hand) => {
      if (!solution.agreesOn(box, hand, positions, null)) return []
      const isShared = best.every(({ stories }) => textOf(stories[box]?.hands[hand]?.positions) === textOf(positions))
      return isShared ? [] : [`hand ${hand + 1} of the box at ${box + 1}`]
    }),
  )
}

const linesOf = ({ cards, moves, burned }: Round): readonly string[] =>
  [...cards, ...[...moves.values()].flat(), ...(burned ? [burned] : [])].map(({ cause }) => cause)

const deviationsIn = ({ deviations }: TableState): readonly Deviation[] => [...deviations.values()].flat()

const isGradedRight = (grade: Deviation['grade'], counter: object | string | null, isGrouped: boolean): boolean =>
  (grade === 'proven') === (counter === null) && (grade === 'one-of') === isGrouped

const isAlone = (all: readonly Deviation[], group: string): boolean => all.filter(({ oneOf }) => oneOf?.group === group).length < 2

const twice = <T>(all: readonly T[]): readonly T[] => all.filter((each, index) => all.indexOf(each) < index)

/** `1-12`, `BJ-SHORT-2`: the number at the end. */
const numberIn = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1))
