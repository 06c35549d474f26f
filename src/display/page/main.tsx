/**
 * The pit display: one page, one connection, and the book behind it.
 *
 *   broker --WebSocket--> link --> intake --a frame at a time--> floor --signals--> views
 *      ^---------------- commands <------------------------------------------------´
 *   the book ---HTTP, while past rounds are looked at--------------------> views
 */
import { effect, signal } from '@preact/signals'
import { options, render } from 'preact'
import { isToDo } from '../../wire/alarm-order.ts'
import { topicName } from '../../wire/topics.ts'
import { alarmKey } from './alarm-choice.ts'
import { type App, AppContext } from './app.ts'
import { createBook } from './book.ts'
import { createCommands } from './commands.ts'
import { createFloor, type Floor, keyOf } from './floor.ts'
import { createIntake, type Drain, type Intake } from './intake.ts'
import { listenToKeys } from './keys.ts'
import { connectLink, type Link } from './link.ts'
import { alarmName, saidAlarm, say } from './say.ts'
import { type Session, sessionAt, sessionInMemory } from './session.ts'
import { askForLanguages, user } from './settings.ts'
import { Shell } from './shell.tsx'
import { soundFor } from './sound.ts'
import { userIdOf } from './user-name.ts'

/** Part of a 16 ms frame; the rest is for the socket, for memory, and for the browser's layout and paint. */
const DRAIN_MS = 4
/** At the start everything arrives at once, and nothing on the page needs to be quick yet. */
const START = { drainMs: 40, untilMs: 2000 }
/** A hidden page gets no frames, but alarms still have to be noticed. */
const HIDDEN_MS = 250
const TICK_MS = 1000

/** What the page has as delivered: the broker is behind the display's own server, which then has the sessions as well. */
const OWN_BROKER = 'mqtt'
const SESSIONS = 'session'

const said = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** Resolves against the page's own address. Never taken from the address bar, because a link must not send a login elsewhere. */
function brokerUrl(): string {
  const url = new URL(said('broker') || OWN_BROKER, document.baseURI)
  url.protocol = { 'http:': 'ws:', 'https:': 'wss:' }[url.protocol] ?? url.protocol
  return url.href
}

function tableFilters(): readonly string[] {
  const tables = said('tables') || '+/+'
  const [property, pit] = tables.split('/')
  const base = `casino/v1/${property}/${pit}/+`
  // The largest comes last: the description of a table can wait until its state is there.
  return ['status', 'state/+', 'alarm/+', 'state/device/+', 'describe'].map((topic) => `${base}/${topic}`)
}

function start(): void {
  const floor = createFloor()
  const intake = createIntake((topic) => topic === `casino/v1/${floor.watched.peek()}/state/round`)
  const dropped = signal(0)
  const frames = drainInFrames(intake, (topic, payload, isRetained) => {
    if (topic.split('/', 4)[3] === 'reply') commands.reply(payload)
    else floor.take(topic, payload, isRetained, clock())
    dropped.value = intake.dropped()
  })
  const session = (said('broker') || OWN_BROKER) === OWN_BROKER ? sessionAt(SESSIONS) : sessionInMemory()
  void session.refresh()
  void askForLanguages()
  const link = connectLink(brokerUrl(), session, (heard) => {
    intake.put(heard)
    frames.ask()
  })
  const loginAsked = signal(false)
  const commands = createCommands(link, session, loginAsked)
  const now = signal(performance.now())
  const spoken = signal('')
  const isFilling = signal(true)

  setInterval(() => {
    floor.tick(clock())
    now.value = performance.now()
    isFilling.value &&= now.value < START.untilMs
  }, TICK_MS)

  link.hear(tableFilters())
  effect(() => floor.connected(link.connection.value))
  effect(() => {
    floor.isLinked.value = link.state.value.kind === 'up'
  })
  watchTable(floor, link)
  askForMissing(floor, link, session)
  soundFor(floor.alarms)
  speakOf(floor, spoken)
  listenToKeys()

  const book = createBook(session.credentials)
  const app: App = { floor, link, session, commands, book, loginAsked, now, spoken, dropped, isFilling }
  const place = document.getElementById('display')
  if (place === null) throw new Error('the page has no place for the display')
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    place,
  )
}

