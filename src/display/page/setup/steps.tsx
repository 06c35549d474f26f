/** Steps 2 to 6: spots, house and limits, broker, users, and the end. */
import { useSignal } from '@preact/signals'
import { act, told } from './link.ts'
import { Fields, Ladder, Problems, sendAll } from './parts.tsx'
import { STEPS, type Told } from './told.ts'
import { say } from './words.ts'

export function Spots() {
  const { touching, touches, devices, fields } = told.value as Told
  const boards = devices.filter(({ role }) => role === 'spots')
  const boxes = Number(fields.spots.find(({ key }) => key === 'boxes')?.value) || 7
  return (
    <>
      <p>{say('spots.intro')}</p>
      {boards.length === 0 ? <p class="calm">{say('spots.none')}</p> : null}
      {touching === null ? (
        <div class="line">
          {boards.map(({ name }) => (
            <button key={name} type="button" class="quiet" onClick={() => void act({ do: 'touch', device: name })}>
              {say('spots.start', { name })}
            </button>
          ))}
        </div>
      ) : (
        <div class="touching">
          <p class="asked" role="status">
            {touching.box > boxes ? say('spots.all') : say('spots.put', { n: touching.box })}
          </p>
          {touching.box > boxes ? null : <p class="calm">{say('spots.put.hint')}</p>}
          <div class="line">
            {touching.box > boxes ? null : (
              <button type="button" class="quiet" onClick={() => void act({ do: 'skip' })}>
                {say('spots.skip')}
              </button>
            )}
            <button type="button" class="primary" onClick={() => void act({ do: 'touched' })}>
              {say('spots.end')}
            </button>
          </div>
        </div>
      )}
      <ul class="touches">
        {touches.map(({ asked, spot }, at) => {
          const isOther = spot.endsWith('.main') && spot !== `${asked}.main`
          return (
            <li key={`${at} ${spot}`} class={isOther ? 'wrong' : 'gain'}>
              {say(isOther ? 'spots.wrong' : 'spots.right', { n: asked, spot })}
            </li>
          )
        })}
      </ul>
      <Fields fields={fields.spots} />
      <Problems step="spots" fields={fields.spots} />
    </>
  )
}

/** Those that a table cannot do without. */
const PLAIN = 9

export function House() {
  const { fields, currency, understood, questions } = told.value as Told
  return (
    <>
      <p>{say('house.intro', { currency })}</p>
      <Fields fields={fields.house.slice(0, PLAIN)} />
      <details>
        <summary>{say('house.more')}</summary>
        <Fields fields={fields.house.slice(PLAIN)} />
      </details>
      <Problems step="house" fields={fields.house} />
      {understood.length === 0 ? null : (
        <section class="understood" aria-label={say('house.understood')}>
          <h3>{say('house.understood')}</h3>
          <ul>
            {understood.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {questions.length === 0 ? null : (
        <section class="questions" role="alert">
          {questions.map((question) => (
            <p key={question}>{question}</p>
          ))}
          <p>{say('house.units', { currency })}</p>
          <button type="button" class="quiet" onClick={() => void act({ do: 'confirm', questions })}>
            {say('house.confirm')}
          </button>
        </section>
      )}
    </>
  )
}

export function Broker() {
  const { fields, hasBroker, hasPassword, broker } = told.value as Told
  const isOwn = useSignal(hasBroker)
  const password = useSignal('')
  const tryIt = async (): Promise<void> => {
    if (!(await sendAll(fields.broker))) return
    if (password.peek() !== '' && !(await act({ do: 'password', password: password.peek() }))) return
    password.value = ''
    await act({ do: 'try-broker' })
  }
  const embed = (): void => {
    isOwn.value = false
    void act({ do: 'embedded' })
  }
  return (
    <>
      <p>{say('broker.intro')}</p>
      <fieldset class="choices">
        <label>
          <input type="radio" name="broker" checked={!isOwn.value} onChange={embed} /> {say('broker.embedded')}
        </label>
        <label>
          <input type="radio" name="broker" checked={isOwn.value} onChange={() => (isOwn.value = true)} /> {say('broker.own')}
        </label>
      </fieldset>
      {isOwn.value ? (
        <>
          <Fields fields={fields.broker}>
            <label class="field">
              <span>{say('broker.password')}</span>
              <input
                name="password"
                type="password"
                autocomplete="off"
                value={password.value}
                onInput={({ currentTarget }) => (password.value = currentTarget.value)}
              />
              <small>{say(hasPassword ? 'broker.password.kept' : 'broker.password.hint')}</small>
            </label>
          </Fields>
          <button type="button" class="quiet" disabled={broker === 'trying'} onClick={() => void tryIt()}>
            {say('broker.try')}
          </button>
          {broker === 'trying' ? <p role="status">{say('broker.trying')}</p> : broker === null ? null : <Ladder steps={broker} />}
          <Problems step="broker" fields={fields.broker} />
        </>
      ) : (
        <>
          <Fields fields={fields.embedded} />
          <Problems step="broker" fields={fields.embedded} />
        </>
      )}
    </>
  )
}

export function Users() {
  const { users, hasBroker } = told.value as Told
  const name = useSignal('')
  const password = useSignal('')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!(await act({ do: 'user', name: name.peek(), password: password.peek() }))) return
    name.value = ''
    password.value = ''
  }
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
      <form onSubmit={(event) => void add(event)}>
        <div class="fields">
          <label class="field">
            <span>{say('users.name')}</span>
            <input name="user" autocomplete="off" value={name.value} onInput={({ currentTarget }) => (name.value = currentTarget.value)} />
            <small>{say('users.name.hint')}</small>
          </label>
          <label class="field">
            <span>{say('users.password')}</span>
            <input
              name="user-password"
              type="password"
              autocomplete="new-password"
              value={password.value}
              onInput={({ currentTarget }) => (password.value = currentTarget.value)}
            />
          </label>
        </div>
        <button type="submit" class="quiet">
          {say('users.add')}
        </button>
      </form>
      <Problems step="users" />
    </>
  )
}

export function Check() {
  const { problems, questions, doctor, end, file, text } = told.value as Told
  const isReady = problems.length === 0 && questions.length === 0
  return (
    <>
      <p>{say('check.intro')}</p>
      {isReady ? null : (
        <>
          <h3>{say('check.problems')}</h3>
          {STEPS.map((step) => (
            <Problems key={step} step={step} />
          ))}
          {questions.map((question) => (
            <p key={question} class="wrong">
              {question}
            </p>
          ))}
        </>
      )}
      <div class="line">
        <button
          type="button"
          class="quiet"
          disabled={!isReady || doctor === 'walking' || end !== null}
          onClick={() => void act({ do: 'walk' })}
        >
          {say('check.walk')}
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isReady || doctor === 'walking' || end !== null}
          onClick={() => void act({ do: 'write' })}
        >
          {say('check.write')}
        </button>
      </div>
      {doctor === 'walking' ? <p role="status">{say('check.walking')}</p> : null}
      {doctor === null || doctor === 'walking'
        ? null
        : [doctor.folders, ...doctor.devices, ...doctor.brokers].map(({ name, steps }) => (
            <section key={name} class="place" aria-label={name}>
              <h3>{name}</h3>
              <Ladder steps={steps} />
            </section>
          ))}
      <details>
        <summary>
          {say('check.file')}: {file}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </>
  )
}
