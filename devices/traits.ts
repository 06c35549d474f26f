/** What a device can and cannot do, as its driver's row says it. Messages, the doctor and the guide are written from it. Pure. */

export interface Antennas {
  /** Each senses one spot. */
  readonly most: number
  /** Time that each of them adds to the lateness, because they are asked in turn, ms. */
  readonly eachMs: number
}

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
  /**
   * How a lost message shows. `numbered`: by the number of the next one. `level`: it says again and again what lies there, so the next message makes
   * up for it. `unseen`: not at all.
   */
  readonly losses: 'numbered' | 'level' | 'unseen'
  /** What it says more than once; null: nothing. */
  readonly repeats: string | null
  /** Two equal cards in a row may be told as one. */
  readonly mergesEqual: boolean
  /** Its cards have codes or tags, which a file translates. */
  readonly cardFile: 'required' | 'optional' | 'none'
  /** A file says what the tags of its chips are worth. `optional`: it says that itself, and the file tells foreign chips. */
  readonly chipFile: 'required' | 'optional' | 'none'
  /** Its antennas, where only the configuration says which spot each of them senses. */
  readonly antennas: Antennas | null
  /** It reads badges, and a file says whose they are. */
  readonly badgeFile: 'required' | 'none'
  /** How it must be set up, a sentence each. */
  readonly setUp: readonly string[]
}

/** A device of another maker as most of them are: it keeps no events, has no clock and no serial number. A driver's row says what is different. */
export const TALKS_ONLY = {
  standing: 'field-unverified',
  resend: 'none',
  identity: 'none',
  dated: 'host',
  checksum: null,
  losses: 'unseen',
  repeats: null,
  mergesEqual: false,
  cardFile: 'none',
  chipFile: 'none',
  antennas: null,
  badgeFile: 'none',
} as const satisfies Omit<Traits, 'what' | 'lateMs' | 'setUp'>

/** How late the events of a device with so many antennas are dated at most, ms. */
export const latenessOf = ({ lateMs, antennas }: Pick<Traits, 'lateMs' | 'antennas'>, inUse: number): number =>
  lateMs + (antennas?.eachMs ?? 0) * inUse

/** A sentence for each thing that it cannot do and that weakens what is said of a round; none for a native device. */
export const shortcomings = (traits: Traits): readonly string[] => (traits.badgeFile === 'none' ? ofPlay(traits) : ofBadges(traits))

const ofBadges = ({ resend, identity }: Traits): readonly string[] => [
  ...(resend === 'none' ? ['It keeps no events: a badge that comes and goes while nobody listens names nobody.'] : []),
  ...(identity === 'none' ? [ANYTHING] : []),
  'It does not say that a badge is taken away: its dealer deals until another one is named, or the key for a relief is pressed.',
]

const ANYTHING = 'It has no serial number: whatever is plugged into its port is taken for it.'

const LOADED =
  'It does not say that a new shoe was loaded: a card that the house burns then counts as the first of a round until a supervisor rules that it was burned (`card-burn`), and no card of the shoe is counted.'

function ofPlay({ resend, identity, dated, lateMs, checksum, losses, mergesEqual, antennas }: Traits): readonly string[] {
  return [
    ...(resend === 'none'
      ? ['It keeps no events: what it says while the cable is out or the program is not running is gone, and the round gets no verdict.']
      : []),
    ...(losses === 'unseen'
      ? ['Its messages have no numbers: a card that is lost without a trace is not noticed here, at best by the count of the shoe.']
      : []),
    ...(checksum === null ? ['Its messages have no checksum: a card that is damaged on the line may be read as another one.'] : []),
    ...(identity === 'none' ? [ANYTHING] : []),
    ...(dated === 'host'
      ? [
          `Its events are dated by their arrival: the tolerances for chips and pointer are ${lateMs} ms wider${antennas === null ? '' : `, and ${antennas.eachMs} ms for each antenna`}.`,
        ]
      : []),
    ...(dated === 'host' && antennas === null ? [LOADED] : []),
    ...(dated === 'host' && antennas === null
      ? ['Two equal cards are two cards, however close they arrive: a card that it reads twice is not found out by its time.']
      : []),
    ...(mergesEqual ? ['Two equal cards in a row may be told as one: do not rest a decision about money on it.'] : []),
  ]
}
