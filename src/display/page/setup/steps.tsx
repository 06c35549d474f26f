/** Steps 2 to 4, and the end: spots, house and limits, broker. */
import { useSignal } from '@preact/signals'
import { act, echo, told } from './link.ts'
import { Fields, Ladder, Problems, sendAll, typeInto, Understood } from './parts.tsx'
import { STEPS, type Told } from './told.ts'
import { say, tell } from './words.ts'

/** Of spots as a board names them, `3.main`: how many boxes, and which areas. */
function seenIn(spots: readonly string[]): { readonly boxes: number; readonly areas: string } {
  const areas = new Set(spots.map((spot) => spot.slice(spot.indexOf('.') + 1)))
  return { boxes: Math.max(0, ...spots.map((spot) => Number.parseInt(spot, 10) || 0)), areas: [...areas].join(', ') }
}

export function Spots() {
  const { touching, touches, devices, fields, toldSpots } = told.value as Told
  const boards = devices.filter(({ role }) => role === 'spots')
  const boxes = seenIn(toldSpots).boxes || Number(fields.spots.find(({ key }) => key === 'boxes')?.value) || 7
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
      {toldSpots.length === 0 ? null : <p class="gain">{say('spots.told', { n: toldSpots.length, ...seenIn(toldSpots) })}</p>}
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
const PLAIN = 10

export function House() {
  const { fields, currency, chipsOffered, understood, questions, refusedAt, problems } = told.value as Told
  const more = fields.house.slice(PLAIN)
  const isWrong = more.some(({ key }) => key === refusedAt || problems.some(({ path }) => path === key))
  return (
    <>
      <p>{say('house.intro', { currency })}</p>
      <Fields fields={fields.house.slice(0, PLAIN)} />
      {chipsOffered === null ? null : (
        <p>
          <button type="button" class="quiet" onClick={() => typeInto('chips', chipsOffered)}>
            {say('house.chips', { chips: chipsOffered })}
          </button>
        </p>
      )}
      <Understood lines={echo.value ?? understood} />
      <details open={isWrong || undefined}>
        <summary>{say('house.more')}</summary>
        <Fields fields={more} />
      </details>
      <Problems step="house" fields={fields.house} />
      {questions.length === 0 ? null : (
        <section class="questions" role="alert">
          {questions.map((question) => (
            <p key={question.en}>{tell(question)}</p>
          ))}
          {questions.every(({ code }) => code === 'no-chips') ? null : <p>{say('house.units', { currency })}</p>}
          <button type="button" class="quiet" onClick={() => void act({ do: 'confirm', questions: questions.map(({ en }) => en) })}>
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

/** Nothing is missing and nothing in doubt. */
export const isReady = (now: Told | null): boolean => now !== null && now.problems.length === 0 && now.questions.length === 0

/** It was to be written, and the check speaks against it. */
const isDoubted = ({ refused }: Told): boolean => refused !== null && ['red', 'unchecked'].includes(refused.code)

export function Check() {
  const now = told.value as Told
  const { questions, doctor, file, text } = now
  const isWhole = isReady(now)
  const isBusy = doctor === 'walking' || (now.end !== null && now.end.kind !== 'failed')
  return (
    <>
      <p>{say('check.intro')}</p>
      {isWhole ? null : (
        <>
          <h3>{say('check.problems')}</h3>
          {STEPS.map((step) => (
            <Problems key={step} step={step} />
          ))}
          {questions.map((question) => (
            <p key={question.en} class="wrong">
              {tell(question)}
            </p>
          ))}
        </>
      )}
      <Understood lines={now.understood} />
      <div class="line">
        <button type="button" class="quiet" disabled={!isWhole || isBusy} onClick={() => void act({ do: 'walk' })}>
          {say('check.walk')}
        </button>
        <button type="button" class="primary" disabled={!isWhole || isBusy} onClick={() => void act({ do: 'write' })}>
          {say('check.write')}
        </button>
      </div>
      {isDoubted(now) ? (
        <section class="questions" role="alert">
          <p>{say(now.isNew ? 'check.despite.new' : 'check.despite.file')}</p>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void act({ do: 'write', despite: true })}>
            {say('check.despite')}
          </button>
        </section>
      ) : null}
      {doctor === 'walking' ? <p role="status">{say('check.walking')}</p> : null}
      {doctor === null || doctor === 'walking'
        ? null
        : [{ ...doctor.folders, name: say('check.folders') }, ...doctor.devices, ...doctor.brokers].map(({ name, steps }) => (
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
