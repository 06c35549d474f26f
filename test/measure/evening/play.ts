/** One evening at one table: people make errors now and then, and what a person at the pit's display sees of them is counted. */
import { usualSpots } from '../../../simulators/device/options.ts'
import { CONSEQUENCES } from '../../../simulators/table/errors/consequences.ts'
import { type ErringRound, type Mistake, mistakeText, playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { Habit } from '../../../simulators/table/types.ts'
import type { Alarm } from '../../../src/procedure/alarms.ts'
import { CATALOGUE } from '../../../src/procedure/catalogue/index.ts'
import type { GRADES } from '../../../src/procedure/finding.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { type HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { configFor, type Daemon, daemonFor, type Heard, hearPlay } from '../../daemon/pipeline/heard-play.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'

export interface EveningJob {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly rack: boolean
  readonly pointer: boolean
  readonly rounds: number
  /** An error is attempted in one of this many rounds. */
  readonly oneIn: number
  readonly habits: readonly Habit[]
  readonly seed: number
}

type Grade = (typeof GRADES)[number]

/** What the pit's display showed of an evening. */
export interface EveningCounts {
  readonly rounds: number
  /** Errors that were made and not corrected, and those with a standing alarm at the end, by its grade. */
  readonly errors: number
  readonly told: { readonly [G in Grade]: number }
  /** Errors that the dealer corrected; alarms about them that have ended since, and those still standing. */
  readonly putRight: { readonly errors: number; readonly over: number; readonly standing: number }
  /**
   * Alarms that a person saw; those withdrawn afterwards; those not withdrawn although nobody did what they say; second alarms of one
   * error.
   */
  readonly shown: number
  readonly withdrawn: number
  readonly wrong: number
  readonly doubled: number
  /** What a person would look into, one line each. */
  readonly lines: readonly string[]
}

/** The lag with which a usual table reports its chips. */
const SPOT_LAG_MS = 1500
/** An error is reported in its round, or in one of this many rounds after it. */
const ROUNDS_LATE = 2
const ALARM_HOLD_MS = 4000

/** An error that is only for the record raises no alarm. */
const ALARMING: readonly FindingCode[] = ERROR_CODES.filter((code) => CATALOGUE[code].severity !== 'info')

/** An alarm that was shown, in its last state. */
interface Shown {
  readonly alarm: Alarm
  /** Its final state: standing by itself, a line of another alarm, ended because the dealer corrected the error, or withdrawn. */
  readonly as: 'itself' | 'line' | 'corrected' | 'withdrawn'
}

type Said = Pick<Alarm, 'code' | 'box'>
const saidBy = ({ alarm }: Shown): readonly Said[] => alarm.group?.lines ?? [alarm]

const isOf = ({ code, box }: Said, mistake: Mistake): boolean => {
  if (CONSEQUENCES[mistake.code]?.some((other) => other.code === code)) return true
  return code === mistake.code && (box === null || mistake.box === null || box === mistake.box)
}

/** Number of the round that was in play at an event time. */
const roundAt = (played: readonly ErringRound[], at: number): number =>
  played.findLastIndex(({ truth }) => truth.openedAtMs <= at - BASE_MS)

/** What a job's people do, and the daemon that hears it. */
export const playJob = (job: EveningJob): { readonly played: readonly ErringRound[]; readonly daemon: Daemon } => {
  const { house, boxes, rack, pointer, rounds, oneIn, habits, seed } = job
  const { rules } = HOUSES[house]
  const spots = rack ? [...usualSpots(house), 'rack' as const] : usualSpots(house)
  const table = { rules, limits: LIMITS, chips: CHIPS, boxes, spots }
  const play = playErring({ ...table, pointer, habits, random: seededRandom(seed) }, { codes: ALARMING, share: 1 / oneIn })
  const played = Array.from({ length: rounds }, (): ErringRound => play.next().value)
  const config = configFor({ ...table, house, spotLagMs: SPOT_LAG_MS, chipEvidence: 'payouts', alarmHoldMs: ALARM_HOLD_MS })
  return { played, daemon: daemonFor(config) }
}

/** Somebody who looks at the display all evening: `counts` when it is over. */
export const onlooker = (job: EveningJob, played: readonly ErringRound[]) => {
  const shown = new Map<string, Shown>()
  const corrected = new Set<string>()
  const hear = ({ alarms, said }: Pick<Heard, 'alarms' | 'said'>): void => {
    for (const event of said) if (event.type === 'finding.changed' && event.data.corrected) corrected.add(event.data.finding)
    for (const alarm of alarms.open) {
      const isLine = alarm.state === 'suppressed'
      if (alarm.kind !== 'finding' || (isLine && !shown.has(alarm.alarm))) continue
      const over = corrected.has(alarm.grounds?.finding ?? '') ? 'corrected' : 'withdrawn'
      shown.set(alarm.alarm, { alarm, as: isLine ? 'line' : alarm.state === 'returned' ? over : 'itself' })
    }
    // A closed alarm was withdrawn, because nobody here closes alarms.
    for (const [id, known] of shown) if (alarms.open.every(({ alarm }) => alarm !== id)) shown.set(id, { ...known, as: 'withdrawn' })
  }
  return { hear, counts: () => countsOf(job, played, [...shown.values()]) }
}

export const work = (job: EveningJob): EveningCounts => {
  const { played, daemon } = playJob(job)
  const { hear, counts } = onlooker(job, played)
  hearPlay(
    played.flatMap(({ actions }) => actions),
    daemon,
    hear,
  )
  return counts()
}

/** The rounds in which the alarm's error may have been made. An error between two rounds may be reported before the next one opens. */
const roundsNear = ({ alarm: { since } }: Shown, played: readonly ErringRound[]): readonly ErringRound[] => {
  const last = roundAt(played, since)
  return played.slice(Math.max(0, last - ROUNDS_LATE), last + 2)
}

/**
 * The error that an alarm is about; if there are several, the newest. `put right`: the dealer made it and corrected it. null: nobody did
 * what the alarm says.
 */
const errorOf = (each: Shown, played: readonly ErringRound[]): Mistake | 'put right' | null => {
  const near = roundsNear(each, played)
  const isDone = (mistake: Mistake): boolean =>
    mistake.atMs + BASE_MS <= each.alarm.since && saidBy(each).some((said) => isOf(said, mistake))
  const mistake = near.flatMap((round) => round.mistake ?? []).findLast(isDone)
  const isPutRight = near.some(({ putRight = [] }) => saidBy(each).some(({ box }) => box !== null && putRight.includes(box)))
  return mistake ?? (isPutRight ? 'put right' : null)
}

const countsOf = (job: EveningJob, played: readonly ErringRound[], shown: readonly Shown[]): EveningCounts => {
  const kept = shown.filter(({ as }) => as === 'itself' || as === 'corrected')
  const blamed = kept.map((each) => ({ ...each, error: errorOf(each, played) }))
  const alarmsOf = (error: Mistake | null): readonly Alarm[] => blamed.flatMap((each) => (each.error === error ? [each.alarm] : []))
  const told: { [G in Grade]: number } = { proven: 0, 'one-of': 0, likely: 0 }
  const lines: string[] = []
  let [errors, doubled] = [0, 0]
  for (const [round, { mistake }] of played.entries()) {
    if (mistake === null) continue
    errors++
    const [first, ...more] = alarmsOf(mistake)
    if (first === undefined) lines.push(`${where(job, round)}: no alarm of ${mistakeText(mistake)}`)
    else told[first.grounds?.grade ?? 'likely']++
    doubled += more.length
    for (const alarm of more) lines.push(`${where(job, round)}: a second alarm of ${mistakeText(mistake)}: ${first?.text} / ${alarm.text}`)
  }
  const wrong = alarmsOf(null)
  for (const alarm of wrong)
    lines.push(`${where(job, roundAt(played, alarm.since))}: of what nobody did, ${alarm.grounds?.grade} ${alarm.code}: ${alarm.text}`)
  const righted = blamed.filter(({ error }) => error === 'put right')
  const standing = righted.filter(({ as }) => as === 'itself')
  for (const { alarm } of standing)
    lines.push(`${where(job, roundAt(played, alarm.since))}: put right, and its alarm stands, ${alarm.code}: ${alarm.text}`)
  const putRight = {
    errors: played.reduce((sum, round) => sum + (round.putRight?.length ?? 0), 0),
    over: righted.length - standing.length,
    standing: standing.length,
  }
  const gone = shown.filter(({ as }) => as === 'withdrawn')
  for (const { alarm } of gone)
    lines.push(
      `${where(job, roundAt(played, alarm.since))}: withdrawn after it showed, ${alarm.grounds?.grade} ${alarm.code}: ${alarm.text}`,
    )
  const withdrawn = gone.length
  return { rounds: played.length, errors, told, putRight, shown: shown.length, withdrawn, wrong: wrong.length, doubled, lines }
}

const where = ({ house, rack, pointer, seed }: EveningJob, round: number): string =>
  `${house}${rack ? ', rack' : ''}${pointer ? ', pointer' : ''}, seed ${seed}, round ${round + 1}`
