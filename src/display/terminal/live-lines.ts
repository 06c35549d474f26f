/**
 * One table on a terminal of any size, from a wall of text down to a few words:
 *
 *   title, addresses of display and broker      dropped if there is no room, the display's last
 *   state of the table
 *   the felt                                    otherwise one line per hand, or as many as fit
 *   the alarms that stand                       as many as fit, most urgent first
 *   the last events, newest at the bottom       broken if they are too long
 *   devices, and the keys                       or the answer to a key that does nothing
 *
 * The page of alarms shows only alarms between head and foot: which are open, which were closed, and how each ended. The page about the
 * keys stands in the same place.
 */

import { clean, clipped, type Entry, type Line, laidOut, type Piece, padded, piece, type Tone, widthOf } from '../../base/terminal/line.ts'
import { accountOf, type BoxAccount } from '../../wire/account/account.ts'
import { areaText } from '../../wire/account/text.ts'
import type { DeviceStateData } from '../../wire/payloads.ts'
import { alarmEntries, allAlarms, listed } from './alarm-lines.ts'
import { endOfAlarm } from './alarms.ts'
import { dealersLine, type Felt, feltLines, handLine, headOf, isActive, stakesOf } from './felt.ts'
import type { Live } from './live.ts'
import { pageLines, type Scroll, scrolled } from './page.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** From this many rows on, rules separate the parts, and the felt leaves `EVENTS_MIN` rows to the events; smaller terminals leave fewer. */
const LARGE_ROWS = 16
const EVENTS_MIN = 5
const MEDIUM_ROWS = 10
const EVENTS_MIN_MEDIUM = 2
/** The share of the rows below the felt that alarms leave to the events, at least `EVENTS_MIN_MEDIUM`, at most `EVENTS_MIN`. */
const EVENTS_SHARE = 1 / 3
/** A table has fewer alarms of each kind. */
const ALARMS_MAX = 200
/** A title cut shorter than this is useless. */
const TITLE_COLUMNS_MIN = 12
/** Heartbeats come every second. */
const SILENCE_MS_MIN = 3000

/** Exactly `rows` lines, none wider than `columns`. `nowMs`: Unix ms, to show how long a device has been silent. */
export const liveLines = (live: Live, { columns, rows }: Size, nowMs: number): readonly Line[] => {
  const isLarge = rows >= LARGE_ROWS
  const head = isLarge ? [titleLine(live, columns), factsLine(live, columns)] : rows >= 2 ? [factsLine(live, columns)] : []
  const foot = [footLine(live, columns, nowMs)]
  const rule: Line[] = isLarge ? [[piece('─'.repeat(columns), 'faint')]] : []
  if (live.page !== 'table') {
    const page = pageLines(pageOf(live, columns), live.from, pageRows(rows))
    return [...head, ...rule, ...page, ...rule, ...foot].slice(0, rows).map((line) => clipped(line, columns))
  }
  const room = rows - head.length - foot.length - 3 * rule.length
  const felt = feltFor(live, columns, room - (isLarge ? EVENTS_MIN : rows >= MEDIUM_ROWS ? EVENTS_MIN_MEDIUM : 1))
  const left = Math.max(0, room - felt.length)
  const eventsLeft = Math.max(EVENTS_MIN_MEDIUM, Math.min(EVENTS_MIN, Math.floor(left * EVENTS_SHARE)))
  const alarms = isLarge ? standingLines(live, columns, left - eventsLeft - 1) : []
  const parted = alarms.length > 0 ? [...alarms, ...rule] : []
  const events = eventLines(eventsShown(live, isLarge), columns, left - parted.length)
  const lines = [...head, ...rule, ...felt, ...rule, ...parted, ...events, ...rule, ...foot]
  return lines.slice(0, rows).map((line) => clipped(line, columns))
}

/** The alarms that need somebody, each in full before the next. The page of alarms shows those that do not fit. */
const standingLines = ({ alarms }: Live, columns: number, rowsMax: number): readonly Line[] => {
  const standing = listed(alarms).filter(({ alarm }) => endOfAlarm(alarms, alarm) === null && alarm.state !== 'shelved')
  const lines = standing.flatMap((each) => alarmEntries(alarms, each).flatMap((entry) => laidOut(entry, columns)))
  return cutOff(lines, rowsMax)
}

