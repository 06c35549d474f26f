/** The course of a number: a line without axes. */
import { type ReadonlySignal, useComputed } from '@preact/signals'

const SIZE = { width: 100, height: 28 }

export function Spark({ values }: { readonly values: ReadonlySignal<readonly number[]> }) {
  const points = useComputed(() => pointsOf(values.value))
  return (
    <svg class="spark" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} />
    </svg>
  )
}

/** Starts at zero, so that a line that looks high is high. */
function pointsOf(values: readonly number[]): string {
  if (values.length < 2) return ''
  const most = Math.max(1, ...values)
  const step = SIZE.width / (values.length - 1)
  return values
    .map((value, index) => `${(index * step).toFixed(1)},${(SIZE.height - 2 - (value / most) * (SIZE.height - 4)).toFixed(1)}`)
    .join(' ')
}
