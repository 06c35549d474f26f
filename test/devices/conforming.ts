/**
 * What every driver of a device that only talks must do, whatever the device: no card twice, none made up, and every loss told that the device
 * lets one see. The long form: `npm run measure -- drivers`.
 */
import { Buffer } from 'node:buffer'
import { type CardFile, tagOf } from '../../devices/driver.ts'
import { RANKS, type ScannedCard, SUITS } from '../../devices/scan.ts'
import type { Talker } from '../../devices/talker.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { TWINS } from '../../simulators/talkers/index.ts'
import { garbage, type Twin, type TwinFault, whole } from '../../simulators/talkers/twin.ts'
import { isAll, TODAY } from '../runner/rotation.ts'
import { earOf, twinAmong } from './ear.ts'

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const))
/** As fast as a dealer ever deals. */
const CARD_MS = 400
/** Share of the messages with a fault. */
const FAULTY = 0.1

/** Seeds of runs with faults: others each day, all of them when all is run. */
export const runSeeds = (seed: number, all: number, daily: number): readonly number[] =>
  Array.from({ length: isAll ? all : daily }, (_, run) => seed * 1000 + (isAll ? run : TODAY * daily + run))
export const NOISE_BYTES = isAll ? 1_000_000 : 200_000

export const twinOf = (driver: string): Twin => twinAmong(TWINS, driver)

const cardFileOf = ({ tags }: Twin): CardFile =>
  new Map([...(tags ?? [])].flatMap(([card, own]) => own.map((tag) => [tagOf(tag), card] as const)))

