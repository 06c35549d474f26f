/** Played rounds as the lines of a capture file, as a host would have received them, for replays without ports. */

import { type DeviceRole, roleRow } from '../../devices/roles.ts'
import { isState, type PointerPlace, type Scan, STATE_LINES, stateWords } from '../../devices/scan.ts'
import type { PlayedRound } from './types.ts'

/** One line of a capture: `t` host time in Unix ms, `line` a TLP/1 body without `$` and CRC. */
export interface CaptureLine {
  readonly t: number
  readonly device: string
  readonly line: string
}

export interface CaptureOptions {
  /** Unix ms of the play's first millisecond; device clocks and host clock agree. */
  readonly baseMs: number
  /** Default: the usual ones. */
  readonly deviceNames?: { readonly [role in DeviceRole]?: string }
  /** Sequence numbers continue after these. The object is kept up to date, so that a play can be captured in parts. */
  readonly sequences?: { [role in DeviceRole]?: number }
}

function place(at: PointerPlace): string {
  if (at === 'none') return '-'
  return at === 'dealer' ? 'dealer' : `${at.box}.${at.hand}`
}

/** TLP/1 body of one event. It is written here a second time so that the drivers are tested as well. */
function body(scan: Scan, seq: number, t: number): string {
  if (isState(scan)) return [STATE_LINES[scan.kind].verb, seq, t, ...Object.values(stateWords(scan))].join(' ')
  switch (scan.kind) {
    case 'card':
      return `C ${seq} ${t} ${scan.card}`
    case 'cut-card':
      return `CUT ${seq} ${t}`
    case 'shoe':
      return `SH ${seq} ${t} ${scan.what}`
    case 'spot': {
      const chips = scan.chips.map(({ value, count }) => `${value}x${count}`).join(',')
      return `S ${seq} ${t} ${scan.spot} ${scan.rev} ${chips === '' ? '-' : chips} ${scan.amount}`
    }
    case 'pointer':
      return `P ${seq} ${t} ${place(scan.place)}`
    case 'badge':
      return `B ${seq} ${t} ${scan.dealer}`
    case 'peek':
      return `PK ${seq} ${t} ${scan.outcome}`
    case 'discard':
      return `D ${seq} ${t} ${scan.card ?? '-'}`
    case 'key': {
      const { press } = scan
      return `K ${seq} ${t} ${press.key}${'box' in press ? ` ${press.box}` : ''}`
    }
  }
}

/** The rounds' actions in order; the event time of each line is its `t`. */
export function captureLines(rounds: readonly Pick<PlayedRound, 'actions'>[], options: CaptureOptions): CaptureLine[] {
  const { deviceNames = {}, sequences = {} } = options
  return rounds.flatMap(({ actions }) =>
    actions.map(({ atMs, device, scan, again }) => {
      const seq = (sequences[device] ?? 0) + (again ? 0 : 1)
      sequences[device] = seq
      const t = options.baseMs + atMs
      return { t, device: deviceNames[device] ?? roleRow(device).name, line: body(scan, seq, t) }
    }),
  )
}
