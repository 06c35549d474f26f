/** What a sentence says, as data: its figures, and which sentence it is. Words are made of it where they are read, in any language. */

/** Amounts in minor units, times in ISO 8601, cards as their codes. */
export type Figure = number | string | readonly (number | string)[] | readonly { readonly [name: string]: number | string | null }[]

export interface Facts {
  /** Which of the things its code stands for it was; left out: the code has one meaning only. */
  readonly case?: string
  readonly figures: { readonly [name: string]: Figure }
}
