/** Catalogue 2.7: the dealer's hand. */
import type { Text } from '../../words/text.ts'
import { BY_THE_DEAL, cardsOut, later, NOTE_LATER, needs, offersPush22, practice, type Section, SUPERVISOR_LATER } from './row.ts'

const BETS = needs('bets')
const PAYOUTS = needs('payouts')
const BURN_THE_CARD: Text = {
  en: 'Burn the extra card. The total before it counts.',
  de: 'Die Karte zu viel brennen. Die Punktzahl davor zählt.',
}
const SETTLE_WITHOUT = later({
  en: 'settle on the total before the extra card',
  de: 'mit der Punktzahl vor der Karte zu viel abrechnen',
})
const DRAW_THE_CARD: Text = {
  en: 'If nothing is settled yet, draw the card. Otherwise leave cards and chips where they are and call the supervisor: draw the card, then settle every box again.',
  de: 'Ist noch nichts abgerechnet, die Karte ziehen. Sonst Karten und Jetons liegen lassen und die Saalleitung rufen: die Karte ziehen, dann alle Boxen neu abrechnen.',
}

export const DEALER = {
  'DEALER-STOOD-UNDER-17': {
    severity: 'money',
    sure: 'X',
    title: { en: 'Dealer stood too soon', de: 'Es wurde ausgezahlt, obwohl der Croupier noch ziehen muss' },
    means: {
      en: 'The dealer began to settle before his hand was complete.',
      de: 'Der Croupier begann abzurechnen, bevor seine Hand vollständig war.',
    },
    breaks: 'dealerStandsOn',
    needs: PAYOUTS,
    seen: { en: 'the dealer stood on {total}', de: 'der Croupier blieb bei {total} stehen' },
    expected: { en: 'he draws to {least}', de: 'er zieht bis {least}' },
    remedy: DRAW_THE_CARD,
    ...SUPERVISOR_LATER,
    question: { en: 'Did the dealer stand below 17?', de: 'Blieb der Croupier unter 17 stehen?' },
    raised: 'readings',
  },
  'DEALER-HIT-17': {
    severity: 'money',
    sure: 'X',
    title: { en: 'Dealer drew when he had to stand', de: 'Der Croupier zog, obwohl er stehen bleiben muss' },
    means: {
      en: 'The dealer drew on a total he must stand on.',
      de: 'Der Croupier zog bei einer Punktzahl, bei der er stehen bleiben muss.',
    },
    breaks: 'dealerStandsOn',
    needs: BETS,
    seen: { en: 'the dealer drew on {total}', de: 'der Croupier zog auf {total}' },
    expected: { en: 'he stands on {least} or more', de: 'ab {least} bleibt er stehen' },
    remedy: BURN_THE_CARD,
    ...SETTLE_WITHOUT,
    question: { en: 'Did the dealer draw on 17 or more?', de: 'Zog der Croupier auf 17 oder mehr?' },
    raised: 'readings',
  },
  'DEALER-SOFT17': {
    severity: 'money',
    sure: 'X',
    title: { en: 'Soft 17 played against house rules', de: 'Der Croupier spielte eine Soft 17 nicht nach der Hausregel' },
    means: { en: 'The dealer played a soft 17 against the house rule.', de: 'Der Croupier spielte eine Soft 17 gegen die Hausregel.' },
    breaks: 'dealerSoft17',
    needs: BETS,
    seen: { en: 'the dealer drew on soft 17', de: 'der Croupier zog auf Soft 17' },
    expected: { en: 'this house stands on soft 17', de: 'dieses Haus bleibt bei Soft 17 stehen' },
    remedy: BURN_THE_CARD,
    ...SETTLE_WITHOUT,
    cases: {
      stood: {
        seen: { en: 'the dealer stood on soft 17', de: 'der Croupier blieb bei Soft 17 stehen' },
        expected: { en: 'this house draws on soft 17', de: 'dieses Haus zieht bei Soft 17' },
        remedy: DRAW_THE_CARD,
        ...SUPERVISOR_LATER,
      },
    },
    question: { en: 'Did the dealer have a soft 17?', de: 'Hatte der Croupier eine Soft 17?' },
    raised: 'readings',
  },
  'DEALER-NO-DRAW-FOR-SIDE': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Dealer did not draw for Push 22', de: 'Der Croupier zog keine Karte für Push 22' },
    means: {
      en: 'Every hand was over, a Push 22 bet was still open, and the dealer did not draw for it.',
      de: 'Alle Hände waren zu Ende, Push 22 war noch offen, und der Croupier zog nicht dafür.',
    },
    breaks: 'dealerDrawsWhenAllDone',
    needs: needs('payouts', 'p22'),
    under: offersPush22,
    seen: { en: 'no card drawn for Push 22', de: 'keine Karte für Push 22 gezogen' },
    expected: { en: 'with Push 22 open the dealer plays out his hand', de: 'ist Push 22 offen, spielt der Croupier seine Hand zu Ende' },
    remedy: {
      en: 'Draw until the hand is complete, then settle Push 22.',
      de: 'Ziehen, bis die Hand vollständig ist, dann Push 22 abrechnen.',
    },
    ...SUPERVISOR_LATER,
    question: {
      en: 'Was a Push 22 bet still open when the dealer did not draw?',
      de: 'War Push 22 noch offen, als der Croupier nicht zog?',
    },
    raised: 'readings',
  },
  'DEALER-DREW-NEEDLESSLY': {
    severity: 'procedure',
    // These houses' documents have the dealer draw once the players are done, so a dealer who draws although no bet depends on it follows
    // them.
    severityIn: { 'free-bet-european': 'info', 'sevens-prizes': 'info', gld: 'info', ingo: 'info' },
    sure: 'S',
    title: { en: 'Dealer drew with no bet at stake', de: 'Der Croupier zog, obwohl nichts mehr davon abhing' },
    means: {
      en: 'The dealer drew when no bet hung on his hand any more.',
      de: 'Der Croupier zog, als kein Einsatz mehr von seiner Hand abhing.',
    },
    breaks: 'dealerDrawsWhenAllDone',
    needs: BETS,
    under: ({ dealerDrawsWhenAllDone }) => dealerDrawsWhenAllDone !== 'always',
    seen: { en: 'the dealer drew[ {cards}]', de: 'der Croupier zog[ {cards}]' },
    expected: { en: 'no bet hung on his hand', de: 'kein Einsatz hing von seiner Hand ab' },
    remedy: { en: 'Burn the card and note it.', de: 'Die Karte brennen und es vermerken.' },
    afterRound: NOTE_LATER,
    afterDeal: NOTE_LATER,
    question: { en: 'Was every hand over before the dealer drew?', de: 'Waren alle Hände zu Ende, bevor der Croupier zog?' },
    raised: 'readings',
  },
  'DEALER-DREW-EARLY': {
    severity: 'money',
    sure: 'X',
    title: { en: 'Dealer drew before a box had played', de: 'Der Croupier zog, bevor eine Box fertig war' },
    means: { en: 'The dealer drew before every box had finished.', de: 'Der Croupier zog, bevor alle Boxen fertig waren.' },
    breaks: 'dealerDraws',
    needs: needs('stakes'),
    seen: { en: 'the dealer drew before the box had played', de: 'der Croupier zog, bevor die Box gespielt hatte' },
    expected: { en: 'he draws once every player is done', de: 'er zieht, wenn alle Spieler fertig sind' },
    remedy: {
      en: 'Leave cards and chips where they are. Call the supervisor and rebuild the hands.',
      de: 'Karten und Jetons liegen lassen. Die Saalleitung rufen und die Hände neu zusammenlegen.',
    },
    ...SUPERVISOR_LATER,
    question: {
      en: 'Did the dealer draw before the last player had finished?',
      de: 'Zog der Croupier, bevor der letzte Spieler fertig war?',
    },
    covers: BY_THE_DEAL,
    raised: 'readings',
  },
  'DEALER-TOTAL-MISREAD': {
    severity: 'money',
    sure: 'X',
    title: { en: "Dealer's total misread", de: 'Alle Boxen wurden gegen eine falsche Punktzahl des Croupiers abgerechnet' },
    means: {
      en: 'The dealer misread his own hand, and every box was settled against the wrong total.',
      de: 'Der Croupier verzählte sich bei der eigenen Hand, und alle Boxen wurden gegen die falsche Punktzahl abgerechnet.',
    },
    breaks: practice('field', "The dealer's cards count what they show."),
    needs: PAYOUTS,
    seen: { en: 'the boxes were settled against {total}', de: 'die Boxen wurden gegen {total} abgerechnet' },
    expected: { en: 'the dealer has {least}', de: 'der Croupier hat {least}' },
    ...cardsOut({ en: 'settle every box again', de: 'alle Boxen neu abrechnen' }),
    question: { en: 'Did the dealer call the wrong total?', de: 'Sagte der Croupier eine falsche Punktzahl an?' },
    raised: 'readings',
  },
} as const satisfies Section
