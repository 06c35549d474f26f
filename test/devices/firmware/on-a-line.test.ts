/** Our firmware on a pseudo-terminal, the host with the real serialport and the real link. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { filter, firstValueFrom, map, ReplaySubject, timeout } from 'rxjs'
import type { Card } from '../../../devices/scan.ts'
import { connectLink } from '../../../firmware-bridge/connect.ts'
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import { openPty } from '../../../simulators/pty.ts'
import { oneOf, seededRandom } from '../../../simulators/table/random.ts'
import { shortReport } from '../../firmware-bridge/bench.ts'
import { builtForHost, CARDS, SERIAL, SPOT, tagOfCard, tagOfChip, withoutCompiler } from './built.ts'
import { type Board, ownFolder, startBoard } from './host.ts'

const SEED = Number(process.env.SEED ?? 5)
const DEADLINE_MS = 10_000
const options = { skip: withoutCompiler, timeout: 60_000 }
const clock = { nowMs: () => performance.now(), wallMs: () => Date.now() }
const isBuilt = withoutCompiler === false
const shoe = isBuilt ? await builtForHost('shoe') : ''
const spot = isBuilt ? await builtForHost('spot') : ''

type Told = LinkReport & { readonly kind: 'line' }
/** What becomes of a line on its way to the host; null: it is lost. */
type Fate = (line: string) => string | null

interface Line {
  readonly memory: string
  readonly reports: readonly LinkReport[]
  /** A board on the line, with the memory that it had before. */
  power(): Board
  /** From now on this befalls what the board says. */
  spoil(fate: Fate): void
  /** Bytes from nobody. */
  disturb(bytes: string): void
  connect(): void
  disconnect(): Promise<void>
  until(isIt: (report: LinkReport) => boolean): Promise<LinkReport>
  line(seq: number): Promise<Told>
  /** The host has it on its disk. */
  keep(line: Told): Promise<void>
}

async function lineOf(t: TestContext, program: string, role: 'shoe' | 'spots'): Promise<Line> {
  const folder = ownFolder(t)
  const pty = await openPty({ link: join(folder, 'port') })
  const memory = join(folder, 'memory')
  const all$ = new ReplaySubject<LinkReport>()
  const reports: LinkReport[] = []
  all$.subscribe((report) => reports.push(report))
  let fate: Fate = (line) => line
  let board: Board | null = null
  let connection: ReturnType<typeof connectLink> | null = null
  pty.data$.subscribe((bytes) => board?.hear(bytes))
  const disconnect = async (): Promise<void> => {
    await connection?.close()
    connection = null
  }
  t.after(async () => {
    await disconnect()
    await pty.close()
  })
  const line: Line = {
    ...{ memory, reports, disconnect },
    power() {
      const own = startBoard(t, program, { memory, real: true })
      board = own
      own.lines$.subscribe((text) => {
        const arrives = fate(text)
        if (arrives !== null) void pty.write(arrives)
      })
      return own
    },
    spoil: (next) => {
      fate = next
    },
    disturb: (bytes) => board?.hear(Buffer.from(bytes, 'latin1')),
    connect() {
      connection = connectLink({ role, serial: SERIAL, baudRate: 115_200, paths: [pty.path] }, { clock })
      connection.reports$.subscribe((report) => all$.next(report))
    },
    until: (isIt) => firstValueFrom(all$.pipe(filter(isIt), timeout(DEADLINE_MS))),
    line: (seq) =>
      firstValueFrom(
        all$.pipe(
          filter((report) => report.kind === 'line' && report.seq === seq),
          map((report) => report as Told),
          timeout(DEADLINE_MS),
        ),
      ),
    async keep({ boot, seq }) {
      connection?.durable(boot, seq)
      await firstValueFrom(
        all$.pipe(
          filter((report) => report.kind === 'health' && (report.ring?.lo ?? 0) > seq),
          timeout(DEADLINE_MS),
        ),
      )
    },
  }
  return line
}

