/** Catalogue 2.10: the rack. */
import { NOTE_LATER, needs, practice, type Section, step } from './row.ts'

const RACK = needs('payouts', 'rack')
const NO_CASH = 'Cash is not sensed: chips sold for it leave the rack in the same way.'

export const RACK_SECTION = {
  'FLOAT-IMBALANCE': {
    severity: 'stop',
    sure: 'S',
    title: { en: 'Rack does not balance', de: 'Der Jetonbestand passt nicht zu dem, was ausgezahlt und eingezogen wurde' },
    means: {
      en: "During the settlement the rack changed by a different amount from the spots. Only value counts, and only where it is clear which moves were the dealer's; colour changes do not count.",
      de: 'Während der Abrechnung änderte sich der Jetonbestand um einen anderen Betrag als die Felder. Nur der Wert zählt, und nur, wo klar ist, was der Croupier bewegte; Farbwechsel zählen nicht.',
    },
    breaks: practice('field', 'Chips of a settlement move between rack and spots.'),
    needs: RACK,
    amount: 'difference',
    seen: { en: 'the rack changed by {moved}[ ({changes})]', de: 'der Jetonbestand änderte sich um {moved}[ ({changes})]' },
    expected: { en: 'the spots account for {due}', de: 'die Felder ergeben {due}' },
    remedy: {
      en: 'Count the rack: it is out by {more}. Have surveillance look at it.',
      de: 'Den Jetonbestand zählen: Er weicht um {more} ab. Die Überwachung nachsehen lassen.',
    },
    afterDeal: {
      en: 'Count the rack: it is out by {more}. Ask surveillance for the round at {time}.',
      de: 'Den Jetonbestand zählen: Er weicht um {more} ab. Die Überwachung nach der Runde um {time} fragen.',
    },
    raised: 'events',
  },
  'FLOAT-UNEXPLAINED-OUT': {
    severity: 'stop',
    sure: 'S',
    title: { en: 'Chips left the rack outside a settlement', de: 'Jetons verließen den Bestand ohne Abrechnung' },
    means: {
      en: 'Chips left the rack for a spot outside a settlement.',
      de: 'Jetons kamen außerhalb einer Abrechnung aus dem Bestand auf ein Feld.',
    },
    breaks: practice('Singapore Conduct of Gaming Regs r.14', 'Chips leave the rack to pay, to sell and to change only.'),
    needs: RACK,
    seen: { en: '{moved} left the rack', de: '{moved} verließ den Jetonbestand' },
    expected: { en: 'nothing was to be paid', de: 'nichts war auszuzahlen' },
    remedy: { en: 'Stop the game.', de: 'Das Spiel anhalten.' },
    afterDeal: {
      en: 'Count the rack, and ask surveillance for the round at {time}.',
      de: 'Den Jetonbestand zählen und die Überwachung nach der Runde um {time} fragen.',
    },
    raised: { closed: NO_CASH },
  },
  'CHANGE-UNEQUAL': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Unequal exchange of chips', de: 'Beim Wechseln stimmte der Wert nicht' },
    means: { en: 'Chips were exchanged for others of another value.', de: 'Jetons wurden gegen andere von anderem Wert gewechselt.' },
    breaks: practice('field', 'An exchange is of equal value.'),
    needs: RACK,
    seen: { en: '{moved} given out', de: '{moved} ausgegeben' },
    expected: { en: '{due} taken in', de: '{due} angenommen' },
    ...step({ en: 'correct the exchange', de: 'den Wechsel berichtigen' }),
    raised: { closed: NO_CASH },
  },
  'FILL-DURING-ROUND': {
    severity: 'procedure',
    sure: 'S',
    title: {
      en: 'Chips into or out of the rack during a round',
      de: 'Während einer Runde wurde der Jetonbestand aufgefüllt oder verringert',
    },
    means: {
      en: 'During a round more than the maximum bet came into the rack or left it with no spot being settled. Chips that leave may have been sold for cash, so then it is only likely.',
      de: 'Während einer Runde kam mehr als der höchste Einsatz in den Jetonbestand oder verließ ihn, ohne dass ein Feld abgerechnet wurde. Jetons, die ihn verlassen, können gegen Bargeld verkauft sein; dann ist es nur wahrscheinlich.',
    },
    breaks: practice('field', 'Fills and credits wait for the end of a round.'),
    needs: RACK,
    seen: {
      en: 'the rack changed by {moved} during the round[ ({changes})]',
      de: 'der Jetonbestand änderte sich während der Runde um {moved}[ ({changes})]',
    },
    expected: { en: 'fills and credits wait for the end of a round', de: 'Auffüllen und Abführen wartet bis zum Ende der Runde' },
    remedy: { en: 'Note it.', de: 'Vermerken.' },
    afterDeal: NOTE_LATER,
    raised: 'events',
  },
  'TRAY-TOKEN-MIX': {
    severity: 'procedure',
    sure: 'S',
    title: { en: 'Chip among the lammers, or a lammer among the chips', de: 'Jetons und Lammer liegen durcheinander' },
    means: {
      en: 'A chip lies among the lammers of the rack, or a lammer among the chips.',
      de: 'Im Jetonbestand liegt ein Jeton bei den Lammern oder ein Lammer bei den Jetons.',
    },
    breaks: practice('field', 'Lammers and chips have their own places in the rack.'),
    needs: RACK,
    seen: { en: 'a chip lies in the wrong place', de: 'ein Jeton liegt am falschen Platz' },
    expected: { en: 'lammers and chips lie apart', de: 'Lammer und Jetons liegen getrennt' },
    remedy: { en: 'Put it where it belongs.', de: 'An seinen Platz legen.' },
    afterDeal: { en: `Put it where it belongs. ${NOTE_LATER.en}`, de: `An seinen Platz legen. ${NOTE_LATER.de}` },
    raised: { closed: 'The rack is one spot in TLP/1; where in it a chip lies is not told.' },
  },
} as const satisfies Section
