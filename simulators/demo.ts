/**
 * `npm start` without a configuration: everything a table has, on this machine, to look at.
 *
 *   rounds ----> simulated devices ----> pseudo-terminals ----> daemon ------> broker -----> subscriber ----> terminal
 *   (stages.ts)  (device/start.ts)       (folder/recorded/..)   (src/serve)    (loopback)    (MQTT, TCP)      (src/display/terminal)
 *                                                                     |--------> pit display, for a browser
 *                                                                     `--------> book, which keeps the evening
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { loadConfig } from '../src/base/config/load.ts'
import { formatProblems } from '../src/base/config/problems.ts'
import { Ending, EXIT_BROKER, EXIT_CONFIG, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE } from '../src/base/process/exit-codes.ts'
import { reasonOf } from '../src/base/process/reason.ts'
import { piece, sentence } from '../src/base/terminal/line.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../src/daemon/broker/embedded.ts'
import { serve } from '../src/daemon/serve/serve.ts'
import { serveDisplay } from '../src/display/server/server.ts'
import { goneAlarm, readMessage } from '../src/wire/receive.ts'
import { baseTopic } from '../src/wire/topics.ts'
import { type Bench, createBench } from './demo/bench.ts'
import { type DemoBook, openBook } from './demo/book.ts'
import { type DemoOptions, helpText, parseOptions } from './demo/options.ts'
import { type Shown, showLines, showLive } from './demo/shown.ts'
import { actionsOf, type Stage, stagesOf } from './demo/stages.ts'
import { connectSubscriber, type Subscriber, takeAway } from './demo/subscriber.ts'
import { playActions } from './device/player.ts'
import { spotIds, startSimulatedDevices } from './device/start.ts'
import { lyingAtFirst } from './table/chips.ts'
import { tableYaml } from './table-yaml.ts'

/** Under npm one Ctrl-C arrives twice, from the terminal and from npm; a person's second one comes later than this. */
const ECHO_MS_MAX = 200
/** Parent of the temporary folders; the simulator has its ports there too. */
const RUN = 'run'
/** What a subscriber without special rights may read. `log` is left out, because it knows cards that nobody at the table has seen. */
const TOPICS = ['status', 'describe', 'state/#', 'ev/#', 'alarm/#']
/** A device answers within a second, but its clock is known only after some exchanges. */
const READY_MS_MAX = 15_000
/** The last round closes when its last evidence has come. */
const CLOSED_MS_MAX = 15_000

type Hear = (topic: string, payload: string) => void

interface Demo {
  readonly options: DemoOptions
  readonly folder: string
  readonly broker: EmbeddedBroker
  readonly book: DemoBook | null
  readonly displayPort: number
  readonly subscriber: Subscriber
  readonly shown: Shown
  readonly signal: AbortSignal
  /** Where the messages of the stage that is played go. */
  hear: Hear
  /** Where goes what the display tells a person. */
  notice: (text: string) => void
}

/** One table from its devices' start to their end. */
async function playStage(demo: Demo, stage: Stage): Promise<void> {
  const { book, broker, displayPort, folder, shown, signal } = demo
  const file = join(folder, `${stage.name}.yaml`)
  const devices = await startSimulatedDevices({
    dir: join(folder, stage.name),
    roles: stage.roles,
    spots: spotIds(stage.table.boxes, stage.table.spots),
    lying: lyingAtFirst(stage.table.chips),
    ...(stage.shoe === 'tlp' ? {} : { shoe: { driver: stage.shoe } }),
    ...(stage.reader === 'tlp' ? {} : { chipReaders: { driver: stage.reader, chips: stage.table.chips } }),
  })
  try {
    const journal = `./${stage.name}-journal`
    writeFileSync(file, `${tableYaml({ ...stage, devices: devices.configs, journal })}\n`)
    const read = loadConfig(file)
    if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(file, read.problems))
    const base = baseTopic({ property: 'demo', pit: 'p1', table: stage.name })
    const bench = createBench(stage, devices.configs)
    demo.hear = listenTo(bench, shown)
    demo.notice = (text) => bench.notice(text)
    shown.begin({ title: stage.title, brokerUrl: broker.url, displayUrl: `http://127.0.0.1:${displayPort}/`, base })
    await demo.subscriber.subscribe(TOPICS.map((topic) => `${base}/${topic}`))
    const serving = await serve(read.tables, { notice: (text) => bench.notice(text), broker })
    const failures = serving.failed$.subscribe((error) => bench.fail(error))
    try {
      await book?.vouchFor(stage.name, resolve(folder, journal))
      if (!(await bench.until('ready', READY_MS_MAX, signal))) throw new Ending(EXIT_FAILED, bench.trouble('the devices did not respond'))
      await playActions(
        actionsOf(stage, (round) => shown.say(bench.played(round))),
        devices.played,
        {
          speed: stage.speed,
          signal: AbortSignal.any([signal, bench.failed]),
        },
      )
      // A round in which somebody erred may be published as one with the next. Only the native shoe says that it was closed.
      const isClosed = await bench.until('closed', CLOSED_MS_MAX, signal)
      if (!isClosed && !stage.errs && stage.shoe === 'tlp') throw new Ending(EXIT_FAILED, bench.trouble('not every round was closed'))
    } finally {
      failures.unsubscribe()
      // That its ports are closed now is no news of the table.
      demo.hear = listenTo(bench, { ...shown, heard: () => undefined, gone: () => undefined })
      await serving.stop()
    }
    shown.sum(bench.summary(signal.aborted))
    if (signal.aborted) return
    await takeAway(broker, demo.subscriber.standing())
    shown.say([[piece(stage.ended, 'strong')]])
  } finally {
    await devices.close()
  }
}

