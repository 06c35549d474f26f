/** A person's name at the broker, as it takes one. */
import type { Signal } from '@preact/signals'
import { say } from './say.ts'
import type { Key } from './strings.ts'

interface UserFieldProps {
  readonly label: Key
  readonly value: Signal<string>
  /** Whether the form of a name stands beside it. */
  readonly explained?: boolean
}

export function UserField({ label, value, explained = false }: UserFieldProps) {
  const form = say('act.user.form')
  return (
    <label class="field">
      <span>{say(label)}</span>
      <input
        name="user"
        required
        pattern="[a-z0-9\-]{1,32}"
        title={form}
        autocomplete="username"
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
      {explained ? <small>{form}</small> : null}
    </label>
  )
}