/** The page that is shown instead of the table, however long. */
const pageOf = ({ page, alarms, help }: Live, columns: number): readonly Line[] =>
  (page === 'help' ? help : allAlarms(alarms, ALARMS_MAX)).flatMap((entry) => laidOut(entry, columns))

/** Below the head, above the foot, with a rule on either side where there is room. */
const pageRows = (rows: number): number => Math.max(0, rows >= LARGE_ROWS ? rows - 5 : rows >= 2 ? rows - 2 : 0)

/** Another part of the page that is shown. */
export const scrolledBy = (live: Live, by: Scroll, { columns, rows }: Size): Live =>
  live.page === 'table' ? live : { ...live, from: scrolled(live.from, by, pageOf(live, columns).length, pageRows(rows)) }

const cutOff = (lines: readonly Line[], rowsMax: number): readonly Line[] => {
  if (lines.length <= Math.max(0, rowsMax)) return lines
  if (rowsMax < 1) return []
  return [...lines.slice(0, rowsMax - 1), [piece(`… ${lines.length - rowsMax + 1} more lines`, 'faint')] satisfies Line]
}

/** Leaves out events that the alarms above already show. */
const eventsShown = ({ events }: Live, hasAlarms: boolean): readonly Entry[] =>
  events.flatMap(({ entry, isAlarming }) => (hasAlarms && isAlarming ? [] : [entry]))

/** As many addresses as fit next to the title, first ones first. A long title is cut before the first address is dropped. */
const titleLine = ({ title, links }: Live, columns: number): Line => {
  const left: Line = [piece(clean(title), 'strong')]
  const rights = links.map(
    (_, at): Line => [
      piece(
        links
          .slice(0, links.length - at)
          .map(clean)
          .join('  '),
        'faint',
      ),
    ],
  )
  const fitting = rights.find((right) => widthOf(left) + 2 + widthOf(right) <= columns) ?? rights.at(-1) ?? []
  const room = columns - widthOf(fitting) - 2
  return widthOf(fitting) > 0 && room >= TITLE_COLUMNS_MIN ? [...padded(clipped(left, room), room + 2), ...fitting] : left
}

/** As many facts as fit, the most important first. */
const factsLine = ({ round, table, pace, status, house }: Live, columns: number): Line => {
  const alarms = table?.openAlarms ?? 0
  const facts: Line[] = [
    status === null || status === 'ready' ? [] : [piece(`table ${status}`, 'alarm')],
    round === null ? [piece('no round yet')] : [piece(`${clean(round.round)} ${round.phase}`, 'strong')],
    alarms === 0 ? [] : [piece(`${alarms} alarm${alarms === 1 ? '' : 's'}`, 'alarm')],
    // During the deal there are no readings to count yet.
    round === null || round.readings === 0 ? [] : [piece(`${round.readings} reading${round.readings === 1 ? '' : 's'}`)],
    round === null || round.complete ? [] : [piece('incomplete', 'alarm')],
    table === null ? [] : [piece(`shoe ${table.shoe}, ${table.cardsOut} cards dealt${table.cutCardSeen ? ', cut card out' : ''}`)],
    !pace?.roundsPerHour ? [] : [piece(`${pace.roundsPerHour} rounds/h`)],
    house === null ? [] : [piece(clean(house), 'faint')],
  ]
  const line: Piece[] = []
  for (const fact of facts) {
    const more: Line = line.length === 0 || fact.length === 0 ? fact : [piece(' · ', 'faint'), ...fact]
    if (line.length === 0 || widthOf(line) + widthOf(more) <= columns) line.push(...more)
  }
  return line
}

const feltFor = ({ round: view, screen: { exponent, dealerDealt } }: Live, columns: number, rowsMax: number): readonly Line[] => {
  if (view === null || rowsMax < 1) return []
  const { boxes, dealer } = accountOf({ messages: [], view, dealerDealt }, 'pit')
  const felt = { boxes, dealer, exponent, isLive: true }
  const whole = feltLines(felt, columns)
  const isWhole = whole.length <= rowsMax && whole.every((line) => widthOf(line) <= columns)
  return isWhole ? whole : listLines(felt, rowsMax)
}

