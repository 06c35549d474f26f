/** What can be wrong with a table's override of a rule, and what a rule may be: a row for each, in every language. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

export const WRONG_RULE = {
  'unknown-value': { en: 'is not a known value', de: 'ist kein bekannter Wert' },
  'did-you-mean': { en: 'did you mean {what}?', de: 'meinten Sie {what}?' },
  range: { en: 'is out of range', de: 'liegt außerhalb des Bereichs' },
  'no-number': { en: 'is not a number', de: 'ist keine Zahl' },
  'no-pair': { en: 'is not a pair of numbers', de: 'ist kein Paar von Zahlen' },
  'no-whole-pair': { en: 'is not a pair of whole numbers from 1 to 1000', de: 'ist kein Paar ganzer Zahlen von 1 bis 1000' },
  'bad-number': { en: 'has a number that is not allowed', de: 'enthält eine Zahl, die nicht erlaubt ist' },
  'no-list': { en: 'is not a list', de: 'ist keine Liste' },
  'many-entries': { en: 'has too many entries', de: 'hat zu viele Einträge' },
  'unknown-entry': { en: 'is not a known entry', de: 'ist kein bekannter Eintrag' },
  'entry-twice': { en: 'names an entry twice', de: 'nennt einen Eintrag zweimal' },
  'no-fields': { en: 'is not a group of fields', de: 'ist keine Gruppe von Feldern' },
  'no-rules': { en: 'is not a group of rules', de: 'ist keine Gruppe von Regeln' },
  unknown: { en: 'is not known', de: 'ist nicht bekannt' },
  fixed: {
    en: 'cannot be changed for a table: rounds are judged by this value alone',
    de: 'lässt sich für einen Tisch nicht ändern: Runden werden nur nach diesem Wert beurteilt',
  },
  'hole-card': {
    en: 'is not a rule that can be set; it follows from dealOrder',
    de: 'ist keine Regel, die man setzen kann; sie folgt aus dealOrder',
  },
  'over-whole': { en: 'is more than the whole bet', de: 'ist mehr als der ganze Einsatz' },
  'least-over-most': { en: 'has a minimum above its maximum', de: 'hat ein Mindestes über dem Höchsten' },
  passes: { en: 'does not have three or four passes', de: 'hat nicht drei oder vier Durchgänge' },
  'unknown-pass': { en: 'has a pass that is not known', de: 'hat einen Durchgang, den es nicht gibt' },
  'boxes-twice': { en: 'does not go to the boxes exactly twice', de: 'geht nicht genau zweimal zu den Boxen' },
  'up-once': { en: "does not deal the dealer's up card exactly once", de: 'gibt die offene Karte des Croupiers nicht genau einmal' },
  'no-five': { en: 'is not a list of five numbers', de: 'ist keine Liste von fünf Zahlen' },
  falling: { en: 'pays less for more lammers', de: 'zahlt weniger für mehr Lammer' },

  // Rules that contradict each other.
  'peek-without-hole': {
    en: 'makes the dealer check a hole card that is not dealt',
    de: 'lässt den Croupier eine verdeckte Karte prüfen, die er nicht hat',
  },
  'late-without-hole': {
    en: "allows late surrender, although without a hole card the dealer's blackjack cannot be ruled out first",
    de: 'erlaubt späte Aufgabe, obwohl sich ohne verdeckte Karte ein Blackjack des Croupiers nicht vorher ausschließen lässt',
  },
  'no-check': {
    en: 'pays blackjacks after a check that the dealer never makes',
    de: 'zahlt Blackjacks nach einer Prüfung, die der Croupier nie macht',
  },
  'against-peek': {
    en: "contradicts peek: what a dealer's blackjack takes depends on when it is found",
    de: 'widerspricht peek: was ein Blackjack des Croupiers nimmt, hängt davon ab, wann er bemerkt wird',
  },
  'ace-hands': {
    en: 'allows more hands from split aces than hands on a box',
    de: 'erlaubt mehr Hände aus geteilten Assen als Hände auf einer Box',
  },
  'charlie-waits': {
    en: 'lets a hand win at once by its number of cards, although a free hand may still lose with the real one',
    de: 'lässt eine Hand durch die Zahl ihrer Karten sofort gewinnen, obwohl eine freie Hand noch mit der bezahlten verlieren kann',
  },
  'must-and-may-not': {
    en: 'leaves a total on which a player both must and may not draw',
    de: 'lässt eine Summe, bei der ein Spieler ziehen muss und nicht darf',
  },
  'cut-outside': { en: 'places the cut card outside the shoe', de: 'legt die Schnittkarte außerhalb des Schlittens' },
  'no-free-bets': { en: 'counts lammers, but the rules give no free bets', de: 'zählt Lammer, obwohl die Regeln keine Gratiswetten geben' },
} as const

export const wrongRule = saying(WRONG_RULE)

export const RULE_FORMS = {
  'one-of': { en: 'one of {values}', de: 'eins von {values}' },
  only: { en: 'only {value}', de: 'nur {value}' },
  own: { en: "only the house's own value", de: 'nur der Wert des Hauses' },
  whole: { en: 'a whole number from {least} to {most}', de: 'eine ganze Zahl von {least} bis {most}' },
  ratio: {
    en: 'two whole numbers from 1 to 1000, profit and stake, as in [3, 2]',
    de: 'zwei ganze Zahlen von 1 bis 1000, Gewinn und Einsatz, wie [3, 2]',
  },
  list: { en: 'a list of {words}', de: 'eine Liste aus {words}' },
  'none-or-list': { en: 'none, or a list of {words}', de: 'none, oder eine Liste aus {words}' },
  'word-or': { en: '{word}, or {other}', de: '{word}, oder {other}' },
  'hard-totals': { en: 'hard totals from 4 to 20', de: 'harten Summen von 4 bis 20' },
  group: {
    en: "a group with any of {keys} (a field that is left out keeps the house's value)",
    de: 'eine Gruppe mit beliebigen aus {keys} (ein Feld, das fehlt, behält den Wert des Hauses)',
  },
  share: { en: 'a share of the bet, at most the whole: [1, 2]', de: 'ein Teil des Einsatzes, höchstens der ganze: [1, 2]' },
  'cut-card': {
    en: 'two numbers of packs, least then most, both over 0: [1.5, 3]',
    de: 'zwei Zahlen von Decks, die kleinste und die größte, beide über 0: [1.5, 3]',
  },
  'deal-order': {
    en: "a list out of {steps}: two passes to the boxes, the dealer's up card, at most one dealer's down card",
    de: 'eine Liste aus {steps}: zwei Durchgänge zu den Boxen, die offene Karte des Croupiers, höchstens eine verdeckte',
  },
  'pot-of-gold': {
    en: 'five whole numbers to one, rising, for 1 to 5 lammers: [3, 12, 30, 50, 100]',
    de: 'fünf ganze Zahlen zu eins, steigend, für 1 bis 5 Lammer: [3, 12, 30, 50, 100]',
  },
  rules: { en: "rules by name; leave out `rules` to play the house's own", de: 'Regeln nach Namen; ohne `rules` gelten die des Hauses' },
  printed: { en: 'a rule that `npm run houses -- gld` prints', de: 'eine Regel, die `npm run houses -- gld` ausgibt' },
  'hole-card': { en: 'a dealer:down pass in dealOrder, or none', de: 'ein Durchgang dealer:down in dealOrder, oder keiner' },
  peek: { en: 'peek: none, or a dealOrder with dealer:down', de: 'peek: none, oder eine dealOrder mit dealer:down' },
  surrender: {
    en: 'surrender: none or early, or a dealOrder with dealer:down',
    de: 'surrender: none oder early, oder eine dealOrder mit dealer:down',
  },
  'paid-when': { en: 'at-once-unless-ace-or-ten, or a peek', de: 'at-once-unless-ace-or-ten, oder ein peek' },
  takes: {
    en: 'all if the dealer never checks; main before play, or main and side bets before play, if he does',
    de: 'all, wenn der Croupier nie prüft; sonst `main before play` oder `main and side bets before play`',
  },
  'ace-hands': { en: 'splitAcesMaxHands of at most maxHands', de: 'splitAcesMaxHands höchstens maxHands' },
  charlie: { en: 'none, or freeHandsSettle: each-on-its-own', de: 'none, oder freeHandsSettle: each-on-its-own' },
  'draw-to': { en: 'mustDrawTo below noDrawFrom', de: 'mustDrawTo unter noDrawFrom' },
  cut: { en: 'less than the number of decks in the shoe', de: 'weniger als die Zahl der Decks im Schlitten' },
  'free-bets': { en: 'none, or freeSplit or freeDouble true', de: 'none, oder freeSplit oder freeDouble true' },
} as const

export const ruleForm = saying(RULE_FORMS)
catalog('rule', WRONG_RULE)
catalog('rule-may', RULE_FORMS)
