/** What became of an act or a ruling, in one line. */
import { ANSWER_MS_MAX, type Answer } from './commands.ts'
import { saidRefusal, say } from './say.ts'

/** `act`: its name. */
export const answerText = (act: string, answer: Answer): string =>
  answer.kind === 'refused'
    ? say('act.refused', { act, error: saidRefusal(answer) })
    : say(`act.${answer.kind}`, { act, seconds: ANSWER_MS_MAX / 1000 })