/** One line per hand, the dealer's first, because the others are played against it. If they do not all fit, starts at the box in play. */
const listLines = (felt: Felt, rowsMax: number): readonly Line[] => {
  const { boxes, dealer } = felt
  const label = Math.max(...boxes.map((box) => headOf(box).length), '>dealer'.length) + 1
  const own = [...padded([piece(`${dealer.active ? '>' : ''}dealer`, 'strong')], label), ...dealersLine(dealer)]
  const linesOf = (box: BoxAccount): readonly Line[] => {
    const head = padded([piece(headOf(box), 'strong')], label)
    const bet = stakesOf(felt, box).get(areaText('main'))
    const hands = box.hands.length === 0 ? [[]] : box.hands.map(handLine)
    return hands.map((hand, at): Line => {
      return [...(at === 0 ? head : [piece(' '.repeat(label))]), ...hand, piece(at > 0 || bet === undefined ? '' : `  ${bet}`, 'faint')]
    })
  }
  const all = boxes.flatMap(linesOf)
  if (all.length < rowsMax) return [own, ...all]
  const inPlay = boxes.findIndex(isActive)
  const from = boxes.slice(0, Math.max(0, inPlay)).flatMap(linesOf).length
  const fitting = Math.max(0, rowsMax - 2)
  const shown = all.slice(Math.min(from, all.length - fitting)).slice(0, fitting)
  return [own, ...shown, [piece(`… ${all.length - shown.length} more`, 'faint')] satisfies Line].slice(0, rowsMax)
}

/** Newest at the bottom. An event that does not fit from its first line on is left out; any remaining rows stay empty below. */
const eventLines = (events: readonly Entry[], columns: number, rows: number): readonly Line[] => {
  const shown: Line[] = []
  for (let at = events.length - 1; at >= 0; at--) {
    const lines = laidOut(events[at] ?? [], columns)
    const isNewest = shown.length === 0
    if (shown.length + lines.length > rows && !isNewest) break
    shown.unshift(...lines.slice(0, rows))
  }
  return [...shown, ...Array.from({ length: rows - shown.length }, (): Line => [])]
}

const footLine = (live: Live, columns: number, nowMs: number): Line => {
  if (live.answer !== null) return [piece(clean(live.answer), 'strong')]
  const devices = devicesLines(live, nowMs)
  const keys: Line = [piece(clean(live.keys), 'faint')]
  const room = columns - widthOf(keys)
  // The keys are worth more than what is well, and less than what is wrong.
  const beside = live.keys === '' ? undefined : devices.slice(0, DETAILS.indexOf('wrong') + 1).find((line) => widthOf(line) + 2 <= room)
  if (beside !== undefined) return [...padded(beside, room), ...keys]
  return devices.find((line) => widthOf(line) <= columns) ?? devices.at(-1) ?? []
}

/** By `DETAILS`. */
const devicesLines = ({ devices }: Live, nowMs: number): readonly Line[] => {
  if (devices.size === 0) return [[piece('no device has reported yet', 'faint')]]
  const all = [...devices.values()].sort((a, b) => (a.device < b.device ? -1 : 1))
  return DETAILS.map((detail) =>
    all.flatMap((each, at): Line => [piece(at === 0 ? '' : ' │ ', 'faint'), ...deviceLine(each, nowMs, detail)]),
  )
}

/** How much to show of a device besides its name and whether it is up: everything, only what is wrong, or nothing. */
const DETAILS = ['all', 'wrong', 'none'] as const

const deviceLine = (device: DeviceStateData, nowMs: number, detail: (typeof DETAILS)[number]): Line => {
  const { up, reason, serial, ringFill, ringSize, errors, lastHeartbeat } = device
  const silentMs = lastHeartbeat === null ? 0 : nowMs - Date.parse(lastHeartbeat)
  const bad = Object.values(errors).reduce((sum, count) => sum + count, 0)
  const [word, tone]: readonly [string, Tone] = up ? ['up', 'gain'] : ['down', 'alarm']
  const rest = [clean(serial), ...(ringFill === null || ringSize === null ? [] : [`ring ${ringFill}/${ringSize}`])]
  const wrong = [...(bad === 0 ? [] : [`${bad} bad`]), ...(!up && reason !== null ? [clean(reason)] : [])]
  const told = { all: [...rest, ...wrong], wrong, none: [] }[detail]
  const silent = silentMs >= SILENCE_MS_MIN ? [piece(` silent ${Math.floor(silentMs / 1000)} s`, 'loss')] : []
  return [piece(clean(device.device)), piece(` ${word}`, tone), piece(told.length === 0 ? '' : ` ${told.join(', ')}`, 'faint'), ...silent]
}
