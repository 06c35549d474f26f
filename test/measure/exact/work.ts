/** What a worker of the long comparison does. */
export { compareRounds as work } from '../../engine/exact-rounds.ts'
