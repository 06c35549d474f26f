/**
 * A table that plays whole rounds of any house, as the devices report it and as it really was. It has its own knowledge of the rules, from
 * the houses' documents and the rule record alone: it examines the engine and therefore shares no code with it. Clauses beside the rules
 * are document and line, as in `src/rules/house`.
 *
 *   shoe -> bets -> deal -> opening -> play -> dealer -> settle -> collect -> (next round, or a new shoe)
 *             |       |        |         |        |         |         |
 *             +-------+--- till: chips, accounts --+---------+---------+--> recorder: what the devices say, and when
 */
import { joinAtLast, leaveTable, rearrange } from './before-the-deal.ts'
import { collectRest, discard, layBadge, press, tellProgress, tellStates } from './beside.ts'
import { lookOver, placeBets } from './bets.ts'
import { dealerByChance, playersByChance } from './by-chance.ts'
import { shuffledShoe } from './cards.ts'
import { fullRack } from './chips.ts'
import { playDealer } from './dealer.ts'
import { fidget } from './fidgets.ts'
import type { Game, Pack, People, Settings } from './game.ts'
import { newcomers, surrendersEarly } from './habits.ts'
import { dealGapMs, draw, drawTo, drawToDealer, pause } from './hands-on.ts'
import { openPlay } from './opening.ts'
import { playBoxes } from './play.ts'
import { between } from './random.ts'
import { createRecorder } from './recorder.ts'
import { collectBoxes, settleBoxes } from './settle.ts'
import { FAULTLESS } from './slips.ts'
import { looseStrategy } from './strategy.ts'
import { tamper } from './tampering.ts'
import { truthOf } from './truth.ts'
import { FEATURES, type PlayedRound, type TableOptions } from './types.ts'

function settingsOf(options: TableOptions): Settings {
  return {
    rules: options.rules,
    limits: options.limits,
    chips: options.chips,
    boxes: options.boxes,
    decks: options.decks ?? options.rules.decks,
    spots: options.spots,
    random: options.random,
    spotLagMs: options.spotLagMs ?? 1500,
    chipEvidence: options.chipEvidence ?? 'payouts',
    collectAfter: options.collectAfter ?? 'box-settled',
    rounding: options.rounding ?? 'down',
    features: new Set(options.features ?? FEATURES),
    habits: new Set(options.habits ?? []),
    pace: options.pace ?? 1,
    dealers: options.dealers ?? [],
    keys: options.keys ?? false,
    peek: options.peek ?? false,
    discards: options.discards ?? false,
    states: new Set(options.states ?? []),
  }
}

/** A shuffled shoe with the cut card 1.5 to 3 decks from the back (000 l.32), but never before its middle. */
export function shuffledPack({ random, rules, decks }: Pick<Settings, 'random' | 'rules' | 'decks'>): Pack {
  const cards = shuffledShoe(decks, random)
  const [least, most] = rules.cutCardFromBackDecks
  return { cards, cutAt: Math.min(Math.round(52 * between(random, least, most)), Math.floor(cards.length / 2)) }
}

/** Players and dealer act by chance, and shoes are shuffled. */
export function peopleByChance(options: TableOptions): People {
  const settings = settingsOf(options)
  const { random, rules, limits } = settings
  const strategy = options.players ?? looseStrategy(0.08)
  return {
    players: playersByChance({ rules, limits, random, occupied: options.occupied ?? 0.8, strategy }),
    customs: dealerByChance(random),
    nextPack: () => shuffledPack(settings),
  }
}

/** A table before its first shoe. */
export function createGame(options: TableOptions, people: People = peopleByChance(options)): Game {
  const settings = settingsOf(options)
  const rack = fullRack(settings.chips)
  const recorder = createRecorder({ ...settings, pointer: options.pointer, pointerLagMs: options.pointerLagMs ?? 0, rack })
  return {
    ...settings,
    slips: FAULTLESS,
    ...people,
    recorder,
    absent: new Set(),
    shoe: { number: 0, cards: [], cutAt: -1 },
    number: 0,
    badges: 0,
    boxesInPlay: [],
    accounts: new Map(),
    dealer: [],
    burned: [],
    lastCardAtMs: 0,
    drawn: 0,
    endedByCheck: false,
    insuranceSettled: new Set(),
    swept: new Map(),
    toppedUp: [],
    putRight: new Set(),
    collected: new Set(),
    hasDiscards: false,
    strays: [],
  }
}

/** Resets what is kept about the layout for the next round. */
export function beginRound(game: Game): void {
  game.number++
  game.boxesInPlay = []
  game.accounts = new Map()
  game.dealer = []
  game.burned = []
  game.drawn = 0
  game.endedByCheck = false
  game.insuranceSettled = new Set()
  game.swept = new Map()
  game.toppedUp = []
  game.putRight = new Set()
  game.collected = new Set()
  game.strays = []
}

