/** What the demo knows in addition to the messages: which rounds were played, and whether the table published them correctly. */

import { clean, type Entry, piece, sentence } from '../../src/display/terminal/line.ts'
import type { AnyEnvelope } from '../../src/display/terminal/receive.ts'
import { recordedResults } from '../recorded/recorded.ts'
import { type ErringRound, type Mistake, mistakeOf } from '../table/errors/erring.ts'
import type { PlayedRound, RoundTruth } from '../table/types.ts'
import { announced, createMistakes } from './mistakes.ts'
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
  summary(): readonly Entry[]
}

type Closed = AnyEnvelope & { readonly type: 'round.closed' }

const NOTICES_MAX = 10
/** Most played rounds that wait for their round.closed: a daemon that closes none must not fill the memory. */
const OPEN_MAX = 64
/** Most hands of one round that are named when they are not as played. */
const WRONG_MAX = 3

export function createBench(stage: Stage): Bench {
  const isRecorded = stage.name === 'recorded'
  const results = isRecorded ? recordedResults() : []
  const up = new Set<string>()
  const checks = new Set<() => void>()
  const notices: string[] = []
  const failure = new AbortController()
  const mistakes = createMistakes()
  let open: { readonly truth: RoundTruth; readonly mistake: Mistake | null }[] = []
  let played = 0
  let closed = 0
  let incomplete = 0
  let right = 0
  let of = 0

  const isDone = { ready: () => up.size >= stage.roles.length, closed: () => closed >= played }

  /**
   * Compares a closed round; gives the mistake if somebody erred, because the hands may then have ended otherwise than they should have.
   */
  function judge(envelope: Closed): Tally | Mistake {
    if (isRecorded) return recordedTally(envelope.data, results)
    const matching = matchingTruth(
      envelope.data,
      open.map(({ truth }) => truth),
      stage.errs,
    )
    const played = open.find(({ truth }) => truth === matching)
    open = open.filter((each) => each !== played)
    if (played === undefined) return { right: 0, of: 0, wrong: ['this round was not played'] }
    return played.mistake ?? playedTally(envelope.data, played.truth)
  }

  function verdict(envelope: Closed): readonly Entry[] {
    closed++
    const tally = judge(envelope)
    if ('code' in tally) return mistakes.lines(tally)
    right += tally.right
    of += tally.of
    if (!envelope.data.complete) incomplete++
    const name = isRecorded ? 'recorded results' : 'as played'
    if (tally.of === 0 && tally.wrong.length === 0) return [[piece(`  ${name}: none, because the recording stops here`, 'faint')]]
    const line = [piece(`  ${name}: ${tally.right} of ${tally.of}`, tally.right === tally.of ? 'gain' : 'alarm')]
    return [line, ...tally.wrong.slice(0, WRONG_MAX).map((text) => sentence([piece('  ! ', 'alarm')], clean(text)))]
  }

  return {
    played(round) {
      played++
      const mistake = mistakeOf(round)
      mistakes.played(mistake)
      open = [...open, { truth: round.truth, mistake }].slice(-OPEN_MAX)
      return mistake === null ? [] : announced(mistake)
    },
    heard(envelope) {
      if (envelope.type === 'state.device') {
        const { device, up: isUp, clockOffsetMs } = envelope.data
        if (isUp && clockOffsetMs !== null) up.add(device)
      }
      mistakes.heard(envelope)
      const lines = envelope.type === 'round.closed' ? verdict(envelope) : []
      for (const check of checks) check()
      return lines
    },
    until(what, msMax, signal) {
      return new Promise((resolve) => {
        const done = (is: boolean): void => {
          clearTimeout(late)
          checks.delete(check)
          for (const each of [signal, failure.signal]) each.removeEventListener('abort', stop)
          resolve(is)
        }
        const check = (): void => {
          if (isDone[what]()) done(true)
        }
        const stop = (): void => done(!failure.signal.aborted)
        const late = setTimeout(() => done(false), msMax)
        checks.add(check)
        for (const each of [signal, failure.signal]) each.addEventListener('abort', stop)
        if (signal.aborted || failure.signal.aborted) stop()
        else check()
      })
    },
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
    summary() {
      if (closed === 0) return []
      const name = isRecorded ? 'recorded' : 'played'
      const text = `${right} of ${of} hands as ${name}, ${incomplete} rounds incomplete`
      const wrong = mistakes.summary()
      const accusations = mistakes.accusations()
      return [
        [],
        [piece(text, right === of ? 'strong' : 'alarm')],
        ...(wrong === null ? [] : [[piece(wrong, 'strong')] as const]),
        sentence([], accusations.text, accusations.count === 0 ? 'strong' : 'alarm'),
      ]
    },
  }
}
