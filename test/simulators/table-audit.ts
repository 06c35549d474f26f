/** A second opinion on played rounds, added up in another way than the table does it. */
import assert from 'node:assert/strict'
import type { BoxTruth, HandTruth, PlayedRound, RoundTruth, TableAction } from '../../simulators/table/types.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'

type Amount = readonly [number, number]

const VALUES: { readonly [rank: string]: number } = { A: 11, T: 10, J: 10, Q: 10, K: 10 }

function pipsOf(card: string): number {
  return VALUES[card.charAt(0)] ?? Number(card.charAt(0))
}

/** Counts aces as eleven and takes ten off while the hand is over. */
function totalOf(cards: readonly string[]): { total: number; soft: boolean } {
  let total = 0
  let elevens = 0
  for (const card of cards) {
    total += pipsOf(card)
    if (card.startsWith('A')) elevens++
  }
  while (total > 21 && elevens > 0) {
    total -= 10
    elevens--
  }
  return { total, soft: elevens > 0 }
}

function dealerWins(rules: HouseRules, dealer: RoundTruth['dealer'], hand: HandTruth): string {
  const theirs = totalOf(dealer.cards as string[]).total
  if (hand.actions.includes('surrender')) return 'surrender'
  if (hand.actions.includes('even-money')) return 'win'
  if (hand.blackjack) return dealer.blackjack ? 'push' : 'blackjack'
  if (hand.total > 21 || dealer.blackjack) return 'lose'
  if (theirs === 22 && rules.dealer22 === 'push') return 'push'
  if (theirs > 21) return 'win'
  return hand.total === theirs ? 'push' : hand.total > theirs ? 'win' : 'lose'
}

/** Cards that nobody asked for: an absent player's, who draws to 16 or not at all. */
function auditAbsent(rules: HouseRules, hand: HandTruth, where: string): void {
  assert.equal(rules.absentPlayer, 'draw-to-16', where)
  for (let held = 2; held < hand.cards.length; held++) assert.ok(totalOf(hand.cards.slice(0, held)).total <= 16, where)
  assert.ok(hand.total >= 17, where)
}

function auditHand(round: PlayedRound, rules: HouseRules, box: BoxTruth, hand: HandTruth): void {
  const where = `round ${round.truth.number} box ${box.box} hand ${hand.hand} ${hand.cards.join(' ')} ${hand.actions.join(' ')}`
  const { total, soft } = totalOf(hand.cards)
  assert.deepEqual([hand.total, hand.soft, hand.bust], [total, soft, total > 21], where)
  assert.equal(hand.blackjack, box.hands.length === 1 && hand.cards.length === 2 && total === 21, where)
  const isInsuredLoss =
    rules.insurance !== 'none' && rules.insurance.insuredBlackjackAgainstBlackjack === 'lost' && (box.spots.ins?.staked ?? 0) > 0
  if (!(hand.blackjack && round.truth.dealer.blackjack && isInsuredLoss))
    assert.equal(hand.outcome, dealerWins(rules, round.truth.dealer, hand), where)
  const hits = hand.actions.filter((action) => action === 'hit').length
  const doubles = hand.actions.filter((action) => action.endsWith('double')).length
  if (hand.actions.length > 0 || hand.cards.length === 2) assert.equal(hand.cards.length, 2 + hits + doubles, where)
  else auditAbsent(rules, hand, where)
  if (hand.actions.includes('stand') && rules.mustDrawTo !== 'none') assert.ok(total > rules.mustDrawTo, where)
  assert.ok(totalOf(hand.cards.slice(0, -1)).total < 21, `a card on 21: ${where}`)
  if (doubles > 0) assert.equal(hand.actions.at(-1)?.endsWith('double'), true, where)
  if (hand.actions.includes('free-double')) {
    const two = hand.cards.slice(0, 2)
    assert.ok([9, 10, 11].includes(totalOf(two).total) && !two.some((card) => card.startsWith('A')), where)
  }
}

/** What the box holder wins on his hands; the first hand holds his own chips, hands split free hold lammers. */
function holderGain(rules: HouseRules, box: BoxTruth, unit: number, smallest: number): number {
  const isFreeSplit = box.hands.some((hand) => hand.actions.includes('free-split'))
  let gain = 0
  for (const hand of box.hands) {
    const isFree = isFreeSplit && hand.hand > 1
    const real = (isFree ? 0 : 1) + (hand.actions.includes('double') ? 1 : 0)
    const free = (isFree ? 1 : 0) + (hand.actions.includes('free-double') ? 1 : 0)
    if (hand.outcome === 'win') gain += unit * (real + free)
    if (hand.outcome === 'lose') gain -= unit * real
    if (hand.outcome === 'surrender') gain -= unit - Math.floor(unit / 2 / smallest) * smallest
    if (hand.outcome === 'blackjack') gain += Math.floor((unit * rules.blackjackPay[0]) / rules.blackjackPay[1] / smallest) * smallest
  }
  return gain
}

