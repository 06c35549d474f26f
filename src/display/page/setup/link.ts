/** The page's side of the set-up's server: one answer after the other, and nothing is kept beside the newest. */
import { effect, signal } from '@preact/signals'
import type { Text } from '../../../words/text.ts'
import type { Act, StepName, Told } from './told.ts'
import { say } from './words.ts'

/** null: this browser has not entered the word. */
export const told = signal<Told | null>(null)
export const step = signal<StepName>('devices')
/** Why the word was not taken: `wrong 4`, `spent`, `wait`; empty: none was given. */
export const entry = signal('')
/** The server has ended, as it does once the table runs; or cannot be reached. */
export const isAway = signal(false)
/** What a person has typed and not yet sent, by field. */
export const typed = signal<ReadonlyMap<string, string>>(new Map())
/** What would be understood if that were saved, a line each; null: it has not been asked yet. */
export const echo = signal<readonly Text[] | null>(null)
/** The steps that a person has seen here and left. */
export const looked = signal<ReadonlySet<StepName>>(new Set())
/** The steps that a person has tried to leave: what is missing there is a fault only now. */
export const tried = signal<ReadonlySet<StepName>>(new Set())

/** Whether a person is told what is wrong in that step. In a file that was there before, everything was meant as it is. */
export const isJudged = (step: StepName): boolean => told.value?.isNew === false || tried.value.has(step)

const ASKED_MS = 500
const ECHO_MS = 300

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

async function take(answer: Response): Promise<boolean> {
  isAway.value = false
  const body = (await answer.json()) as (Told & { readonly problem?: string }) | null
  if (body === null || answer.status === 401) {
    if (told.peek() !== null) entry.value = 'taken over'
    told.value = null
    return false
  }
  if (answer.ok) told.value = body
  else if (told.peek() !== null) {
    // What the server itself refuses is a fault of this page, and a technician reads it.
    const why = body.problem ?? String(answer.status)
    told.value = { ...(told.peek() as Told), refused: { code: 'as-is', en: why, de: why } }
  }
  return answer.ok && body.refused === null
}

export async function enterWord(word: string): Promise<void> {
  const answer = await post('api/word', { word }).catch(() => null)
  if (answer === null) isAway.value = true
  else if (answer.status === 429) entry.value = 'wait'
  else if (answer.status === 401) entry.value = `wrong ${((await answer.json()) as { readonly left: number }).left}`
  else {
    entry.value = ''
    await take(answer)
  }
}

/** Resolves to whether it was taken. */
export async function act(what: Act): Promise<boolean> {
  try {
    return await take(await post('api/do', what))
  } catch {
    isAway.value = true
    return false
  }
}

/** Sends what was typed into these fields. */
export async function send(keys: readonly string[]): Promise<boolean> {
  const fields = keys.flatMap((key) => {
    const text = typed.peek().get(key)
    return text === undefined ? [] : [{ key, text }]
  })
  if (fields.length === 0) return true
  const isTaken = await act({ do: 'set', fields })
  // What was typed meanwhile has not been sent.
  const isSent = (key: string, text: string): boolean => fields.some((field) => field.key === key && field.text === text)
  if (isTaken) typed.value = new Map([...typed.peek()].filter(([key, text]) => !isSent(key, text)))
  return isTaken
}

/** Asks once nothing has been typed for a moment. */
function keepEchoing(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    const fields = [...typed.value].map(([key, text]) => ({ key, text }))
    clearTimeout(waiting)
    if (fields.length === 0) echo.value = null
    else waiting = setTimeout(() => void ask(fields), ECHO_MS)
  })
  const ask = async (fields: readonly { readonly key: string; readonly text: string }[]): Promise<void> => {
    const answer = await post('api/echo', { fields }).catch(() => null)
    if (answer?.ok) echo.value = (await answer.json()) as readonly Text[]
  }
}

export function keepAsking(): void {
  keepEchoing()
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch('api/state')
      await take(answer)
    } catch {
      isAway.value = true
    }
  }
  void ask()
  setInterval(() => {
    // A table that runs has been said; its set-up ends then.
    if (told.peek() !== null && told.peek()?.end?.kind !== 'running') void ask()
  }, ASKED_MS)
  effect(() => {
    document.title = told.value === null ? say('page') : say('page.of', { file: told.value.file })
  })
}
