/** The ten recorded rounds as played rounds: cards and decisions as they were, chips as a faultless dealer would have moved them. */
import { readFileSync } from 'node:fs'
import { type Card, RANKS, SUITS, UNREAD } from '../../devices/scan.ts'
import { houseById } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { Limits } from '../../src/rules/table.ts'
import { isBust } from '../table/cards.ts'
import { amountOn } from '../table/chips.ts'
import { type BoxPlay, type Game, newAccount, newHand, newWager, spotOf } from '../table/game.ts'
import { giveCard, say } from '../table/hands-on.ts'
import { openPlay } from '../table/opening.ts'
import { bust, double, split } from '../table/play.ts'
import { seededRandom } from '../table/random.ts'
import { collectBoxes, settleBoxes } from '../table/settle.ts'
import { beginRound, createGame } from '../table/table.ts'
import { collect, stake } from '../table/till.ts'
import { truthOf } from '../table/truth.ts'
import type { PlayedAction, PlayedRound, TableOptions } from '../table/types.ts'

const OVERRIDES = {
  dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'],
  peek: ['A'],
  burn: 0,
} satisfies Partial<HouseRules>

const LIMITS: Limits = { min: 500, max: 50000, unit: 100, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }

/** The table of the recording: house id, overrides as in a table's `rules:`, and what else it needs. */
export const RECORDED_TABLE = {
  house: 'gld',
  rules: OVERRIDES,
  limits: LIMITS,
  chips: [100, 500, 2500, 10000],
  boxes: 7,
  spots: ['main', 'ins'],
} as const

interface Recording {
  readonly round: number
  readonly events: string
  readonly results: string
  readonly dealer: number
  readonly main: { readonly [place: string]: number }
  readonly insurance: { readonly [place: string]: number }
}

type RecordedEvent = { readonly atMs: number } & (
  | { readonly kind: 'card'; readonly card: Card | typeof UNREAD; readonly place: string }
  | { readonly kind: 'decision'; readonly move: PlayedAction; readonly place: string }
)

/** A hand's total and result in the recording's words: win, lose, push, bust, blackjack. */
export interface RecordedResult {
  readonly round: number
  readonly box: number
  readonly hand: number
  readonly total: number
  readonly result: string
  /** The dealer's total. */
  readonly dealer: number
}

const BOXES = 7
const DEFAULT_STAKE = 10
const MINOR_UNITS = 100

function recordings(): Recording[] {
  return JSON.parse(readFileSync(new URL('rounds.json', import.meta.url), 'utf8')) as Recording[]
}

function boxOf(place: string): number {
  return BOXES - Number(place[0])
}

function isCard(text: string): text is Card {
  return text.length === 2 && RANKS.includes(text[0] as never) && SUITS.includes(text[1] as never)
}

function parseEvent(text: string): RecordedEvent {
  const [, time, what, sign, place] = /^(\d+):(.+)([>@])(.+)$/.exec(text) ?? []
  if (time === undefined || what === undefined || place === undefined) throw new Error(`rounds.json: bad event ${text}`)
  const atMs = Number(time)
  if (sign === '@') return { atMs, kind: 'decision', move: what as PlayedAction, place }
  if (what !== UNREAD && !isCard(what)) throw new Error(`rounds.json: bad card in ${text}`)
  return { atMs, kind: 'card', card: what, place }
}

/** Puts the hole card back where it was dealt: a second after the last box's second card. */
function withHoleCard(events: readonly RecordedEvent[]): RecordedEvent[] {
  const firstMove = events.findIndex(({ kind }) => kind === 'decision')
  const before = events.slice(0, firstMove)
  const rest = events.slice(firstMove)
  if (before.filter(({ place }) => place === 'D').length > 1) return [...events]
  const turned = rest.findIndex(({ place }) => place === 'D')
  const [hole] = rest.splice(turned, 1)
  const last = before.at(-1)
  if (hole === undefined || last === undefined) throw new Error('rounds.json: a round without a hole card')
  return [...before, { ...hole, atMs: last.atMs + 1000 }, ...rest]
}

/** The 53 results that the recorded table itself gave, in the recording's order. */
export function recordedResults(): RecordedResult[] {
  return recordings().flatMap(({ round, results, dealer }) =>
    results.split(' ').flatMap((text) => {
      const [place = '', total, result = ''] = text.split(':')
      return result === 'none' || results.includes('none')
        ? []
        : [{ round, box: boxOf(place), hand: Number(place[2]) + 1, total: Number(total), result, dealer }]
    }),
  )
}

