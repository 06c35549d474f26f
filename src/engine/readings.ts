/** The readings of a round, for whoever explains it and for assertions about them. The judge sees only the facts. */
export { closingOf, fullOf } from './errors/answers.ts'
export { addMove } from './lattice/growth.ts'
export { type Reader, readRound } from './lattice/question.ts'
export type { Reading, Solution } from './lattice/reading.ts'
export { type Rung, readOn } from './lattice/rungs.ts'