const clock = () => ({ nowMs: performance.now(), wallMs: Date.now() })

/** Takes and draws what waits, as much as fits into a frame. `ask`: something waits. */
function drainInFrames(intake: Intake, take: Drain['take']): { readonly ask: () => void } {
  const drawing = drawnInTime()
  let isDue = false
  let isStarting = true
  const drain = (): void => {
    if (!isDue) return
    isDue = false
    const from = performance.now()
    const isLate = () => performance.now() - from > (isStarting ? START.drainMs : DRAIN_MS)
    const isMore = intake.drain({ take, draw: drawing.now, isLate })
    isStarting &&= isMore || from < START.untilMs
    if (isMore) schedule()
  }
  const schedule = (): void => {
    isDue = true
    if (document.hidden) setTimeout(drain, HIDDEN_MS)
    else requestAnimationFrame(drain)
  }
  // A frame requested before the page was hidden does not come.
  document.addEventListener('visibilitychange', () => isDue && schedule())
  return {
    ask: () => {
      if (!isDue) schedule()
    },
  }
}

/** Draws on demand what Preact would draw after everything else, so that drawing counts towards the time of a frame. */
function drawnInTime(): { readonly now: () => void } {
  let due: (() => void)[] = []
  const now = (): void => {
    while (due.length > 0) {
      const all = due
      due = []
      for (const draw of all) draw()
    }
  }
  options.debounceRendering = (draw) => {
    if (due.push(draw) === 1) queueMicrotask(now)
  }
  return { now }
}

/** Subscribes to a table's events while somebody looks at it. */
function watchTable({ watched }: App['floor'], link: App['link']): void {
  let heard: readonly string[] = []
  watched.subscribe((key) => {
    if (heard.length > 0) link.unhear(heard)
    heard = key === null ? [] : ['ev/round', 'ev/procedure', 'ev/system'].map((topic) => `casino/v1/${key}/${topic}`)
    if (heard.length > 0) link.hear(heard)
  })
}

/** Has each new alarm read out once. */
function speakOf({ alarms }: App['floor'], spoken: App['spoken']): void {
  let known = new Set<string>()
  alarms.subscribe((all) => {
    const fresh = all.filter((alarm) => isToDo(alarm) && !known.has(alarmKey(alarm)))
    known = new Set(all.filter(isToDo).map(alarmKey))
    const [first] = fresh
    if (first === undefined) return
    const text = [alarmName(first.code), saidAlarm(first).text.text].filter((part) => part !== null).join('. ')
    spoken.value = say('alarms.new', { severity: say(`severity.${first.severity}`), table: first.table.table, text })
  })
}

/** Retained messages arrive at once. One that is missing by then was kept on another node. */
const WAIT_MS = 3000
/** Stands in if nobody has given a name. */
const ANYBODY = 'display'

/** Retained messages are a short cut, not the only way: if a live table's state is missing, the display asks the table for it. */
function askForMissing(floor: Floor, link: Link, session: Session): void {
  let wait: ReturnType<typeof setTimeout> | undefined
  link.connection.subscribe((connection) => {
    clearTimeout(wait)
    if (connection > 0) wait = setTimeout(ask, WAIT_MS)
  })
  const ask = (): void => {
    for (const { name, status, house, table } of floor.cells.peek().values()) {
      if (status.peek() !== null && house.peek() !== null && table.peek() !== null) continue
      const who = session.user.peek() ?? (user.peek() === '' ? ANYBODY : userIdOf(user.peek()))
      const topic = topicName(name, 'cmd/{user}/{name}', who, 'snapshot')
      if (topic !== null) link.publish(topic, JSON.stringify({ correlation: `${link.clientId}-${keyOf(name)}`.slice(-64) }))
    }
  }
}

start()