function loadShoe(game: Game): void {
  const { recorder, rules } = game
  game.shoe = { ...game.nextPack(), number: game.shoe.number + 1 }
  tellStates(game, 'away')
  recorder.wait(5000)
  tellStates(game, 'back')
  recorder.say('shoe', { kind: 'shoe', what: 'load' })
  recorder.wait(2000)
  recorder.say('shoe', { kind: 'shoe', what: 'open' })
  for (let left = game.slips.burns(rules.burn); left > 0; left--) burn(game)
}

/** Deals a card to the discard rack, or by mistake to nobody. */
function burn(game: Game): void {
  game.recorder.wait(dealGapMs(game))
  const card = draw(game)
  game.burned.push({ card, atMs: game.lastCardAtMs })
  discard(game, [card])
}

function dealPass(game: Game, pass: 1 | 2): void {
  for (let number = 1; number <= game.boxes; number++) {
    const box = game.boxesInPlay.find((play) => play.box === number)
    const hand = box?.hands[0]
    for (let left = game.slips.deals(number, pass, hand ? 1 : 0); left > 0; left--) {
      game.recorder.wait(dealGapMs(game))
      joinAtLast(game, number)
      if (box && hand) drawTo(game, box, hand)
      else game.strays.push({ card: draw(game), atMs: game.lastCardAtMs })
      if (game.drawn === 1 || game.strays.length === 1) tamper(game, 'dealt')
      newcomers(game)
      surrendersEarly(game)
      fidget(game, 'deal')
    }
  }
}

function dealInitial(game: Game): void {
  const isTurned = game.slips.turnsWrongCard()
  const late: boolean[] = []
  let [passes, own] = [0, 0]
  for (const step of game.rules.dealOrder) {
    if (step !== 'dealer:up' && step !== 'dealer:down') {
      dealPass(game, ++passes === 1 ? 1 : 2)
      continue
    }
    const isDown = (step === 'dealer:down') !== isTurned
    const when = game.slips.dealsDealer(++own === 1 ? 'first' : 'second')
    if (when === 'late') late.push(isDown)
    if (when === 'now') dealToDealer(game, isDown)
  }
  for (const isDown of late) dealToDealer(game, isDown)
  for (let left = game.slips.extraCards(); left > 0; left--) {
    game.recorder.wait(dealGapMs(game))
    game.strays.push({ card: draw(game), atMs: game.lastCardAtMs })
  }
  // A hand without cards is dead, and its bets go back.
  for (const box of game.boxesInPlay) if (box.hands[0]?.cards.length === 0) box.hands.length = 0
  game.drawn = 0
}

function dealToDealer(game: Game, isDown: boolean): void {
  game.recorder.wait(dealGapMs(game))
  drawToDealer(game, isDown)
}

/** The shoe is shuffled after the round in which the cut card came, and also if it is too short. */
function isShoeOver(game: Game): boolean {
  return game.shoe.cutAt < 0 || game.shoe.cards.length < 12 + 4 * game.boxes
}

/** Share of the rounds before which the dealer is relieved. */
const RELIEVED = 0.08

function startBadly(game: Game): void {
  const what = game.slips.beforeBets()
  if (what === 'nothing') return
  game.recorder.wait(2000)
  if (what === 'relief-and-burn') press(game, { key: 'relief' })
  burn(game)
}

/** Another dealer takes over. Whether a card is burned depends on the house. */
function relieve(game: Game): void {
  const isTold = game.dealers.length > 0
  // Whoever has laid his badge there deals at least a round.
  const mayBe = isTold ? game.number > 1 : game.habits.has('relief')
  if (!mayBe || game.random() >= RELIEVED) return
  pause(game, 4000)
  if (isTold) layBadge(game)
  else press(game, { key: 'relief' })
  for (let left = game.rules.burnAtDealerChange; left > 0; left--) burn(game)
}

/** One round, from the bets until everything is collected. */
export function playRound(game: Game): PlayedRound {
  beginRound(game)
  if (game.badges === 0) layBadge(game)
  if (isShoeOver(game)) loadShoe(game)
  startBadly(game)
  relieve(game)
  leaveTable(game)
  placeBets(game)
  rearrange(game)
  lookOver(game)
  dealInitial(game)
  openPlay(game)
  if (!game.endedByCheck) {
    playBoxes(game)
    playDealer(game)
  }
  const isSettled = !game.slips.forgetsSettlement()
  if (isSettled) settleBoxes(game)
  const truth = truthOf(game, isSettled)
  newcomers(game)
  collectRest(game)
  if (isSettled) tellProgress(game, 'round-over')
  if (isSettled) collectBoxes(game, !isShoeOver(game))
  if (isShoeOver(game)) {
    pause(game, 4000)
    game.recorder.say('shoe', { kind: 'shoe', what: 'close' })
  }
  return { actions: game.recorder.drain(), truth, ...(game.putRight.size > 0 ? { putRight: [...game.putRight] } : {}) }
}

/**
 * Plays for ever, round after round; take as many as you need. The same `random` gives the same play.
 * @throws RangeError if the chips cannot make a stake, or a small shoe runs empty during a round.
 */
export function* playTable(options: TableOptions): Generator<PlayedRound, never> {
  const game = createGame(options)
  while (true) yield playRound(game)
}
