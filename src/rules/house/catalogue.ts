/** Every rule of a house in one table: what it means, the form an override takes, and what the override changes. */

import { asIs } from '../../words/text.ts'
import { custom, type Form, group, listOf, oneOf, problemAt, ratio, whole, wordOr } from './forms.ts'
import { PRACTICE } from './practice.ts'
import {
  type DealStep,
  type HouseRules,
  type InsuranceRules,
  PAY_ORDERS,
  type Push22Rules,
  type RuleName,
  type SevensRules,
} from './rules.ts'
import { SEVENS } from './sevens-prizes.ts'
import { type Group, STATED, type StatedName, type StatedRow, type StatedRules } from './stated.ts'
import { ruleForm, wrongRule } from './wrong.ts'

/** `use`: see `stated.ts`. */
export interface RuleRow<T = unknown> {
  readonly group: Group
  readonly use: StatedRow['use']
  readonly means: string
  readonly form: Form<T>
}

const judged = <T>(group: Group, means: string, form: Form<T>): RuleRow<T> => ({ group, use: 'judged', means, form })
/** No sensor sees it, or it follows from other rules. */
const stated = <T>(group: Group, means: string, form: Form<T>): RuleRow<T> => ({ group, use: 'stated', means, form })
const yesNo = oneOf(true, false)
const upRanks = listOf(['A', 'T'], 'A, T')
const hardTotals = Array.from({ length: 17 }, (_, i) => i + 4)

const PUSH22: Push22Rules = { pays: 11, maxPlayerTotal: 'none', losesToDealerBlackjack: true }

const share = custom<readonly [number, number]>(ruleForm('share'), (raw) => {
  const read = ratio.read(raw, null, '')
  if (!read.ok) return { wrong: wrongRule('no-whole-pair') }
  return read.value[0] <= read.value[1] ? { value: read.value } : { wrong: wrongRule('over-whole') }
})

const cutCard = custom<readonly [number, number]>(ruleForm('cut-card'), (raw) => {
  if (!Array.isArray(raw) || raw.length !== 2) return { wrong: wrongRule('no-pair') }
  const [least, most] = raw
  if (typeof least !== 'number' || typeof most !== 'number') return { wrong: wrongRule('no-pair') }
  if (!(least > 0 && most <= 8)) return { wrong: wrongRule('range') }
  return least <= most ? { value: [least, most] } : { wrong: wrongRule('least-over-most') }
})

const STEPS: readonly DealStep[] = ['boxes:up', 'boxes:down', 'dealer:up', 'dealer:down']
const dealOrder = custom<readonly DealStep[]>(ruleForm('deal-order', { steps: STEPS.join(', ') }), (raw) => {
  if (!Array.isArray(raw)) return { wrong: wrongRule('no-list') }
  if (raw.length < 3 || raw.length > 4) return { wrong: wrongRule('passes') }
  const steps = raw.flatMap((entry) => STEPS.filter((step) => step === entry))
  if (steps.length < raw.length) return { wrong: wrongRule('unknown-pass') }
  const count = (...wanted: DealStep[]) => steps.filter((step) => wanted.includes(step)).length
  if (count('boxes:up', 'boxes:down') !== 2) return { wrong: wrongRule('boxes-twice') }
  if (count('dealer:up') !== 1) return { wrong: wrongRule('up-once') }
  return { value: steps }
})

const potOfGold = custom<readonly number[]>(ruleForm('pot-of-gold'), (raw) => {
  if (!Array.isArray(raw) || raw.length !== 5) return { wrong: wrongRule('no-five') }
  if (!raw.every((n) => typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= 1000)) return { wrong: wrongRule('bad-number') }
  return raw.every((n, i) => i === 0 || n >= raw[i - 1]) ? { value: [...raw] } : { wrong: wrongRule('falling') }
})

