/** The readings of a round themselves: for who explains it, and for the assertions of what must hold of them. The judge has the facts alone. */
export { closingOf, fullOf } from './errors/answers.ts'
export { RELAXATIONS } from './errors/errors.ts'
export { addMove } from './lattice/growth.ts'
export { type Reader, readRound } from './lattice/question.ts'
export type { Reading, Solution } from './lattice/reading.ts'