/** One listener with its driver, in virtual time. */
export function listen(talker: Talker, twin: Twin) {
  let nowMs = 1000
  const ear = earOf({ talker, serial: twin.serial, given: { cards: cardFileOf(twin) }, nowMs: () => nowMs })
  return {
    ...ear,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

export interface Figures {
  cards: number
  faults: number
  heard: number
  unread: number
  /** Cards that are lost, as the device lets one see; and those of which nothing arrives. */
  lost: number
  unseen: number
  /** Losses told where no card was lost: a round loses its verdict for nothing. */
  toldForNothing: number
  wrong: string[]
}

/** A card as heard, or `lost`: something was told to be missing here. */
type Token = ScannedCard | 'lost'

/** Deals so many cards to a driver, with its device's faults, and compares what is told with what was dealt. */
export function conform(talker: Talker, cards: number, seed: number): Figures {
  const random = seededRandom(seed)
  const twin = twinOf(talker.name)
  const ear = listen(talker, twin)
  const voice = twin.begin()
  const faults = Object.entries(twin.faults)
  const figures: Figures = { cards, faults: 0, heard: 0, unread: 0, lost: 0, unseen: 0, toldForNothing: 0, wrong: [] }
  const due: Token[] = []
  const log: string[] = []
  ear.hear(twin.hello, random)
  const before = ear.reports.length
  let takesThis = false
  for (let dealt = 0; dealt < cards; dealt++) {
    const card = CARDS[whole(random, CARDS.length)] ?? 'AS'
    const message = voice({ kind: 'card', card }) ?? ''
    // The last two messages are whole, so that every loss before them can show.
    const fault: readonly [string, TwinFault] | undefined =
      !takesThis && dealt < cards - 2 && random() < FAULTY ? faults[whole(random, faults.length)] : undefined
    ear.pass(CARD_MS)
    ear.hear(fault?.[1].change(message, random) ?? message, random)
    const fate = takesThis ? 'told lost' : (fault?.[1].fate ?? 'heard')
    if (fault !== undefined) log.push(`${dealt} ${card}: ${fault[0]}`)
    tally(figures, fate, fault !== undefined)
    if (fate !== 'unseen') due.push(fate === 'heard' ? card : fate === 'unread' ? '??' : 'lost')
    takesThis = fault?.[1].takesNext === true
  }
  const told = ear.reports.slice(before).flatMap(tokenOf)
  compare(due, told, figures, (at) => `${talker.name} SEED=${seed}, after ${at} cards heard: ${log.slice(-8).join('; ')}`)
  figures.wrong.push(...misnumbered(ear.reports, talker.name))
  return figures
}

function tally(figures: Figures, fate: TwinFault['fate'], isFaulty: boolean): void {
  if (isFaulty) figures.faults++
  if (fate === 'heard') figures.heard++
  if (fate === 'unread') figures.unread++
  if (fate === 'told lost') figures.lost++
  if (fate === 'unseen') figures.unseen++
}

function tokenOf(report: LinkReport): readonly Token[] {
  if (report.kind === 'missing') return ['lost']
  return report.kind === 'line' && report.message.kind === 'card' ? [report.message.card] : []
}

/** The cards must be the same, in order; between two of them a loss is told if there was one. */
function compare(due: readonly Token[], told: readonly Token[], figures: Figures, where: (at: number) => string): void {
  const [ours, theirs] = [spaced(due), spaced(told)]
  const differsAt = ours.findIndex(({ card }, at) => theirs[at]?.card !== card)
  if (differsAt >= 0 || theirs.length !== ours.length) {
    const at = differsAt < 0 ? Math.min(ours.length, theirs.length) : differsAt
    figures.wrong.push(`card ${theirs[at]?.card} was told for ${ours[at]?.card}; ${where(at)}`)
    return
  }
  ours.forEach(({ isLost }, at) => {
    const isTold = theirs[at]?.isLost === true
    if (isLost && !isTold) figures.wrong.push(`a loss was not told; ${where(at)}`)
    if (!isLost && isTold) figures.toldForNothing++
  })
}

/** Each card, and whether something was lost between the one before it and itself. */
function spaced(tokens: readonly Token[]): readonly { readonly card: ScannedCard; readonly isLost: boolean }[] {
  let isLost = false
  return tokens.flatMap((token) => {
    const card = token === 'lost' ? [] : [{ card: token, isLost }]
    isLost = token === 'lost'
    return card
  })
}

/** Every number is given once, in order, to an event or to what is missing. */
function misnumbered(reports: readonly LinkReport[], name: string): readonly string[] {
  let last = 0
  for (const report of reports) {
    const [from, to] = report.kind === 'line' ? [report.seq, report.seq] : report.kind === 'missing' ? [report.from, report.to] : [0, 0]
    if (to === 0) continue
    if (from !== last + 1 || to < from) return [`${name}: ${from} to ${to} after ${last}`]
    last = to
  }
  return []
}

export interface NoiseFigures {
  bytes: number
  /** Events that came out of it. */
  events: number
  /** The longest that was held at once is bounded: what is held after all of it, and whether the next message is heard. */
  isHeardAgain: boolean
}

/** So many bytes that are not the driver's: noise, other devices' messages, and its own cut at one end. None may become a card. */
export function withstand(talker: Talker, bytes: number, seed: number): NoiseFigures {
  const random = seededRandom(seed)
  const twin = twinOf(talker.name)
  const ear = listen(talker, twin)
  const sources = [() => garbage(random, 400), ...foreignVoices(talker.name, random)]
  let fed = 0
  let events = 0
  while (fed < bytes) {
    const text = sources[whole(random, sources.length)]?.() ?? ''
    ear.pass(20)
    ear.step({ kind: 'data', bytes: Buffer.from(text, 'latin1') })
    fed += text.length
    events += ear.reports.splice(0).filter(({ kind }) => kind === 'line').length
  }
  // What may still be begun is ended, then three cards come; the first of them may be lost with what was before it.
  const voice = twin.begin()
  for (const card of ['4S', 'KH', '9D', '2C'] as const) {
    ear.pass(CARD_MS)
    ear.hear(`${voice({ kind: 'card', card }) ?? ''}`, random)
  }
  const told = ear.reports.flatMap(tokenOf).filter((token) => token !== 'lost')
  return { bytes: fed, events, isHeardAgain: told.slice(-2).join() === '9D,2C' && told.length <= 4 }
}

/** What the other devices say, and TLP; never this one. */
function foreignVoices(name: string, random: () => number): readonly (() => string)[] {
  const others = TWINS.filter(({ driver }) => driver !== name).map((twin) => {
    const voice = twin.begin()
    return () => voice({ kind: 'card', card: CARDS[whole(random, CARDS.length)] ?? 'AS' }) ?? ''
  })
  let seq = 0
  return [...others, () => `$C ${++seq} ${seq * 700} 5S*1A2B3C4D\n`, () => `$HB ${seq * 700} ${seq} 0 crc=0 long=0 gap=0 over=0*00000000\n`]
}
