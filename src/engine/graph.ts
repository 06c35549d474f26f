/** The layered graph the readings of a round are paths of: layer k = k boxes finished. */
import type { InPlay } from './chips.ts'
import type { Need } from './dealer.ts'
import type { Story } from './story.ts'

export interface Edge {
  readonly story: Story
  readonly play: InPlay
  readonly from: Node
  readonly to: Node
  /** Play explains every movement so far. */
  readonly explained: boolean
}

export interface Node {
  readonly position: number
  readonly need: Need
  readonly out: Edge[]
}

export type Layers = readonly ReadonlyMap<string, Node>[]
