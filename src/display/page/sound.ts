/** A sound for the highest priority only: two tones when such an alarm comes, again every ten seconds until somebody acknowledges it. */
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { isToDo } from '../../wire/alarm-order.ts'
import type { HeardAlarm } from './floor.ts'
import { isMuted } from './settings.ts'

const AGAIN_MS = 10_000
const TONES_HZ = [880, 660]
const TONE_SECONDS = 0.22
const VOLUME = 0.25

/** Browsers allow no sound before a person has interacted with the page. */
export const isSoundBlocked = signal(false)

export function soundFor(alarms: ReadonlySignal<readonly HeardAlarm[]>): void {
  let context: AudioContext | null = null
  let again: ReturnType<typeof setInterval> | undefined

  const ring = (): void => {
    context ??= new AudioContext()
    isSoundBlocked.value = context.state === 'suspended'
    const { currentTime, destination } = context
    for (const [index, hertz] of TONES_HZ.entries()) {
      const tone = new OscillatorNode(context, { frequency: hertz })
      const volume = new GainNode(context, { gain: 0 })
      const from = currentTime + index * TONE_SECONDS
      volume.gain.setValueAtTime(0, from)
      volume.gain.linearRampToValueAtTime(VOLUME, from + 0.02)
      volume.gain.linearRampToValueAtTime(0, from + TONE_SECONDS)
      tone.connect(volume).connect(destination)
      tone.start(from)
      tone.stop(from + TONE_SECONDS)
    }
  }

  const unblock = (): void => {
    void context?.resume().then(() => {
      isSoundBlocked.value = false
    })
  }
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, unblock)

  const stops = signal(0)
  effect(() => {
    stops.value = alarms.value.filter((alarm) => alarm.severity === 'stop' && isToDo(alarm)).length
  })
  let before = 0
  effect(() => {
    const isRinging = stops.value > 0 && !isMuted.value
    if (isRinging && stops.value > before) ring()
    before = stops.value
    clearInterval(again)
    if (isRinging) again = setInterval(ring, AGAIN_MS)
  })
}
