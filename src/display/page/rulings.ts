/** The rulings that a person gives to a table: one row per command, with what it asks for. */
import type { RoundView, SeenCard } from '../../engine/view.ts'
import { catalog } from '../../words/catalog.ts'
import type { Text, Texts } from '../../words/text.ts'

export interface Ruling {
  readonly command: string
  readonly name: Text
  /** When to give it, and what it does. */
  readonly when: Text
  readonly fields: readonly Field[]
  /** `round`: it is about the open round, and is refused once that is over. */
  readonly of: 'table' | 'round'
}

/** What a person is asked for. Money is entered in whole units of the currency and sent in minor units. */
export const FIELDS = {
  n: { kind: 'card', label: { en: 'Card', de: 'Karte' } },
  unread: { kind: 'unread', label: { en: 'Unread card', de: 'Ungelesene Karte' } },
  card: { kind: 'name', label: { en: 'It is', de: 'Sie ist' } },
  box: { kind: 'box', label: { en: 'Box', de: 'Box' } },
  hand: { kind: 'hand', label: { en: 'Hand', de: 'Hand' } },
  kind: { kind: 'choice', label: { en: 'Kind', de: 'Art' } },
  amount: { kind: 'money', label: { en: 'Amount', de: 'Betrag' } },
  min: { kind: 'money', label: { en: 'Minimum', de: 'Minimum' } },
  max: { kind: 'money', label: { en: 'Maximum', de: 'Maximum' } },
  unit: { kind: 'money', label: { en: 'In steps of', de: 'In Schritten von' } },
  keep: { kind: 'boxes', label: { en: 'Boxes that keep the earlier limits', de: 'Boxen, für die das bisherige Limit weiter gilt' } },
  mode: { kind: 'choice', label: { en: 'The cards come from', de: 'Die Karten kommen aus' } },
  id: { kind: 'id', label: { en: "The new dealer's name", de: 'Name des neuen Croupiers' } },
  device: { kind: 'device', label: { en: 'Device', de: 'Gerät' } },
  ruling: { kind: 'ruling', label: { en: 'Ruling to take back', de: 'Entscheidung, die zurückgenommen wird' } },
} as const satisfies { readonly [name: string]: { readonly kind: string; readonly label: Text } }

export type Field = keyof typeof FIELDS

/** The words for each value that a `choice` may have. */
export const CHOICES = {
  kind: {
    cash: { en: 'Cash', de: 'Bargeld' },
    coupon: { en: 'Coupon', de: 'Gutschein' },
    call: { en: 'Call bet', de: 'Ansage' },
  },
  mode: {
    shoe: { en: 'a shoe', de: 'einem Schlitten' },
    continuous: { en: 'a continuous shuffler', de: 'einer Mischmaschine' },
  },
} as const satisfies { readonly [field in Field]?: Texts }

