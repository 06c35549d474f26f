/** What people did wrong at the table, compared with what was found of it; and what was found although nobody did it. */

import { clean, type Entry, piece, sentence, type Tone } from '../../src/base/terminal/line.ts'
import { gradeText } from '../../src/display/terminal/say.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import type { AnyEnvelope } from '../../src/wire/receive.ts'
import { CONSEQUENCES } from '../table/errors/consequences.ts'
import { type Mistake, mistakeText } from '../table/errors/erring.ts'

export interface Mistakes {
  /** A round is about to be played; null: nobody errs in it. */
  played(mistake: Mistake | null): void
  /** What is to be said of it. */
  heard(envelope: AnyEnvelope): readonly Entry[]
  /** How a mistake stands now. */
  lines(mistake: Mistake): readonly Entry[]
  /** The end was not that of the play: what is not over is judged no more. */
  stopped(): void
  /** A summary of all mistakes; null if nobody erred. */
  summary(): string | null
  /**
   * Findings above `info` of what nobody did, which follow from nothing that was done: how many, and the first ones by name. A group is one.
   */
  accusations(): { readonly count: number; readonly text: string }
}

/** After this many further rounds nothing is reported about a mistake any more, and no report is taken back, so it is counted. */
const ROUNDS_MAX = 8
/** A finding that belongs to a mistake is raised in its round, or in one of this many next. */
const ROUNDS_LATE = 2
/** A finding is judged while every mistake that it may belong to is still known. */
const ROUNDS_JUDGED = ROUNDS_MAX - ROUNDS_LATE
/** Most wrong accusations that are named. */
const NAMED_MAX = 5
/** Most findings that are kept; a round has a handful. */
const FINDINGS_MAX = 1000

interface Finding {
  readonly code: FindingCode
  readonly box: number | null
  readonly grade: Grade
  readonly isGrave: boolean
  /** Of a `one-of`: its group. */
  readonly group: string | null
  /** Of a `one-of`: the others of which one was done. */
  readonly rivals: readonly string[]
  /** How many rounds had been played before it was raised. */
  readonly rounds: number
  /** Its round's id; null: it is of none. */
  readonly round: string | null
}

type Grade = 'proven' | 'one-of' | 'likely'
type Told = { readonly how: Grade | 'not'; readonly as: FindingCode | null }
const TONES: { readonly [how in Told['how']]: Tone } = { proven: 'gain', 'one-of': 'strong', likely: 'strong', not: 'faint' }
/** How sure a finding is, the surest first. */
const GRADES: readonly Grade[] = ['proven', 'one-of', 'likely']

const isOf = ({ code, box }: Finding, mistake: Mistake): boolean =>
  code === mistake.code && (box === null || mistake.box === null || box === mistake.box)
const followsFrom = ({ code }: Finding, mistake: Mistake): boolean =>
  CONSEQUENCES[mistake.code]?.some((other) => other.code === code) === true

/** What the demo says before a mistake that it has planned; others come by surprise. */
export const announced = ({ isPlanned, does, code }: Mistake): readonly Entry[] =>
  isPlanned ? [sentence([piece('planned: ', 'strong')], `in the next round ${does} (${code}), on purpose; watch for its alarm`)] : []

interface Comparison {
  readonly findings: Map<string, Finding>
  readonly counts: { [how in Told['how']]: number }
  readonly judged: Set<string>
  /** Wrong accusations: the first ones, and how many there are. */
  readonly wrong: string[]
  wrongCount: number
  planned: number
  recent: readonly { readonly mistake: Mistake; readonly rounds: number }[]
  rounds: number
  /** Ids of the rounds that are over, the newest ones. */
  readonly over: Set<string>
  /** Mistakes whose round is over. */
  readonly done: WeakSet<Mistake>
  /** Mistakes that have been announced, and whose alarm has not come. */
  expected: readonly Mistake[]
  isStopped: boolean
}

export function createMistakes(): Mistakes {
  const all: Comparison = {
    ...{ findings: new Map(), counts: { proven: 0, 'one-of': 0, likely: 0, not: 0 }, judged: new Set() },
    ...{ wrong: [], wrongCount: 0, planned: 0, recent: [], rounds: 0 },
    ...{ over: new Set(), done: new WeakSet(), expected: [], isStopped: false },
  }
  const { findings } = all
  return {
    played(mistake) {
      all.rounds++
      judge(all)
      count(all)
      if (mistake === null) return
      if (mistake.isPlanned) {
        all.planned++
        all.expected = [...all.expected, mistake]
      }
      all.recent = [...all.recent, { mistake, rounds: all.rounds }]
    },
    heard({ type, data, round = null }) {
      if (type === 'round.closed') close(all, round)
      if (type === 'alarm') return explained(all, data)
      if (type === 'finding.withdrawn') findings.delete(data.finding)
      if (type !== 'finding.raised' && type !== 'finding.changed') return []
      const { finding, code, box, grade, severity, group, rivals } = data
      keep(all, finding, { code, box, grade, isGrave: severity !== 'info', group, rivals, rounds: all.rounds, round })
      return []
    },
    stopped() {
      all.isStopped = true
    },
    lines(mistake) {
      all.done.add(mistake)
      const { how, as } = toldOf(all, mistake)
      const text = how === 'not' ? 'not noticed' : `found, ${gradeText(how)}${as === null ? '' : `, by what follows from it: ${as}`}`
      return [
        sentence([piece(`  ${mistake.isPlanned ? 'planned ' : ''}mistake: `, 'strong')], `${mistakeText(mistake)}: ${text}`, TONES[how]),
      ]
    },
    summary: () => summary(all),
    accusations() {
      const { judged, wrongCount, wrong } = all
      const open = [...findings].filter(
        ([id, finding]) => !judged.has(id) && isOver(all, finding) && isFirstOfGroup(all, id, finding) && isWrong(all, finding),
      )
      const count = wrongCount + open.length
      const named = [...wrong, ...open.map(([id, finding]) => accusation(id, finding))].slice(0, NAMED_MAX)
      const names = named.length === 0 ? '' : `: ${named.join(', ')}${count > named.length ? ', …' : ''}`
      return { count, text: `${count} wrong accusation${count === 1 ? '' : 's'}${names}` }
    },
  }
}

