/** Every table at a glance: one tile each, as large as the screen allows. A silent table is hatched; an alarm frames its tile. */
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { AlarmTitle } from './alarm-line.tsx'
import { hashOf, useApp } from './app.ts'
import type { Cell, HeardAlarm } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { useKeys } from './keys.ts'
import { worst } from './ranking.ts'
import { alarmName, amount, say, whole } from './say.ts'
import { freshText, standingOf, stateText } from './standing.ts'

/** Width to height of a tile, and the smallest legible size, px. A phone is held close, and scrolls. */
const ASPECT = 1.45
const WIDTH_MAX = 620
const SMALLEST = { width: 88, height: 70 }
const SMALLEST_ON_PHONE = { width: 150, height: 118 }
const PHONE_WIDTH_MAX = 600
const gapOf = (count: number): number => (count > 60 ? 8 : 12)

interface Grid {
  readonly columns: number
  readonly height: number
}

/** The fewest columns that show all tiles at once. If no number does, the tiles are as small as they may be, and the wall scrolls. */
function gridOf(count: number, width: number, height: number): Grid {
  const smallest = width <= PHONE_WIDTH_MAX ? SMALLEST_ON_PHONE : SMALLEST
  const gap = gapOf(count)
  const columnsMax = Math.max(1, Math.floor((width + gap) / (smallest.width + gap)))
  let best: Grid & { readonly size: number } = { columns: columnsMax, height: smallest.height, size: 0 }
  for (let columns = 1; columns <= columnsMax; columns++) {
    const rows = Math.ceil(count / columns)
    const wide = Math.min(WIDTH_MAX, (width + gap) / columns - gap)
    const high = Math.min((height + gap) / rows - gap, wide / ASPECT)
    const size = Math.min(wide, high * ASPECT)
    if (high >= smallest.height && wide >= smallest.width && size > best.size) best = { columns, height: Math.floor(high), size }
  }
  return best
}

/** Somebody with so few tables may be seeing the display for the first time. */
const HINT_TABLES_MAX = 2

/** The grid that shows all of these tiles in `place`, however large that is. */
function useGrid(place: RefObject<HTMLElement | null>, shown: ReadonlySignal<readonly Cell[]>): ReadonlySignal<Grid> {
  const grid = useSignal<Grid>({ columns: 4, height: 200 })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const fit = () => {
      const { clientWidth, clientHeight } = element
      const next = gridOf(Math.max(1, shown.peek().length), clientWidth, clientHeight)
      if (next.columns !== grid.peek().columns || next.height !== grid.peek().height) grid.value = next
    }
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    const stop = shown.subscribe(fit)
    return () => {
      watch.disconnect()
      stop()
    }
  }, [grid, place, shown])
  return grid
}

export function Wall() {
  const { floor } = useApp()
  const pit = useSignal<string | null>(null)
  const cells = useComputed(() => [...floor.cells.value.values()])
  const pits = useComputed(() => [...new Set(cells.value.map(({ name }) => name.pit))])
  const shown = useComputed(() => cells.value.filter(({ name }) => pit.value === null || name.pit === pit.value))
  const place = useRef<HTMLElement>(null)
  const grid = useGrid(place, shown)
  useKeys((event) => moveFocus(place.current, event))
  return (
    <section class="wall" aria-label={say('wall.label', { count: shown.value.length })}>
      <h1 class="unseen">{say('view.wall')}</h1>
      {pits.value.length > 1 ? (
        <fieldset class="pits" aria-label={say('wall.pit')}>
          {[null, ...pits.value].map((each) => (
            <button key={each} type="button" class="chip-button" aria-pressed={pit.value === each} onClick={() => (pit.value = each)}>
              {each ?? say('wall.pit.all')}
            </button>
          ))}
        </fieldset>
      ) : null}
      <section class="tiles-place" ref={place}>
        {shown.value.length === 0 ? (
          <div class="nothing">
            <h2>{say('wall.none')}</h2>
            <p>{say('wall.none.hint')}</p>
          </div>
        ) : (
          <ul
            class="tiles"
            style={{
              gridTemplateColumns: `repeat(${grid.value.columns}, minmax(0, ${WIDTH_MAX}px))`,
              gridAutoRows: `${grid.value.height}px`,
              gap: `${gapOf(shown.value.length)}px`,
            }}
          >
            {shown.value.map((cell) => (
              <Tile key={cell.key} cell={cell} />
            ))}
          </ul>
        )}
      </section>
      {shown.value.length > 0 && shown.value.length <= HINT_TABLES_MAX ? <p class="wall-hint">{say('wall.hint')}</p> : null}
    </section>
  )
}

/** Arrow keys move from tile to tile as they lie on the screen. */
function moveFocus(place: HTMLElement | null, event: KeyboardEvent): void {
  const tiles = [...(place?.querySelectorAll<HTMLElement>('.tile') ?? [])]
  const at = tiles.indexOf(document.activeElement as HTMLElement)
  const top = tiles[0]?.offsetTop
  const columns = Math.max(1, tiles.filter((tile) => tile.offsetTop === top).length)
  const moves: { readonly [key: string]: number } = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: tiles.length - 1 - at,
  }
  const move = moves[event.key]
  if (move === undefined) return
  event.preventDefault()
  // From elsewhere any of them leads to the first tile.
  if (at < 0) tiles[0]?.focus()
  else tiles[Math.min(tiles.length - 1, Math.max(0, at + move))]?.focus()
}

