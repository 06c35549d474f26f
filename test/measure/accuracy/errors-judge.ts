/** What can be proven about a play with an error, according to the enumerator of stories. */
import type { InjectedPlay, InjectOptions } from '../../../simulators/table/errors/inject.ts'
import { type Judgement, judgeRound, LISTED } from '../../engine/enumerator/errors.ts'
import { errorsRound } from '../../engine/errors-round.ts'

export interface Judged {
  /** The line from which on every story with the fewest deviations contains the error; null: other stories remain. */
  readonly provableAt: number | null
  /** Deviations that occur in some story with the fewest; empty: a legal story remains. */
  readonly possible: ReadonlySet<string>
  /** The error is among the stories with the fewest deviations, or a legal story remains. */
  readonly isListed: boolean
}

const keyOf = ({ code, box }: InjectedPlay['error'], boxes: readonly number[]): string =>
  `${code}@${box === null || !boxes.includes(box) ? '' : boxes.indexOf(box) + 1}`

/** null: beyond the enumerator, which knows only main spots, players who are present, and rounds with few cards. */
export const judgePlay = (play: InjectedPlay, options: InjectOptions): Judged | null => {
  if (!LISTED.has(play.error.code)) return null
  const told = errorsRound(play, options)
  if (told === null) return null
  const judgement: Judgement = judgeRound(told.round, told.signs)
  const key = keyOf(play.error, told.boxes)
  const { beyond, possible, proven } = judgement
  const at = proven.get(key)
  const end = (told.lines.at(-1) ?? 0) + 1
  const isListed = !beyond && (possible.size === 0 || possible.has(key))
  return { provableAt: at === undefined ? null : (told.lines[at] ?? end), possible, isListed }
}