function placeBets(game: Game, recording: Recording, places: readonly string[]): void {
  for (const place of places) {
    const box = boxOf(place)
    const wanted = (recording.main[place[0] ?? ''] ?? DEFAULT_STAKE) * MINOR_UNITS
    const lying = amountOn(game.recorder.level(spotOf(box, 'main')))
    game.recorder.wait(600)
    if (lying > wanted) collect(game, spotOf(box, 'main'), wanted)
    else if (lying < wanted) game.recorder.move(spotOf(box, 'main'), wanted - lying, 0, 'bets')
    game.accounts.set(spotOf(box, 'main'), newAccount(wanted))
    const hand = newHand([newWager(box, 'main', wanted)], false, false)
    game.boxesInPlay.push({ box, hands: [hand], cards: [], absent: false, leaves: false, lammers: 0, insured: 0, p22: 0, pog: 0 })
  }
  game.boxesInPlay.sort((a, b) => a.box - b.box)
}

function insure(game: Game, recording: Recording): void {
  for (const [place, amount] of Object.entries(recording.insurance)) {
    const box = game.boxesInPlay.find((play) => play.box === boxOf(place))
    if (box === undefined) continue
    game.recorder.wait(3000)
    box.insured = amount * MINOR_UNITS
    stake(game, spotOf(box.box, 'ins'), box.insured, 'stakes')
  }
}

function boxAt(game: Game, place: string): BoxPlay {
  const box = game.boxesInPlay.find((play) => play.box === boxOf(place))
  if (box === undefined) throw new Error(`rounds.json: no box at ${place}`)
  return box
}

function dealCard(game: Game, event: RecordedEvent & { kind: 'card' }): void {
  say(game, event.card)
  // An unread hole card is carried as it is, because nothing is counted in a round that broke off.
  const card = event.card as Card
  if (event.place === 'D') {
    game.dealer.push({ card, atMs: game.lastCardAtMs, down: game.dealer.length === 1 })
    return
  }
  const box = boxAt(game, event.place)
  const hand = box.hands[Math.min(Number(event.place[2]), box.hands.length - 1)]
  if (hand === undefined) throw new Error(`rounds.json: no hand at ${event.place}`)
  giveCard(game, box, hand, card)
  if (isBust(hand.cards)) bust(game, box, hand)
}

function decide(game: Game, event: RecordedEvent & { kind: 'decision' }): void {
  const box = boxAt(game, event.place)
  const hand = box.hands[Number(event.place[2])]
  if (hand === undefined) throw new Error(`rounds.json: no hand at ${event.place}`)
  if (event.move === 'split') split(game, box, hand, false)
  else if (event.move === 'double') double(game, box, hand, false)
  else hand.actions.push(event.move)
}

function playEvents(game: Game, recording: Recording, events: readonly RecordedEvent[], zeroMs: number): void {
  const dealt = 2 * game.boxesInPlay.length + 2
  let cards = 0
  for (const event of events) {
    game.recorder.waitUntil(zeroMs + event.atMs)
    if (event.kind === 'decision') decide(game, event)
    else {
      dealCard(game, event)
      cards++
      if (cards !== dealt) continue
      insure(game, recording)
      openPlay(game)
    }
  }
}

function playRecording(game: Game, recording: Recording): PlayedRound {
  const { recorder } = game
  const events = withHoleCard(recording.events.split(' ').map(parseEvent))
  const places = [...new Set(events.filter(({ place }) => place !== 'D').map(({ place }) => place))].filter((place) => place.endsWith('.0'))
  const isComplete = !recording.results.includes('none')
  beginRound(game)
  game.shoe.number++
  recorder.wait(8000)
  recorder.say('shoe', { kind: 'shoe', what: 'load' })
  recorder.wait(1000)
  recorder.say('shoe', { kind: 'shoe', what: 'open' })
  placeBets(game, recording, places)
  recorder.wait(game.spotLagMs + 2000)
  playEvents(game, recording, events, recorder.nowMs())
  if (isComplete) settleBoxes(game)
  const truth = truthOf(game, isComplete)
  if (isComplete) collectBoxes(game, false)
  recorder.wait(5000)
  recorder.say('shoe', { kind: 'shoe', what: 'close' })
  return { actions: recorder.drain(), truth }
}

/** The recorded table's rules: the house with the recording's overrides. */
export function recordedRules(): HouseRules {
  const house = houseById(RECORDED_TABLE.house)
  if (house === null) throw new Error(`no house ${RECORDED_TABLE.house}`)
  return { ...house.rules, ...OVERRIDES }
}

/**
 * The ten rounds in the recording's order. Times of cards are the recorded ones, shifted to one common clock. For rounds that broke off,
 * `complete` is false, and outcomes and `due` are null.
 */
export function recordedRounds(options: Partial<Pick<TableOptions, 'spotLagMs' | 'chipEvidence' | 'random'>> = {}): PlayedRound[] {
  const game = createGame({
    rules: recordedRules(),
    limits: LIMITS,
    chips: RECORDED_TABLE.chips,
    boxes: RECORDED_TABLE.boxes,
    spots: RECORDED_TABLE.spots,
    pointer: false,
    random: options.random ?? seededRandom(2025),
    features: [],
    pace: 0,
    ...options,
  })
  return recordings().map((recording) => playRecording(game, recording))
}
