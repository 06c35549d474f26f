/**
 * Why a finding is only likely, why a round gets no complete verdict, and why it is void: each reason is a code with its figures, and this
 * table has the words of every code. Whoever concludes keeps and compares codes; whoever tells a person makes the words, `reasonText`.
 */
import { catalog } from '../words/catalog.ts'
import { namesIn } from '../words/template.ts'
import { type Language, type Names, type Texts, tell } from '../words/text.ts'

/** The English words are those of the wire: a change of them is a change of what consumers read. */
export const REASONS = {
  // --- what an error may be instead -------------------------------------------------------------------------------------------------------
  'other-error': { en: '{errors} instead', de: 'stattdessen {errors}' },
  'error-at-box': { en: 'another error at box {box}', de: 'ein anderer Fehler an Box {box}' },
  'settlement-error': { en: 'another error in the settlement of box {box}', de: 'ein anderer Fehler beim Abrechnen von Box {box}' },
  'more-wrong': { en: 'more than this went wrong since', de: 'seither ging mehr schief als das' },
  'something-else': { en: 'something else went wrong in this round', de: 'in dieser Runde ging etwas anderes schief' },
  'put-right-before': {
    en: 'what was put right is an error of the round before',
    de: 'was richtiggestellt wurde, ist ein Fehler der Runde davor',
  },
  'other-results': {
    en: 'another reading of the round has other results',
    de: 'ein anderer Verlauf der Runde hat andere Ergebnisse',
  },

  // --- chips that may be something else ---------------------------------------------------------------------------------------------------
  'unseen-bet': {
    en: 'cash or a coupon plays on box {box}, and nobody has noted it, instead',
    de: 'stattdessen spielt auf Box {box} Bargeld oder ein Gutschein, und niemand hat es vermerkt',
  },
  'change-handed': { en: 'a player handed change back instead', de: 'stattdessen gab ein Spieler Wechselgeld zurück' },
  'stake-lifted': {
    en: 'the stake was lifted for a while and laid back instead',
    de: 'stattdessen wurde der Einsatz kurz angehoben und zurückgelegt',
  },
  'next-bet': { en: "the chips are the player's next bet", de: 'die Jetons sind der nächste Einsatz des Spielers' },
  'next-bet-there': { en: 'the player laid his next bet there', de: 'der Spieler hat dort seinen nächsten Einsatz gelegt' },
  'next-bets': { en: 'the bets behind it are of the next round', de: 'die Einsätze danach gehören zur nächsten Runde' },
  'moved-next-bets': {
    en: 'the chips that moved are bets of the next round instead',
    de: 'die bewegten Jetons sind stattdessen Einsätze der nächsten Runde',
  },
  'chips-sold': {
    en: 'chips sold for cash leave the rack in the same way',
    de: 'gegen Bargeld verkaufte Jetons verlassen den Jetonbestand auf dieselbe Weise',
  },

  // --- cards that may be another round's, or that nobody saw ------------------------------------------------------------------------------
  'card-unreported': { en: 'a card that the shoe did not report', de: 'eine Karte, die der Schlitten nicht gemeldet hat' },
  'card-read-twice': { en: 'a card of this round was read twice', de: 'eine Karte dieser Runde wurde zweimal gelesen' },
  'card-among-discards': {
    en: 'the discards of this round hold a card that the shoe did not report',
    de: 'in der Ablage dieser Runde liegt eine Karte, die der Schlitten nicht gemeldet hat',
  },
  'card-burned': { en: 'the first card was burned before the bets', de: 'die erste Karte wurde vor den Einsätzen gebrannt' },
  'no-more-cards': { en: 'the round needed no further card', de: 'die Runde brauchte keine Karte mehr' },
  'honest-shoe': {
    en: 'an honest shoe looks like this once in {shoes} shoes at most',
    de: 'ein ehrlicher Schlitten sieht höchstens einmal in {shoes} Schlitten so aus',
  },
  'one-more-card': {
    en: 'the card that ended the round may be one too many of its own',
    de: 'die Karte, mit der die Runde endete, kann eine eigene zu viel sein',
  },
  'none-of-it': {
    en: 'its last card may be of no round, or of the next',
    de: 'ihre letzte Karte gehört vielleicht zu keiner Runde oder zur nächsten',
  },
  'unsure-start': {
    en: 'the card it began with may be one too many of the round before',
    de: 'die Karte, mit der sie begann, kann eine zu viel der Runde davor sein',
  },
  'unsure-account': { en: 'rounds may have ended elsewhere', de: 'Runden können an anderer Stelle geendet haben' },
  'ended-before': {
    en: 'the next round may have begun with nothing settled',
    de: 'die nächste Runde kann begonnen haben, ohne dass abgerechnet war',
  },

  // --- rules that the house may have another way ------------------------------------------------------------------------------------------
  'may-be-rounded': {
    en: 'no chip seen here makes the exact amount, so it may be rounded',
    de: 'kein hier gesehener Jeton ergibt den genauen Betrag; er kann gerundet sein',
  },
  'soft-17': { en: 'the house may play soft 17 the other way', de: 'das Haus spielt Soft 17 vielleicht andersherum' },
  'bust-with-others': {
    en: 'the house may take a bust stake with the others',
    de: 'das Haus zieht den Einsatz einer überkauften Hand vielleicht mit den anderen ein',
  },
  'more-bettors': { en: 'the house may let others bet on a box', de: 'im Haus dürfen vielleicht mehrere auf eine Box setzen' },
  'split-aces-doubled': {
    en: 'the house may let split aces be doubled',
    de: 'im Haus dürfen geteilte Asse vielleicht verdoppelt werden',
  },
  'split-aces-drawn': { en: 'the house may let split aces draw', de: 'im Haus dürfen geteilte Asse vielleicht weiterziehen' },
  'surrender-any-time': {
    en: 'a hand of two cards may be given up at any time',
    de: 'eine Hand mit zwei Karten darf jederzeit aufgegeben werden',
  },
  'insurance-any-time': {
    en: 'the document does not say until when insurance may be laid',
    de: 'das Dokument sagt nicht, bis wann eine Versicherung gelegt werden darf',
  },
  'card-on-21': { en: 'no rule of the house bars a card on 21', de: 'keine Regel des Hauses verbietet eine Karte auf 21' },
  'ace-counts-one': {
    en: 'the ace may count one, which makes {total}',
    de: 'das Ass kann als eins zählen, das ergibt {total}',
  },
  'other-prize': {
    en: 'the prize may be paid on another stake, or together with the lower prizes',
    de: 'der Preis wird vielleicht auf einen anderen Einsatz gezahlt oder zusammen mit den kleineren Preisen',
  },

  // --- why a round gets no complete verdict -----------------------------------------------------------------------------------------------
  'ended-early': { en: 'it ended before its cards were dealt', de: 'sie endete, bevor ihre Karten ausgeteilt waren' },
  'passed-over': {
    en: 'play began before all its cards were dealt, and whose they are nobody can tell',
    de: 'das Spiel begann, bevor alle Karten ausgeteilt waren, und niemand kann sagen, wem sie gehören',
  },
  'before-bets': {
    en: 'its cards came before the bets were laid: they are of no round',
    de: 'ihre Karten kamen vor den Einsätzen: Sie gehören zu keiner Runde',
  },
  unheard: {
    en: 'what happened before its devices were first heard is not known',
    de: 'was geschah, bevor ihre Geräte zum ersten Mal gehört wurden, ist nicht bekannt',
  },
  'found-empty': {
    en: 'no bet lay there when its devices were first heard',
    de: 'als ihre Geräte zum ersten Mal gehört wurden, lag dort kein Einsatz',
  },
  'end-unseen': {
    en: 'where the incomplete round before it ended was not seen',
    de: 'wo die unvollständige Runde davor endete, wurde nicht gesehen',
  },
  'end-unpointed': { en: 'it ended while the pointer was away', de: 'sie endete, während der Zeiger fehlte' },
  'no-ending': { en: 'no reading ends it', de: 'kein Verlauf beendet sie' },
  'too-many-readings': { en: 'more readings than the bound allows', de: 'mehr Verläufe, als die Grenze erlaubt' },
  'too-many-beginnings': {
    en: 'more rounds may have begun unseen than the bound allows',
    de: 'ungesehen können mehr Runden begonnen haben, als die Grenze erlaubt',
  },
  'more-reasons': { en: 'more than is kept', de: 'mehr, als aufbewahrt wird' },
  'card-unread': {
    en: 'card {card} of the round could not be read',
    de: 'Karte {card} der Runde konnte nicht gelesen werden',
  },
  'lines-missing': { en: 'lines {from} to {to} of {device} are missing', de: 'die Meldungen {from} bis {to} von {device} fehlen' },
  'lines-missing-again': { en: 'lines are missing more than once', de: 'mehr als einmal fehlen Meldungen' },
  'device-away': {
    en: '{device} has been away for more than {seconds} s',
    de: '{device} ist seit mehr als {seconds} s getrennt',
  },
  'device-anew': { en: '{device} began a new stream', de: '{device} hat seine Meldungen neu begonnen' },
  'device-not-believed': { en: '{device} is not believed: {incident}', de: '{device} wird nicht geglaubt: {incident}' },
  'spot-flickers': { en: 'the spot {spot} flickers', de: 'das Feld {spot} flackert' },
  'loaded-before': {
    en: 'it was reported late that the shoe was loaded',
    de: 'dass der Schlitten geladen wurde, kam verspätet an',
  },
  'relieved-before': {
    en: 'it was reported late that the dealer was relieved',
    de: 'dass der Croupier abgelöst wurde, kam verspätet an',
  },
  'card-pushed-back': { en: 'a card was pushed back into the shoe', de: 'eine Karte wurde in den Schlitten zurückgeschoben' },
  'bets-taken-back': { en: 'its bets were taken back', de: 'ihre Einsätze wurden zurückgenommen' },
  'other-terms': {
    en: 'it began before the new configuration of its table was in force',
    de: 'sie begann, bevor die neue Konfiguration ihres Tisches galt',
  },
  'other-software': {
    en: 'it was open when other software took over, which sees another round',
    de: 'sie war offen, als andere Software übernahm, die eine andere Runde sieht',
  },
  fault: { en: 'a fault of the controller ({fault})', de: 'ein Fehler der Steuerung ({fault})' },

  // --- why a round is void ----------------------------------------------------------------------------------------------------------------
  'voided-at-table': { en: 'voided at the table', de: 'am Tisch für ungültig erklärt' },
  'voided-by': { en: 'voided by {user}', de: 'von {user} für ungültig erklärt' },
  'only-card-burned': { en: 'its only card was burned', de: 'ihre einzige Karte wurde gebrannt' },
} as const satisfies Texts

