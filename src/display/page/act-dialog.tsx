/** Asks who does what to an alarm, and why. Enter sends, Escape cancels. */
import { useSignal } from '@preact/signals'
import { AlarmText } from './alarm-line.tsx'
import { useApp } from './app.ts'
import type { HeardAlarm } from './floor.ts'
import { useModal } from './modal.ts'
import type { AlarmAct } from './ranking.ts'
import { alarmName, say } from './say.ts'
import { Person, usePerson } from './user-field.tsx'

interface ActProps {
  readonly alarm: HeardAlarm
  readonly act: AlarmAct
  readonly close: () => void
}

/** The table refuses a longer note. */
const NOTE_MAX = 200
const MINUTES = { usual: 10, max: 30 }

export function ActDialog({ alarm, act, close }: ActProps) {
  const { commands } = useApp()
  const note = useSignal('')
  const minutes = useSignal(MINUTES.usual)
  const dialog = useModal()
  const person = usePerson()

  const send = (event: Event): void => {
    event.preventDefault()
    commands.act(alarm, act, { user: person(), note: note.peek().trim(), minutes: act === 'alarm-shelve' ? minutes.peek() : null })
    close()
  }
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="act-title" onClose={close}>
      <form onSubmit={send}>
        <h2 id="act-title">
          {say(`act.${act}`)}: {alarmName(alarm.code) ?? alarm.code}, {alarm.table.table}
        </h2>
        <p class="detail-text">
          <AlarmText {...alarm} />
        </p>
        <Person />
        {act === 'alarm-shelve' ? (
          <label class="field">
            <span>{say('act.minutes')}</span>
            <input
              name="minutes"
              type="number"
              required
              min={1}
              max={MINUTES.max}
              value={minutes.value}
              onInput={({ currentTarget }) => (minutes.value = currentTarget.valueAsNumber)}
            />
          </label>
        ) : null}
        <label class="field">
          <span>{say('act.note')}</span>
          <input
            name="note"
            required={act !== 'alarm-ack'}
            maxLength={NOTE_MAX}
            autocomplete="off"
            value={note.value}
            onInput={({ currentTarget }) => (note.value = currentTarget.value)}
          />
          {act === 'alarm-ack' ? null : <small>{say('act.note.needed')}</small>}
        </label>
        <div class="dialog-acts">
          <button type="button" class="quiet" onClick={close}>
            {say('act.cancel')}
          </button>
          <button type="submit" class="primary">
            {say(`act.${act}`)}
          </button>
        </div>
      </form>
    </dialog>
  )
}
