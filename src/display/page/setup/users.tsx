/** Step 5: who may give commands at the program's own broker. */
import { signal } from '@preact/signals'
import { isId } from '../../../wire/topics.ts'
import { act, told } from './link.ts'
import { Problems } from './parts.tsx'
import type { Told } from './told.ts'
import { say } from './words.ts'

const NOBODY = { name: '', password: '', again: '' }
const userTyped = signal(NOBODY)
/** What is wrong with the user who was to be added; null: nothing. */
const userFault = signal<'users.wrong-name' | 'users.wrong-password' | 'users.wrong-again' | null>(null)
/** As the server takes them. */
const PASSWORD_CHARS_MIN = 8

/** A user whom somebody has typed and not yet added. Resolves to whether he was taken. */
export async function addTypedUser(replace = false): Promise<boolean> {
  const { name, password, again } = userTyped.peek()
  userFault.value = null
  if (name === '' && password === '') return true
  if (!isId(name)) userFault.value = 'users.wrong-name'
  else if (password.length < PASSWORD_CHARS_MIN) userFault.value = 'users.wrong-password'
  else if (password !== again) userFault.value = 'users.wrong-again'
  if (userFault.peek() !== null) return false
  if (!(await act({ do: 'user', name, password, replace }))) return false
  userTyped.value = NOBODY
  return true
}

export function Users() {
  const { users, hasBroker } = told.value as Told
  if (hasBroker) return <p>{say('users.broker')}</p>
  return (
    <>
      <p>{say('users.intro')}</p>
      {users.length === 0 ? <p class="calm">{say('users.none')}</p> : null}
      <ul class="bound">
        {users.map((each) => (
          <li key={each}>
            <b>{each}</b>
            <button
              type="button"
              class="quiet"
              aria-label={`${say('devices.remove')}: ${each}`}
              onClick={() => void act({ do: 'no-user', name: each })}
            >
              {say('devices.remove')}
            </button>
          </li>
        ))}
      </ul>
      <UserForm />
      <Problems step="users" />
    </>
  )
}

function UserForm() {
  const { name, password, again } = userTyped.value
  const put = (changed: Partial<typeof NOBODY>): void => {
    userTyped.value = { ...userTyped.peek(), ...changed }
  }
  const add = (event: Event): void => {
    event.preventDefault()
    void addTypedUser()
  }
  return (
    <form onSubmit={add}>
      <div class="fields">
        <label class="field">
          <span>{say('users.name')}</span>
          <input name="user" autocomplete="off" value={name} onInput={({ currentTarget }) => put({ name: currentTarget.value })} />
          <small>{say('users.name.hint')}</small>
        </label>
        <label class="field">
          <span>{say('users.password')}</span>
          <input
            name="user-password"
            type="password"
            autocomplete="new-password"
            value={password}
            onInput={({ currentTarget }) => put({ password: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{say('users.again')}</span>
          <input
            name="user-password-again"
            type="password"
            autocomplete="new-password"
            value={again}
            onInput={({ currentTarget }) => put({ again: currentTarget.value })}
          />
        </label>
      </div>
      <button type="submit" class="quiet">
        {say('users.add')}
      </button>
      {told.value?.refused?.code === 'user-exists' ? (
        <button type="button" class="quiet" onClick={() => void addTypedUser(true)}>
          {say('users.replace', { name })}
        </button>
      ) : null}
      {userFault.value === null ? null : (
        <p class="wrong" role="alert">
          {say(userFault.value)}
        </p>
      )}
    </form>
  )
}