const isUp = (report: LinkReport): boolean => report.kind === 'link' && report.up
const cardsIn = (reports: readonly LinkReport[]): readonly string[] =>
  reports.flatMap((report) => (report.kind === 'line' && report.message.kind === 'card' ? [report.message.card] : []))
const incidents = (reports: readonly LinkReport[]): readonly string[] =>
  reports.filter(({ kind }) => kind === 'incident' || kind === 'missing').map(shortReport)

async function deal(board: Board, ...cards: readonly Card[]): Promise<void> {
  for (const [at, card] of cards.entries()) {
    // The same card cannot come again at once.
    if (at > 0 && at % CARDS.length === 0) await board.world('tags', 'wait 300')
    await board.world(`tags ${tagOfCard(card)}`)
  }
  await board.world('tags')
}

test('a shoe says who it is and tells its cards; what the host has on its disk, it forgets', options, async (t) => {
  const line = await lineOf(t, shoe, 'shoe')
  const board = line.power()
  line.connect()
  await line.until(isUp)
  await deal(board, 'KH', 'AS', 'TC')
  const third = await line.line(3)
  assert.deepEqual(cardsIn(line.reports), ['KH', 'AS', 'TC'])
  assert.ok(third.offset !== null, 'it is dated')
  assert.ok(Math.abs(third.message.t + third.offset - Date.now()) < 3000, 'it is dated now')
  await line.keep(third)
  await board.until((body) => /^HB \d+ 3 3 crc=0 long=0 gap=0 over=0$/.test(body))
  assert.deepEqual(line.reports.filter(({ kind }) => kind === 'identity').map(shortReport), ['identity 1 1.0.0 continued'])
  assert.deepEqual(incidents(line.reports), [])
})

test(`lines that are lost, damaged or torn are asked for again and come from the ring (SEED=${SEED})`, options, async (t) => {
  const random = seededRandom(SEED)
  const line = await lineOf(t, shoe, 'shoe')
  const board = line.power()
  line.connect()
  await line.until(isUp)
  const spoilt = new Set<string>()
  const fates: readonly Fate[] = [
    () => null,
    (text) => text.replace(/[SHDC]\*/, 'X*'),
    (text) => text.slice(0, 9),
    (text) => text.slice(4),
    (text) => `${text.slice(0, -1)}\u0000\n`,
  ]
  // Each event's first line only: what is sent again arrives.
  line.spoil((text) => {
    const seq = /^\$C (\d+) /.exec(text)?.[1]
    if (seq === undefined || spoilt.has(seq) || random() < 0.5) return text
    spoilt.add(seq)
    return oneOf(random, fates)(text)
  })
  await deal(board, ...CARDS)
  await line.line(CARDS.length)
  assert.deepEqual(cardsIn(line.reports), CARDS)
  assert.deepEqual(incidents(line.reports), [])
  assert.ok(spoilt.size > 10, `${spoilt.size} lines were spoilt`)
})

test('the power is cut and comes again: the cards that the host does not have come, and the numbering goes on', options, async (t) => {
  const line = await lineOf(t, shoe, 'shoe')
  const first = line.power()
  line.connect()
  await line.until(isUp)
  await deal(first, 'KH', 'AS')
  await line.keep(await line.line(2))
  // These two are told to nobody.
  line.spoil(() => null)
  await deal(first, '2D', '3D')
  await first.until((body) => body.startsWith('C 4 '))
  await first.cut()
  line.spoil((text) => text)
  const second = line.power()
  await line.line(4)
  await deal(second, '4D')
  await line.keep(await line.line(5))
  assert.deepEqual(cardsIn(line.reports), ['KH', 'AS', '2D', '3D', '4D'])
  assert.deepEqual(line.reports.filter(({ kind }) => kind === 'identity').map(shortReport), [
    'identity 1 1.0.0 continued',
    'identity 2 1.0.0 continued',
  ])
  assert.deepEqual(incidents(line.reports), [])
})

