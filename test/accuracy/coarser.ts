/**
 * Names that an error may be proven by where the row that names it most closely is left out: the same act of the same person at the same box, named
 * less closely. Anybody else who is then accused by proof is accused wrongly.
 */
import { CONSEQUENCES } from '../../simulators/table/errors/consequences.ts'
import type { FindingCode } from '../../src/house/finding-code.ts'

interface Coarser {
  readonly code: FindingCode
  readonly because: string
}

const COARSER: { readonly [C in FindingCode]?: readonly Coarser[] } = {}

/** The same fact by another name, or what it leads to. */
export const isSameFact = (code: FindingCode, name: FindingCode, isSameBox: boolean): boolean =>
  (CONSEQUENCES[code] ?? []).some((each) => each.code === name) || (isSameBox && (COARSER[code] ?? []).some((each) => each.code === name))
