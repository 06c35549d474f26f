/** What document 001 says. */
export const CLAUSES_001: { readonly [english: string]: string } = {
  'Main bet and Pot of Gold are made before cards.': 'Haupteinsatz und Pot of Gold werden vor den Karten gesetzt.',
  'Cards go only to those who made the main bet.': 'Karten bekommt nur, wer den Haupteinsatz gesetzt hat.',
  'A bet for the dealer has free splits and doubles too.': 'Auch ein Einsatz für den Croupier wird gratis geteilt und verdoppelt.',
  'Free bets are asked for by hand signs.': 'Um Gratiswetten wird mit Handzeichen gebeten.',
  'A tied bet is pushed.': 'Ein unentschiedener Einsatz gewinnt nichts und verliert nichts.',
  'A bust has lost at once, whatever the dealer draws.': 'Eine überkaufte Hand hat sofort verloren, was immer der Croupier zieht.',
  'The dealer checks under a ten, and under an ace after insurance.':
    'Der Croupier prüft unter einer Zehn, und unter einem Ass nach der Versicherung.',
  "Play begins at the dealer's left.": 'Das Spiel beginnt links vom Croupier.',
  'A dealer total of 22 pushes every bet in action.': 'Bei 22 des Croupiers ist jeder Einsatz im Spiel unentschieden.',
  'Naturals are paid before the dealer draws.': 'Blackjacks werden ausgezahlt, bevor der Croupier zieht.',
  'A wager parked after a bust is taken on 22.': 'Ein überkaufter Einsatz, der noch wartet, wird bei 22 eingezogen.',
  'The dealer draws for Push 22 even when no hand is left.': 'Der Croupier zieht für Push 22, auch wenn keine Hand mehr übrig ist.',
  'A dealer natural takes main bets without a natural and all side bets.':
    'Ein Blackjack des Croupiers nimmt Haupteinsätze ohne Blackjack und alle Nebenwetten.',
  'Naturals are paid after the check.': 'Blackjacks werden nach der Prüfung ausgezahlt.',
  "A dealer natural does not take a player's natural.": 'Ein Blackjack des Croupiers nimmt den Blackjack eines Spielers nicht.',
  'After the check naturals are paid, and then the others play.':
    'Nach der Prüfung werden Blackjacks ausgezahlt, und dann spielen die anderen.',
  'The cards of a paid natural are tucked under its Push 22 bet.':
    'Die Karten eines ausgezahlten Blackjacks kommen unter seinen Push-22-Einsatz.',
  'Any two cards may be doubled.': 'Beliebige zwei Karten dürfen verdoppelt werden.',
  'Only two cards may be doubled.': 'Nur zwei Karten dürfen verdoppelt werden.',
  'Split hands may be doubled.': 'Geteilte Hände dürfen verdoppelt werden.',
  'The document lists ten-value pairs as equal ranks.': 'Das Dokument zählt Paare von Zehnerwerten als gleiche Ränge auf.',
  'Up to four hands.': 'Bis zu vier Hände.',
  'Hard nine, ten or eleven on two cards is doubled free.': 'Mit einer harten 9, 10 oder 11 aus zwei Karten wird gratis verdoppelt.',
  'Hard totals only.': 'Nur harte Punktzahlen.',
  'Split hands may be doubled free.': 'Geteilte Hände dürfen gratis verdoppelt werden.',
  'Pairs are split free.': 'Paare werden gratis geteilt.',
  'Not ten-values.': 'Keine Zehnerwerte.',
  'Later splits are free up to four hands.': 'Weiteres Teilen ist gratis bis zu vier Händen.',
  'A winning free bet is paid once more the original bet.':
    'Eine gewonnene Gratiswette wird noch einmal wie der ursprüngliche Einsatz ausgezahlt.',
  'A loss costs the real bet and the lammer.': 'Ein Verlust kostet den echten Einsatz und den Lammer.',
  'On a tie the lammer is picked up.': 'Bei Unentschieden wird der Lammer weggenommen.',
  'Each split hand is resolved by itself.': 'Jede geteilte Hand wird für sich abgerechnet.',
  'With a Pot of Gold bet the lammer goes in front of it, then to the rack.':
    'Liegt ein Einsatz auf Pot of Gold, kommt der Lammer davor, dann in den Jetonbestand.',
  'A real wager that busts while a free hand lives is laid on its cards.':
    'Ein echter Einsatz, dessen Hand sich überkauft, während eine gratis gespielte noch lebt, wird auf seine Karten gelegt.',
  'The wager lies on its cards, turned, on the insurance line.':
    'Der Einsatz liegt auf der Versicherungslinie, auf seinen gedrehten Karten.',
  'Every usual split may be paid for.': 'Jedes übliche Teilen darf bezahlt werden.',
  'The player asks for the free bet, or does not.': 'Der Spieler bittet um die Gratiswette, oder er lässt es.',
  'The player points at the Pot of Gold spot, then at his bet.': 'Der Spieler zeigt auf das Feld von Pot of Gold, dann auf seinen Einsatz.',
  'Insurance is offered when the dealer has an ace up.': 'Versicherung wird angeboten, wenn der Croupier ein Ass zeigt.',
  'Insurance is offered before the dealer checks, who then settles it.':
    'Versicherung wird angeboten, bevor der Croupier prüft, der sie dann abrechnet.',
  'The ace is turned when insurance is offered.': 'Das Ass wird gedreht, wenn Versicherung angeboten wird.',
  'There is an insurance line; busted wagers are parked on it too.':
    'Es gibt eine Versicherungslinie; auch überkaufte Einsätze warten darauf.',
  'Losing bets are taken before insurance is paid.': 'Verlorene Einsätze werden eingezogen, bevor die Versicherung ausgezahlt wird.',
  'Push 22 pays eleven to one unless the hand exceeds 29.': 'Push 22 zahlt elf zu eins, außer die Hand überschreitet 29.',
  'Push 22 loses to a dealer natural (l.48 under an ace).': 'Push 22 verliert gegen einen Blackjack des Croupiers (Z. 48 unter einem Ass).',
  'They wait under the Push 22 bet, and without one go at once.':
    'Überkaufte Karten warten unter dem Push-22-Einsatz und gehen ohne einen sofort weg.',
  'A busted hand stays on the table until its Push 22 is settled.':
    'Eine überkaufte Hand bleibt auf dem Tisch, bis ihr Push 22 abgerechnet ist.',
  'One to five lammers pay 3, 12, 30, 50 and 100 to one.': 'Für ein bis fünf Lammer werden 3, 12, 30, 50 und 100 zu eins ausgezahlt.',
  'Lammers count for the hand as it was dealt, with its splits.':
    'Lammer zählen für die Hand, wie sie gegeben wurde, mit allem, was aus ihr geteilt wurde.',
  'Lammers count on win, loss and tie.': 'Lammer zählen bei Gewinn, Verlust und Unentschieden.',
  'Before the check it is taken from hands without a free bet.': 'Vor der Prüfung wird Pot of Gold bei Händen ohne Gratiswette eingezogen.',
  "Hands are looked at from the dealer's right.": 'Die Hände werden von rechts vom Croupier an durchgesehen.',
  'Who declines the free bet loses it at once.': 'Wer die Gratiswette ablehnt, verliert Pot of Gold sofort.',
  'It loses to a dealer natural.': 'Pot of Gold verliert gegen einen Blackjack des Croupiers.',
  "From the dealer's right, losers first, then main, Pot of Gold, Push 22.":
    'Von rechts vom Croupier an, zuerst die Verlierer, dann Haupteinsatz, Pot of Gold, Push 22.',
  'A busted bet is locked up unless Push 22 is open.': 'Ein überkaufter Einsatz kommt in den Jetonbestand, außer Push 22 ist offen.',

  // Of the catalogue of findings.
  'Insurance is offered against an ace before the check; a dealer blackjack pays it.':
    'Versicherung wird gegen ein Ass vor der Prüfung angeboten; bei einem Blackjack des Croupiers wird sie ausgezahlt.',
  'Under an ace the dealer looks once insurance has been offered.':
    'Unter einem Ass sieht der Croupier nach, sobald Versicherung angeboten wurde.',
  'Lammers of a lost hand count for its Pot of Gold too.': 'Auch Lammer einer verlorenen Hand zählen für ihr Pot of Gold.',
}
