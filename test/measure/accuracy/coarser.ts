/**
 * Codes under which an error may be proven when its closest row is left out: the same act by the same person at the same box, described
 * less precisely. Any other proven accusation is wrong.
 */
import { CONSEQUENCES } from '../../../simulators/table/errors/consequences.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'

interface Coarser {
  readonly code: FindingCode
  readonly because: string
}

const one = (because: string, ...codes: readonly FindingCode[]): readonly Coarser[] => codes.map((code) => ({ code, because }))

const COARSER: { readonly [C in FindingCode]?: readonly Coarser[] } = {
  'PAID-DOUBLE-SINGLE': one('A double that is paid one bet is paid short.', 'PAY-SHORT'),
  'PAST-POSTED': [
    ...one('A winner that is paid on a raised bet is paid more than is due.', 'PAY-OVER'),
    ...one('With lammers beside it, any amount that is no whole bet is paid by what is written on them.', 'FB-PAID-TOKEN-VALUE'),
  ],
}

/** The same fact under another code, or a consequence of it. */
export const isSameFact = (code: FindingCode, name: FindingCode, isSameBox: boolean): boolean =>
  (CONSEQUENCES[code] ?? []).some((each) => each.code === name) || (isSameBox && (COARSER[code] ?? []).some((each) => each.code === name))
