/**
 * What every driver of a reader of chips must do, whatever the reader: each level that rests is told, in time, and none that was not there. One
 * inventory in ten is spoilt on the line, and one in ten misses a chip or sees a neighbour's. The long form: `npm run measure -- drivers`.
 */
import { Buffer } from 'node:buffer'
import { type ChipFile, tagOf } from '../../devices/driver.ts'
import type { ChipStack, SpotId } from '../../devices/scan.ts'
import { NOTHING_GIVEN, type Talker } from '../../devices/talker.ts'
import { latenessOf } from '../../devices/traits.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { initialListener, type ListenerInput, stepListener } from '../../firmware-bridge/listener.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type ChipTray, chipTray } from '../../simulators/talkers/chip-tray.ts'
import { type ChipTwin, type Seen, TELL_MS } from '../../simulators/talkers/chip-twin.ts'
import { CHIP_TWINS, TWINS } from '../../simulators/talkers/index.ts'
import { garbage, whole } from '../../simulators/talkers/twin.ts'

const VALUES = [100, 500, 2500, 10_000]
const STEP_MS = 5
const FAULTY = 0.1
/** A level rests so many times as long as its row says; what is lost on the line takes that long. */
const REST = 6
/** The time of day is this much ahead of the monotonic clock. */
const WALL_MS = 1_764_200_000_000
/** An answer is under way so long, ms. */
const [UNDER_WAY_MS, MORE_MS] = [5, 40]

const chipTwinOf = (driver: string): ChipTwin => {
  const twin = CHIP_TWINS.find((each) => each.driver === driver)
  if (twin === undefined) throw new Error(`${driver} has no twin in simulators/talkers/`)
  return twin
}

export const chipFileOf = ({ tags }: ChipTray): ChipFile =>
  new Map([...tags].flatMap(([value, own]) => own.map((tag) => [tagOf(tag), value] as const)))

export interface Bench {
  readonly antennas: ReadonlyMap<number, SpotId>
  readonly tray: ChipTray
  readonly reports: (LinkReport & { readonly nowMs: number })[]
  readonly nowMs: () => number
  /** Lets time pass. */
  pass(ms: number): void
  /** What an antenna sees beside what lies there, or instead. */
  distort: (antenna: number, tags: readonly string[]) => readonly Seen[]
  /** What arrives in place of a message of the reader. */
  spoil: (message: string) => string
  /** Bytes that are no answer. */
  inject(bytes: string): void
  /** The port hangs up and is open again. */
  reopen(): void
  counters(): { readonly [counter: string]: number | undefined }
}

const STRONG = -40
export const asSeen = (tags: readonly string[], rssi = STRONG): readonly Seen[] => tags.map((tag) => ({ tag, rssi }))

