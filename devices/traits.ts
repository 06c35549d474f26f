/** What a device can and cannot do, as its driver's row says it. Messages, the doctor and the guide are written from it. Pure. */

export interface Traits {
  /** What it is, for a table of drivers: `card shoe`. */
  readonly what: string
  /** `field-unverified`: built from public sources; it has run against its simulated twin only. */
  readonly standing: 'native' | 'field-unverified'
  /** Whether a lost event can be asked for again. */
  readonly resend: 'ring' | 'none'
  /** How it is told from another one: it is asked for its serial number, it says it with every message, or it has none. */
  readonly identity: 'asked' | 'told' | 'none'
  readonly dated: 'device' | 'host'
  /** How much later than it happened an event is dated at most, ms: the table's tolerances are that much wider. */
  readonly lateMs: number
  /** What a damaged message is recognised by; null: by its form alone, so a damaged letter may be read as another card. */
  readonly checksum: string | null
  /** Its messages have numbers, so that a lost one is noticed by the next. */
  readonly isNumbered: boolean
  /** What it says more than once; null: nothing. */
  readonly repeats: string | null
  /** Two equal cards in a row may be told as one. */
  readonly mergesEqual: boolean
  /** Its cards have codes or tags, which a file translates. */
  readonly cardFile: 'required' | 'optional' | 'none'
  /** How it must be set up, a sentence each. */
  readonly setUp: readonly string[]
}

/** A sentence for each thing that it cannot do and that weakens what a round may rest on; none for a native device. */
export function shortcomings({ resend, identity, dated, lateMs, checksum, isNumbered, mergesEqual }: Traits): readonly string[] {
  return [
    ...(resend === 'none'
      ? ['It keeps no events: what it says while the cable is out or the program is not running is gone, and the round gets no verdict.']
      : []),
    ...(isNumbered
      ? []
      : ['Its messages have no numbers: a card that is lost without a trace is not noticed here, at best by the count of the shoe.']),
    ...(checksum === null ? ['Its messages have no checksum: a card that is damaged on the line may be read as another one.'] : []),
    ...(identity === 'none' ? ['It has no serial number: whatever is plugged into its port is taken for it.'] : []),
    ...(dated === 'host' ? [`Its events are dated by their arrival: the tolerances for chips and pointer are ${lateMs} ms wider.`] : []),
    ...(mergesEqual ? ['Two equal cards in a row may be told as one: do not rest a decision about money on it.'] : []),
  ]
}
