/** Why something failed at a broker. */
const TEXT_MAX = 200

export interface Failure {
  readonly ok: false
  /** The system's or the broker's own code; empty if there is none. */
  readonly code: string
  readonly text: string
}

export const why = ({ code, text }: Failure): string => (code === '' || text.includes(code) ? text : `${text} (${code})`)

export const failure = (error: unknown): Failure => {
  // One name had several addresses, and none of them answered.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code = typeof first === 'object' && first !== null && 'code' in first ? String(first.code) : ''
  const text = first instanceof Error && first.message !== '' ? first.message : String(first)
  return { ok: false, code, text: text.slice(0, TEXT_MAX) }
}