function close({ over }: Comparison, round: string | null): void {
  if (round !== null) over.add(round)
  const [oldest] = over
  if (over.size > FINDINGS_MAX && oldest !== undefined) over.delete(oldest)
}

/** What is told of a round before its end may yet be withdrawn. */
const isOver = ({ isStopped, over }: Comparison, { round }: Finding): boolean => !isStopped || round === null || over.has(round)

/** The alarm of an announced mistake, once. */
function explained(all: Comparison, { code, box, state }: { readonly code: string; readonly box: number | null; readonly state: string }) {
  const mistake = all.expected.find((each) => each.code === code && (box === null || each.box === box))
  if (mistake === undefined || state !== 'unacknowledged') return []
  all.expected = all.expected.filter((each) => each !== mistake)
  return [sentence([piece('  this alarm: ', 'strong')], `the demo announced this mistake (${code}), and the table has found it`)]
}

function keep({ findings, judged }: Comparison, id: string, finding: Finding): void {
  findings.set(id, { ...finding, rounds: findings.get(id)?.rounds ?? finding.rounds })
  const [oldest] = findings.keys()
  if (findings.size <= FINDINGS_MAX || oldest === undefined) return
  findings.delete(oldest)
  judged.delete(oldest)
}

/** By its own name, in its round or the next ones; else by the name of what follows from it. Any other name is a wrong accusation. */
function toldOf({ recent, rounds, findings }: Comparison, mistake: Mistake): Told {
  const since = recent.find((each) => each.mistake === mistake)?.rounds ?? rounds
  const isOfAnother = (finding: Finding): boolean =>
    recent.some((each) => each.mistake !== mistake && isInTime(finding, each.rounds) && isOf(finding, each.mistake))
  const stand = [...findings.values()].filter((finding) => isInTime(finding, since))
  const own = stand.filter((finding) => isOf(finding, mistake))
  const others = stand.filter((finding) => followsFrom(finding, mistake) && !isOfAnother(finding))
  for (const named of [own, others]) {
    for (const grade of GRADES) {
      const found = named.find((finding) => finding.grade === grade)
      if (found !== undefined) return { how: grade, as: named === own ? null : found.code }
    }
  }
  return { how: 'not', as: null }
}

const isInTime = (finding: Finding, since: number): boolean => finding.rounds >= since && finding.rounds <= since + ROUNDS_LATE

/** It is of a mistake by name and box, or what follows from one. */
const isExplained = ({ recent }: Comparison, finding: Finding): boolean =>
  recent.some(({ mistake, rounds: since }) => isInTime(finding, since) && (isOf(finding, mistake) || followsFrom(finding, mistake)))

/** A group is right if what was done is in it. */
function isWrong(all: Comparison, finding: Finding): boolean {
  const rivals = finding.rivals.flatMap((id) => all.findings.get(id) ?? [])
  return finding.isGrave && ![finding, ...rivals].some((each) => isExplained(all, each))
}

const accusation = (id: string, { grade }: Finding): string => `${clean(id)} (${gradeText(grade)})`

/** One fact is accused of once: a group by the first of its errors. */
function isFirstOfGroup({ findings }: Comparison, id: string, { group }: Finding): boolean {
  const [first] = [...findings].find(([, other]) => group !== null && other.group === group) ?? [id]
  return first === id
}

function judge(all: Comparison): void {
  const { findings, judged, rounds, wrong } = all
  for (const [id, finding] of findings) {
    if (judged.has(id) || finding.rounds > rounds - ROUNDS_JUDGED) continue
    const isFirst = isFirstOfGroup(all, id, finding)
    judged.add(id)
    if (!isFirst || !isWrong(all, finding)) continue
    all.wrongCount++
    if (wrong.length < NAMED_MAX) wrong.push(accusation(id, finding))
  }
}

function count(all: Comparison): void {
  const { recent, rounds, counts } = all
  for (const { mistake } of recent.filter((each) => each.rounds < rounds - ROUNDS_MAX)) counts[toldOf(all, mistake).how]++
  all.recent = recent.filter((each) => each.rounds >= rounds - ROUNDS_MAX)
}

function summary(all: Comparison): string | null {
  const { recent, counts, planned } = all
  const judged = recent.filter(({ mistake, rounds }) => !all.isStopped || all.done.has(mistake) || all.rounds - rounds > ROUNDS_LATE)
  const open = judged.map(({ mistake }) => toldOf(all, mistake).how)
  const of = (how: Told['how']): number => counts[how] + open.filter((each) => each === how).length
  const found = GRADES.reduce((sum, grade) => sum + of(grade), 0)
  const total = found + of('not')
  const graded = GRADES.map((grade) => `${of(grade)} ${gradeText(grade)}`).join(', ')
  const counted = `${total} mistake${total === 1 ? '' : 's'}${planned === 0 ? '' : ` (${planned} planned)`}`
  return total === 0 ? null : `${counted}: ${graded}, ${of('not')} not noticed`
}
