/** Queries the book while a view is open, and says why there is no answer if there is none. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import type { Told } from './book-messages.ts'
import { say } from './say.ts'

/** An unreachable book is queried again after this pause. */
const AGAIN_MS = 10_000
/**
 * A book stores what it receives within a second, or within half a minute if much arrives at once. A book that is later than that is
 * waiting for a gap.
 */
const BEHIND_PAUSES_MS: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 16_000]

export const useTold = <T,>(ask: () => Promise<Told<T>>, by: readonly unknown[]): Told<T> | null =>
  useAnswer(ask, { question: '', by, isBehind: () => false }).told

interface Asking<T> {
  /** What is asked, as opposed to news because of which the same is asked again. */
  readonly question: string
  readonly by: readonly unknown[]
  readonly isBehind: (data: T) => boolean
}

interface Answer<T> {
  readonly told: Told<T> | null
  /** It answers an earlier question; the answer to this one has not come yet. */
  readonly isOld: boolean
}

/**
 * Queries when the question or `by` changes, and when somebody logs in; null: there is no answer yet. The last answer stays until the next one comes. A
 * table or a round that the book does not know is queried again like one that is behind, because the book may hear of it a moment later.
 * `isBehind`: whether the book has not yet stored what the page has heard; if so, the query is repeated with `BEHIND_PAUSES_MS` between
 */
export function useAnswer<T>(ask: () => Promise<Told<T>>, { question, by, isBehind }: Asking<T>): Answer<T> {
  const { session } = useApp()
  const answered = useSignal<{ readonly told: Told<T>; readonly question: string } | null>(null)
  const user = session.user.value
  useEffect(() => {
    let isWanted = true
    let again: ReturnType<typeof setTimeout> | undefined
    const pauses = BEHIND_PAUSES_MS.values()
    const tryIt = async (): Promise<void> => {
      const answer = await ask()
      if (!isWanted) return
      answered.value = { told: answer, question }
      const isLate = answer.kind === 'told' ? isBehind(answer.data) : answer.kind === 'refused' && answer.isUnknown
      const pause = answer.kind === 'away' ? AGAIN_MS : isLate ? pauses.next().value : undefined
      if (pause !== undefined) again = setTimeout(tryIt, pause)
    }
    void tryIt()
    return () => {
      isWanted = false
      clearTimeout(again)
    }
  }, [question, ...by, user])
  return { told: answered.value?.told ?? null, isOld: answered.value !== null && answered.value.question !== question }
}

/** Why the book has given no answer; shows nothing if it has. */
export function NotTold({ told }: { readonly told: Told<unknown> | null }) {
  const { loginAsked } = useApp()
  if (told === null) return <p class="book-note calm">{say('book.asking')}</p>
  if (told.kind === 'told') return null
  return (
    <p class={`book-note ${told.kind === 'none' ? 'calm' : 'warn-word'}`} role="status">
      {told.kind === 'refused' ? say('book.refused', { text: told.text }) : say(`book.${told.kind}`)}{' '}
      {told.kind === 'login' ? (
        <button type="button" class="quiet" onClick={() => (loginAsked.value = true)}>
          {say('login.enter')}
        </button>
      ) : null}
    </p>
  )
}
