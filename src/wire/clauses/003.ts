/** What document 003 says. */
export const CLAUSES_003: { readonly [english: string]: string } = {
  'Dealing begins once all bets are made.': 'Gegeben wird, sobald alle Einsätze gesetzt sind.',
  'A tied bet goes back to the player.': 'Ein unentschiedener Einsatz geht an den Spieler zurück.',
  "All cards face down but the dealer's second.": 'Alle Karten verdeckt, außer der zweiten des Croupiers.',
  "Dealing begins at the dealer's left.": 'Das Geben beginnt links vom Croupier.',
  'Ten-value cards count ten.': 'Karten mit Zehnerwert zählen zehn.',
  'An ace counts for the best hand.': 'Ein Ass zählt so, dass die Hand am besten ist.',
  "An ace counts for the best hand, the dealer's too.": 'Ein Ass zählt so, dass die Hand am besten ist, auch beim Croupier.',
  'The hand nearer to 21 from below wins.': 'Die Hand, die 21 von unten näher kommt, gewinnt.',
  'A dealer bust pays only hands that did not bust.':
    'Überkauft sich der Croupier, zahlt er nur Hände aus, die sich nicht überkauft haben.',
  'The dealer draws below 17 and else stands.': 'Der Croupier zieht unter 17 und bleibt sonst stehen.',
  "Every 17 ends the dealer's hand.": 'Jede 17 beendet die Hand des Croupiers.',
  'The dealer plays when all players have decided.': 'Der Croupier spielt, wenn alle Spieler entschieden haben.',
  'Equal hands tie, two naturals too.': 'Gleiche Hände sind unentschieden, auch zwei Blackjacks.',
  'A natural beats an ordinary 21.': 'Ein Blackjack schlägt eine gewöhnliche 21.',
  'A player draws until he is satisfied or busts.': 'Ein Spieler zieht, bis er zufrieden ist oder sich überkauft.',
  'An ace counts for the best hand, doubled or not.': 'Ein Ass zählt so, dass die Hand am besten ist, verdoppelt oder nicht.',
  'A double adds exactly the original bet.': 'Beim Verdoppeln kommt genau der ursprüngliche Einsatz dazu.',
  'Two cards of the same number are a pair.': 'Zwei Karten mit derselben Zahl sind ein Paar.',
  'The second hand needs the same bet.': 'Die zweite Hand braucht denselben Einsatz.',
  'Both hands get their second card at the split.': 'Beide Hände bekommen ihre zweite Karte beim Teilen.',
  'Against an ace exactly half of the bet, paid two to one; an insured natural loses to a natural.':
    'Gegen ein Ass genau die Hälfte des Einsatzes, zwei zu eins ausgezahlt; ein versicherter Blackjack verliert gegen einen Blackjack.',
  'A hand may be given up, but not to a dealer natural.':
    'Eine Hand darf aufgegeben werden, aber nicht gegen einen Blackjack des Croupiers.',
  'At once on seeing the first cards.': 'Sofort, wenn man die ersten Karten sieht.',
}
