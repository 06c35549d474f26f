/** The generated parts of docs/reliability.md: the promises and the faults they must survive, each with its tests. */
import { FAULTS, PROMISES, type Proof } from './fault-matrix.ts'
import { table } from './markdown.ts'

/** Each file only once: most rows rest on several tests, and their names would fill a screen per row. */
const filesOf = (proofs: readonly Proof[]): string =>
  [...new Set(proofs.map(({ file }) => file))].map((file) => `[${file.replace('test/', '')}](../${file})`).join(', ')

export const reliabilityBlocks = (): { readonly [block: string]: string } => ({
  promises: table(
    ['', 'promise', 'tests'],
    PROMISES.map(({ id, promise, proofs }) => [id, promise, filesOf(proofs)]),
  ),
  faults: table(
    ['', 'fault', 'must hold', 'tests', 'not tested'],
    FAULTS.map(({ id, fault, mustHold, proofs, open = '' }) => [id, fault, mustHold, filesOf(proofs), open]),
  ),
})