/** One error that may have been made instead; `box` null: of no single box. */
interface OtherError {
  readonly code: string
  readonly box: number | null
}

/** Every figure that a reason may have, and what it is. `errors`: null stands for an error without a name. */
export const REASON_FIGURES = {
  box: 'number',
  card: 'number',
  from: 'number',
  to: 'number',
  seconds: 'number',
  shoes: 'number',
  total: 'number',
  device: 'string',
  incident: 'string',
  spot: 'string',
  user: 'string',
  fault: 'string',
  errors: 'object',
} as const

interface Kinds {
  readonly number: number
  readonly string: string
  readonly object: readonly (OtherError | null)[]
}

type Rows = typeof REASONS
export type ReasonCode = keyof Rows
type FiguresOf<C extends ReasonCode> = { readonly [F in Names<Rows[C]['en']>]: Kinds[(typeof REASON_FIGURES)[F]] }

/** `{ code: 'lines-missing', device: 'shoe', from: 3, to: 5 }`: plain data. */
export type Reason = { [C in ReasonCode]: { readonly code: C } & FiguresOf<C> }[ReasonCode]

export const isSameReason = (one: Reason | null, other: Reason | null): boolean => JSON.stringify(one) === JSON.stringify(other)

const ERRORS = {
  or: { en: '{one} or {other}', de: '{one} oder {other}' },
  unnamed: { en: 'another error', de: 'ein anderer Fehler' },
  at: { en: '{error} at box {box}', de: '{error} an Box {box}' },
} as const satisfies Texts
catalog('reason', { ...REASONS, errors: ERRORS })