/** Each part is its own signal, so that a message redraws a word and not a tile. */
function Tile({ cell }: { readonly cell: Cell }) {
  const standing = useComputed(() => standingOf(cell))
  const alarm = useComputed(() => worst(cell.alarms.value.values()))
  const severity = useComputed(() => alarm.value?.severity ?? 'none')
  const isToDo = useComputed(() => alarm.value?.state !== 'acknowledged')
  const kind = useComputed(() => `tile tile-${standing.value} alarm-${severity.value} ${isToDo.value ? 'to-do' : ''}`)
  const state = useComputed(() => stateText(cell))
  const fresh = useComputed(() => freshText(cell))
  const pace = useComputed(() => (cell.pace.value?.roundsPerHour == null ? '–' : whole(cell.pace.value.roundsPerHour)))
  const alarmCode = useComputed(() => alarm.value?.code ?? '')
  const key = { kind: 'table', key: cell.key } as const
  return (
    <li class="tile-place">
      <a class={kind} href={hashOf(key)}>
        <span class="tile-head">
          <span class="tile-name">{cell.name.table}</span>
          <span class="tile-pit">{cell.name.pit}</span>
          {severity.value === 'none' ? null : <TileSign severity={severity.value} />}
        </span>
        <span class="tile-middle">
          <span class="tile-state">{state}</span>
          {alarmCode.value === '' ? null : <TileAlarm code={alarmCode.value} severity={severity.value} />}
          <Awaited cell={cell} />
        </span>
        <Occupied cell={cell} />
        <span class="tile-foot">
          <span class="tile-pace">
            <span class="tile-number">{pace}</span> <span class="tile-unit">{say('tile.roundsPerHour')}</span>
          </span>
          <Spark values={cell.trail} />
          <span class="tile-fresh">
            <span class="fresh-dot" />
            <span>{fresh}</span>
          </span>
        </span>
      </a>
    </li>
  )
}

const TileSign = ({ severity }: { readonly severity: HeardAlarm['severity'] }) => (
  <span class={`tile-sign ${severity}`}>
    <SeverityIcon severity={severity} />
    <span class="unseen">{say('tile.alarm', { severity: say(`severity.${severity}`) })}</span>
  </span>
)

/** What the alarm is called; its code for anybody who looks it up. */
const TileAlarm = ({ code, severity }: { readonly code: string; readonly severity: string }) => (
  <span class={`tile-alarm ${severity}`} title={alarmName(code) ?? code}>
    <AlarmTitle code={code} />
  </span>
)

/** Before its first round a table can show only which game it offers. */
function Awaited({ cell }: { readonly cell: Cell }) {
  const isAwaited = useComputed(() => cell.round.value === null && standingOf(cell) === 'live')
  const house = cell.house.value
  if (!isAwaited.value) return null
  return (
    <span class="tile-awaited">
      <span>{say('tile.first')}</span>
      {house === null ? null : (
        <span>
          {say('tile.played', {
            house: house.house,
            min: amount(house.limits.min, house.exponent),
            max: amount(house.limits.max, house.exponent),
            currency: house.currency,
          })}
        </span>
      )}
    </span>
  )
}

/** One dot per box, filled if a bet lies there. */
function Occupied({ cell }: { readonly cell: Cell }) {
  const boxes = useComputed(() => cell.house.value?.boxes ?? Math.max(7, ...(cell.table.value?.occupied ?? [])))
  const taken = useComputed(() => (cell.table.value?.occupied ?? []).join())
  const occupied = new Set(taken.value.split(','))
  const numbers = Array.from({ length: boxes.value }, (_, index) => String(index + 1))
  return (
    <span class="tile-boxes">
      <span class="unseen">{say('tile.boxes', { boxes: taken.value === '' ? '0' : taken.value })}</span>
      {numbers.map((box) => (
        <span key={box} aria-hidden="true" class={occupied.has(box) ? 'dot taken' : 'dot'}>
          {box}
        </span>
      ))}
    </span>
  )
}

const SIZE = { width: 100, height: 28 }

/** The course of a number: a line without axes. */
function Spark({ values }: { readonly values: ReadonlySignal<readonly number[]> }) {
  const points = useComputed(() => pointsOf(values.value))
  return (
    <svg class="spark" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} />
    </svg>
  )
}

/** Starts at zero, so that a line that looks high is high. */
function pointsOf(values: readonly number[]): string {
  if (values.length < 2) return ''
  const most = Math.max(1, ...values)
  const step = SIZE.width / (values.length - 1)
  return values
    .map((value, index) => `${(index * step).toFixed(1)},${(SIZE.height - 2 - (value / most) * (SIZE.height - 4)).toFixed(1)}`)
    .join(' ')
}
