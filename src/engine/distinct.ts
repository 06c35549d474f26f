/**
 * How many readings there are where a card could not be read. Then a reading may stand for several paths, one for each rank the card may
 * have had: two readings are the same when every card's place and every hand's decisions agree. So paths are spelled as words, one letter
 * a hand, and words are counted: those that begin alike are followed together, all at once.
 */
import { BOX_FINISHED } from './graph.ts'
import type { Hand } from './hand.ts'
import type { Swept } from './sweep.ts'
import { fromOf, handOf, type Traced } from './trace.ts'

/** Cells looked at, at most: a tenth of a second. A round of seven boxes with an unread card needs some thousands. Beyond it nobody has counted. */
const CELLS_MAX = 10_000

/** Where one path stands: at a node, with these marks, or so many letters into the hands at its end. */
interface Cell {
  readonly swept: number
  readonly slot: number
  readonly mark: number
  /** Index of the path's end, once it has begun; -1 before. */
  readonly end: number
  readonly spelled: number
}

const keyOf = ({ swept, slot, mark, end, spelled }: Cell): string => `${swept}.${slot}.${mark}.${end}.${spelled}`

const letterOf = (box: number, handIndex: number, { positions, actions }: Hand): string =>
  `${box}/${handIndex}:${positions.join('.')}:${actions.join('.')}`

/** One sweep, by node. */
interface Spelled {
  readonly swept: Swept
  /** Edges that begin at a node: their letters ('' for a finished box), ends and marks. */
  readonly edges: ReadonlyMap<number, readonly { readonly letter: string; readonly to: number; readonly mark: number }[]>
  /** Ends at a node, by their index, and the hands still to be spelled there. */
  readonly ends: ReadonlyMap<number, readonly number[]>
  readonly tails: readonly (readonly string[])[]
}

const spell = ({ traced, swept }: Spelling): Spelled => {
  const { section, marks } = swept.flow
  const { lattice } = traced
  const edges = new Map<number, { letter: string; to: number; mark: number }[]>()
  section.edges.forEach((edge, index) => {
    if ((swept.through[index] as number) === 0) return
    const from = section.from[index] as number
    const node = fromOf(lattice, edge)
    const letter = lattice.body.edges.way[edge] === BOX_FINISHED ? '' : letterOf(node.box, node.past.hands.length, handOf(traced, edge))
    const list = edges.get(from) ?? []
    edges.set(from, list)
    list.push({ letter, to: section.to[index] as number, mark: marks?.[index] ?? 0 })
  })
  const ends = new Map<number, number[]>()
  const tails = swept.ends.map(({ node, run }, index) => {
    const slot = section.slots[node.id] as number
    ends.set(slot, [...(ends.get(slot) ?? []), index])
    return run ? [run.hand, ...run.waiting].map((hand, at) => letterOf(node.box, node.past.hands.length + at, hand)) : []
  })
  return { swept, edges, ends, tails }
}

/** A sweep, and what its hands are read off by. */
export interface Spelling {
  readonly traced: Traced
  readonly swept: Swept
}

/** Number of different readings among the paths of these sweeps; null where that is more work than `CELLS_MAX` allows. */
export const distinctReadings = (spellings: readonly Spelling[]): number | null => {
  const spelled = spellings.map(spell)
  const counts = new Map<string, number | null>()
  let looked = 0

  /** With all that is reached without a letter: boxes that are finished, and ends that begin. */
  const closed = (cells: readonly Cell[]): ReadonlyMap<string, Cell> => {
    const all = new Map<string, Cell>()
    const open = [...cells]
    for (let cell = open.pop(); cell; cell = open.pop()) {
      const key = keyOf(cell)
      if (all.has(key)) continue
      all.set(key, cell)
      looked++
      if (cell.end >= 0) continue
      const { swept, slot, mark } = cell
      const { edges, ends } = spelled[swept] as Spelled
      for (const edge of edges.get(slot) ?? []) if (edge.letter === '') open.push({ ...cell, slot: edge.to, mark: mark | edge.mark })
      for (const end of ends.get(slot) ?? []) if (spellings[swept]?.swept.accepts(mark)) open.push({ ...cell, end })
    }
    return all
  }

  const isWord = ({ swept, end, spelled: letters }: Cell): boolean => end >= 0 && spelled[swept]?.tails[end]?.length === letters

  const wordsFrom = (cells: readonly Cell[]): number | null => {
    const state = closed(cells)
    const key = [...state.keys()].sort().join(' ')
    const known = counts.get(key)
    if (known !== undefined) return known
    if (looked > CELLS_MAX) return null
    counts.set(key, null)
    const next = new Map<string, Cell[]>()
    const spellOn = (letter: string, cell: Cell): void => {
      const list = next.get(letter) ?? []
      next.set(letter, list)
      list.push(cell)
    }
    let words: number | null = [...state.values()].some(isWord) ? 1 : 0
    for (const cell of state.values()) {
      const { edges, tails } = spelled[cell.swept] as Spelled
      const letter = cell.end >= 0 ? tails[cell.end]?.[cell.spelled] : undefined
      if (letter !== undefined) spellOn(letter, { ...cell, spelled: cell.spelled + 1 })
      if (cell.end >= 0) continue
      for (const edge of edges.get(cell.slot) ?? []) {
        if (edge.letter !== '') spellOn(edge.letter, { ...cell, slot: edge.to, mark: cell.mark | edge.mark })
      }
    }
    for (const after of next.values()) {
      const more = wordsFrom(after)
      if (more === null || words === null) {
        words = null
        break
      }
      words += more
    }
    counts.set(key, words)
    return words
  }

  const roots = spellings.flatMap(({ swept: { flow } }, swept) =>
    Array.from({ length: flow.section.roots }, (_, slot): Cell => ({ swept, slot, mark: 0, end: -1, spelled: 0 })),
  )
  return wordsFrom(roots)
}
