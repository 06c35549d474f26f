/** Steps through the remembered rounds; the picture on the felt follows. */
import { type Signal, useComputed } from '@preact/signals'
import type { Cell } from './floor.ts'
import { Icon } from './icons.tsx'
import { useKeys } from './keys.ts'
import { type Moment, type Step, stepped } from './rounds.ts'
import { say } from './say.ts'
import type { Key } from './strings.ts'

interface RoundsProps {
  readonly cell: Cell
  readonly moment: Signal<Moment | null>
}

const STEPS: readonly {
  readonly step: Step
  readonly label: Key
  readonly icon: 'older' | 'back' | 'forward' | 'newer'
  readonly key: string
}[] = [
  { step: 'older', label: 'rounds.older', icon: 'older', key: 'PageUp' },
  { step: 'back', label: 'rounds.back', icon: 'back', key: 'ArrowLeft' },
  { step: 'forward', label: 'rounds.forward', icon: 'forward', key: 'ArrowRight' },
  { step: 'newer', label: 'rounds.newer', icon: 'newer', key: 'PageDown' },
]

export function Rounds({ cell, moment }: RoundsProps) {
  const where = useComputed(() => {
    const rounds = cell.rounds.value
    if (moment.value === null || rounds.length === 0) return null
    const kept = rounds.find(({ roundKey }) => roundKey === moment.value?.roundKey) ?? rounds[0]
    const of = kept?.views.length ?? 0
    return { round: kept?.round ?? '', step: Math.min((moment.value?.step ?? 0) + 1, of), of }
  })
  useKeys((event) => {
    const found = STEPS.find(({ key }) => key === event.key)
    if (found === undefined && event.key !== 'End') return
    event.preventDefault()
    moment.value = found === undefined ? null : stepped(cell.rounds.peek(), moment.peek(), found.step)
  })
  const kept = cell.rounds.value
  return (
    <section class="rounds" aria-label={say('rounds.title')}>
      <div class="rounds-steps">
        {STEPS.map(({ step, label, icon, key }) => (
          <button
            key={step}
            type="button"
            class="quiet-button"
            aria-label={say(label)}
            title={`${say(label)} (${key})`}
            disabled={kept.length === 0}
            onClick={() => (moment.value = stepped(cell.rounds.peek(), moment.peek(), step))}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      <p class="rounds-where" aria-live="polite">
        {where.value === null ? `${say('table.round')} ${kept.at(-1)?.round ?? '–'}` : say('rounds.step', where.value)}
      </p>
      <ol class="rounds-kept">
        {kept.map(({ round, roundKey, views }) => (
          <li key={roundKey}>
            <button
              type="button"
              class="round-dot"
              aria-label={say('rounds.go', { round })}
              aria-current={(moment.value?.roundKey ?? kept.at(-1)?.roundKey) === roundKey ? 'true' : undefined}
              title={round}
              onClick={() => (moment.value = { roundKey, step: views.length - 1 })}
            />
          </li>
        ))}
      </ol>
      <button type="button" class="live-button" aria-pressed={moment.value === null} onClick={() => (moment.value = null)}>
        <Icon name="live" />
        {say(moment.value === null ? 'rounds.live' : 'rounds.toLive')}
      </button>
    </section>
  )
}
