/** Which boxes were played against a rule in some readings, and by which error. */
import type { PlayError } from '../../rules/game/play-errors.ts'
import { asDealtAt } from './before-turn.ts'
import { BOX_FINISHED } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Swept } from './sweep.ts'
import { fromOf } from './trace.ts'

/** The errors in play of the readings of these sweeps, each once. */
export const playErrorsOf = (input: LatticeInput, parts: readonly { readonly swept: Swept }[]): readonly PlayError[] => {
  const { lattice, boxes } = input
  // A box to which play has not come may have been given up.
  const found = new Set(boxes.map((_, index) => asDealtAt(input, index)?.terms.playError))
  for (const { swept } of parts) {
    const { flow, through, ends } = swept
    for (const { node } of ends) found.add(node.terms?.playError)
    flow.section.edges.forEach((edge, index) => {
      const isFinished = (through[index] as number) > 0 && lattice.body.edges.way[edge] === BOX_FINISHED
      if (isFinished) found.add(fromOf(lattice, edge).terms?.playError)
    })
  }
  return [...found].filter((error) => error !== undefined)
}
