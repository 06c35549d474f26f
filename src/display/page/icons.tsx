/** Drawn signs. Each meaning has its own shape, because colour alone must never carry it. */
import type { AlarmData } from '../../wire/payloads.ts'

const SEVERITY_PATHS: { readonly [severity in AlarmData['severity']]: string } = {
  stop: 'M8 1h8l7 7v8l-7 7H8l-7-7V8z',
  money: 'M12 1l11 11-11 11L1 12z',
  procedure: 'M12 2l11 20H1z',
  info: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
}
const SEVERITY_SIGNS: { readonly [severity in AlarmData['severity']]: string } = { stop: '!', money: '$', procedure: '!', info: 'i' }

export function SeverityIcon({ severity, isSolid = true }: { readonly severity: AlarmData['severity']; readonly isSolid?: boolean }) {
  return (
    <svg class={`icon severity-icon ${severity} ${isSolid ? 'solid' : 'hollow'}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SEVERITY_PATHS[severity]} />
      <text x="12" y={severity === 'procedure' ? 19 : 17}>
        {SEVERITY_SIGNS[severity]}
      </text>
    </svg>
  )
}

const PATHS = {
  tables: 'M3 7h18v2c0 5-4 9-9 9s-9-4-9-9z',
  alarm: 'M12 3a6 6 0 0 1 6 6v5l2 3H4l2-3V9a6 6 0 0 1 6-6zM10 19h4a2 2 0 0 1-4 0z',
  sound: 'M4 9h4l5-5v16l-5-5H4zM16 8a5 5 0 0 1 0 8zM17 4a9 9 0 0 1 0 16v-2a7 7 0 0 0 0-12z',
  muted:
    'M4 9h4l5-5v16l-5-5H4zM15.5 9.5l1.5-1.500 2.500 2.500L22 8l1.500 1.500L21 12l2.500 2.500L22 16l-2.500-2.500L17 16l-1.500-1.500L18 12z',
  settings: 'M4 6h9v2H4zM17 6h3v2h-3zM14 4h2v6h-2zM4 16h3v2H4zM11 16h9v2h-9zM8 14h2v6H8zM4 11h16v2H4z',
  turn: 'M12 4a8 8 0 0 1 8 8h3l-4 5-4-5h3a6 6 0 0 0-6-6zM12 20a8 8 0 0 1-8-8H1l4-5 4 5H6a6 6 0 0 0 6 6z',
  back: 'M15 4l-8 8 8 8 2-2-6-6 6-6z',
  forward: 'M9 4l8 8-8 8-2-2 6-6-6-6z',
  older: 'M12 4l-8 8 8 8zM20 4l-8 8 8 8z',
  newer: 'M12 4l8 8-8 8zM4 4l8 8-8 8z',
  live: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  up: 'M5 12l5 6L20 6l-2-1.500-8 9.500-3.500-3.800z',
  down: 'M5 5l14 14M19 5L5 19',
  look: 'M11 3h2v12h-2zM11 18h2v3h-2z',
  open: 'M5 11h14v2H5z',
  rounds: 'M5 4h14v3H5zM5 10.5h14v3H5zM5 17h14v3H5z',
  ruling: 'M9 8l5-5 7 7-5 5zM10 12l2 2-7 7-2-2zM13 20h9v2h-9z',
  copy: 'M8 3h11v14H8zM5 7v14h11v-2H7V7z',
} as const

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