function sevensPrize(rules: HouseRules, box: BoxTruth, cards: readonly string[]): Amount {
  if (rules.sevens === 'none' || !box.hands.some(({ outcome }) => outcome === 'win' || outcome === 'blackjack')) return [0, 1]
  const run = /^(7.)(7.)?(7.)?/.exec(cards.join(''))
  const suits = new Set(
    run
      ?.slice(1)
      .filter(Boolean)
      .map((card) => card.charAt(1)),
  )
  if (run === null) return [0, 1]
  if (run[3] !== undefined && run[2] !== undefined) return suits.size === 1 ? rules.sevens.threeSuited : rules.sevens.threeSevens
  if (run[2] !== undefined) return suits.size === 1 ? rules.sevens.twoSuited : rules.sevens.twoSevens
  return rules.sevens.firstSeven
}

function auditBox(round: PlayedRound, rules: HouseRules, box: BoxTruth, smallest: number): void {
  for (const hand of box.hands) auditHand(round, rules, box, hand)
  assert.deepEqual(
    box.hands.map(({ hand }) => hand),
    box.hands.map((_, index) => index + 1),
  )
  const main = box.spots.main
  assert.ok(main !== undefined && main.due !== null, 'the main bet is due something')
  const added = box.hands.flatMap(({ actions }) => actions).filter((action) => action === 'double' || action === 'split').length
  const unit = main.staked / (1 + added)
  const cards = round.truth.cards.filter(({ to }) => typeof to === 'object' && to.box === box.box).map(({ card }) => card)
  const [times, of] = sevensPrize(rules, box, cards)
  const prize = Math.floor((unit * times) / of / smallest) * smallest
  assert.equal(
    main.due,
    holderGain(rules, box, unit, smallest) + prize,
    `round ${round.truth.number} box ${box.box}: ${JSON.stringify(box)}`,
  )
  auditSides(round, rules, box)
  for (const [area, spot] of Object.entries(box.spots)) {
    const where = `round ${round.truth.number} box ${box.box} ${area}`
    assert.equal(spot.moved, spot.due, where)
    assert.ok(spot.falls !== null, where)
    assert.equal(spot.falls.before + spot.falls.inPlay + spot.falls.after, spot.due, where)
  }
  auditMoments(round, rules, box)
}

/** A natural under the check ends everything before play; without it nothing but naturals, insurance and Pot of Gold falls due then. */
function auditMoments({ truth }: PlayedRound, rules: HouseRules, box: BoxTruth): void {
  const where = `round ${truth.number} box ${box.box} ${JSON.stringify(box)}`
  const up = pipsOf(upCardOf(truth, rules))
  const isChecked = up >= 10 && rules.peek.includes(up === 11 ? 'A' : 'T')
  const { main, ins, p22 } = box.spots
  for (const [area, { falls }] of Object.entries(box.spots)) {
    if (isChecked && truth.dealer.blackjack) assert.deepEqual([falls?.inPlay, falls?.after], [0, 0], `${area}: ${where}`)
  }
  if (main?.falls?.before !== undefined && main.falls.before > 0) assert.equal(box.hands[0]?.blackjack, true, where)
  if (ins !== undefined) assert.equal(ins.falls?.before, isChecked ? ins.due : 0, where)
  if (p22 !== undefined && !(isChecked && truth.dealer.blackjack)) assert.equal(p22.falls?.after, p22.due, where)
  const given = box.hands.some(({ bust, outcome }) => bust || outcome === 'surrender')
  if (!given) assert.equal(main?.falls?.inPlay, 0, where)
}

/** The card that lies open after the deal. */
function upCardOf({ dealer }: RoundTruth, { dealOrder }: HouseRules): string {
  const isFirst = dealOrder.filter((step) => step.startsWith('dealer'))[0] === 'dealer:up'
  return String(dealer.cards[isFirst ? 0 : 1])
}

