/**
 * What an alarm is called: a row a code, a column a language. The name is its title, so that nobody has to know the codes; the table's own words
 * stand below it, in English and with amounts.
 */
import type { Language } from './strings.ts'

export const ALARM_NAMES: { readonly [code: string]: { readonly [language in Language]: string } } = {
  'DECK-CARD-EXCESS': {
    en: 'A card came out of the shoe more often than the decks contain it',
    de: 'Eine Karte kam öfter aus dem Schlitten, als sie in den Decks vorkommt',
  },
  'DECK-RANK-EXCESS': {
    en: 'More cards of one rank, or in all, than the decks contain',
    de: 'Mehr Karten eines Werts oder insgesamt, als die Decks enthalten',
  },
  'DECK-SHORT': { en: 'The shoe ran empty before all its cards were drawn', de: 'Der Schlitten war leer, bevor alle Karten gezogen waren' },
  'CARD-UNREADABLE': {
    en: 'A card was not read; the round is incomplete',
    de: 'Eine Karte wurde nicht gelesen; die Runde ist unvollständig',
  },
  'CUT-CARD-POSITION': {
    en: 'The cut card came earlier or later than allowed',
    de: 'Die Schnittkarte kam früher oder später als erlaubt',
  },
  'ROUND-AFTER-CUT-CARD': {
    en: 'A round was dealt after the one with the cut card',
    de: 'Nach der Runde mit der Schnittkarte wurde noch eine gegeben',
  },
  'CUT-CARD-NEVER-SEEN': { en: 'The cut card is long overdue', de: 'Die Schnittkarte hätte längst kommen müssen' },
  'EARLY-SHUFFLE': { en: 'Shuffled before the cut card', de: 'Vor der Schnittkarte wurde gemischt' },
  'SHOE-EXHAUSTED': { en: 'The shoe ran empty in the middle of a round', de: 'Der Schlitten war mitten in einer Runde leer' },
  'BURN-MISSING': { en: 'No card was burned after the shuffle', de: 'Nach dem Mischen wurde keine Karte gebrannt' },
  'BURN-EXTRA': { en: 'One card too many was burned before the deal', de: 'Vor dem Geben wurde eine Karte zu viel gebrannt' },
  'BURN-AT-DEALER-CHANGE': {
    en: 'A card was burned at the change of dealer, against the house rules',
    de: 'Beim Croupierwechsel wurde entgegen der Hausregel eine Karte gebrannt',
  },
  'SCAN-NO-BETS': { en: 'A card was drawn with no bet on the table', de: 'Eine Karte wurde gezogen, obwohl kein Einsatz lag' },
  'BET-UNDER-MIN': { en: 'Bet under the minimum', de: 'Der Einsatz liegt unter dem Minimum' },
  'BET-OVER-MAX': { en: 'Bet over the maximum', de: 'Der Einsatz liegt über dem Maximum' },
  'BOX-OVER-MAX': { en: 'All bets on the box together are over its maximum', de: 'Alle Einsätze der Box zusammen sind zu hoch' },
  'BOX-TOO-MANY-PLAYERS': { en: 'Too many players bet on this box', de: 'Zu viele Spieler setzen auf diese Box' },
  'BET-WRONG-UNIT': { en: 'Bet is not a multiple of the unit', de: 'Der Einsatz ist kein Vielfaches der Einheit' },
  'BET-LATE': { en: 'Bet laid on an empty box after the first card', de: 'Nach der ersten Karte auf eine leere Box gesetzt' },
  'BET-CAPPED': { en: 'Bet raised after the first card', de: 'Der Einsatz wurde nach der ersten Karte erhöht' },
  'BET-PINCHED': { en: 'Bet made smaller during play', de: 'Der Einsatz wurde während des Spiels verringert' },
  'BET-SWAPPED': { en: 'Chips of a bet exchanged during play', de: 'Die Jetons eines Einsatzes wurden während des Spiels ausgetauscht' },
  'PAST-POSTED': {
    en: "Chips added to a bet after the dealer's last card",
    de: 'Nach der letzten Karte des Croupiers kamen Jetons zum Einsatz',
  },
  'SIDE-NO-MAIN': { en: 'Side bet without a main bet', de: 'Nebenwette ohne Haupteinsatz' },
  'SIDE-LATE': { en: 'Side bet laid or raised after the first card', de: 'Nebenwette nach der ersten Karte gelegt oder erhöht' },
  'SIDE-LIMIT': { en: 'Side bet outside its limits', de: 'Nebenwette außerhalb ihrer Limits' },
  'BET-LEFT-OVER': {
    en: 'Chips from the last round were still there when cards were dealt',
    de: 'Bei der ersten Karte lagen noch Jetons der vorigen Runde',
  },
  'DEAL-EMPTY-BOX': { en: 'A box without a bet was dealt cards', de: 'Eine Box ohne Einsatz bekam Karten' },
  'DEAL-BOX-SKIPPED': { en: 'A box with a bet was dealt no cards', de: 'Eine Box mit Einsatz bekam keine Karten' },
  'DEAL-ONE-CARD-HAND': { en: 'A box was dealt only one card', de: 'Eine Box bekam beim Geben nur eine Karte' },
  'DEAL-EXTRA-CARD': { en: 'One card too many was dealt', de: 'Beim Geben kam eine Karte zu viel' },
  'DEAL-SECOND-DEALER-CARD-EARLY': { en: 'The dealer took the second card too early', de: 'Der Croupier nahm seine zweite Karte zu früh' },
  'DEAL-HOLE-ORDER': {
    en: "The dealer's first card was shown and the second laid face down",
    de: 'Die erste Karte des Croupiers lag offen, die zweite verdeckt',
  },
  'DEAL-DEALER-CARD-MISSED': { en: 'The dealer is missing a card from the deal', de: 'Dem Croupier fehlt nach dem Geben eine Karte' },
  'PEEK-MISSED': {
    en: 'Cards were drawn although the dealer has a blackjack',
    de: 'Es wurde weitergespielt, obwohl der Croupier einen Blackjack hat',
  },
  'PEEK-FALSE': {
    en: 'Settled as if the dealer had a blackjack',
    de: 'Abgerechnet, als hätte der Croupier einen Blackjack',
  },
  'INS-NO-ACE': {
    en: 'Insurance taken although the dealer shows no ace',
    de: 'Versicherung angenommen, obwohl der Croupier kein Ass zeigt',
  },
  'INS-LATE': { en: 'Insurance laid too late', de: 'Versicherung zu spät gelegt' },
  'INS-OVER': { en: 'Insurance is too high', de: 'Die Versicherung ist zu hoch' },
  'INS-NOT-HALF': {
    en: 'Insurance is not exactly its share of the bet',
    de: 'Die Versicherung ist nicht genau der vorgeschriebene Teil des Einsatzes',
  },
  'INS-UNIT': {
    en: 'Insurance is too low or not a multiple of its step',
    de: 'Die Versicherung ist zu niedrig oder kein Vielfaches ihrer Stufe',
  },
  'INS-ON-BJ': { en: 'A blackjack was insured where that is not allowed', de: 'Ein Blackjack wurde versichert, wo das nicht erlaubt ist' },
  'INS-TABLE-OVER': { en: 'All insurance at the table together is too high', de: 'Alle Versicherungen zusammen sind zu hoch' },
  'INS-NOT-TAKEN': { en: 'A lost insurance was not taken', de: 'Eine verlorene Versicherung wurde nicht eingezogen' },
  'INS-TAKEN-WRONGLY': { en: 'A winning insurance was taken', de: 'Eine gewonnene Versicherung wurde eingezogen' },
  'INS-MISPAID': { en: 'A winning insurance was paid wrongly', de: 'Eine gewonnene Versicherung wurde falsch ausgezahlt' },
  'INS-UNRESOLVED-ALL-BUST': {
    en: 'All players busted; no card was drawn to settle the insurance',
    de: 'Alle haben sich überkauft; für die Versicherung wurde keine Karte gezogen',
  },
  'EVEN-NOT-ALLOWED': {
    en: 'Even money paid where it is not offered',
    de: 'Blackjack vorzeitig 1:1 ausgezahlt, obwohl das Haus das nicht anbietet',
  },
  'EVEN-AFTER-DRAW': {
    en: "Even money paid after the dealer's second card was known",
    de: 'Blackjack 1:1 ausgezahlt, als die zweite Karte des Croupiers bekannt war',
  },
  'HIT-ON-21': {
    en: 'A hand took a card on a total that may not be hit',
    de: 'Eine Hand bekam eine Karte, obwohl sie keine mehr ziehen darf',
  },
  'STAND-ON-11': { en: 'A hand stood on a total that must be hit', de: 'Eine Hand blieb stehen, obwohl sie ziehen muss' },
  'DOUBLE-TOTAL': { en: 'Doubled on a total that may not be doubled', de: 'Auf diese Punktzahl darf nicht verdoppelt werden' },
  'DOUBLE-LATE': { en: 'Doubled after the third card', de: 'Nach der dritten Karte verdoppelt' },
  'DOUBLE-AMOUNT': {
    en: 'The double does not equal the bet',
    de: 'Beim Verdoppeln wurde nicht genau der Einsatz noch einmal gesetzt',
  },
  'DOUBLE-TWO-CARDS': { en: 'A doubled hand took more than one card', de: 'Eine verdoppelte Hand bekam mehr als eine Karte' },
  'DOUBLE-NO-CARD': { en: 'A doubled hand got no card', de: 'Eine verdoppelte Hand bekam keine Karte' },
  'DOUBLE-ON-BJ': { en: 'A blackjack was doubled', de: 'Ein Blackjack wurde verdoppelt' },
  'SPLIT-NOT-PAIR': {
    en: 'Split cards that are not a pair in this house',
    de: 'Es wurden Karten geteilt, die in diesem Haus kein Paar sind',
  },
  'SPLIT-AMOUNT': {
    en: 'The second bet for a split does not equal the first',
    de: 'Beim Teilen wurde nicht genau der Einsatz noch einmal gesetzt',
  },
  'SPLIT-TOO-MANY': { en: 'Split too often', de: 'Es wurde zu oft geteilt' },
  'SPLIT-ACES-TOO-MANY': { en: 'Aces split too often', de: 'Asse wurden zu oft geteilt' },
  'SPLIT-ACE-EXTRA-CARD': { en: 'A split ace took a second card', de: 'Ein geteiltes Ass bekam eine zweite Karte' },
  'SPLIT-ACE-DOUBLE': { en: 'A split ace was doubled', de: 'Ein geteiltes Ass wurde verdoppelt' },
  'SPLIT-DEAL-ORDER': {
    en: 'The cards of split hands came in the wrong order',
    de: 'Die Karten geteilter Hände kamen in falscher Reihenfolge',
  },
  'SURRENDER-NONE': {
    en: 'Half a bet was taken in a house without surrender',
    de: 'Es wurde die Hälfte eingezogen, obwohl das Haus kein Surrender anbietet',
  },
  'SURRENDER-VS-ACE': {
    en: 'Surrendered against a dealer card that does not allow it',
    de: 'Surrender gegen eine Karte des Croupiers, die es ausschließt',
  },
  'SURRENDER-LATE': { en: 'Surrendered after drawing a card', de: 'Surrender nach dem Ziehen' },
  'SURRENDER-DEALER-BJ': {
    en: 'Only half was taken against a dealer blackjack',
    de: 'Gegen einen Blackjack des Croupiers wurde nur die Hälfte eingezogen',
  },
  'SURRENDER-AMOUNT': { en: 'The wrong share was taken at a surrender', de: 'Beim Surrender wurde nicht der richtige Teil eingezogen' },
  'PLAY-ORDER': { en: 'A box played before the one ahead of it had finished', de: 'Eine Box spielte, bevor die Box vor ihr fertig war' },
  'ABSENT-RULE': {
    en: "An absent player's hand was not played by the house rule",
    de: 'Die Hand eines Abwesenden wurde nicht nach der Hausregel gespielt',
  },
  'FB-TOKEN-MISSING': { en: 'Free double or split without a lammer', de: 'Gratis verdoppelt oder geteilt, aber kein Lammer gelegt' },
  'FB-TOKEN-INELIGIBLE-SPLIT': { en: 'Lammer laid for a split that is not free', de: 'Lammer für ein Teilen, das nicht gratis ist' },
  'FB-TOKEN-INELIGIBLE-DOUBLE': { en: 'Lammer laid for a double that is not free', de: 'Lammer für ein Verdoppeln, das nicht gratis ist' },
  'FB-CHARGED': { en: 'A player paid for what would have been free', de: 'Ein Spieler zahlte für etwas, das gratis gewesen wäre' },
  'FB-TOKEN-SPOT': { en: 'A lammer lies where there is no hand', de: 'Ein Lammer liegt, wo keine Hand ist' },
  'FB-TOKEN-NOT-REMOVED': {
    en: 'A lammer of the last round was still on the layout',
    de: 'Ein Lammer der vorigen Runde lag noch auf dem Tisch',
  },
  'FB-TOKEN-EARLY': { en: 'A lammer was removed before the settlement', de: 'Ein Lammer wurde vor der Abrechnung weggenommen' },
  'FB-WIN-UNPAID': { en: 'A winning free bet was not paid', de: 'Eine gewonnene Gratiswette wurde nicht ausgezahlt' },
  'FB-LOSS-CHARGED': { en: 'Too much was taken for a lost free bet', de: 'Bei einer verlorenen Gratiswette wurde zu viel eingezogen' },
  'FB-PUSH-PAID': { en: 'A free bet was paid on a push', de: 'Eine Gratiswette wurde bei Unentschieden ausgezahlt' },
  'FB-PAID-TOKEN-VALUE': { en: 'A free bet was paid wrongly', de: 'Eine Gratiswette wurde falsch ausgezahlt' },
  'FB-DEAD-WAGER-TAKEN-EARLY': {
    en: 'A lost bet was taken while a free hand was still in play',
    de: 'Ein verlorener Einsatz wurde eingezogen, als noch eine Gratishand lief',
  },
  'FB-DEAD-WAGER-RETURNED': {
    en: 'The bet of a busted hand was returned when the dealer had 22',
    de: 'Bei 22 des Croupiers wurde der Einsatz einer überkauften Hand zurückgegeben',
  },
  'POG-NOT-PICKED-UP': {
    en: 'Pot of Gold was not taken when no free bet was possible',
    de: 'Pot of Gold lag noch, obwohl keine Gratiswette mehr möglich war',
  },
  'POG-TAKEN-WRONGLY': {
    en: 'Pot of Gold was taken while a free bet was still possible',
    de: 'Pot of Gold wurde eingezogen, obwohl noch eine Gratiswette möglich war',
  },
  'POG-TOKEN-COUNT': {
    en: 'The number of lammers at Pot of Gold is wrong',
    de: 'Vor Pot of Gold liegen nicht die gesammelten Lammer',
  },
  'POG-MISPAID': { en: 'Pot of Gold was paid wrongly', de: 'Pot of Gold wurde falsch ausgezahlt' },
  'POG-LOST-HAND-UNPAID': {
    en: 'Pot of Gold of a lost hand with lammers was taken',
    de: 'Pot of Gold einer verlorenen Hand mit Lammern wurde eingezogen',
  },
  'POG-ON-DEALER-BJ': {
    en: 'Pot of Gold was paid or left against a dealer blackjack',
    de: 'Pot of Gold trotz Blackjack des Croupiers ausgezahlt oder liegen gelassen',
  },
  'DEALER-STOOD-UNDER-17': {
    en: 'Settled although the dealer still has to draw',
    de: 'Es wurde ausgezahlt, obwohl der Croupier noch ziehen muss',
  },
  'DEALER-HIT-17': { en: 'The dealer drew on a hand that must stand', de: 'Der Croupier zog, obwohl er stehen bleiben muss' },
  'DEALER-SOFT17': {
    en: 'The dealer did not play a soft 17 by the house rule',
    de: 'Der Croupier spielte eine Soft 17 nicht nach der Hausregel',
  },
  'DEALER-NO-DRAW-FOR-SIDE': { en: 'The dealer drew no card for Push 22', de: 'Der Croupier zog keine Karte für Push 22' },
  'DEALER-DREW-NEEDLESSLY': {
    en: 'The dealer drew although nothing depended on it',
    de: 'Der Croupier zog, obwohl nichts mehr davon abhing',
  },
  'DEALER-DREW-EARLY': { en: 'The dealer drew before a box had finished', de: 'Der Croupier zog, bevor eine Box fertig war' },
  'DEALER-TOTAL-MISREAD': {
    en: 'All boxes were settled against a wrong dealer total',
    de: 'Alle Boxen wurden gegen eine falsche Punktzahl des Croupiers abgerechnet',
  },
  'BJ-NOT-PAID-AT-ONCE': {
    en: 'A blackjack had not been paid when play began',
    de: 'Ein Blackjack war bei Spielbeginn noch nicht ausgezahlt',
  },
  'BJ-PAID-TOO-EARLY': {
    en: 'A blackjack was paid while the dealer could still tie',
    de: 'Ein Blackjack wurde ausgezahlt, als der Croupier noch gleichziehen konnte',
  },
  'BJ-SHORT': { en: 'Blackjack paid too little', de: 'Für einen Blackjack wurde zu wenig ausgezahlt' },
  'BJ-OVER': { en: 'Blackjack paid too much', de: 'Für einen Blackjack wurde zu viel ausgezahlt' },
  'BJ-ON-SPLIT': { en: 'A split hand was paid as a blackjack', de: 'Eine geteilte Hand wurde als Blackjack ausgezahlt' },
  'BJ-V-BJ-PAID': { en: 'Blackjack against blackjack was paid', de: 'Blackjack gegen Blackjack wurde ausgezahlt' },
  'BJ-V-BJ-TAKEN': { en: 'Blackjack against blackjack was taken', de: 'Blackjack gegen Blackjack wurde eingezogen' },
  'BJ-LOST-TO-21': {
    en: 'A blackjack counted as lost or tied against a drawn 21',
    de: 'Ein Blackjack wurde gegen gezogene 21 als verloren oder unentschieden gewertet',
  },
  'BJ-PUSHED-ON-22': {
    en: 'A blackjack was left unpaid when the dealer had 22',
    de: 'Ein Blackjack wurde bei 22 des Croupiers nicht ausgezahlt',
  },
  'BJ-CARDS-LEFT-MAIN-TAKEN': {
    en: 'Push 22 of a paid blackjack was taken too early',
    de: 'Push 22 eines bezahlten Blackjacks wurde zu früh eingezogen',
  },
  'PAID-LOSER': { en: 'A losing hand was paid', de: 'Eine verlorene Hand wurde ausgezahlt' },
  'PAID-PUSH': { en: 'A push was paid', de: 'Eine unentschiedene Hand wurde ausgezahlt' },
  'TOOK-WINNER': { en: 'A winning bet was taken', de: 'Ein gewonnener Einsatz wurde eingezogen' },
  'TOOK-PUSH': { en: 'A pushed bet was taken', de: 'Ein unentschiedener Einsatz wurde eingezogen' },
  'WINNER-UNPAID': { en: 'A winning bet was not paid', de: 'Ein gewonnener Einsatz wurde nicht ausgezahlt' },
  'LOSER-NOT-TAKEN': { en: 'A losing bet was not taken', de: 'Ein verlorener Einsatz wurde nicht eingezogen' },
  'BUST-NOT-TAKEN': {
    en: 'The bet of a busted hand was still there when the next box played',
    de: 'Der Einsatz einer überkauften Hand lag noch, als die nächste Box spielte',
  },
  'LIVE-TAKEN-AS-BUST': {
    en: 'A bet was taken although its hand was not bust',
    de: 'Ein Einsatz wurde eingezogen, obwohl die Hand nicht überkauft war',
  },
  'PAY-SHORT': { en: 'Paid too little', de: 'Es wurde zu wenig ausgezahlt' },
  'PAY-OVER': { en: 'Paid too much', de: 'Es wurde zu viel ausgezahlt' },
  'PAY-TOPPED-UP': {
    en: 'A payment that was too small was topped up on the spot',
    de: 'Eine zu niedrige Auszahlung wurde nachträglich aufgestockt',
  },
  'TAKE-PARTIAL': { en: 'Only part of a losing bet was taken', de: 'Nur ein Teil des verlorenen Einsatzes wurde eingezogen' },
  'PAID-DOUBLE-SINGLE': {
    en: 'A winning double was paid only once',
    de: 'Ein gewonnener verdoppelter Einsatz wurde nur einfach ausgezahlt',
  },
  'CO-BETTOR-SKIPPED': {
    en: 'Players on one box were settled differently without a reason',
    de: 'Spieler einer Box wurden ohne Grund verschieden abgerechnet',
  },
  'CO-BETTOR-SPLIT-SHARE': {
    en: 'A bettor who did not split was settled with the second hand',
    de: 'Ein Mitspieler, der nicht geteilt hat, wurde mit der zweiten Hand abgerechnet',
  },
  'DEALER22-PAID': { en: 'Paid although the dealer has 22', de: 'Bei 22 des Croupiers wurde ausgezahlt' },
  'DEALER22-TAKEN': { en: 'Taken although the dealer has 22', de: 'Bei 22 des Croupiers wurde eingezogen' },
  'P22-UNPAID': { en: 'A winning Push 22 was not paid', de: 'Push 22 hat gewonnen und wurde nicht ausgezahlt' },
  'P22-MISPAID': { en: 'Push 22 was paid wrongly', de: 'Push 22 wurde falsch ausgezahlt' },
  'P22-PAID-WRONGLY': {
    en: 'Push 22 was paid although the dealer has no 22',
    de: 'Push 22 wurde ausgezahlt, obwohl der Croupier keine 22 hat',
  },
  'P22-TAKEN-EARLY': { en: 'Push 22 was taken too early', de: 'Push 22 wurde zu früh eingezogen' },
  'P22-OVER-29': { en: 'Push 22 was paid although the hand is too high', de: 'Push 22 wurde ausgezahlt, obwohl die Hand zu hoch ist' },
  'PRIZE-MISSED': { en: 'A prize that was due was not paid', de: 'Ein fälliger Preis wurde nicht ausgezahlt' },
  'PRIZE-WRONG-TIER': { en: 'The prize does not match the cards', de: 'Der Preis passt nicht zu den Karten' },
  'PRIZE-ON-LOSER': {
    en: 'A prize was paid to a box that did not win',
    de: 'Ein Preis wurde an eine Box ausgezahlt, die nicht gewonnen hat',
  },
  'PRIZE-EARLY': { en: 'A prize was paid before the dealer had finished', de: 'Ein Preis wurde ausgezahlt, bevor der Croupier fertig war' },
  'PAY-ORDER': { en: 'Not settled in the prescribed order', de: 'Es wurde nicht in der vorgeschriebenen Reihenfolge abgerechnet' },
  'PAY-BEFORE-DEALER-DONE': { en: 'Paid before the dealer had finished', de: 'Es wurde ausgezahlt, bevor der Croupier fertig war' },
  'ABSENT-WIN-LEFT': {
    en: "An absent player's win was still there when the next round was dealt",
    de: 'Der Gewinn eines Abwesenden lag in der nächsten Runde noch da',
  },
  'ROUND-NOT-CLOSED': {
    en: 'The next round was dealt before the last was settled',
    de: 'Es wurde neu gegeben, ohne die vorige Runde abzurechnen',
  },
  'FLOAT-IMBALANCE': {
    en: 'The rack does not match what was paid and taken',
    de: 'Der Jetonbestand passt nicht zu dem, was ausgezahlt und eingezogen wurde',
  },
  'FILL-DURING-ROUND': {
    en: 'Chips came to the rack or left it during a round',
    de: 'Während einer Runde wurde der Jetonbestand aufgefüllt oder verringert',
  },
  'SHOE-ORDER': {
    en: 'The cards came in an order that no good shuffle would produce',
    de: 'Die Karten kamen in einer Reihenfolge, die gutes Mischen kaum ergibt',
  },
  'SHOE-SHORTAGE': { en: 'Cards are missing over many shoes', de: 'Über viele Schlitten hinweg fehlen Karten' },
  'SHOE-JAM': { en: 'The shoe is jammed', de: 'Der Schlitten klemmt' },
  'LINK-DOWN': { en: 'No connection to a device', de: 'Keine Verbindung zu einem Gerät' },
  'DEVICE-INCIDENT': { en: 'A device does not behave as it should', de: 'Ein Gerät arbeitet nicht richtig' },
  'CARDS-MISSING': { en: 'Events from a device are missing', de: 'Meldungen eines Geräts fehlen' },
  'JOURNAL-FAILED': { en: 'The journal cannot be written to disk', de: 'Das Protokoll kann nicht mehr gespeichert werden' },
  'JOURNAL-FILLS': { en: 'The space for the journal is running out', de: 'Der Speicherplatz für das Protokoll wird knapp' },
  'CERTIFICATE-ENDS': { en: 'A certificate is about to expire', de: 'Ein Zertifikat läuft ab' },
  'CLOCK-SET': { en: "The computer's clock was changed", de: 'Die Uhr des Rechners wurde verstellt' },
  'BROKER-BEHIND': {
    en: 'The broker is behind; events wait in the journal',
    de: 'Der Broker ist im Rückstand; Ereignisse warten im Protokoll',
  },
}
