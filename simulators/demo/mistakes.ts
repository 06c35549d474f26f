/** What people did wrong at the table, compared with what was found of it; and what was found although nobody did it. */
import type { FindingCode } from '../../src/house/finding-code.ts'
import { clean, type Entry, piece, sentence, type Tone } from '../../src/terminal/line.ts'
import type { AnyEnvelope } from '../../src/terminal/receive.ts'
import { CONSEQUENCES } from '../table/errors/consequences.ts'
import { type Mistake, mistakeText } from '../table/errors/erring.ts'

export interface Mistakes {
  /** A round is about to be played; null: nobody errs in it. */
  played(mistake: Mistake | null): void
  heard(envelope: AnyEnvelope): void
  /** How it stands with a mistake now. */
  lines(mistake: Mistake): readonly Entry[]
  /** Of all; null where nobody erred. */
  summary(): string | null
  /** Findings above `info` of what nobody did, which follow from nothing that was done: how many, and the first ones by name. */
  accusations(): { readonly count: number; readonly text: string }
}

/** Later than that many rounds behind it nothing is said of a mistake any more, and what was said is not taken back: it is counted. */
const ROUNDS_MAX = 8
/** What belongs to a mistake is told in its round, or in one of these next. */
const ROUNDS_LATE = 2
/** A finding is judged while every mistake that it may tell of is still known. */
const ROUNDS_JUDGED = ROUNDS_MAX - ROUNDS_LATE
/** Wrong accusations that are named. */
const NAMED_MAX = 5
/** Findings that are kept; a round has a handful. */
const FINDINGS_MAX = 1000

interface Finding {
  readonly code: FindingCode
  readonly box: number | null
  readonly grade: Grade
  readonly isGrave: boolean
  /** Of a `one-of`: the others of which one was done. */
  readonly rivals: readonly string[]
  /** Counts the rounds played before it was raised. */
  readonly rounds: number
}

type Grade = 'proven' | 'one-of' | 'likely'
type Told = { readonly how: Grade | 'not'; readonly as: FindingCode | null }
const TONES: { readonly [how in Told['how']]: Tone } = { proven: 'gain', 'one-of': 'strong', likely: 'strong', not: 'faint' }
/** How sure what was found is, the surest first. */
const GRADES: readonly Grade[] = ['proven', 'one-of', 'likely']
const HOW: { readonly [G in Grade]: string } = { proven: 'proven', 'one-of': 'one of several', likely: 'likely' }

const isOf = ({ code, box }: Finding, mistake: Mistake): boolean =>
  code === mistake.code && (box === null || mistake.box === null || box === mistake.box)

export function createMistakes(): Mistakes {
  const findings = new Map<string, Finding>()
  const counts: { [how in Told['how']]: number } = { proven: 0, 'one-of': 0, likely: 0, not: 0 }
  let recent: readonly { readonly mistake: Mistake; readonly rounds: number }[] = []
  let rounds = 0
  const judged = new Set<string>()
  const wrong: string[] = []
  let wrongCount = 0

  function keep(id: string, finding: Finding): void {
    findings.set(id, { ...finding, rounds: findings.get(id)?.rounds ?? finding.rounds })
    const [oldest] = findings.keys()
    if (findings.size <= FINDINGS_MAX || oldest === undefined) return
    findings.delete(oldest)
    judged.delete(oldest)
  }

  /** By its own name, in its round or the next ones; else by another in its round or the next. */
  function toldOf(mistake: Mistake): Told {
    const since = recent.find((each) => each.mistake === mistake)?.rounds ?? rounds
    const stand = [...findings.values()].filter((finding) => finding.rounds >= since && finding.rounds <= since + ROUNDS_LATE)
    const own = stand.filter((finding) => isOf(finding, mistake))
    const surest = GRADES.find((grade) => own.some((finding) => finding.grade === grade))
    if (surest !== undefined) return { how: surest, as: null }
    const other = stand.find((finding) => finding.isGrave && finding.rounds <= since + 1)
    return other === undefined ? { how: 'not', as: null } : { how: other.grade, as: other.code }
  }

  /** It is of a mistake by name and box, or what follows from one. */
  function isExplained(finding: Finding): boolean {
    return recent.some(({ mistake, rounds: since }) => {
      if (finding.rounds < since || finding.rounds > since + ROUNDS_LATE) return false
      return isOf(finding, mistake) || CONSEQUENCES[mistake.code]?.some(({ code }) => code === finding.code) === true
    })
  }

  /** A group is right where what was done is in it. */
  function isWrong(finding: Finding): boolean {
    const rivals = finding.rivals.flatMap((id) => findings.get(id) ?? [])
    return finding.isGrave && ![finding, ...rivals].some(isExplained)
  }

  const accusation = (id: string, { grade }: Finding): string => `${clean(id)} (${HOW[grade]})`

  function judge(): void {
    for (const [id, finding] of findings) {
      if (judged.has(id) || finding.rounds > rounds - ROUNDS_JUDGED) continue
      judged.add(id)
      if (!isWrong(finding)) continue
      wrongCount++
      if (wrong.length < NAMED_MAX) wrong.push(accusation(id, finding))
    }
  }

  function count(): void {
    for (const { mistake } of recent.filter((each) => each.rounds < rounds - ROUNDS_MAX)) counts[toldOf(mistake).how]++
    recent = recent.filter((each) => each.rounds >= rounds - ROUNDS_MAX)
  }

  return {
    played(mistake) {
      rounds++
      judge()
      count()
      if (mistake !== null) recent = [...recent, { mistake, rounds }]
    },
    heard({ type, data }) {
      if (type === 'finding.withdrawn') findings.delete(data.finding)
      if (type !== 'finding.raised' && type !== 'finding.changed') return
      const { finding, code, box, grade, severity, rivals } = data
      keep(finding, { code, box, grade, isGrave: severity !== 'info', rivals, rounds })
    },
    lines(mistake) {
      const { how, as } = toldOf(mistake)
      const told = how === 'not' ? 'not noticed' : `found, ${HOW[how]}${as === null ? '' : ` as ${as}`}`
      return [sentence([piece('  mistake: ', 'strong')], `${mistakeText(mistake)}: ${told}`, TONES[how])]
    },
    summary() {
      const told = recent.map(({ mistake }) => toldOf(mistake).how)
      const of = (how: Told['how']): number => counts[how] + told.filter((each) => each === how).length
      const found = GRADES.reduce((sum, grade) => sum + of(grade), 0)
      const all = found + of('not')
      const graded = GRADES.map((grade) => `${of(grade)} ${HOW[grade]}`).join(', ')
      return all === 0 ? null : `${all} mistake${all === 1 ? '' : 's'}: ${graded}, ${of('not')} not noticed`
    },
    accusations() {
      const open = [...findings].filter(([id, finding]) => !judged.has(id) && isWrong(finding))
      const count = wrongCount + open.length
      const named = [...wrong, ...open.map(([id, finding]) => accusation(id, finding))].slice(0, NAMED_MAX)
      const names = named.length === 0 ? '' : `: ${named.join(', ')}${count > named.length ? ', …' : ''}`
      return { count, text: `${count} wrong accusation${count === 1 ? '' : 's'}${names}` }
    },
  }
}