/** What the side spots win or lose, by the dealer's hand and the lammers the box collected. */
function auditSides(round: PlayedRound, rules: HouseRules, box: BoxTruth): void {
  const { dealer } = round.truth
  const where = `round ${round.truth.number} box ${box.box} ${JSON.stringify(box)}`
  const { ins, p22, pog } = box.spots
  if (ins !== undefined && ins.staked > 0) assert.equal(ins.due, dealer.blackjack ? ins.staked * 2 : -ins.staked, where)
  if (p22 !== undefined && rules.push22 !== 'none') {
    const most = rules.push22.maxPlayerTotal === 'none' ? 99 : rules.push22.maxPlayerTotal
    const isWon = totalOf(dealer.cards as string[]).total === 22 && (box.hands[0]?.total ?? 0) <= most
    assert.equal(p22.due, isWon ? p22.staked * rules.push22.pays : -p22.staked, where)
  }
  if (pog !== undefined && rules.potOfGold !== 'none') {
    // The bet is picked up when the first decision is not the free one.
    const isKept = box.hands[0]?.actions[0]?.startsWith('free') === true
    const lammers = !isKept ? 0 : box.hands.flatMap(({ actions }) => actions).filter((action) => action.startsWith('free')).length
    const times = lammers === 0 || dealer.blackjack ? -1 : (rules.potOfGold[Math.min(lammers, 5) - 1] ?? 0)
    assert.equal(pog.due, pog.staked * times, where)
  }
}

/** The dealer stops at his number and not before; where nobody waits for him he may stop after the card that decides. */
function auditDealer(round: PlayedRound, rules: HouseRules): void {
  const { dealer, boxes } = round.truth
  const mustDraw = (cards: readonly string[]): boolean => {
    const { total, soft } = totalOf(cards)
    return total < 17 || (total === 17 && soft && rules.dealerSoft17 === 'hit')
  }
  for (let count = 2; count < dealer.cards.length; count++)
    assert.ok(mustDraw(dealer.cards.slice(0, count)), `dealer ${dealer.cards.join(' ')}`)
  if (rules.dealerDrawsWhenAllDone === 'never') return
  const hasLive = boxes.some(({ hands }) => hands.some((hand) => !hand.bust && !hand.blackjack && hand.outcome !== 'surrender'))
  if (hasLive || boxes.some(({ spots }) => spots.p22 !== undefined))
    assert.ok(!mustDraw(dealer.cards), `round ${round.truth.number}: dealer ${dealer.cards.join(' ')}`)
}

/** Every card the shoe read is in the truth, and the truth's hands hold nothing else, in shoe order. */
function auditCards(round: PlayedRound): void {
  const read = round.actions.flatMap(({ scan, atMs }) => (scan.kind === 'card' ? [`${scan.card}@${atMs}`] : []))
  assert.deepEqual(
    read,
    round.truth.cards.map(({ card, atMs }) => `${card}@${atMs}`),
  )
  const held = round.truth.boxes.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards))
  const burned = round.truth.cards.filter(({ to }) => to === 'burn').length
  assert.equal(held.length + round.truth.dealer.cards.length + burned, read.length)
  for (const box of round.truth.boxes)
    for (const hand of box.hands) {
      const here = round.truth.cards.filter(({ to }) => typeof to === 'object' && to.box === box.box && to.hand === hand.hand)
      assert.deepEqual(
        here.map(({ card }) => card),
        hand.cards,
      )
    }
}

/** Checks one complete round by itself. `smallest`: smallest chip. */
export function auditRound(round: PlayedRound, rules: HouseRules, smallest: number): void {
  auditCards(round)
  for (const box of round.truth.boxes) auditBox(round, rules, box, smallest)
  auditDealer(round, rules)
  const due = round.truth.boxes.flatMap(({ spots }) => Object.values(spots)).reduce((sum, spot) => sum + (spot.due ?? 0), 0)
  assert.equal(round.truth.net.house, 0 - due)
}

/** Follows the devices over a whole play: time, revisions, chip sums. Returns what lies on each spot at the end. */
export function auditActions(actions: readonly TableAction[]): Map<string, number> {
  const levels = new Map<string, number>()
  const revs = new Map<string, number>()
  let atMs = 0
  for (const action of actions) {
    assert.ok(Number.isInteger(action.atMs) && action.atMs >= atMs, `time falls at ${action.atMs}`)
    atMs = action.atMs
    if (action.scan.kind !== 'spot') continue
    const { spot, rev, chips, amount } = action.scan
    assert.equal(rev, (revs.get(spot) ?? 0) + 1, `rev of ${spot}`)
    revs.set(spot, rev)
    assert.ok(amount >= 0 && chips.every(({ count }) => count > 0), `${amount} in chips of ${chips.map(({ count }) => count)}`)
    assert.equal(
      amount,
      chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0),
    )
    levels.set(spot, amount)
  }
  return levels
}
