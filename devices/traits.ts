/** What a device can and cannot do, as its driver's row says it. Messages, the doctor and the guide are written from it. Pure. */

import { catalog } from '../src/words/catalog.ts'
import { inEach, type Text, tell } from '../src/words/text.ts'

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

interface Shortcoming extends Text {
  readonly holds: (traits: Traits) => boolean
}

const NAMELESS: Shortcoming = {
  holds: ({ identity }) => identity === 'none',
  en: 'It has no serial number: whatever is plugged into its port is taken for it.',
  de: 'Es hat keine Seriennummer: was an seinem Anschluss hängt, gilt als dieses Gerät.',
}

const OF_BADGES: { readonly [code: string]: Shortcoming } = {
  'badge-unheard': {
    holds: ({ resend }) => resend === 'none',
    en: 'It keeps no events: a badge that comes and goes while nobody listens names nobody.',
    de: 'Es bewahrt keine Ereignisse auf: ein Ausweis, der kommt und geht, während niemand zuhört, nennt niemanden.',
  },
  nameless: NAMELESS,
  'badge-stays': {
    holds: () => true,
    en: 'It does not say that a badge is taken away: its dealer deals until another one is named, or the key for a relief is pressed.',
    de: 'Es sagt nicht, dass ein Ausweis weggenommen wurde: sein Croupier gibt, bis ein anderer genannt oder die Taste für den Croupierwechsel gedrückt wird.',
  },
}

/** A shoe without a clock: a board asks its antennas. */
const isShoe = ({ dated, antennas }: Traits): boolean => dated === 'host' && antennas === null

const OF_PLAY: { readonly [code: string]: Shortcoming } = {
  'keeps-nothing': {
    holds: ({ resend }) => resend === 'none',
    en: 'It keeps no events: what it says while the cable is out or the program is not running is gone, and the round gets no verdict.',
    de: 'Es bewahrt keine Ereignisse auf: was es sagt, während das Kabel abgezogen ist oder das Programm nicht läuft, ist verloren, und die Runde wird nicht beurteilt.',
  },
  unnumbered: {
    holds: ({ losses }) => losses === 'unseen',
    en: 'Its messages have no numbers: a card that is lost without a trace is not noticed here, at best by the count of the shoe. Without a reader of the discards, nothing that a lost card explains is called proven.',
    de: 'Seine Meldungen haben keine Nummern: geht eine Karte spurlos verloren, fällt das hier nicht auf, bestenfalls beim Zählen der Karten. Ohne Leser der abgelegten Karten gilt nichts als bewiesen, was eine verlorene Karte erklärt.',
  },
  unchecked: {
    holds: ({ checksum }) => checksum === null,
    en: 'Its messages have no checksum: a card that is damaged on the line may be read as another one.',
    de: 'Seine Meldungen haben keine Prüfsumme: eine Karte, deren Meldung auf der Leitung beschädigt wird, kann als eine andere gelesen werden.',
  },
  nameless: NAMELESS,
  dated: {
    holds: isShoe,
    en: 'Its events are dated by their arrival: the tolerances for chips and pointer are {lateMs} ms wider.',
    de: 'Seine Ereignisse werden nach ihrer Ankunft datiert: die Toleranzen für Jetons und Zeiger sind {lateMs} ms größer.',
  },
  'dated-by-antennas': {
    holds: ({ dated, antennas }) => dated === 'host' && antennas !== null,
    en: 'Its events are dated by their arrival: the tolerances for chips and pointer are {lateMs} ms wider, and {eachMs} ms for each antenna.',
    de: 'Seine Ereignisse werden nach ihrer Ankunft datiert: die Toleranzen für Jetons und Zeiger sind {lateMs} ms größer, und {eachMs} ms mehr für jede Antenne.',
  },
  'shoe-unsaid': {
    holds: isShoe,
    en: 'It does not say that a new shoe was loaded: a card that the house burns then counts as the first of a round until a supervisor rules that it was burned (`card-burn`), and no card of the shoe is counted.',
    de: 'Es sagt nicht, dass der Schlitten neu geladen wurde: eine Karte, die das Haus danach brennt, zählt als erste einer Runde, bis die Saalleitung entscheidet, dass sie gebrannt wurde (`card-burn`), und die Karten des Schlittens werden nicht gezählt.',
  },
  'equal-cards': {
    holds: isShoe,
    en: 'Two equal cards are two cards, however close they arrive: a card that it reads twice is not found out by its time.',
    de: 'Zwei gleiche Karten sind zwei Karten, so dicht sie auch aufeinander folgen: liest es eine Karte zweimal, ist das an der Zeit nicht zu erkennen.',
  },
  merged: {
    holds: ({ mergesEqual }) => mergesEqual,
    en: 'Two equal cards in a row may be told as one: do not rest a decision about money on it.',
    de: 'Zwei gleiche Karten nacheinander meldet es vielleicht als eine: stützen Sie keine Entscheidung über Geld darauf.',
  },
}

catalog('driver', { ...OF_BADGES, ...OF_PLAY })

/** A sentence for each thing that it cannot do and that weakens what is said of a round; none for a native device. */
export function shortcomings(traits: Traits): readonly Text[] {
  const { lateMs, antennas, badgeFile } = traits
  const figures = { lateMs, eachMs: antennas?.eachMs ?? 0 }
  const rows = Object.values(badgeFile === 'none' ? OF_PLAY : OF_BADGES)
  return rows.filter(({ holds }) => holds(traits)).map((row) => inEach((language) => tell(row, language, figures)))
}
