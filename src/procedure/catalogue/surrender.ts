/** Catalogue 2.5, second part: surrender. */
import { later, needs, offersSurrender, type Section, step } from './row.ts'

const STAKES = needs('stakes')
const BUSTS = needs('busts')

export const SURRENDER = {
  'SURRENDER-NONE': {
    severity: 'money',
    sure: 'S',
    title: {
      en: 'Surrender accepted in a house without it',
      de: 'Es wurde die Hälfte eingezogen, obwohl das Haus kein Surrender anbietet',
    },
    means: {
      en: 'Half a bet was taken in a house that has no surrender.',
      de: 'Die Hälfte eines Einsatzes wurde eingezogen, obwohl das Haus kein Surrender anbietet.',
    },
    breaks: 'surrender',
    needs: BUSTS,
    under: (rules) => !offersSurrender(rules),
    amount: 'moved',
    seen: { en: 'half the bet taken, {moved}', de: 'die Hälfte des Einsatzes eingezogen, {moved}' },
    expected: { en: 'this house has no surrender', de: 'dieses Haus bietet kein Surrender an' },
    remedy: { en: 'Put the full bet back; the hand plays.', de: 'Den ganzen Einsatz zurücklegen; die Hand spielt.' },
    ...later({ en: 'put the full bet back', de: 'den ganzen Einsatz zurücklegen' }),
    question: { en: 'Did box {box} surrender?', de: 'Gab Box {box} auf (Surrender)?' },
    raised: 'readings',
  },
  'SURRENDER-VS-ACE': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Surrender against a card that does not allow it', de: 'Surrender gegen eine Karte des Croupiers, die es ausschließt' },
    means: {
      en: 'A hand was surrendered against an up card that rules it out.',
      de: 'Eine Hand wurde gegen eine offene Karte aufgegeben, die es ausschließt.',
    },
    breaks: 'surrenderNotAgainst',
    needs: STAKES,
    under: (rules) => offersSurrender(rules) && rules.surrenderNotAgainst.length > 0,
    amount: 'moved',
    seen: { en: 'half the bet taken, {moved}', de: 'die Hälfte des Einsatzes eingezogen, {moved}' },
    expected: { en: 'no surrender against [{cards}]', de: 'kein Surrender gegen [{cards}]' },
    remedy: { en: 'Put the full bet back; the hand plays.', de: 'Den ganzen Einsatz zurücklegen; die Hand spielt.' },
    ...later({ en: 'put the full bet back', de: 'den ganzen Einsatz zurücklegen' }),
    question: { en: 'Did box {box} surrender against an ace?', de: 'Gab Box {box} gegen ein Ass auf (Surrender)?' },
    raised: 'readings',
  },
  'SURRENDER-LATE': {
    severity: 'money',
    sure: 'X',
    title: { en: 'Surrender accepted too late', de: 'Surrender nach dem Ziehen' },
    means: {
      en: 'A hand was surrendered after it had drawn or stood.',
      de: 'Eine Hand wurde aufgegeben, nachdem sie gezogen hatte oder stehen geblieben war.',
    },
    breaks: 'surrenderUntil',
    needs: STAKES,
    under: offersSurrender,
    amount: 'moved',
    seen: { en: 'a surrender with {count} cards', de: 'Surrender mit {count} Karten' },
    expected: { en: 'only a two-card hand may surrender', de: 'nur mit zwei Karten darf aufgegeben werden' },
    ...step({ en: 'put the full bet back', de: 'den ganzen Einsatz zurücklegen' }),
    cases: {
      stood: {
        seen: { en: 'a surrender after a later hand took a card', de: 'Surrender, nachdem eine spätere Hand eine Karte genommen hatte' },
        expected: { en: 'by then the hand had stood', de: 'da war die Hand schon stehen geblieben' },
      },
    },
    question: { en: 'Did box {box} surrender too late?', de: 'Gab Box {box} zu spät auf (Surrender)?' },
    raised: 'readings',
  },
  'SURRENDER-DEALER-BJ': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Only half taken against a dealer blackjack', de: 'Gegen einen Blackjack des Croupiers wurde nur die Hälfte eingezogen' },
    means: {
      en: 'Only half a bet was taken against a dealer blackjack.',
      de: 'Gegen einen Blackjack des Croupiers wurde nur die Hälfte eines Einsatzes eingezogen.',
    },
    breaks: 'surrender',
    needs: STAKES,
    under: ({ surrender }) => surrender === 'late',
    amount: 'difference',
    seen: { en: 'half the bet taken, {moved}', de: 'die Hälfte des Einsatzes eingezogen, {moved}' },
    expected: {
      en: 'the dealer has a blackjack: the whole bet lost',
      de: 'der Croupier hat einen Blackjack: der ganze Einsatz hat verloren',
    },
    ...step({ en: 'take the other half', de: 'die andere Hälfte einziehen' }),
    question: { en: 'Did box {box} surrender against a blackjack?', de: 'Gab Box {box} gegen einen Blackjack auf (Surrender)?' },
    raised: 'readings',
  },
  'SURRENDER-AMOUNT': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Wrong amount taken on a surrender', de: 'Beim Surrender wurde nicht der richtige Teil eingezogen' },
    means: { en: 'The wrong amount was taken on a surrender.', de: 'Beim Surrender wurde ein falscher Betrag eingezogen.' },
    breaks: 'surrenderLoses',
    needs: STAKES,
    under: offersSurrender,
    amount: 'difference',
    seen: { en: '{moved} taken', de: '{moved} eingezogen' },
    expected: { en: 'a surrender takes {due}', de: 'beim Surrender werden {due} eingezogen' },
    remedy: {
      en: 'Bring the whole bet to the rack, then give {due} back.',
      de: 'Den ganzen Einsatz in den Jetonbestand bringen, dann {due} zurückgeben.',
    },
    ...later({ en: 'put it right: a surrender takes {due}', de: 'es berichtigen: beim Surrender werden {due} eingezogen' }),
    question: {
      en: 'Was the surrender on box {box} for anything but half?',
      de: 'Ging es beim Surrender auf Box {box} um etwas anderes als die Hälfte?',
    },
    raised: 'readings',
  },
} as const satisfies Section
