/** One row per query to the book: its path, its parameters, its answers, and the query behind it. */
import { z } from 'zod'
import type { DayClock } from '../gaming-day.ts'
import type { Db } from '../queries/page.ts'

/** What a route needs to answer. */
export interface RouteTools {
  readonly db: Db
  /** Wall clock, Unix ms. */
  readonly nowMs: () => number
  /** When a gaming day of the property begins. */
  readonly clock: DayClock
}

/** A `status` other than 200 comes with an error's form. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string /** Saved under this name. */; readonly file?: string }
  | { readonly kind: 'error'; readonly status: 400 | 404 | 409; readonly code: string; readonly text: string }

export interface Route {
  /** In OpenAPI's notation, `/api/tables/{property}`. */
  readonly path: string
  readonly id: string
  readonly means: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** The form of a JSON answer, and any other content types it can have. */
  readonly answer: { readonly json?: z.ZodType; readonly others?: readonly string[] }
  /** Takes hostile parameters, and returns an answer or an error that says what is wrong with them. */
  respond(tools: RouteTools, params: RawParams, query: RawQuery): Promise<Answer>
}

export type RawParams = { readonly [name: string]: string }
/** Each parameter with all its values. A parameter given twice is an error. */
export type RawQuery = { readonly [name: string]: readonly string[] }

interface RouteRow<P extends z.ZodObject, Q extends z.ZodObject> extends Omit<Route, 'respond'> {
  readonly params: P
  readonly query: Q
  run(tools: RouteTools, params: z.output<P>, query: z.output<Q>): Promise<Answer>
}

export function route<P extends z.ZodObject, Q extends z.ZodObject>({ run, ...row }: RouteRow<P, Q>): Route {
  return {
    ...row,
    async respond(tools, params, query) {
      const twice = Object.entries(query).find(([, values]) => values.length !== 1)
      if (twice !== undefined) return badRequest(`${twice[0].slice(0, 32)} is given ${twice[1].length} times`)
      const read = {
        params: row.params.safeParse(params),
        query: row.query.safeParse(Object.fromEntries(Object.entries(query).map(([name, [value = '']]) => [name, value]))),
      }
      if (!read.params.success) return badRequest(faultsOf(read.params.error))
      if (!read.query.success) return badRequest(faultsOf(read.query.error))
      return run(tools, read.params.data, read.query.data)
    },
  }
}

export const json = (value: unknown): Answer => ({ kind: 'json', value })
export const badRequest = (text: string): Answer => ({ kind: 'error', status: 400, code: 'BAD-REQUEST', text })
export const notFound = (text: string): Answer => ({ kind: 'error', status: 404, code: 'NOT-FOUND', text })

const FAULTS_TOLD_MAX = 3
const FAULT_CHARS_MAX = 160

const faultsOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, FAULTS_TOLD_MAX)
    .map(({ path, message }) => `${path.length === 0 ? '' : `${String(path[0])}: `}${message}`.slice(0, FAULT_CHARS_MAX))
    .join('; ')

/** A whole number as text. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `must be ${min} to ${max}`).max(max, `must be ${min} to ${max}`))

export const time = z.iso.datetime({ offset: true, error: 'is not a time such as 2026-11-24T22:00:00Z' })

export const dealerId = z.string().regex(/^[\w.-]{1,64}$/, 'is not the id of a dealer: letters, digits, _ . and -, 1 to 64 characters')

/** Several values as text, with commas between them. */
export const listOf = <T extends z.ZodType<unknown, string>>(one: T, most: number) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(one).max(most))
