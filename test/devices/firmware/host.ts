/** A board with our firmware as a process (`host-board.cpp`), and its line: here, or on a pseudo-terminal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { filter, firstValueFrom, ReplaySubject, Subject, timeout } from 'rxjs'
import { formatLine, parseLine } from '../../../firmware-bridge/line.ts'
import { MEMORY_BYTES } from './built.ts'

const DEADLINE_MS = 10_000

export interface Board {
  /** Text of each line it sends, LF included. */
  readonly lines$: Subject<string>
  readonly bytes$: Subject<Buffer>
  /** Bodies it has sent so far. */
  readonly bodies: readonly string[]
  /** A body that it has sent or will send. */
  until(isIt: (body: string) => boolean): Promise<string>
  hear(bytes: string | Uint8Array): void
  /** What happens around it, one after the other; resolves when it has looked at the last of them. */
  world(...steps: readonly string[]): Promise<void>
  readonly isLit: boolean
  /** Its exit code; null: it was killed. */
  readonly ended: Promise<number | null>
  /** The power goes. */
  cut(): Promise<void>
}

export interface BoardOptions {
  /** The file that is its memory. */
  readonly memory: string
  readonly memoryBytes?: number
  /** The power goes in the middle of the write after so many. */
  readonly writesMax?: number
  readonly teaching?: boolean
  /** Its time is real, as on a line with a host; otherwise time passes only while something happens around it. @default false */
  readonly real?: boolean
}

export function startBoard(t: Pick<TestContext, 'after'>, program: string, options: BoardOptions): Board {
  const child = spawn(program, [], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe', 'pipe'],
    env: {
      ...process.env,
      MEMORY: options.memory,
      MEMORY_BYTES: String(options.memoryBytes ?? MEMORY_BYTES),
      ...(options.writesMax === undefined ? {} : { WRITES_MAX: String(options.writesMax) }),
      ...(options.real === true ? {} : { CLOCK: 'steps' }),
      ...(options.teaching === true ? { TEACHING: '1' } : {}),
    },
  })
  const [stdin, stdout, , world, shown] = child.stdio as unknown as readonly [Writable, Readable, null, Writable, Readable]
  const lines$ = new Subject<string>()
  const bytes$ = new Subject<Buffer>()
  stdout.on('data', (bytes: Buffer) => bytes$.next(bytes))
  const bodies: string[] = []
  const bodies$ = new ReplaySubject<string>()
  let [isLit, done, asked] = [false, 0, 0]
  const done$ = new ReplaySubject<number>(1)
  eachLine(stdout, (line) => {
    lines$.next(`${line}\n`)
    const parsed = parseLine(line)
    if (parsed.kind !== 'line') return
    bodies.push(parsed.body)
    bodies$.next(parsed.body)
  })
  eachLine(shown, (line) => {
    if (line === 'step') done$.next(++done)
    else isLit = line === 'light 1'
  })
  // It may have lost its power meanwhile.
  for (const pipe of [stdin, world]) pipe.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const board: Board = {
    lines$,
    bytes$,
    bodies,
    until: (isIt) => firstValueFrom(bodies$.pipe(filter(isIt), timeout(DEADLINE_MS))),
    hear: (bytes) => void stdin.write(bytes),
    // The last step is over when a look after it is.
    async world(...steps) {
      const all = [...steps, 'wait 1']
      asked += all.length
      const last = asked
      world.write(all.map((step) => `${step}\n`).join(''))
      await firstValueFrom(
        done$.pipe(
          filter((count) => count >= last),
          timeout(DEADLINE_MS),
        ),
      )
    },
    get isLit() {
      return isLit
    },
    ended,
    async cut() {
      child.kill('SIGKILL')
      await ended
    },
  }
  t.after(() => board.cut())
  return board
}

function eachLine(stream: Readable, take: (line: string) => void): void {
  let begun = ''
  stream.on('data', (bytes: Buffer) => {
    const pieces = (begun + bytes.toString('latin1')).split('\n')
    begun = pieces.pop() ?? ''
    for (const line of pieces) take(line)
  })
}

/** Sends requests and returns what it answers, in order, with what it says by itself left out. */
export async function answersTo(board: Board, ...requests: readonly string[]): Promise<readonly string[]> {
  const sign = 1_000_000 + board.bodies.length * 2
  const asked = async (...bodies: readonly string[]): Promise<number> => {
    const mark = bodies.at(-1) ?? ''
    board.hear(bodies.map(formatLine).join(''))
    return board.bodies.indexOf(await board.until((body) => body.startsWith(`${mark.slice(0, -1)}`)))
  }
  // Questions of which the answers are known: what it says between them is what is asked for.
  const from = await asked(`TS ${sign} 0`)
  const to = await asked(...requests, `TS ${sign + 1} 0`)
  return board.bodies.slice(from + 1, to).filter((body) => !body.startsWith('HB '))
}

/** A folder for memories, gone with the test. */
export function ownFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