test('a board whose memory is new begins a new numbering, and that is an incident', options, async (t) => {
  const line = await lineOf(t, shoe, 'shoe')
  const first = line.power()
  line.connect()
  await line.until(isUp)
  await deal(first, 'KH')
  await line.keep(await line.line(1))
  // Its boots are counted in the same memory.
  await first.cut()
  await line.power().until((body) => body.startsWith('HI '))
  await line.until((report) => report.kind === 'identity' && report.boot === 2)
  rmSync(line.memory)
  const other = line.power()
  await line.until((report) => report.kind === 'incident' && report.code === 'new-stream')
  await deal(other, 'QC')
  await line.until((report) => report.kind === 'line' && report.boot === 1 && report.body.endsWith('QC'))
})

test('a ring that is full while no host listens: every card that found room comes, and the host misses the rest', options, async (t) => {
  const line = await lineOf(t, shoe, 'shoe')
  const board = line.power()
  const hello = await board.until((body) => body.startsWith('HI '))
  const cap = Number(/cap=(\d+)/.exec(hello)?.[1])
  assert.ok(cap >= 80, `a Nano holds ${cap} events`)
  const many = Array.from({ length: cap + 3 }, (_, at) => CARDS[at % CARDS.length] as Card)
  await deal(board, ...many)
  assert.ok(board.isLit, 'the light shows it')
  line.connect()
  await line.until(isUp)
  await line.keep(await line.line(cap))
  assert.deepEqual(cardsIn(line.reports), many.slice(0, cap))
  await line.until((report) => report.kind === 'missing' && report.from === cap + 1)
  await deal(board, 'KS')
  await line.line(cap + 2)
  assert.deepEqual(incidents(line.reports), [`missing 1/${cap + 1}..${cap + 1}`])
  assert.ok(!board.isLit, 'the light is off')
})

test(`noise towards the board disturbs no card and no answer (SEED=${SEED})`, options, async (t) => {
  const random = seededRandom(SEED)
  const line = await lineOf(t, shoe, 'shoe')
  const board = line.power()
  line.connect()
  await line.until(isUp)
  for (const [at, card] of CARDS.entries()) {
    line.disturb(Array.from({ length: 200 }, () => String.fromCharCode(Math.floor(random() * 256))).join(''))
    await board.world(`tags ${tagOfCard(card)}`)
    if (at % 10 === 9) await line.keep(await line.line(at + 1))
  }
  await line.line(CARDS.length)
  assert.deepEqual(cardsIn(line.reports), CARDS)
  assert.deepEqual(incidents(line.reports), [])
  assert.match(await board.until((body) => /^HB .* crc=[1-9]/.test(body)), /over=0$/)
})

test('a spot tells its level to a host that comes, and after a power cut goes on with its revision', options, async (t) => {
  const line = await lineOf(t, spot, 'spots')
  const first = line.power()
  await first.world(`tags ${tagOfChip(2500, 0)} ${tagOfChip(500, 1)} ${tagOfChip(2500, 2)} ${tagOfChip('FB', 0)}`)
  line.connect()
  await line.until(isUp)
  const isLevel = (level: string) => (report: LinkReport) => report.kind === 'line' && report.body.endsWith(` ${SPOT} ${level}`)
  const told = await line.until(isLevel('1 2500x2,500x1,FBx1 5500'))
  assert.ok(told.kind === 'line' && told.message.kind === 'spot', shortReport(told))
  await first.world('tags')
  await line.keep((await line.until(isLevel('2 - 0'))) as Told)
  await first.cut()
  const second = line.power()
  // The host asks for it, and nothing has changed.
  await line.until((report) => report.kind === 'line' && report.boot === 2 && report.body.endsWith(' 2 - 0'))
  await second.world(`tags ${tagOfChip(100, 3)}`)
  await line.until(isLevel('3 100x1 100'))
  assert.deepEqual(incidents(line.reports), [])
})
