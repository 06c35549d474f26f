/** What a person may choose on this browser, and the list of keys. */
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from './app.ts'
import { KEY_LIST } from './keys.ts'
import { say } from './say.ts'
import { chosenLanguage, dealerBelow, fourColours, language, languages, singleKeys } from './settings.ts'
import type { Key } from './strings.ts'

const SWITCHES: readonly (readonly [Key, Signal<boolean>])[] = [
  ['settings.fourColours', fourColours],
  ['settings.facing', dealerBelow],
  ['settings.keys', singleKeys],
]

export function SettingsDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="settings-title" onClose={close}>
      <h2 id="settings-title">{say('settings.title')}</h2>
      <fieldset class="languages">
        <legend>{say('settings.language')}</legend>
        {languages.value.map(([each, { name }]) => (
          <label key={each} lang={each}>
            <input type="radio" name="language" checked={language.value === each} onChange={() => (chosenLanguage.value = each)} /> {name}
          </label>
        ))}
      </fieldset>
      {SWITCHES.map(([label, setting]) => (
        <label key={label} class="switch">
          <input type="checkbox" checked={setting.value} onChange={({ currentTarget }) => (setting.value = currentTarget.checked)} />{' '}
          {say(label)}
        </label>
      ))}
      <Account close={close} />
      <h3>{say('keys.title')}</h3>
      <dl class="keys">
        {KEY_LIST.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{say(does)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="dialog-acts">
        <button type="submit" class="primary">
          {say('settings.close')}
        </button>
      </form>
    </dialog>
  )
}

/** Who is logged in; shows nothing where nobody can. */
function Account({ close }: { readonly close: () => void }) {
  const { session, link, loginAsked } = useApp()
  const user = session.user.value
  if (user === null && !session.takesLogins.value) return null
  const enter = (): void => {
    close()
    loginAsked.value = true
  }
  const leave = async (): Promise<void> => {
    await session.logOut()
    link.renew()
  }
  return (
    <p class="account">
      {user === null ? null : <span>{say('login.as', { user })} </span>}
      <button type="button" class="quiet" onClick={user === null ? enter : leave}>
        {say(user === null ? 'login.enter' : 'login.out')}
      </button>
    </p>
  )
}