/** A listener with its driver, and the reader it asks, in virtual time. */
export function bench(talker: Talker, seed: number, chips?: ChipFile, twin = chipTwinOf(talker.name)): Bench {
  const random = seededRandom(seed)
  const most = Math.min(4, talker.traits.antennas?.most ?? 1)
  const antennas = new Map<number, SpotId>(Array.from({ length: most }, (_, at) => [at + 1, `${at + 1}.main`]))
  const tray = chipTray(VALUES)
  const given = { ...NOTHING_GIVEN, antennas, chips: chips ?? chipFileOf(tray) }
  const options = { name: talker.name, serial: twin.serial, dialect: talker.dialect(given), lateMs: latenessOf(talker.traits, most) }
  let state = initialListener(options)
  let nowMs = 1000
  /** What is on the line, with the time of its arrival. */
  const line: { readonly atMs: number; readonly text: string }[] = []
  const reports: Bench['reports'] = []
  const own: Bench = {
    ...{ antennas, tray, reports, nowMs: () => nowMs, counters: () => state.counters },
    distort: (_antenna, tags) => asSeen(tags),
    spoil: (message) => message,
    inject: (text) => void step({ kind: 'data', bytes: Buffer.from(text, 'latin1') }),
    reopen() {
      step({ kind: 'closed', reason: 'unplugged' })
      step({ kind: 'opened' })
    },
    pass(ms) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += STEP_MS
        for (const { text } of line.splice(0, line.filter(({ atMs }) => atMs <= nowMs).length)) inPieces(text)
        if (nowMs % (options.dialect.tickMs ?? 250) < STEP_MS) step({ kind: 'tick' })
        if (nowMs % TELL_MS < STEP_MS) send(voice.tell(nowMs))
      }
    },
  }
  const voice = twin.begin([...antennas.keys()], (antenna) => {
    const spot = antennas.get(antenna)
    return own.distort(antenna, spot === undefined ? [] : tray.at(spot))
  })
  const send = (message: string): void => {
    if (message !== '') line.push({ atMs: nowMs + UNDER_WAY_MS + whole(random, MORE_MS), text: own.spoil(message) })
    line.sort((a, b) => a.atMs - b.atMs)
  }
  const inPieces = (text: string): void => {
    for (let at = 0; at < text.length; ) {
      const end = at + 1 + whole(random, 40)
      step({ kind: 'data', bytes: Buffer.from(text.slice(at, end), 'latin1') })
      at = end
    }
  }
  type Said = ListenerInput extends infer Input
    ? Input extends ListenerInput
      ? Omit<Input, 'nowMs' | 'wallMs' | 'listenedMs'>
      : never
    : never
  function step(said: Said): void {
    const [next, out] = stepListener(state, { ...said, nowMs, wallMs: WALL_MS + nowMs, listenedMs: nowMs })
    state = next
    for (const each of out) {
      if (each.kind === 'ask') send(voice.hear(each.bytes))
      else if (each.kind === 'reopen') own.reopen()
      else reports.push({ ...each, nowMs })
    }
  }
  step({ kind: 'opened' })
  return own
}

/** The levels told of a spot since then: `500x2,100x1`, or nothing. */
export const toldOf = (
  { reports }: Pick<Bench, 'reports'>,
  from = 0,
): readonly { readonly spot: SpotId; readonly level: string; readonly nowMs: number }[] =>
  reports
    .slice(from)
    .flatMap((report) =>
      report.kind === 'line' && report.message.kind === 'spot'
        ? [{ spot: report.message.spot, level: levelText(report.message.chips), nowMs: report.nowMs }]
        : [],
    )

export const levelText = (chips: readonly ChipStack[]): string =>
  [...chips]
    .sort((a, b) => (b.value === 'FB' ? 0 : b.value) - (a.value === 'FB' ? 0 : a.value))
    .map(({ value, count }) => `${value}x${count}`)
    .join()

export interface ChipFigures {
  levels: number
  faults: number
  /** Levels told later than the row says: rounds may be called incomplete that are not. */
  late: number
  toldForNothing: number
  wrong: string[]
}

/** As large a stack as its reader can take. */
const stackOf = (name: string, random: () => number): readonly ChipStack[] => {
  if (random() < 0.3) return []
  if (name === 'twn4') return [{ value: VALUES[whole(random, VALUES.length)] ?? 100, count: 1 }]
  const values = VALUES.filter(() => random() < 0.5)
  const stacks: ChipStack[] = values.map((value) => ({ value, count: 1 + whole(random, 4) }))
  return random() < 0.2 ? [...stacks, { value: 'FB', count: 1 }] : stacks
}

