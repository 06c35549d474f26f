/** What the demo knows in addition to the messages: which rounds were played, and whether the table published them correctly. */

import { findDriver } from '../../devices/registry.ts'
import { clean, type Entry, piece, sentence } from '../../src/base/terminal/line.ts'
import type { DeviceConfig } from '../../src/rules/table.ts'
import type { AnyEnvelope } from '../../src/wire/receive.ts'
import { recordedResults } from '../recorded/recorded.ts'
import { type ErringRound, type Mistake, mistakeOf } from '../table/errors/erring.ts'
import type { PlayedRound, RoundTruth } from '../table/types.ts'
import { announced, createMistakes, type Mistakes } from './mistakes.ts'
import type { Stage } from './stages.ts'
import { matchingTruth, playedTally, recordedTally, type Tally } from './verdict.ts'

export interface Bench {
  /** A round is about to be played. The lines to print before it. */
  played(round: PlayedRound | ErringRound): readonly Entry[]
  /** The lines to print below the message. */
  heard(envelope: AnyEnvelope): readonly Entry[]
  /**
   * `ready`: every device is up and its clock known. `closed`: every played round is closed. False: not in time; also true if `signal`
   * aborts.
   */
  until(what: 'ready' | 'closed', msMax: number, signal: AbortSignal): Promise<boolean>
  /** What the daemon reports to a person; the newest lines explain a failure. */
  notice(text: string): void
  fail(error: Error): void
  /** Aborts at `fail`. */
  readonly failed: AbortSignal
  /** `what`, followed by the daemon's last messages. */
  trouble(what: string): string
  /** `isStopped`: before everything was played; then what is not over is judged no more. */
  summary(isStopped: boolean): readonly Entry[]
}

type Closed = AnyEnvelope & { readonly type: 'round.closed' }

const NOTICES_MAX = 10
/** Most played rounds that wait for their round.closed: a daemon that closes none must not fill the memory. */
const OPEN_MAX = 64
/** Most hands of one round that are named when they are not as played. */
const WRONG_MAX = 3

interface Score {
  readonly stage: Stage
  readonly results: ReturnType<typeof recordedResults>
  readonly mistakes: Mistakes
  readonly checks: Set<() => void>
  readonly failure: AbortController
  open: readonly { readonly truth: RoundTruth; readonly mistake: Mistake | null }[]
  played: number
  closed: number
  incomplete: number
  right: number
  of: number
}

const isRecorded = ({ stage }: Score): boolean => stage.name === 'recorded'

/** `devices`: those of its configuration. */
export function createBench(stage: Stage, devices: readonly Pick<DeviceConfig, 'name' | 'driver' | 'role'>[]): Bench {
  const undated = new Set(devices.flatMap(({ name, driver, role }) => (findDriver(driver, role).traits.dated === 'host' ? [name] : [])))
  const up = new Set<string>()
  const notices: string[] = []
  const score: Score = {
    ...{ stage, results: stage.name === 'recorded' ? recordedResults() : [], mistakes: createMistakes(), checks: new Set() },
    ...{ failure: new AbortController(), open: [], played: 0, closed: 0, incomplete: 0, right: 0, of: 0 },
  }
  const { mistakes, failure } = score
  const isDone = { ready: () => up.size >= devices.length, closed: () => score.closed >= score.played }
  return {
    played(round) {
      score.played++
      const mistake = mistakeOf(round)
      mistakes.played(mistake)
      score.open = [...score.open, { truth: round.truth, mistake }].slice(-OPEN_MAX)
      return mistake === null ? [] : announced(mistake)
    },
    heard(envelope) {
      if (envelope.type === 'state.device') {
        const { device, up: isUp, clockOffsetMs } = envelope.data
        if (isUp && (clockOffsetMs !== null || undated.has(device))) up.add(device)
      }
      const said = mistakes.heard(envelope)
      const lines = envelope.type === 'round.closed' ? verdict(score, envelope) : said
      for (const check of score.checks) check()
      return lines
    },
    until: (what, msMax, signal) => until(score, isDone[what], msMax, signal),
    notice(text) {
      notices.push(text)
      if (notices.length > NOTICES_MAX) notices.shift()
    },
    fail(error) {
      notices.push(error.message)
      failure.abort()
    },
    failed: failure.signal,
    trouble: (what) => [`${what}; the daemon's last messages:`, ...notices].join('\n  '),
    summary(isStopped) {
      if (isStopped) mistakes.stopped()
      return summary(score)
    },
  }
}

/**
 * Compares a closed round; gives the mistake if somebody erred, because the hands may then have ended otherwise than they should have.
 */
function judge(score: Score, envelope: Closed): Tally | Mistake {
  if (isRecorded(score)) return recordedTally(envelope.data, score.results)
  const truths = score.open.map(({ truth }) => truth)
  const matching = matchingTruth(envelope.data, truths, score.stage.errs)
  const played = score.open.find(({ truth }) => truth === matching)
  score.open = score.open.filter((each) => each !== played)
  if (played === undefined) return { right: 0, of: 0, wrong: ['this round was not played'] }
  return played.mistake ?? playedTally(envelope.data, played.truth)
}

function verdict(score: Score, envelope: Closed): readonly Entry[] {
  score.closed++
  const tally = judge(score, envelope)
  if ('code' in tally) return score.mistakes.lines(tally)
  score.right += tally.right
  score.of += tally.of
  if (!envelope.data.complete) score.incomplete++
  const name = isRecorded(score) ? 'recorded results' : 'as played'
  if (tally.of === 0 && tally.wrong.length === 0) return [[piece(`  ${name}: none, because the recording stops here`, 'faint')]]
  const line = [piece(`  ${name}: ${tally.right} of ${tally.of}`, tally.right === tally.of ? 'gain' : 'alarm')]
  return [line, ...tally.wrong.slice(0, WRONG_MAX).map((text) => sentence([piece('  ! ', 'alarm')], clean(text)))]
}

const until = ({ checks, failure }: Score, isDone: () => boolean, msMax: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (is: boolean): void => {
      clearTimeout(late)
      checks.delete(check)
      for (const each of [signal, failure.signal]) each.removeEventListener('abort', stop)
      resolve(is)
    }
    const check = (): void => {
      if (isDone()) done(true)
    }
    const stop = (): void => done(!failure.signal.aborted)
    const late = setTimeout(() => done(false), msMax)
    checks.add(check)
    for (const each of [signal, failure.signal]) each.addEventListener('abort', stop)
    if (signal.aborted || failure.signal.aborted) stop()
    else check()
  })

function summary(score: Score): readonly Entry[] {
  const { mistakes, closed, right, of, incomplete } = score
  if (closed === 0) return []
  const text = `${right} of ${of} hands as ${isRecorded(score) ? 'recorded' : 'played'}, ${incomplete} rounds incomplete`
  const wrong = mistakes.summary()
  const accusations = mistakes.accusations()
  return [
    [],
    [piece(text, right === of ? 'strong' : 'alarm')],
    ...(wrong === null ? [] : [[piece(wrong, 'strong')] as const]),
    sentence([], accusations.text, accusations.count === 0 ? 'strong' : 'alarm'),
  ]
}
