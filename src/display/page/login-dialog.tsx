/** The broker's login: the broker has the users and decides what each may read. */
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from './app.ts'
import { say } from './say.ts'
import type { LoginAnswer } from './session.ts'
import { user } from './settings.ts'
import { UserField } from './user-field.tsx'
import { userIdOf } from './user-name.ts'

interface LoginProps {
  readonly hadLogin: boolean
  /** Lets a person continue without a login; left out: a login is required. */
  readonly close?: () => void
}

export function LoginDialog({ hadLogin, close }: LoginProps) {
  const { link, session } = useApp()
  const name = useSignal(user.peek())
  const password = useSignal('')
  const answer = useSignal<LoginAnswer | 'asking'>(hadLogin ? 'refused' : 'done')
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (answer.peek() === 'asking') return
    user.value = name.peek()
    answer.value = 'asking'
    answer.value = await session.logIn({ user: userIdOf(name.peek()), password: password.peek() })
    if (answer.peek() !== 'done') return
    link.renew()
    close?.()
  }
  const refused = answer.value === 'done' || answer.value === 'asking' ? null : answer.value
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="login-title" onClose={() => (close ?? (() => dialog.current?.showModal()))()}>
      <form onSubmit={enter}>
        <h2 id="login-title">{say('login.title')}</h2>
        {refused === null ? null : <p role="alert">{say(`login.${refused}`)}</p>}
        <UserField label="login.user" value={name} />
        <label class="field">
          <span>{say('login.password')}</span>
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            value={password.value}
            onInput={({ currentTarget }) => (password.value = currentTarget.value)}
          />
        </label>
        <div class="dialog-acts">
          {close === undefined ? null : (
            <button type="button" class="quiet" onClick={close}>
              {say('act.cancel')}
            </button>
          )}
          <button type="submit" class="primary" disabled={answer.value === 'asking'}>
            {say('login.enter')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
