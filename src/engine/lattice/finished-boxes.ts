/** What the chips say about the finished boxes of a lattice, by kind, computed on demand. */
import { type InPlay, matchPlay } from '../evidence/chips.ts'
import { kept } from '../workspace.ts'
import { isExplained } from './box-fit.ts'
import { isLostInPlay } from './box-in-play.ts'
import { chipsKey, chipsWithError } from './error-effects.ts'
import type { Node } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Kind } from './shared-answers.ts'
import type { Section } from './sweep.ts'

export class Finished {
  readonly #input: LatticeInput

  constructor(input: LatticeInput) {
    this.#input = input
  }

  /** One play for each track of the spot, whether it fits or not. */
  playsOf({ box, effects, terms }: Node): readonly InPlay[] {
    const { kept: answers, boxes } = this.#input
    answers.plays[box] ??= new Map()
    const plays = kept(answers.plays[box], chipsKey(terms?.playError), () => new Map())
    return kept(plays, effects, () => {
      const { tracks, ...own } = boxes[box] as LatticeInput['boxes'][number]
      const chips = chipsWithError(own.chips, terms?.playError)
      return tracks.map((track) => matchPlay(effects.list, track, chips))
    })
  }

  /** null if the box's chips do not fit. */
  kindOf(node: Node): Kind | null {
    const { kinds } = this.#input.kept
    if (kinds[node.kind] === undefined) kinds[node.kind] = this.#judged(node)
    return kinds[node.kind] ?? null
  }

  #judged(node: Node): Kind | null {
    const input = this.#input
    const { box, past } = node
    const { played } = input.kept
    const plays = this.playsOf(node)
      .filter((play) => play.fits && !(input.ignoreSettlement && isLostInPlay(input, box, past.hands, play)))
      .map((play) => {
        const explained = isExplained(input, { box, hands: past.hands, play })
        return { number: played.count++, play, explained }
      })
    return plays.length > 0 ? { node, plays } : null
  }
}

/** A section, and the kinds of finished box in it. */
export interface Scope {
  readonly section: Section
  /** By index in the section: the kind of box that this edge leaves as finished; -1 if the edge is a hand. */
  readonly kindAt: Int32Array
  /** Numbers of these kinds. */
  readonly kinds: readonly number[]
  /** The same by box; empty if nothing distinguishes boxes. */
  readonly byBox: readonly (readonly number[])[]
}

export const scopeOf = (section: Section, boxes: number): Scope => {
  const { lattice, edges } = section
  const { nodes, edges: all, kinds: known } = lattice.body
  const kindAt = new Int32Array(edges.length)
  const seen = new Uint8Array(known.size)
  const kinds: number[] = []
  const byBox: number[][] = Array.from({ length: boxes }, () => [])
  for (let index = 0; index < edges.length; index++) {
    const edge = edges[index] as number
    const kind = all.kind[edge] as number
    kindAt[index] = kind
    if (kind < 0 || seen[kind] === 1) continue
    seen[kind] = 1
    kinds.push(kind)
    byBox[(nodes[all.from[edge] as number] as Node).box]?.push(kind)
  }
  return { section, kindAt, kinds, byBox }
}
