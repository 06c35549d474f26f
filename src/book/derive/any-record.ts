/** A record as far as it is told apart here: any kind, any fields. */
export interface AnyRecord {
  readonly n: number
  /** Unix ms. */
  readonly t: number
  readonly kind: string
  readonly [field: string]: unknown
}
