/** Step 1: which device is at which port. */
import { useSignal } from '@preact/signals'
import { act, told } from './link.ts'
import { Ladder, Problems } from './parts.tsx'
import type { Told, ToldPlace } from './told.ts'
import { roleOf, say, tell } from './words.ts'

export function Devices() {
  const now = told.value as Told
  const places = placesOf(now)
  return (
    <>
      <p>{say('devices.intro')}</p>
      <h3>{say('devices.bound')}</h3>
      {now.devices.length === 0 ? <p class="calm">{say('devices.none')}</p> : null}
      <ul class="bound">
        {now.devices.map(({ name, role, serial, path: at }) => (
          <li key={name}>
            <span>
              <b>{roleOf(role)}</b> {serial} <span class="calm">{at}</span>
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`${say('devices.remove')}: ${name}`}
              onClick={() => void act({ do: 'unbind', name })}
            >
              {say('devices.remove')}
            </button>
          </li>
        ))}
      </ul>
      <Problems step="devices" />
      <h3>{say('devices.ports')}</h3>
      {now.ports?.trouble ? <p class="warn-line">{tell(now.ports.trouble)}</p> : null}
      {places.length === 0 ? <p class="calm">{say('devices.no-ports')}</p> : <ListenToAll places={places.map(({ place }) => place)} />}
      {places.map(({ place, about }) => (
        <Place key={place.path} place={place} about={about} />
      ))}
      <AddPlace />
    </>
  )
}

/** At those where nobody has listened yet. */
function ListenToAll({ places }: { readonly places: readonly ToldPlace[] }) {
  const unheard = places.filter(({ steps, listening }) => steps === null && listening === null)
  if (unheard.length === 0) return null
  const listen = async (): Promise<void> => {
    for (const { path, driver } of unheard) await act({ do: 'listen', path, driver })
  }
  return (
    <button type="button" class="primary" onClick={() => void listen()}>
      {say('devices.listen-all', { n: unheard.length })}
    </button>
  )
}

function AddPlace() {
  const path = useSignal('')
  const add = (event: Event): void => {
    event.preventDefault()
    if (path.peek().trim() === '') return
    void act({ do: 'listen', path: path.peek().trim(), driver: 'tlp' })
    path.value = ''
  }
  return (
    <form class="line" onSubmit={add}>
      <label class="field">
        <span>{say('devices.add')}</span>
        <input
          name="path"
          value={path.value}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => (path.value = currentTarget.value)}
        />
        <small>{say('devices.add.hint')}</small>
      </label>
      <button type="submit" class="quiet">
        {say('devices.listen')}
      </button>
      <button type="button" class="quiet" onClick={() => void act({ do: 'ports' })}>
        {say('devices.again')}
      </button>
    </form>
  )
}

/** Those of the table and those listened to, then the computer's ports that name a maker. */
function placesOf({ places, ports }: Told): readonly { readonly place: ToldPlace; readonly about: string }[] {
  const found = (ports?.ports ?? []).filter(({ maker, serial }) => maker !== null || serial !== null)
  const about = (path: string): string => {
    const port = found.find((each) => each.path === path || each.stable === path)
    return [port?.maker, port?.serial].filter(Boolean).join(' ')
  }
  const known = new Set(places.map(({ path }) => path))
  const others = found.filter(({ path, stable }) => !known.has(path) && !known.has(stable ?? ''))
  return [
    ...places.map((place) => ({ place, about: about(place.path) })),
    ...others.map(({ path, stable }) => {
      const place = { path: stable ?? path, driver: 'tlp', listening: null, steps: null, serial: null, role: null }
      return { place, about: about(path) }
    }),
  ]
}

function Place({ place, about }: { readonly place: ToldPlace; readonly about: string }) {
  const { path, listening, steps, serial, role } = place
  const driver = useSignal(place.driver)
  const isSilent = steps !== null && steps.length > 0 && listening === null && serial === null && driver.value !== 'tlp'
  return (
    <section class="place" aria-label={path}>
      <div class="line">
        <span class="path">
          <b>{path}</b> <span class="calm">{about}</span>
        </span>
        <label class="driver">
          <span class="unseen">{say('devices.driver')}</span>
          <select value={driver.value} onChange={({ currentTarget }) => (driver.value = currentTarget.value)}>
            {told.value?.drivers.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="quiet"
          disabled={listening !== null}
          onClick={() => void act({ do: 'listen', path, driver: driver.peek() })}
        >
          {say('devices.listen')}
        </button>
      </div>
      {listening === null ? null : (
        <p class="calm" role="status">
          {say('devices.listening', { what: tell(listening) })}
        </p>
      )}
      {serial === null || role === null ? null : <p class="gain">{say('devices.is', { serial, role: roleOf(role) })}</p>}
      {steps === null || listening !== null ? null : <Ladder steps={steps} />}
      {isSilent ? <Silent path={path} /> : null}
    </section>
  )
}

function Silent({ path }: { readonly path: string }) {
  const serial = useSignal('')
  const cardFile = useSignal('')
  return (
    <div class="fields">
      <p>{say('devices.silent')}</p>
      <label class="field">
        <span>{say('devices.serial')}</span>
        <input value={serial.value} onInput={({ currentTarget }) => (serial.value = currentTarget.value)} />
      </label>
      <label class="field">
        <span>{say('devices.cards')}</span>
        <input value={cardFile.value} onInput={({ currentTarget }) => (cardFile.value = currentTarget.value)} />
      </label>
      <button type="button" class="quiet" onClick={() => void act({ do: 'bind', path, serial: serial.peek(), cardFile: cardFile.peek() })}>
        {say('devices.take')}
      </button>
    </div>
  )
}
