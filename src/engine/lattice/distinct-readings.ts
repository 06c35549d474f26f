/**
 * How many readings there are if a card could not be read. A reading may then stand for several paths, one for each rank that the card may
 * have had. Two readings are the same if every card's place and every hand's decisions agree. So paths are spelled as words, one letter per
 * hand, and the words are counted: those that begin alike are followed together, all at once.
 */

import type { Hand } from '../../rules/game/hand.ts'
import { kept } from '../workspace.ts'
import { BOX_FINISHED } from './graph.ts'
import { MARKS_END, marksTogether, type Swept } from './sweep.ts'
import { fromOf, handOf, type Traced } from './trace.ts'

/**
 * Most cells to look at: a tenth of a second. A round of seven boxes with an unread card needs a few thousand. Beyond this the number is
 * unknown.
 */
const CELLS_MAX = 10_000

const letterOf = (box: number, handIndex: number, { positions, actions }: Hand): string =>
  `${box}/${handIndex}:${positions.join('.')}:${actions.join('.')}`

/** A finished box adds no letter. */
const NO_LETTER = -1

interface Onward {
  readonly letter: number
  /** Slot of the node it leads to. */
  readonly to: number
  readonly mark: number
}

/** An end of paths: hands still to be spelled there, and the cell before the first of them. */
interface Tail {
  readonly letters: readonly number[]
  readonly first: number
}

/**
 * One sweep, by the slots of its nodes. A cell is the place that a path has come to, as a number: a node with certain marks, or so many
 * letters into the hands at the path's end.
 */
interface Spelled {
  readonly swept: Swept
  readonly base: number
  /** The first cell at an end. */
  readonly tailsFrom: number
  readonly upTo: number
  readonly edges: readonly (readonly Onward[] | undefined)[]
  readonly ends: ReadonlyMap<number, readonly Tail[]>
  /** The end that each cell from `tailsFrom` on belongs to. */
  readonly tailAt: readonly Tail[]
}

/** A sweep, and the trace by which its hands are read. */
export interface Spelling {
  readonly traced: Traced
  readonly swept: Swept
}

const spell = ({ traced, swept }: Spelling, base: number, letters: Map<string, number>): Spelled => {
  const { section, marks } = swept.flow
  const { lattice } = traced
  const numberOf = (letter: string): number => kept(letters, letter, () => letters.size)
  const edges: Onward[][] = []
  section.edges.forEach((edge, index) => {
    if ((swept.back.through[index] as number) === 0) return
    const from = section.from[index] as number
    const node = fromOf(lattice, edge)
    const isFinished = lattice.body.edges.way[edge] === BOX_FINISHED
    const letter = isFinished ? NO_LETTER : numberOf(letterOf(node.box, node.past.hands.length, handOf(traced, edge)))
    edges[from] ??= []
    edges[from].push({ letter, to: section.to[index] as number, mark: marks?.[index] ?? 0 })
  })
  const ends = new Map<number, Tail[]>()
  const tailsFrom = base + section.nodes * MARKS_END
  const tailAt: Tail[] = []
  for (const { node, run } of swept.ends) {
    const hands = run ? [run.hand, ...run.waiting.hands] : []
    const tail: Tail = {
      letters: hands.map((hand, at) => numberOf(letterOf(node.box, node.past.hands.length + at, hand))),
      first: tailsFrom + tailAt.length,
    }
    const slot = section.slots[node.id] as number
    ends.set(slot, [...(ends.get(slot) ?? []), tail])
    for (let spelled = 0; spelled <= tail.letters.length; spelled++) tailAt.push(tail)
  }
  return { swept, base, tailsFrom, upTo: tailsFrom + tailAt.length, edges, ends, tailAt }
}

/**
 * Do these paths have two different hands in one place, and so several readings? This stops at the first difference, and nearly always
 * there is one.
 */