/** So many changes of spots, with faults; what is told is compared with what lay there. */
export function conformChips(talker: Talker, changes: number, seed: number): ChipFigures {
  const random = seededRandom(seed)
  const own = bench(talker, seed)
  const { antennas, tray } = own
  const late = latenessOf(talker.traits, antennas.size)
  const faults = Object.entries(chipTwinOf(talker.name).faults)
  const figures: ChipFigures = { levels: 0, faults: 0, late: 0, toldForNothing: 0, wrong: [] }
  own.spoil = (message) => {
    const fault = random() < FAULTY ? faults[whole(random, faults.length)] : undefined
    if (fault === undefined) return message
    figures.faults++
    return fault[1].change(message, random)
  }
  own.distort = (antenna, tags) => distorted(antenna, tags, own, random, figures)
  // All are empty, and that is told first of all.
  own.pass(REST * late)
  const lying = new Map<SpotId, string>([...antennas.values()].map((spot) => [spot, '']))
  const first = toldOf(own)
  for (const spot of lying.keys())
    if (!first.some((each) => each.spot === spot) && !own.reports.some(({ kind }) => kind === 'missing'))
      figures.wrong.push(`${talker.name} SEED=${seed}: nothing was told of ${spot} at first`)
  for (let change = 0; change < changes; change++) {
    const spot = antennas.get(1 + whole(random, antennas.size)) ?? '1.main'
    const chips = stackOf(talker.name, random)
    const before = lying.get(spot)
    const from = own.reports.length
    const changedMs = own.nowMs()
    tray.lay(spot, chips)
    lying.set(spot, levelText(chips))
    own.pass(REST * late)
    const told = toldOf(own, from)
    figures.levels++
    const where = `${talker.name} SEED=${seed}, change ${change} of ${spot} from ${before} to ${lying.get(spot)}`
    const isTold = before === lying.get(spot) || told.filter((each) => each.spot === spot).at(-1)?.level === lying.get(spot)
    // What its antenna did not let it see is a loss.
    const isLost = own.reports.slice(from).some(({ kind }) => kind === 'missing')
    if (!isTold && (!isLost || told.some((each) => each.spot === spot)))
      figures.wrong.push(`${where}: told ${told.map((each) => `${each.spot} ${each.level}`).join('; ') || 'nothing'}`)
    // After a loss a level is told anew, and it may have been read just before the chips changed.
    const wasThere = (each: (typeof told)[number]) => each.spot === spot && each.level === before && each.nowMs - changedMs <= late
    for (const each of told)
      if (each.level !== lying.get(each.spot) && !wasThere(each)) figures.wrong.push(`${where}: made up ${each.spot} ${each.level}`)
    // What is told again after a loss is not late.
    const first = told.find((each) => each.spot === spot && each.level === lying.get(spot))
    if (before !== lying.get(spot) && first !== undefined && first.nowMs - changedMs > late) figures.late++
    figures.toldForNothing += own.reports.slice(from).filter(({ kind }) => kind === 'missing').length
  }
  return figures
}

/** Pieces of noise that come between two looks at the clock. */
const AT_ONCE = 10

/** So many bytes in place of answers: noise, other devices' messages, its own messages spoilt. None may become a level. */
export function withstandChips(
  talker: Talker,
  bytes: number,
  seed: number,
): { readonly bytes: number; readonly events: number; readonly isHeardAgain: boolean } {
  const random = seededRandom(seed)
  const own = bench(talker, seed)
  const late = latenessOf(talker.traits, own.antennas.size)
  own.pass(2 * late)
  const before = toldOf(own).length
  own.spoil = () => ''
  const others = TWINS.map((twin) => {
    const voice = twin.begin()
    return () => voice({ kind: 'card', card: '4S' }) ?? ''
  })
  const sources = [() => garbage(random, 400), ...others]
  let fed = 0
  while (fed < bytes) {
    const text = Array.from({ length: AT_ONCE }, () => sources[whole(random, sources.length)]?.() ?? '').join('')
    own.inject(text)
    own.pass(STEP_MS)
    fed += text.length
  }
  const events = toldOf(own).length - before
  own.spoil = (message) => message
  own.tray.lay('1.main', [{ value: 2500, count: 1 }])
  own.pass(4000 + 2 * late)
  return { bytes: fed, events, isHeardAgain: toldOf(own).some(({ spot, level }) => spot === '1.main' && level === '2500x1') }
}

const WEAK = -62

/** One chip is not seen, or one of the neighbour's is. */
function distorted(
  antenna: number,
  tags: readonly string[],
  { antennas, tray }: Bench,
  random: () => number,
  figures: ChipFigures,
): readonly Seen[] {
  if (random() >= FAULTY) return asSeen(tags)
  figures.faults++
  const neighbour = antennas.get((antenna % antennas.size) + 1)
  const near = neighbour === undefined || antennas.size === 1 ? [] : tray.at(neighbour).slice(0, 1)
  return near.length > 0 && random() < 0.5
    ? [...asSeen(tags), ...asSeen(near, WEAK)]
    : asSeen(missing(tags, whole(random, Math.max(1, tags.length))))
}

const missing = (tags: readonly string[], nth: number): readonly string[] => tags.filter((_tag, at) => at !== nth)
