/**
 * An addition to the contract's catalogue: what a shoe shows over its life, if its tests are switched on (`watches.shoeAlarmRate`). Never
 * proven.
 */
import { needs, practice, type Section } from './row.ts'

const CARDS = needs('cards')

export const SHOE_LIFE = {
  'SHOE-ORDER': {
    severity: 'procedure',
    sure: 'T',
    title: { en: 'Shoe looks unshuffled', de: 'Die Karten kamen in einer Reihenfolge, die gutes Mischen kaum ergibt' },
    means: {
      en: 'The cards came in an order that hardly any shuffle gives: that of new packs, or of the last shoe. Reported only where `watches.shoeAlarmRate` says how often an honest shoe may be accused; half that rate goes to this code.',
      de: 'Die Karten kamen in einer Reihenfolge, die kaum ein Mischen ergibt: in der neuer Decks oder des letzten Schlittens. Gemeldet nur, wo `watches.shoeAlarmRate` sagt, wie oft ein ehrlicher Schlitten beschuldigt werden darf; die Hälfte davon entfällt auf diesen Code.',
    },
    breaks: 'shuffledBy',
    needs: CARDS,
    seen: {
      en: 'an order of cards that chance gives one shoe in {count}',
      de: 'eine Reihenfolge, die der Zufall nur einem von {count} Schlitten gibt',
    },
    expected: { en: 'a shoe should be shuffled', de: 'ein Schlitten soll gemischt sein' },
    remedy: {
      en: 'Shuffle again, and have surveillance look at the shuffle.',
      de: 'Noch einmal mischen und die Überwachung das Mischen ansehen lassen.',
    },
    afterDeal: {
      en: 'Have surveillance look at the shuffle before {time}, and watch the next one.',
      de: 'Die Überwachung das Mischen vor {time} ansehen lassen und beim nächsten zusehen.',
    },
    raised: 'events',
  },
  'SHOE-SHORTAGE': {
    severity: 'procedure',
    sure: 'T',
    title: { en: 'Cards missing over many shoes', de: 'Über viele Schlitten hinweg fehlen Karten' },
    means: {
      en: 'Over many shoes that were never dealt out, some cards came less often than full packs would give. Reported only where `watches.shoeAlarmRate` is set; half that rate goes to this code.',
      de: 'Über viele Schlitten, die nie ganz gegeben wurden, kamen einige Karten seltener, als volle Decks sie geben. Gemeldet nur, wo `watches.shoeAlarmRate` gesetzt ist; die Hälfte davon entfällt auf diesen Code.',
    },
    breaks: practice('N.J.A.C. 13:69F-2.2', 'All packs of a shoe are complete and alike.'),
    needs: CARDS,
    seen: { en: '{total} cards have not come once in {count} shoes', de: '{total} Karten kamen in {count} Schlitten kein einziges Mal' },
    expected: { en: 'the shoe holds {most} cards', de: 'der Schlitten enthält {most} Karten' },
    remedy: { en: 'Count the packs by rank and suit.', de: 'Die Decks nach Wert und Farbe zählen.' },
    afterDeal: {
      en: 'Count the packs by rank and suit before they are shuffled again, and tell surveillance the time: {time}.',
      de: 'Die Decks nach Wert und Farbe zählen, bevor wieder gemischt wird, und der Überwachung die Zeit nennen: {time}.',
    },
    raised: 'events',
  },
} as const satisfies Section