/** `nameOf`: how an error is called; left out: by its code. */
export const reasonText = (reason: Reason, language: Language, nameOf = (code: string): string => code): string => {
  const errorText = (error: OtherError | null): string => {
    const name = error === null ? tell(ERRORS.unnamed, language) : nameOf(error.code)
    return error === null || error.box === null ? name : tell(ERRORS.at, language, { error: name, box: error.box })
  }
  const figureText = (figure: unknown): string => {
    if (!Array.isArray(figure)) return String(figure)
    const [first = '', ...others] = figure.map(errorText)
    return others.reduce((one, other) => tell(ERRORS.or, language, { one, other }), first)
  }
  const figures = Object.entries(reason).map(([name, figure]) => [name, figureText(figure)] as const)
  return tell(REASONS[reason.code], language, Object.fromEntries(figures))
}

/** Names of the figures that the words of this code have. */
export const figuresIn = (code: ReasonCode): readonly (keyof typeof REASON_FIGURES)[] =>
  namesIn(REASONS[code].en) as readonly (keyof typeof REASON_FIGURES)[]

const isObject = (value: unknown): value is { readonly [name: string]: unknown } => typeof value === 'object' && value !== null

const isOtherError = (value: unknown): boolean =>
  value === null || (isObject(value) && typeof value.code === 'string' && (value.box === null || typeof value.box === 'number'))

/** Is this a reason of the table with all its figures? A newer table may have others. */
export const isReason = (value: unknown): value is Reason =>
  isObject(value) &&
  typeof value.code === 'string' &&
  Object.hasOwn(REASONS, value.code) &&
  figuresIn(value.code as ReasonCode).every((name) => {
    const figure = value[name]
    return name === 'errors' ? Array.isArray(figure) && figure.every(isOtherError) : typeof figure === REASON_FIGURES[name]
  })
