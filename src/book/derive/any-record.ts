/** The fields of a record that tell it apart here; its kind and other fields may be anything. */
export interface AnyRecord {
  readonly n: number
  /** Unix ms. */
  readonly t: number
  readonly kind: string
  readonly [field: string]: unknown
}
