/** Catalogue 2.6, second part: Pot of Gold. */
import { BY_THE_RECORD } from './free-bets.ts'
import { cardsOut, cite, later, needs, offersPotOfGold, PAY_AGAIN, RATIO, type Section, step } from './row.ts'

const POT = needs('payouts', 'pog')

export const POT_OF_GOLD = {
  'POG-NOT-PICKED-UP': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Losing Pot of Gold bet left down', de: 'Pot of Gold lag noch, obwohl keine Gratiswette mehr möglich war' },
    means: {
      en: 'A Pot of Gold bet was still down when play began, though its hand can get no free bet; or when play went on, though its player had declined the free bet.',
      de: 'Eine Pot-of-Gold-Wette lag bei Spielbeginn noch, obwohl ihre Hand keine Gratiswette bekommen kann; oder es wurde weitergespielt, obwohl ihr Spieler die Gratiswette abgelehnt hatte.',
    },
    breaks: 'potOfGoldNotQualifying',
    needs: POT,
    under: offersPotOfGold,
    amount: 'bet',
    seen: { en: '{moved} still down', de: '{moved} liegt noch' },
    expected: { en: 'no free bet is possible: Pot of Gold lost', de: 'keine Gratiswette ist möglich: Pot of Gold hat verloren' },
    ...step({ en: 'take {moved}', de: '{moved} einziehen' }),
    cases: {
      declined: {
        expected: { en: 'the free bet was declined: Pot of Gold lost', de: 'die Gratiswette wurde abgelehnt: Pot of Gold hat verloren' },
        breaks: 'potOfGoldDeclined',
      },
    },
    covers: ['BET-LEFT-OVER'],
    raised: 'events',
  },
  'POG-TAKEN-WRONGLY': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Pot of Gold taken too early', de: 'Pot of Gold wurde eingezogen, obwohl noch eine Gratiswette möglich war' },
    means: {
      en: 'A Pot of Gold bet was taken from a hand that could still get a free bet.',
      de: 'Eine Pot-of-Gold-Wette wurde von einer Hand eingezogen, die noch eine Gratiswette bekommen konnte.',
    },
    breaks: 'potOfGoldNotQualifying',
    needs: POT,
    under: offersPotOfGold,
    amount: 'moved',
    seen: { en: '{moved} taken', de: '{moved} eingezogen' },
    expected: { en: 'it stays while a free bet is still possible', de: 'sie bleibt, solange eine Gratiswette möglich ist' },
    ...step({ en: 'put {moved} back', de: '{moved} zurücklegen' }),
    question: {
      en: 'Was the Pot of Gold bet on box {box} taken from a hand that may still have a free bet?',
      de: 'Wurde Pot of Gold auf Box {box} eingezogen, obwohl noch eine Gratiswette möglich war?',
    },
    raised: 'readings',
  },
  'POG-TOKEN-COUNT': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Wrong number of lammers at Pot of Gold', de: 'Vor Pot of Gold liegen nicht die gesammelten Lammer' },
    means: {
      en: 'The lammers at a Pot of Gold bet are more or fewer than its box earned.',
      de: 'Bei einer Pot-of-Gold-Wette liegen mehr oder weniger Lammer, als ihre Box gesammelt hat.',
    },
    breaks: 'potOfGoldCounts',
    needs: POT,
    under: offersPotOfGold,
    seen: { en: 'lammers at the bet: {count}', de: 'Lammer bei der Wette: {count}' },
    expected: { en: 'the box earned {most}', de: 'die Box hat {most} gesammelt' },
    ...BY_THE_RECORD,
    question: {
      en: 'Is the number of lammers at Pot of Gold on box {box} wrong?',
      de: 'Stimmt die Zahl der Lammer bei Pot of Gold auf Box {box} nicht?',
    },
    raised: 'readings',
  },
  'POG-MISPAID': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Pot of Gold mispaid', de: 'Pot of Gold wurde falsch ausgezahlt' },
    means: {
      en: 'A Pot of Gold bet was not paid at the rate for its lammers.',
      de: 'Eine Pot-of-Gold-Wette wurde nicht nach der Zahl ihrer Lammer ausgezahlt.',
    },
    breaks: 'potOfGold',
    needs: POT,
    under: offersPotOfGold,
    amount: 'payment',
    seen: { en: 'paid {moved}', de: '{moved} ausgezahlt' },
    expected: RATIO,
    remedy: PAY_AGAIN,
    ...later({ en: 'put the payment right at {due}', de: 'die Auszahlung auf {due} berichtigen' }),
    question: {
      en: 'Was the Pot of Gold bet on box {box} paid the wrong amount?',
      de: 'Wurde Pot of Gold auf Box {box} falsch ausgezahlt?',
    },
    raised: 'readings',
  },
  'POG-LOST-HAND-UNPAID': {
    severity: 'money',
    sure: 'S',
    title: { en: 'Pot of Gold taken from a hand with lammers', de: 'Pot of Gold einer verlorenen Hand mit Lammern wurde eingezogen' },
    means: {
      en: 'A hand with lammers lost, and its Pot of Gold bet was taken too.',
      de: 'Eine Hand mit Lammern verlor, und auch ihre Pot-of-Gold-Wette wurde eingezogen.',
    },
    breaks: {
      'free-bet-pot-of-gold': cite('001', 'Free Double', 35, 'Lammers of a lost hand count for its Pot of Gold too.'),
      others: 'potOfGoldPaidOn',
    },
    needs: POT,
    under: offersPotOfGold,
    amount: 'both',
    seen: { en: '{base} taken', de: '{base} eingezogen' },
    expected: { en: 'due {due}', de: 'fällig sind {due}' },
    ...cardsOut({ en: 'put {base} back and pay {due}', de: '{base} zurücklegen und {due} auszahlen' }),
    question: { en: 'Was the Pot of Gold bet on box {box} left unpaid?', de: 'Blieb Pot of Gold auf Box {box} unbezahlt?' },
    raised: 'readings',
  },
  'POG-ON-DEALER-BJ': {
    severity: 'money',
    sure: 'S',
    title: {
      en: 'Pot of Gold left or paid against a dealer blackjack',
      de: 'Pot of Gold trotz Blackjack des Croupiers ausgezahlt oder liegen gelassen',
    },
    means: {
      en: 'A Pot of Gold bet was paid or left against a dealer blackjack.',
      de: 'Eine Pot-of-Gold-Wette wurde gegen einen Blackjack des Croupiers ausgezahlt oder blieb liegen.',
    },
    breaks: 'potOfGoldDealerBlackjack',
    needs: POT,
    under: offersPotOfGold,
    amount: 'moved',
    seen: { en: '{moved} left or paid', de: '{moved} liegen gelassen oder ausgezahlt' },
    expected: { en: 'the dealer has a blackjack: Pot of Gold lost', de: 'der Croupier hat einen Blackjack: Pot of Gold hat verloren' },
    ...cardsOut({ en: 'take the bet and any payment', de: 'die Wette und eine Auszahlung einziehen' }),
    question: {
      en: 'Was the Pot of Gold bet on box {box} left down against a dealer blackjack?',
      de: 'Blieb Pot of Gold auf Box {box} gegen einen Blackjack des Croupiers liegen?',
    },
    raised: 'readings',
  },
} as const satisfies Section
