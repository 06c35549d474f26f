/** What is asked of the book while a view is looked at, and what stands there instead of an answer. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import type { Told } from './book.ts'
import { say } from './say.ts'

/** A book that was away is asked again by itself. */
const AGAIN_MS = 10_000

/** Asks when `by` changes, and when somebody logs in; null: there is no answer yet. The last answer stays until the next one comes. */
export function useTold<T>(ask: () => Promise<Told<T>>, by: readonly unknown[]): Told<T> | null {
  const { link } = useApp()
  const told = useSignal<Told<T> | null>(null)
  const login = link.login.value
  useEffect(() => {
    let isWanted = true
    let again: ReturnType<typeof setTimeout> | undefined
    const tryIt = async (): Promise<void> => {
      const answer = await ask()
      if (!isWanted) return
      told.value = answer
      if (answer.kind === 'away') again = setTimeout(tryIt, AGAIN_MS)
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
