/** The layered graph the readings of a round are paths of: layer k = k boxes finished. Nodes and edges are numbered, so that sums over them are plain arrays. */
import type { InPlay } from './chips.ts'
import type { Needs } from './dealer.ts'
import type { Story } from './story.ts'

export interface Edge {
  readonly id: number
  /** Index of its box: from layer `box` to the next. */
  readonly box: number
  readonly story: Story
  readonly play: InPlay
  readonly from: Node
  readonly to: Node
  /** Play explains every movement so far. */
  readonly explained: boolean
}

export interface Node {
  readonly id: number
  readonly position: number
  readonly needs: Needs
}

export interface Graph {
  readonly layers: readonly (readonly Node[])[]
  /** Layer by layer: every edge comes after all that lead to its beginning. */
  readonly edges: readonly Edge[]
  readonly nodes: number
  /** Stories are missing. */
  readonly overflow: boolean
}