export const differSomewhere = (spellings: readonly Spelling[]): boolean => {
  const letters = new Map<string, string>()
  for (const { traced, swept } of spellings) {
    const { lattice } = traced
    const { edges } = swept.flow.section
    for (let index = edges.length - 1; index >= 0; index--) {
      const edge = edges[index] as number
      if ((swept.back.through[index] as number) === 0 || lattice.body.edges.way[edge] === BOX_FINISHED) continue
      const { box, past } = fromOf(lattice, edge)
      const place = `${box}/${past.hands.length}`
      const letter = letterOf(box, past.hands.length, handOf(traced, edge))
      // A hand before its split does not count as another hand in its place.
      if (letter.endsWith('split')) continue
      if (kept(letters, place, () => letter) !== letter) return true
    }
  }
  return false
}

/** Number of different readings among the paths of these sweeps; null if counting them takes more work than `CELLS_MAX` allows. */
export const distinctReadings = (spellings: readonly Spelling[]): number | null => {
  const letters = new Map<string, number>()
  const all: Spelled[] = []
  for (const spelling of spellings) all.push(spell(spelling, all.at(-1)?.upTo ?? 0, letters))
  return new Words(all).from(
    all.flatMap(({ base, swept }) => Array.from({ length: swept.flow.section.roots }, (_, slot) => base + slot * MARKS_END)),
  )
}

class Words {
  readonly #all: readonly Spelled[]
  /** How many words go on from each set of cells that a word may have come to. */
  readonly #counts = new Map<string, number | null>()
  #looked = 0

  constructor(all: readonly Spelled[]) {
    this.#all = all
  }

  #of(cell: number): Spelled {
    for (const spelled of this.#all) if (cell < spelled.upTo) return spelled
    throw new RangeError(`cell ${cell} is of no sweep`)
  }

  /** These cells and all that can be reached from them without a letter, past finished boxes and into ends; ascending. */
  #closed(cells: readonly number[]): readonly number[] {
    const reached = new Set<number>(cells)
    // The loop also goes through what is added to the set meanwhile.
    for (const cell of reached) {
      this.#looked++
      const { swept, base, tailsFrom, edges, ends } = this.#of(cell)
      if (cell >= tailsFrom) continue
      const slot = Math.floor((cell - base) / MARKS_END)
      const mark = (cell - base) % MARKS_END
      for (const { letter, to, mark: more } of edges[slot] ?? []) {
        if (letter === NO_LETTER && marksTogether(mark, more) < MARKS_END) reached.add(base + to * MARKS_END + marksTogether(mark, more))
      }
      if (swept.accepts(mark)) for (const { first } of ends.get(slot) ?? []) reached.add(first)
    }
    return reached.size === 1 ? [...reached] : [...reached].sort((one, other) => one - other)
  }

  from(cells: readonly number[]): number | null {
    const state = this.#closed(cells)
    const key = state.join()
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    if (this.#looked > CELLS_MAX) return null
    this.#counts.set(key, null)
    const words = this.#counted(state)
    this.#counts.set(key, words)
    return words
  }

  #counted(state: readonly number[]): number | null {
    const next = new Map<number, number[]>()
    const spellOn = (letter: number, cell: number): unknown => kept(next, letter, () => []).push(cell)
    let words = 0
    for (const cell of state) {
      const { base, tailsFrom, edges, tailAt } = this.#of(cell)
      if (cell >= tailsFrom) {
        const { letters, first } = tailAt[cell - tailsFrom] as Tail
        const letter = letters[cell - first]
        if (letter === undefined) words = 1
        else spellOn(letter, cell + 1)
        continue
      }
      const slot = Math.floor((cell - base) / MARKS_END)
      const mark = (cell - base) % MARKS_END
      for (const { letter, to, mark: more } of edges[slot] ?? []) {
        if (letter !== NO_LETTER) spellOn(letter, base + to * MARKS_END + marksTogether(mark, more))
      }
    }
    for (const after of next.values()) {
      const more = this.from(after)
      if (more === null) return null
      words += more
    }
    return words
  }
}
