/** Turns capture lines into journal records: each device's lines go through the same link machine as those of a live device. Pure. */

import { stepLink } from '../../../firmware-bridge/link.ts'
import { initialLink, type LinkInput, type LinkReport, type LinkState } from '../../../firmware-bridge/link-state.ts'
import { decodeBody } from '../../../firmware-bridge/tlp.ts'
import { TURN_MS, turnsAt } from '../../../firmware-bridge/turned-clock.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import type { CaptureLine } from '../journal/replay-input.ts'

export interface CaptureReader {
  /** Records of one line; a string says why the line is bad. */
  line(capture: CaptureLine): readonly JournalRecord[] | string
  /** The capture ended: releases what was held behind gaps and reports what is missing. */
  end(): readonly JournalRecord[]
}

/** `t` of a record is host time, that of a tick event time; in a capture both are the line's. */
export const captureReader = (devices: readonly DeviceConfig[]): CaptureReader => {
  const links = new Map<string, LinkState>(
    devices.map((device) => [device.name, initialLink({ role: device.role, serial: device.serial, capture: true })]),
  )
  let n = 0
  let now = 0
  const record = (body: RecordBody, t: number): JournalRecord => ({ n: ++n, t, ...body })
  const feed = (name: string, state: LinkState, input: LinkInput): JournalRecord[] => {
    const [next, outputs] = stepLink(state, input)
    links.set(name, next)
    return outputs.flatMap((output) => {
      const body = output.kind === 'report' ? bodyOf(name, output.report) : null
      return body ? [record(body, input.wallMs)] : []
    })
  }
  /** With every line, time passes for every device. */
  const pass = (at: number): JournalRecord[] =>
    [...links].flatMap(([name, state]) => feed(name, state, { kind: 'tick', nowMs: at, wallMs: at }))
  /** Somebody else was told what this device said before, perhaps of a round that goes on. */
  const unheardBefore = (device: string, { stream, options }: LinkState, message: ReturnType<typeof decodeBody>): JournalRecord[] => {
    if (stream !== null || !('seq' in message) || message.seq === 1) return []
    const who = { device, serial: options.serial, boot: 1, firmware: '', continued: true }
    return [record({ kind: 'identity', ...who, unheard: true }, now)]
  }
  return {
    // An unknown verb comes from newer firmware: the link machine counts and ignores it.
    line: ({ t, device, line }) => {
      const state = links.get(device)
      if (!state) return `this table has no device ${device.slice(0, 32)}; its devices: ${[...links.keys()].join(', ')}`
      const message = decodeBody(line)
      if (message.kind === 'malformed') return `invalid ${message.verb} line: ${message.reason}`
      now = Math.max(now, t)
      const records = [
        ...unheardBefore(device, state, message),
        ...pass(now),
        ...feed(device, links.get(device) ?? state, {
          kind: 'line',
          line: { kind: 'line', body: line, glued: false },
          nowMs: now,
          wallMs: now,
        }),
      ]
      if (message.kind !== 'heartbeat') return records
      // A heartbeat reports only that time has passed.
      return [...records, record({ kind: 'tick' }, message.t + TURN_MS * turnsAt(links.get(device)?.shown ?? null, message.t))]
    },
    end: () => [...links].flatMap(([name, state]) => feed(name, state, { kind: 'end', nowMs: now, wallMs: now })),
  }
}

/** A link's report in the form the journal keeps; null if it is only shown. */
export const bodyOf = (device: string, report: LinkReport): RecordBody | null => {
  switch (report.kind) {
    case 'line': {
      const { serial, boot, seq, offset, body, late, foreign } = report
      return { kind: 'line', device, serial, boot, seq, offset, line: body, ...(late ? { late } : {}), ...(foreign ? { foreign } : {}) }
    }
    case 'missing': {
      const { serial, boot, from, to } = report
      return { kind: 'missing', device, serial, boot, from, to }
    }
    case 'identity': {
      const { serial, boot, firmware, continued, unheard } = report
      return { kind: 'identity', device, serial, boot, firmware, continued, ...(unheard ? { unheard } : {}) }
    }
    case 'incident': {
      const { code, text, line } = report
      return { kind: 'incident', device, code, text, ...(line === undefined ? {} : { line }) }
    }
    case 'link':
      return { kind: 'link', device, up: report.up, reason: report.reason }
    case 'stranger':
    case 'complete':
    case 'health':
      return null
  }
}