/** Messages as they come, to be seen and on the bench. */
function listenTo(bench: Bench, shown: Shown): Hear {
  let refused = ''
  return (topic, payload) => {
    const gone = goneAlarm(topic, payload)
    if (gone !== null) return shown.gone(gone)
    const received = readMessage(payload)
    if (!received.ok) {
      // The same thing may be wrong with every message, so say it only once.
      if (refused === received.reason) return
      refused = received.reason
      return shown.say([sentence([piece('! ', 'alarm')], `a message cannot be shown: ${received.reason}`)])
    }
    if (received.envelope !== null) shown.heard(received.envelope, bench.heard(received.envelope))
  }
}

/** The folder asked for, which must be new, or a temporary one that is removed when the process ends, however it ends. */
function openFolder(keep: string | null): string {
  if (keep !== null) {
    mkdirSync(keep, { recursive: true })
    if (readdirSync(keep).length > 0) throw new Ending(EXIT_USAGE, `--keep ${keep}: the folder is not empty; name a new one`)
    return resolve(keep)
  }
  mkdirSync(RUN, { recursive: true })
  const folder = resolve(mkdtempSync(join(RUN, 'demo-')))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function openBroker(port: number, shown: Shown): Promise<EmbeddedBroker> {
  try {
    return await startEmbeddedBroker({ port })
  } catch (error) {
    if (port === 0) throw new Ending(EXIT_BROKER, reasonOf(error))
    const broker = await openBroker(0, shown)
    shown.say([sentence([piece('! ', 'alarm')], `port ${port} is not available; the broker listens on ${broker.port}`)])
    return broker
  }
}

/** The port asked for, or a free one. */
async function freePort(asked: number, shown: Shown): Promise<number> {
  const server = createServer()
  try {
    const listening = once(server, 'listening')
    server.listen(asked, '127.0.0.1')
    await listening
    return (server.address() as AddressInfo).port
  } catch (error) {
    if (asked === 0) throw error
    const port = await freePort(0, shown)
    shown.say([sentence([piece('! ', 'alarm')], `port ${asked} is not available; the display listens on ${port}`)])
    return port
  } finally {
    server.close()
  }
}

/** Aborts at Ctrl-C, at `kill` and when the reader of the output is gone. A second signal ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let abortedAtMs = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) abortedAtMs = performance.now()
      else if (performance.now() - abortedAtMs > ECHO_MS_MAX) process.exit(EXIT_INTERRUPTED)
      stop.abort()
    })
  }
  process.stdout.on('error', () => stop.abort())
  process.stderr.on('error', () => undefined)
  return stop.signal
}

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args)
  if (options === 'help') {
    process.stdout.write(helpText())
    return 0
  }
  if ('problems' in options)
    throw new Ending(EXIT_USAGE, [...options.problems, '--demo-help lists these options, --help those for your own table'].join('\n'))
  const signal = stopSignal()
  const folder = openFolder(options.keep)
  const shown = openShown(options)
  try {
    await play(options, folder, shown, signal)
  } finally {
    shown.close()
  }
  if (options.keep !== null) shown.say([[], [piece(`journals and configurations were kept in ${folder}`)]])
  return 0
}

/** The live table if somebody sits at a terminal. A pipe, a file and a terminal that cannot move its cursor get lines. */
function openShown({ plain, colour }: DemoOptions): Shown {
  const { stdin, stdout } = process
  const isColoured = colour && stdout.isTTY === true && !process.env.NO_COLOR
  if (plain || stdout.isTTY !== true || process.env.TERM === 'dumb') return showLines(stdout, isColoured)
  return showLive({ out: stdout, keys: stdin, colour: isColoured, onQuit: () => process.kill(process.pid, 'SIGINT') })
}

async function play(options: DemoOptions, folder: string, shown: Shown, signal: AbortSignal): Promise<void> {
  const broker = await openBroker(options.port, shown)
  const book = await openBook(broker, folder, (text) => shown.say([sentence([piece('! ', 'alarm')], text)]))
  try {
    const demo: Demo = {
      options,
      folder,
      broker,
      book,
      displayPort: await freePort(options.display, shown),
      subscriber: await connectSubscriber(broker.url, (topic, payload) => demo.hear(topic, payload)),
      shown,
      signal,
      hear: () => undefined,
      notice: () => undefined,
    }
    const display = serveDisplay({
      host: '127.0.0.1',
      port: demo.displayPort,
      broker: { urls: [broker.url], ca: null },
      isLocalOnly: true,
      book: book?.url,
      notice: (text) => demo.notice(text),
    })
    try {
      for (const stage of stagesOf(options)) if (!signal.aborted) await playStage(demo, stage)
    } finally {
      await display.close()
      await demo.subscriber.close()
    }
  } finally {
    await book?.close()
    await broker.close()
  }
}

void main(process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`demo: ${error instanceof Ending ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    return error instanceof Ending ? error.code : EXIT_FAILED
  })
  // Not process.exitCode: what a device or a socket still holds must not keep a finished demo alive.
  .then((code) => process.exit(code))
