/** A field for a person's name. Below it stands the id under which they act, so that two people with the same id notice. */
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isId } from '../../wire/topics.ts'
import { useApp } from './app.ts'
import { say } from './say.ts'
import { user } from './settings.ts'
import type { Key } from './strings.ts'
import { userIdOf } from './user-name.ts'

interface UserFieldProps {
  readonly label: Key
  readonly value: Signal<string>
  /** Whether it explains how the name is used. */
  readonly explained?: boolean
}

export function UserField({ label, value, explained = false }: UserFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const name = value.value.trim()
  const id = userIdOf(name)
  const refused = name === '' || isId(id) ? '' : say(id === '' ? 'act.user.letters' : 'act.user.long')
  useLayoutEffect(() => input.current?.setCustomValidity(refused), [refused])
  return (
    <label class="field">
      <span>{say(label)}</span>
      <input
        ref={input}
        name="user"
        required
        autocomplete="username"
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
      {explained ? <small class="user-id">{name === '' ? say('act.user.form') : refused || say('act.user.id', { id })}</small> : null}
    </label>
  )
}

/** The id under which a person acts: that of the login, or else made of the name entered. */
export function usePerson(): () => string {
  const { session } = useApp()
  return () => session.user.peek() ?? userIdOf(user.peek())
}

/** Who acts: the login, or a field for the name. */
export function Person() {
  const login = useApp().session.user.value
  if (login === null) return <UserField label="act.user" value={user} explained />
  return (
    <p>
      {say('act.user')}: <strong>{login}</strong>
    </p>
  )
}
