/** Whether a failed write is the store's fault, or that of what was to be written. */
import { z } from 'zod'
import { codeOf } from '../../base/process/reason.ts'

/**
 * SQLite: a constraint, a value of the wrong form or too large. PostgreSQL: the classes 21 to 23 (cardinality, data, integrity) and 54
 * (program limits).
 */
const CODES = /^(?:SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)\w*|(?:2[123]|54)\w{3})$/

/** True if the values are at fault, so that other values can still be written. Whatever is not known for certain is the store's fault. */
export const isOfValues = (error: unknown): boolean =>
  CODES.test(codeOf(error)) || [TypeError, RangeError, SyntaxError, z.ZodError].some((kind) => error instanceof kind)
