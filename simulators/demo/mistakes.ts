/** What people did wrong at the table, beside what was found of it. */
import { type Entry, piece, sentence, type Tone } from '../../src/terminal/line.ts'
import type { AnyEnvelope } from '../../src/terminal/receive.ts'
import { type Mistake, mistakeText } from '../table/errors/erring.ts'

export interface Mistakes {
  /** A round is about to be played; null: nobody errs in it. */
  played(mistake: Mistake | null): void
  heard(envelope: AnyEnvelope): void
  /** How it stands with a mistake now. */
  lines(mistake: Mistake): readonly Entry[]
  /** Of all; null where nobody erred. */
  summary(): string | null
}

/** Later than that many rounds behind it nothing is said of a mistake any more, and what was said is not taken back: it is counted. */
const ROUNDS_MAX = 8
/** What belongs to a mistake is told in its round, or in one of these next. */
const ROUNDS_LATE = 2
/** Findings that are kept; a round has a handful. */
const FINDINGS_MAX = 1000

interface Finding {
  readonly code: string
  readonly box: number | null
  readonly grade: Grade
  readonly isGrave: boolean
  /** Counts the rounds played before it was raised. */
  readonly rounds: number
}

type Grade = 'proven' | 'one-of' | 'likely'
type Told = { readonly how: Grade | 'not'; readonly as: string | null }
const TONES: { readonly [how in Told['how']]: Tone } = { proven: 'gain', 'one-of': 'strong', likely: 'strong', not: 'faint' }
/** How sure what was found is, the surest first. */
const GRADES: readonly Grade[] = ['proven', 'one-of', 'likely']
const HOW: { readonly [G in Grade]: string } = { proven: 'proven', 'one-of': 'one of several', likely: 'likely' }

export function createMistakes(): Mistakes {
  const findings = new Map<string, Finding>()
  const counts: { [how in Told['how']]: number } = { proven: 0, 'one-of': 0, likely: 0, not: 0 }
  let recent: readonly { readonly mistake: Mistake; readonly rounds: number }[] = []
  let rounds = 0

  function keep(id: string, finding: Finding): void {
    findings.set(id, { ...finding, rounds: findings.get(id)?.rounds ?? finding.rounds })
    const [oldest] = findings.keys()
    if (findings.size > FINDINGS_MAX && oldest !== undefined) findings.delete(oldest)
  }

  /** By its own name, in its round or the next ones; else by another in its round or the next. */
  function toldOf(mistake: Mistake): Told {
    const since = recent.find((each) => each.mistake === mistake)?.rounds ?? rounds
    const stand = [...findings.values()].filter((finding) => finding.rounds >= since && finding.rounds <= since + ROUNDS_LATE)
    const isHere = ({ box }: Finding): boolean => box === null || mistake.box === null || box === mistake.box
    const own = stand.filter((finding) => finding.code === mistake.code && isHere(finding))
    const surest = GRADES.find((grade) => own.some((finding) => finding.grade === grade))
    if (surest !== undefined) return { how: surest, as: null }
    const other = stand.find((finding) => finding.isGrave && finding.rounds <= since + 1)
    return other === undefined ? { how: 'not', as: null } : { how: other.grade, as: other.code }
  }

  function count(): void {
    for (const { mistake } of recent.filter((each) => each.rounds < rounds - ROUNDS_MAX)) counts[toldOf(mistake).how]++
    recent = recent.filter((each) => each.rounds >= rounds - ROUNDS_MAX)
  }

  return {
    played(mistake) {
      rounds++
      count()
      if (mistake !== null) recent = [...recent, { mistake, rounds }]
    },
    heard({ type, data }) {
      if (type === 'finding.withdrawn') findings.delete(data.finding)
      if (type !== 'finding.raised' && type !== 'finding.changed') return
      const { finding, code, box, grade, severity } = data
      keep(finding, { code, box, grade, isGrave: severity !== 'info', rounds })
    },
    lines(mistake) {
      const { how, as } = toldOf(mistake)
      const told = how === 'not' ? 'nothing is said of it' : `found, ${HOW[how]}${as === null ? '' : ` as ${as}`}`
      return [sentence([piece('  done wrong: ', 'strong')], `${mistakeText(mistake)}: ${told}`, TONES[how])]
    },
    summary() {
      const told = recent.map(({ mistake }) => toldOf(mistake).how)
      const of = (how: Told['how']): number => counts[how] + told.filter((each) => each === how).length
      const found = GRADES.reduce((sum, grade) => sum + of(grade), 0)
      const all = found + of('not')
      const graded = GRADES.map((grade) => `${of(grade)} ${HOW[grade]}`).join(', ')
      return all === 0 ? null : `${all} done wrong: ${graded}, ${of('not')} not said`
    },
  }
}