export const RULINGS: readonly Ruling[] = [
  {
    command: 'card-burn',
    name: { en: 'Burn a card', de: 'Karte verbrennen' },
    when: {
      en: 'A card left the shoe and you had it burned: exposed by mistake, or burned as the dealer changed. It belongs to no hand.',
      de: 'Eine Karte wurde auf Ihre Anweisung verbrannt: versehentlich aufgedeckt oder beim Wechsel des Croupiers. Sie gehört zu keiner Hand.',
    },
    fields: ['n'],
    of: 'round',
  },
  {
    command: 'card-move',
    name: { en: 'Move a card to another hand', de: 'Karte an eine andere Hand legen' },
    when: {
      en: 'A card lay at the wrong hand and you moved it. The table refuses if the card cannot lie there in any story of the round.',
      de: 'Eine Karte lag an der falschen Hand, und Sie haben sie verlegt. Der Tisch lehnt ab, wenn sie dort in keinem Verlauf liegen kann.',
    },
    fields: ['n', 'box', 'hand'],
    of: 'round',
  },
  {
    command: 'card-name',
    name: { en: 'Name an unread card', de: 'Ungelesene Karte benennen' },
    when: {
      en: 'The shoe could not read a card, and you can see it. The hands are right again; the round stays incomplete.',
      de: 'Der Schlitten konnte eine Karte nicht lesen, und Sie sehen sie. Die Hände stimmen dann; die Runde bleibt unvollständig.',
    },
    fields: ['unread', 'card'],
    of: 'round',
  },
  {
    command: 'bet-note',
    name: { en: 'Note money that no sensor sees', de: 'Geld vermerken, das kein Sensor sieht' },
    when: {
      en: 'Cash, a coupon or a call bet is in play. Best before the first card. In that round the chips of the box are not followed.',
      de: 'Bargeld, ein Gutschein oder eine Ansage ist im Spiel. Am besten vor der ersten Karte. Die Jetons der Box werden in dieser Runde nicht verfolgt.',
    },
    fields: ['box', 'kind', 'amount'],
    of: 'table',
  },
  {
    command: 'hand-dead',
    name: { en: 'Declare a hand dead', de: 'Hand für tot erklären' },
    when: {
      en: "From then on, nothing that happens to the box's chips in this round is judged.",
      de: 'Von da an wird nichts mehr beurteilt, was in dieser Runde mit den Jetons der Box geschieht.',
    },
    fields: ['box', 'hand'],
    of: 'round',
  },
  {
    command: 'ruling-undo',
    name: { en: 'Take a ruling back', de: 'Entscheidung zurücknehmen' },
    when: {
      en: 'Your ruling was wrong. Both stay on record.',
      de: 'Ihre Entscheidung war falsch. Beide bleiben aufgezeichnet.',
    },
    fields: ['ruling'],
    of: 'round',
  },
  {
    command: 'round-void',
    name: { en: 'Call the round off', de: 'Runde für ungültig erklären' },
    when: {
      en: 'All bets go back, and nothing in this round counts as an error any more.',
      de: 'Alle Einsätze gehen zurück, und nichts in dieser Runde gilt mehr als Fehler.',
    },
    fields: [],
    of: 'round',
  },
  {
    command: 'absent',
    name: { en: 'A player is away', de: 'Ein Spieler ist abwesend' },
    when: {
      en: "A player leaves the table for a while. His hand is judged by the house's rule for absent players.",
      de: 'Ein Spieler verlässt den Tisch für eine Weile. Seine Hand wird nach der Hausregel für Abwesende beurteilt.',
    },
    fields: ['box'],
    of: 'table',
  },
  {
    command: 'present',
    name: { en: 'A player is back', de: 'Ein Spieler ist zurück' },
    when: { en: 'The player who was away plays again.', de: 'Der abwesende Spieler spielt wieder.' },
    fields: ['box'],
    of: 'table',
  },
  {
    command: 'dealer',
    name: { en: 'The dealer changes', de: 'Der Croupier wechselt' },
    when: {
      en: 'Rounds and findings carry the new name from then on, the open round too unless it is already being settled.',
      de: 'Runden und Befunde tragen von da an den neuen Namen, auch die laufende Runde, solange sie nicht abgerechnet wird.',
    },
    fields: ['id'],
    of: 'table',
  },
  {
    command: 'limits',
    name: { en: 'Change the limits', de: 'Limits ändern' },
    when: {
      en: 'The new limits of the main bets apply from the next round. Select the boxes that may keep the earlier ones.',
      de: 'Die neuen Limits der Haupteinsätze gelten ab der nächsten Runde. Wählen Sie die Boxen, für die die bisherigen weiter gelten.',
    },
    fields: ['min', 'max', 'unit', 'keep'],
    of: 'table',
  },
  {
    command: 'shuffler',
    name: { en: 'Change what deals the cards', de: 'Schlitten oder Mischmaschine' },
    when: {
      en: 'A continuous shuffler replaces the shoe, or the shoe replaces it. With a shuffler, cards are not counted and there is no cut card.',
      de: 'Eine Mischmaschine ersetzt den Schlitten oder umgekehrt. Mit ihr werden die Karten nicht gezählt, und es gibt keine Schnittkarte.',
    },
    fields: ['mode'],
    of: 'table',
  },
  {
    command: 'device-confirm',
    name: { en: 'Confirm a device', de: 'Gerät bestätigen' },
    when: {
      en: 'Two devices had the same serial number, and the one still plugged in is the genuine one. Unplug the other one first.',
      de: 'Zwei Geräte hatten dieselbe Seriennummer, und das noch angeschlossene ist das echte. Ziehen Sie zuerst das andere ab.',
    },
    fields: ['device'],
    of: 'table',
  },
]

catalog('ruling', {
  field: FIELDS,
  choice: CHOICES,
  command: Object.fromEntries(RULINGS.map(({ command, name, when }) => [command, { name, when }])),
})

/** What a person has entered. */
export type Entries = { readonly [field in Field]?: string | number | readonly number[] }

/** The arguments of the command. `exponent`: decimals of the table's currency. `round`: the round that the person sees. */
export function argsOf(
  { fields, of }: Pick<Ruling, 'fields' | 'of'>,
  entries: Entries,
  { exponent, round }: { readonly exponent: number; readonly round: string | null },
): { readonly [name: string]: unknown } {
  const args = fields.map((field) => {
    const entered = entries[field]
    const isMoney = FIELDS[field].kind === 'money' && typeof entered === 'number'
    return [field === 'unread' ? 'n' : field, isMoney ? Math.round(entered * 10 ** exponent) : entered]
  })
  return { ...Object.fromEntries(args), ...(of === 'round' && round !== null ? { round } : {}) }
}

/** A card of the open round. */
export interface DealtCard {
  /** Its number in the round, from 1. */
  readonly n: number
  readonly card: SeenCard
  /** Where the felt shows a card like it: usually one place. */
  readonly places: readonly (Place | 'dealer')[]
}

interface Place {
  readonly box: number
  readonly hand: number
}

/** The cards of a round, the newest first. */
export function cardsOf({ cards, boxes, dealer }: Pick<RoundView, 'cards' | 'boxes' | 'dealer'>): readonly DealtCard[] {
  const lies: readonly (readonly [place: Place | 'dealer', cards: readonly SeenCard[]])[] = [
    ...boxes.flatMap(({ box, hands }) => hands.map((each) => [{ box, hand: each.hand }, each.cards] as const)),
    ['dealer', dealer.cards],
  ]
  const placesOf = (card: SeenCard): DealtCard['places'] => lies.flatMap(([place, own]) => (own.includes(card) ? [place] : []))
  return cards.map((card, at) => ({ n: at + 1, card, places: placesOf(card) })).toReversed()
}