type JudgedName = Exclude<RuleName, StatedName>
const JUDGED: { readonly [K in JudgedName]: RuleRow<HouseRules[K]> } = {
  decks: judged('shoe', 'Packs of 52 cards in the shoe.', whole(1, 8)),
  cutCardFromBackDecks: stated('shoe', 'How far from the back of the shoe the cut card lies, in packs: least, most.', cutCard),
  burn: judged('shoe', 'Cards burned after a shuffle.', oneOf(0, 1)),
  betDeadline: stated('bets', 'When betting closes.', oneOf('before the first card')),
  maxPlayersPerBox: judged('people', 'Players who may bet on one box.', whole(1, 3)),
  coBettorsBound: stated('people', "Whether other bettors follow the holder's doubles and splits with their own money.", yesNo),
  absentPlayer: judged('people', 'How the hand of an absent player is played.', oneOf('draw-to-16', 'no-more-cards')),
  dealOrder: judged('deal', 'The passes of the initial deal, in order; a dealer:down is the hole card.', dealOrder),
  peek: judged('deal', 'Up cards with which the dealer checks his hole card before play.', listOf(['A', 'T'], 'A, T', true)),
  dealerSoft17: judged('dealer', 'What the dealer does on 17 with an ace counted as 11.', oneOf('stand', 'hit')),
  dealer22: judged('dealer', 'Whether a dealer total of 22 is a push or a bust.', oneOf('push', 'bust')),
  dealerDrawsWhenAllDone: judged(
    'dealer',
    'Whether the dealer draws when no hand is left; when-open: if a Push 22, an insurance or a natural is open.',
    oneOf('never', 'when-open', 'always'),
  ),
  dealerBlackjackTakes: stated(
    'dealer',
    "Which bets the dealer's natural takes.",
    oneOf('all', 'main before play', 'main and side bets before play'),
  ),
  blackjackPay: judged('blackjack', 'What a natural pays: profit to stake.', ratio),
  blackjackPaidWhen: judged('blackjack', 'When a natural is paid.', oneOf('at-once-unless-ace-or-ten', 'after-check')),
  evenMoneyAgainst: judged('blackjack', 'Up cards against which a natural may take even money.', upRanks),
  mustDrawTo: judged('drawing', 'The highest total on which a player may not stand.', wordOr('none', whole(4, 20))),
  noDrawFrom: judged('drawing', 'The lowest total on which a player may not draw.', wordOr('none', whole(12, 21))),
  doubleTotals: judged('drawing', 'Two-card totals that may be doubled.', wordOr('any', listOf(hardTotals, ruleForm('hard-totals')))),
  doubleAmount: judged('drawing', 'What a double adds to the stake: as much again, or any amount up to it.', oneOf('equal', 'up-to')),
  doubleAfterSplit: judged('drawing', 'Whether split hands may be doubled.', oneOf('yes', 'no', 'not-aces')),
  splitEquality: judged('split', 'What makes a pair.', oneOf('rank', 'value')),
  maxHands: judged('split', 'Hands a box may have; 1 means no splitting.', whole(1, 4)),
  splitAcesMaxHands: judged('split', 'Hands a box may have when aces are split.', whole(1, 4)),
  splitAcesOneCard: judged('split', 'Whether a split ace gets one card only, without a double.', yesNo),
  splitDealing: judged('split', 'When split hands get their second cards.', oneOf('sequential', 'together')),
  freeDouble: judged('free bets', 'Whether a double on hard 9, 10 or 11 is free, for a lammer of the house.', yesNo),
  freeSplit: judged('free bets', 'Whether a split of any pair except ten-values is free, for a lammer of the house.', yesNo),
  insurance: judged(
    'insurance',
    "Insurance against the dealer's natural.",
    wordOr(
      'none',
      group<InsuranceRules>(
        {
          against: oneOf('A'),
          ratio: share,
          exact: yesNo,
          base: oneOf('box', 'all-boxes'),
          min: oneOf('none', 'half-table-min'),
          step: oneOf('none', 'half-table-min'),
          deadline: oneOf('third-round', 'before-check', 'first-third-card', 'before-dealer-draws'),
          pays: ratio,
          blackjackInsurable: yesNo,
          othersMayCover: yesNo,
          raiseOn: listOf(['double', 'split'], 'double, split'),
          insuredBlackjackAgainstBlackjack: oneOf('push', 'lost'),
        },
        PRACTICE.insurance.value,
      ),
    ),
  ),
  surrender: judged(
    'surrender',
    'Whether a hand may be surrendered for half, before (early) or after (late) the dealer has checked for a natural.',
    oneOf('none', 'early', 'late'),
  ),
  surrenderNotAgainst: judged('surrender', 'Up cards against which no hand may be surrendered.', upRanks),
  push22: judged(
    'side bets',
    'The bet that the dealer gets 22: what it pays to 1, and the highest hand total with which it wins.',
    wordOr(
      'none',
      group<Push22Rules>({ pays: whole(1, 1000), maxPlayerTotal: wordOr('none', whole(4, 31)), losesToDealerBlackjack: yesNo }, PUSH22),
    ),
  ),
  potOfGold: judged(
    'side bets',
    'The bet on lammers collected: what it pays to 1 for 1, 2, 3, 4, and 5 or more.',
    wordOr('none', potOfGold),
  ),
  sevens: judged(
    'side bets',
    'Prizes on the box bet for sevens.',
    wordOr(
      'none',
      group<SevensRules>(
        {
          firstSeven: ratio,
          twoSevens: ratio,
          twoSuited: ratio,
          threeSevens: ratio,
          threeSuited: ratio,
          base: oneOf('box-bet'),
          onlyWinning: yesNo,
          highestOnly: yesNo,
        },
        SEVENS,
      ),
    ),
  ),
  payOrder: stated('order', 'The order in which hands are settled.', oneOf(...PAY_ORDERS)),
  bustTaken: judged('order', 'When the bet of a busted hand is taken.', oneOf('at-once', 'at-once-unless-push22', 'at-settlement')),
}

/** A rule accepts any of its words; a fixed rule accepts only the house's own value. */
function wordForm(row: StatedRow): Form<unknown> {
  const words =
    row.use === 'fixed'
      ? ruleForm('own')
      : ruleForm('one-of', {
          values: row.values
            .map((v) => JSON.stringify(v))
            .join(', ')
            .replaceAll('"', ''),
        })
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  return {
    allowed: words,
    read(raw, own, path) {
      const value = (row.use === 'fixed' ? [own] : row.values).find((known) => same(known, raw))
      if (value !== undefined) return { ok: true, value }
      if (row.use !== 'fixed') return oneOf(...(row.values as readonly string[])).read(raw, own, path)
      return { ok: false, problems: [problemAt(path, raw, wrongRule('fixed'), asIs(JSON.stringify(own) ?? ''))] }
    },
  }
}

const worded = Object.entries(STATED).map(([name, row]) => [
  name,
  { group: row.group, use: row.use, means: row.means, form: wordForm(row) },
])

/** All rules by name; those the engine reads come first. */
export const RULES = { ...JUDGED, ...Object.fromEntries(worded) } as { readonly [K in JudgedName]: RuleRow<HouseRules[K]> } & {
  readonly [K in keyof StatedRules]: RuleRow<HouseRules[K]>
}
export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[]
