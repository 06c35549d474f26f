/** A virtual-time bench for the link machine: inputs at chosen instants, outputs kept in order. */
import assert from 'node:assert/strict'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { stepLink } from '../../firmware-bridge/link.ts'
import {
  initialLink,
  type LinkHealth,
  type LinkInput,
  type LinkOptions,
  type LinkOutput,
  type LinkReport,
} from '../../firmware-bridge/link-state.ts'
import { ahead } from './deadlines.ts'

const TICK_MS = 50
/** Wall clock at monotonic 0. */
export const WALL_MS = 1_700_000_000_000

/** An input without its instant. */
export type Said = LinkInput extends infer Input ? (Input extends LinkInput ? Omit<Input, 'nowMs' | 'wallMs'> : never) : never

export interface Bench {
  nowMs(): number
  /** Feeds one input now. */
  feed(input: Said): void
  /** A good line with this body. */
  hear(...bodies: string[]): void
  /** Raw text of a line, good or not. */
  hearText(text: string): void
  /** Lets time pass in ticks. `heartbeat`: body said once a second, so that the link stays up. */
  pass(ms: number, heartbeat?: () => string): void
  /** Bodies written since the last call. TS lines are left out: they come by the second. */
  written(): string[]
  /** Reports since the last call, as short words; health, completeness and hellos of strangers are left out. */
  told(): string[]
  readonly reports: readonly LinkReport[]
  readonly outputs: readonly LinkOutput[]
  health(): LinkHealth | undefined
}

export function shortReport(report: LinkReport): string {
  switch (report.kind) {
    case 'line':
      return `${report.late === true ? 'late' : 'line'} ${report.boot}/${report.seq}`
    case 'missing':
      return `missing ${report.boot}/${report.from}..${report.to}`
    case 'identity':
      return `identity ${report.boot} ${report.firmware} ${report.continued ? 'continued' : 'anew'}`
    case 'incident':
      return `incident ${report.code}`
    case 'link':
      return report.up ? 'up' : `down ${report.reason}`
    case 'stranger':
      return `stranger ${report.serial}`
    case 'complete':
    case 'health':
      return report.kind
  }
}

function isOf<Kind extends LinkReport['kind']>(kind: Kind) {
  return (report: LinkReport): report is LinkReport & { kind: Kind } => report.kind === kind
}

export function newBench(options: Partial<LinkOptions> = {}): Bench {
  let state = initialLink({ role: 'shoe', serial: 'SH-00412', ...options })
  let now = 0
  let readWrites = 0
  let readReports = 0
  const outputs: LinkOutput[] = []
  const reports: LinkReport[] = []

  function feed(input: Said): void {
    if (input.kind === 'tick') assert.deepEqual(ahead(state, { nowMs: now, wallMs: WALL_MS + now }), [], `${now}: before the deadline`)
    const [next, said] = stepLink(state, { ...input, nowMs: now, wallMs: WALL_MS + now })
    state = next
    outputs.push(...said)
    reports.push(...said.flatMap((output) => (output.kind === 'report' ? [output.report] : [])))
  }
  function hearText(text: string): void {
    feed({ kind: 'line', line: parseLine(text) })
  }
  return {
    nowMs: () => now,
    feed,
    hearText,
    hear(...bodies) {
      for (const body of bodies) hearText(formatLine(body).trimEnd())
    },
    pass(ms, heartbeat) {
      for (const end = now + ms; now < end; ) {
        now += TICK_MS
        if (heartbeat !== undefined && now % 1000 === 0) hearText(formatLine(heartbeat()).trimEnd())
        feed({ kind: 'tick' })
      }
    },
    written() {
      const fresh = outputs.slice(readWrites)
      readWrites = outputs.length
      const texts = fresh.flatMap((output) => (output.kind === 'write' ? [output.text] : []))
      return texts.map((text) => text.slice(1, -10)).filter((body) => !body.startsWith('TS '))
    },
    told() {
      const fresh = reports.slice(readReports)
      readReports = reports.length
      return fresh.map(shortReport).filter((text) => text !== 'health' && text !== 'complete' && !text.startsWith('stranger'))
    },
    reports,
    outputs,
    health: () => reports.filter(isOf('health')).at(-1),
  }
}

export function hello(
  lo: number,
  hi: number,
  fields: { boot?: number; serial?: string; dev?: string; fw?: string; t?: number } = {},
): string {
  const { boot = 57, serial = 'SH-00412', dev = 'shoe', fw = '2.3.1', t = 48_123 } = fields
  return `HI v=1 dev=${dev} sn=${serial} fw=${fw} boot=${boot} lo=${lo} hi=${hi} cap=512 t=${t}`
}

export const card = (seq: number, name = '5S'): string => `C ${seq} ${48_123 + seq} ${name}`

/** Connected, with everything up to `last` released and durable. */
export function connected(last = 4, options: Partial<LinkOptions> = {}) {
  const bench = newBench({ resume: { serial: 'SH-00412', boot: 57, lastSeq: last }, ...options })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(last + 1, last))
  bench.written()
  bench.told()
  return bench
}
