/** What document 004 says. */
export const CLAUSES_004: { readonly [english: string]: string } = {
  'Cards are dealt once the bets are made.': 'Karten werden gegeben, sobald die Einsätze getätigt sind.',
  'The sum of a box keeps to the maximum.': 'Die Summe einer Box hält das Maximum ein.',
  "A tied bet is the player's to leave, change or take.":
    'Einen unentschiedenen Einsatz darf der Spieler stehen lassen, verändern oder zurückziehen.',
  'Several players may bet on a box; three is what a box has room for.':
    'Mehrere Spieler dürfen auf eine Box setzen; für drei hat eine Box Platz.',
  'The sitting player holds the box.': 'Der sitzende Spieler ist der Inhaber der Box.',
  'One word asks for a card, another ends it.': 'Ein Wort verlangt eine Karte, ein anderes beendet das Ziehen.',
  'The holder alone decides.': 'Der Inhaber bestimmt allein.',
  'Other bettors are bound by his decisions.': 'Mitspieler sind an seine Entscheidungen gebunden.',
  'Other bettors follow the holder whatever they bet.': 'Mitspieler folgen dem Inhaber, wie hoch sie auch setzen.',
  'Other bettors decide nothing.': 'Mitspieler bestimmen nichts.',
  'Standing bettors may not advise.': 'Stehende Mitspieler dürfen keine Ratschläge geben.',
  'One card to each box and last to the dealer, then a second to each box, all face up.':
    'Eine Karte für jede Box und zuletzt für den Croupier, dann eine zweite für jede Box, alle offen.',
  'Clockwise.': 'Im Uhrzeigersinn.',
  'The dealer has one card until all have played.': 'Der Croupier hat eine Karte, bis alle gespielt haben.',
  'The total nearer to 21 wins.': 'Die Punktzahl, die näher an 21 liegt, gewinnt.',
  'Exceeding 21 loses at once.': 'Wer 21 überschreitet, verliert sofort.',
  'The dealer draws to 16 and stands from 17.': 'Der Croupier zieht bis 16 und bleibt ab 17 stehen.',
  'From 17 points the dealer may not draw.': 'Ab 17 Punkten darf der Croupier nicht mehr ziehen.',
  "The dealer's natural makes a tie.": 'Der Blackjack des Croupiers ergibt ein Unentschieden.',
  'Ace and ten in a split game are 21 only.': 'Ass und Zehn in einem geteilten Spiel sind nur 21.',
  'A player may draw as many cards as he likes.': 'Ein Spieler darf beliebig viele Karten ziehen.',
  'Nine, ten and eleven may be doubled.': 'Mit 9, 10 und 11 darf verdoppelt werden.',
  'On the first two cards.': 'Mit den ersten beiden Karten.',
  'Equal figures, values or pictures are a pair.': 'Gleiche Ziffern, Werte oder Bilder sind ein Paar.',
  'Against an ace exactly half of the stake, paid two to one, also after a double or split.':
    'Gegen ein Ass genau die Hälfte des Einsatzes, zwei zu eins ausgezahlt, auch nach dem Verdoppeln oder Teilen.',
  'Insurance is against a blackjack that the dealer may still get; it may be laid after a double or split too.':
    'Die Versicherung gilt gegen einen Blackjack, den der Croupier noch bekommen kann; sie darf auch nach dem Verdoppeln oder Teilen gelegt werden.',
  'Each player may insure himself, by half of his own stake.':
    'Jeder Spieler darf sich versichern, mit der Hälfte seines eigenen Einsatzes.',
  'Half of the stake as doubled or split.': 'Die Hälfte des Einsatzes, wie er verdoppelt oder geteilt ist.',
  'A bust loses at once.': 'Wer sich überkauft, verliert sofort.',
  "The management's decisions are final.": 'Die Entscheidungen der Saalleitung sind endgültig.',
}
