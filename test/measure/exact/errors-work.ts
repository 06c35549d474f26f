/** What a worker of the long comparison of rounds with an error does. */
export { compareErrors as work } from '../../engine/exact-errors.ts'
