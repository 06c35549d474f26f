/**
 * What is said of a round and its table, in every language: one row per key. `{name}` is filled in by the phrase's values. Terminal, dispute
 * file, explanation and display all speak from here; a line of its own begins with a capital only where its medium wants one.
 */
import type { Language } from '../../procedure/language.ts'

export const PHRASES = {
  'event.shoe.loaded': { en: 'shoe {shoe} loaded', de: 'Schlitten {shoe} geladen' },
  'event.shoe.cut-card': {
    en: 'cut card after {cardsOut} cards: the last round of this shoe',
    de: 'Schnittkarte nach {cardsOut} Karten: die letzte Runde dieses Schlittens',
  },
  'event.round.opened': { en: 'round {round} opens, boxes {boxes}', de: 'Runde {round} beginnt, Boxen {boxes}' },
  'event.bet.placed': { en: '{place} bets {amount}', de: '{place} setzt {amount}' },
  'event.bet.placed.side': { en: '{place} bets {amount} on {area}', de: '{place} setzt {amount} auf {area}' },
  'event.card.dealt': { en: 'card {n}, {card}, to {place}', de: 'Karte {n}, {card}: {place}' },
  'event.card.dealt.nowhere': { en: 'card {n}, {card}, whose it is is open', de: 'Karte {n}, {card}: Platz noch offen' },
  'event.card.dealt.burn': { en: 'burn card {card}', de: 'Brennkarte {card}' },
  'event.card.dealt.burn.hidden': { en: 'burn card, face down', de: 'Brennkarte, verdeckt' },
  'event.hand.stood': { en: '{place} stands', de: '{place} bleibt stehen' },
  'event.hand.stood.on': { en: '{place} stands on {total}', de: '{place} bleibt bei {total} stehen' },
  'event.hand.doubled': { en: '{place} doubles', de: '{place} verdoppelt' },
  'event.hand.doubled.free': { en: '{place} doubles free', de: '{place} verdoppelt gratis' },
  'event.hand.split': { en: '{place} splits', de: '{place} teilt' },
  'event.hand.split.free': { en: '{place} splits free', de: '{place} teilt gratis' },
  'event.hand.busted': { en: '{place} busts', de: '{place} überkauft sich' },
  'event.hand.busted.on': { en: '{place} busts with {total}', de: '{place} überkauft sich mit {total}' },
  'event.hand.surrendered': { en: '{place} surrenders', de: '{place} gibt auf (Surrender)' },
  'event.insurance.placed': { en: '{place} insures {amount}', de: '{place}: Versicherung {amount}' },
  'event.chips.paid': { en: '{place} paid {amount}', de: '{place}: {amount} ausgezahlt' },
  'event.chips.paid.side': { en: '{place} {area} paid {amount}', de: '{place}: {area} {amount} ausgezahlt' },
  'event.chips.taken': { en: '{place} taken {amount}', de: '{place}: {amount} eingezogen' },
  'event.chips.taken.side': { en: '{place} {area} taken {amount}', de: '{place}: {area} {amount} eingezogen' },
  'event.round.closed': {
    en: 'round {round} closed{ended}: {readings} left, the house {net} by the rules',
    de: 'Runde {round} beendet{ended}: {readings}, das Haus laut Regeln {net}',
  },
  'event.round.revised': {
    en: 'round {round} told anew: {readings} left, the house {net} by the rules',
    de: 'Runde {round} berichtigt: {readings}, das Haus laut Regeln {net}',
  },
  'event.round.void': { en: 'round {round} is void: {reason}', de: 'Runde {round} ist ungültig: {reason}' },
  'event.round.incomplete': { en: 'round {round} is incomplete: {reason}', de: 'Runde {round} ist unvollständig: {reason}' },
  'event.finding.raised': { en: '{finding}: {text}', de: '{finding}: {text}' },
  'event.finding.changed': { en: '{finding} changed: {text}', de: '{finding} geändert: {text}' },
  'event.finding.corrected': { en: '{finding} put right: {text}', de: '{finding} richtiggestellt: {text}' },
  'event.finding.withdrawn': { en: '{finding} withdrawn', de: '{finding} zurückgezogen' },
  'event.status': { en: 'table {state}', de: 'Tisch: {state}' },
  'event.system.started': { en: '{software} started, boot {boot}', de: '{software} gestartet, Start {boot}' },
  'event.device.link.up': { en: '{device} connected: {reason}', de: '{device} verbunden: {reason}' },
  'event.device.link.down': { en: '{device} disconnected: {reason}', de: '{device} getrennt: {reason}' },
  'event.device.identity': {
    en: '{device} is {serial}, firmware {firmware}, boot {boot}',
    de: '{device} ist {serial}, Firmware {firmware}, Start {boot}',
  },
  'event.device.incident': { en: '{device}: {code}: {text}', de: '{device}: {code}: {text}' },
  'event.device.rejected': { en: 'a line from a device was rejected: {reason}', de: 'Zeile eines Geräts abgelehnt: {reason}' },
  'event.host.condition': { en: '{text}', de: '{text}' },
  'event.host.over': { en: '{alarm}: back to normal', de: '{alarm}: wieder normal' },
  'event.cards.missing': { en: '{device}: events {from} to {to} are missing', de: '{device}: Meldungen {from} bis {to} fehlen' },
  'event.shuffler.ready': { en: 'the shuffler is ready', de: 'Mischmaschine bereit' },
  'event.shuffler.shuffling': { en: 'the shuffler is shuffling', de: 'Mischmaschine mischt' },
  'event.shuffler.open': { en: 'the shuffler was opened', de: 'Mischmaschine wurde geöffnet' },
  'event.shuffler.jam': { en: 'the shuffler is jammed', de: 'Mischmaschine klemmt' },
  'event.dealer.peeked': { en: 'the dealer looked at his hole card', de: 'Croupier hat seine verdeckte Karte geprüft' },
  'event.card.discarded': { en: 'a card was laid with the discards', de: 'eine Karte kam in die Ablage' },
  'event.card.discarded.named': { en: '{card} was laid with the discards', de: '{card} kam in die Ablage' },
  'event.key.pressed': { en: 'key {key}', de: 'Taste {key}' },
  'event.key.round-over': { en: 'key: the round is over', de: 'Taste: Die Runde ist zu Ende' },
  'event.key.hand-over': { en: 'key: the hand is complete', de: 'Taste: Die Hand ist fertig' },
  'event.key.pressed.box': { en: 'key {key} for {place}', de: 'Taste {key} für {place}' },

  'place.box': { en: 'box {box}', de: 'Box {box}' },
  'place.hand': { en: 'box {box} hand {hand}', de: 'Box {box} Hand {hand}' },
  'place.open': { en: 'unknown place', de: 'unbekannter Platz' },
  'place.dealer': { en: 'the dealer', de: 'Croupier' },
  'readings.one': { en: '1 reading', de: '1 Verlauf' },
  'readings.several': { en: '{count} readings', de: '{count} Verläufe' },
  'ended.table-cleared': { en: ' with the table cleared', de: ' mit dem Abräumen' },
  'ended.next-bet': { en: ' by the next bet', de: ' mit dem nächsten Einsatz' },
  'ended.next-card': { en: ' by the next card', de: ' mit der nächsten Karte' },
  'ended.shoe-closed': { en: ' with the shoe', de: ' mit dem Schlitten' },
  'ended.input-ended': { en: ' as the input ended', de: ' mit dem Ende der Aufzeichnung' },
  'ended.ruled': { en: ' as it was dealt', de: ' wie ausgegeben' },

  'left.incomplete': { en: 'The round has no complete verdict: {reason}.', de: 'Die Runde ist nicht vollständig beurteilt: {reason}.' },
  'left.unread.one': {
    en: 'A card could not be read; its rank would have ruled out more.',
    de: 'Eine Karte war nicht lesbar; ihr Wert hätte mehr ausgeschlossen.',
  },
  'left.unread.several': {
    en: '{count} cards could not be read; their ranks would have ruled out more.',
    de: '{count} Karten waren nicht lesbar; ihre Werte hätten mehr ausgeschlossen.',
  },
  'left.pointer.late': {
    en: 'The pointer was moved, but too late, or it stayed too long, to show whose cards these were.',
    de: 'Der Zeiger wurde bewegt, aber zu spät, oder er blieb zu lange, um zu zeigen, wem diese Karten gehörten.',
  },
  'left.pointer.none': {
    en: "A dealer's pointer would have decided this: it shows which hand each card goes to.",
    de: 'Ein Zeiger des Croupiers hätte das entschieden: Er zeigt, zu welcher Hand jede Karte geht.',
  },
  'left.same': {
    en: 'Every hand has the same result in all of them, so no payout could tell them apart.',
    de: 'Jede Hand hat in allen dasselbe Ergebnis, sodass keine Auszahlung sie unterscheiden konnte.',
  },

  'area.main': { en: 'bet', de: 'Einsatz' },
  'area.main2': { en: '2nd bettor', de: '2. Spieler' },
  'area.main3': { en: '3rd bettor', de: '3. Spieler' },
  'area.ins': { en: 'insurance', de: 'Versicherung' },
  'area.p22': { en: 'Push 22', de: 'Push 22' },
  'area.pog': { en: 'Pot of Gold', de: 'Pot of Gold' },
  'outcome.win': { en: 'wins', de: 'gewinnt' },
  'outcome.lose': { en: 'loses', de: 'verliert' },
  'outcome.push': { en: 'pushes', de: 'unentschieden' },
  'outcome.blackjack': { en: 'blackjack', de: 'Blackjack' },
  'outcome.surrender': { en: 'surrenders', de: 'gibt auf' },
  'outcome.void': { en: 'void', de: 'ungültig' },
  'outcome.bust': { en: 'bust', de: 'überkauft' },

  'card.hidden': { en: 'face-down card', de: 'verdeckte Karte' },
  'card.unread': { en: 'unread card', de: 'ungelesene Karte' },
  'card.named': { en: '{rank} of {suit}', de: '{suit} {rank}' },
  'rank.A': { en: 'ace', de: 'Ass' },
  'rank.J': { en: 'jack', de: 'Bube' },
  'rank.Q': { en: 'queen', de: 'Dame' },
  'rank.K': { en: 'king', de: 'König' },
  'suit.S': { en: 'spades', de: 'Pik' },
  'suit.H': { en: 'hearts', de: 'Herz' },
  'suit.D': { en: 'diamonds', de: 'Karo' },
  'suit.C': { en: 'clubs', de: 'Kreuz' },
} as const satisfies { readonly [key: string]: { readonly [language in Language]: string } }

export type PhraseKey = keyof typeof PHRASES
export type Names = { readonly [name: string]: string | number }

export const filled = (text: string, names: Names): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(names, name) ? String(names[name]) : whole))
