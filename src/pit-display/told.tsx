/** What is asked of the book while a view is looked at, and what stands there instead of an answer. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import type { Told } from './book-messages.ts'
import { say } from './say.ts'

/** A book that was away is asked again by itself. */
const AGAIN_MS = 10_000
/** A book stores what it hears within a second, or within half a minute where much reaches it at once; one that is later than that waits for a gap. */
const BEHIND_PAUSES_MS: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 16_000]

/**
 * Asks when `by` changes, and when somebody logs in; null: there is no answer yet. The last answer stays until the next one comes.
 * A table or a round that the book does not know is asked for as one that is behind: it may be the first that is heard of it.
 * @param isBehind whether the book has not yet stored what the page has heard: it is then asked again, with `BEHIND_PAUSES_MS` between
 */
export function useTold<T>(
  ask: () => Promise<Told<T>>,
  by: readonly unknown[],
  isBehind: (data: T) => boolean = () => false,
): Told<T> | null {
  const { link } = useApp()
  const told = useSignal<Told<T> | null>(null)
  const login = link.login.value
  useEffect(() => {
    let isWanted = true
    let again: ReturnType<typeof setTimeout> | undefined
    const pauses = BEHIND_PAUSES_MS.values()
    const tryIt = async (): Promise<void> => {
      const answer = await ask()
      if (!isWanted) return
      told.value = answer
      const isLate = answer.kind === 'told' ? isBehind(answer.data) : answer.kind === 'refused' && answer.isUnknown
      const pause = answer.kind === 'away' ? AGAIN_MS : isLate ? pauses.next().value : undefined
      if (pause !== undefined) again = setTimeout(tryIt, pause)
    }
    void tryIt()
    return () => {
      isWanted = false
      clearTimeout(again)
    }
  }, [...by, login])
  return told.value
}

/** Why the book has not told it; nothing where it has. */
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
