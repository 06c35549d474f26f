/** The devices of a simulated table on their lines, and a record of everything they sent: the truth with which the journal is compared. */
import { decodeBody, isEvent } from '../../../firmware-bridge/tlp.ts'
import { type FaultName, lineFaults } from '../../../simulators/device/faults.ts'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { type SimulatedDevice, startDevice } from '../../../simulators/device/rig.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import type { FakeLine } from './fake-line.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface LineNoise {
  readonly seed: number
  readonly faults: readonly { readonly name: FaultName; readonly rate: number }[]
}

export interface Account {
  /** `SERIAL BODY` of every event that a device has forgotten because the daemon acknowledged it. */
  readonly acknowledged: Set<string>
  /** The same for every event that was sent at all. */
  readonly said: Set<string>
  /** Lines that did not cross the wire unchanged. */
  corrupted: number
}

export interface Plugged {
  readonly devices: readonly SimulatedDevice[]
  readonly account: Account
}

export const plugDevices = (
  config: TableConfig,
  lines: ReadonlyMap<string, FakeLine>,
  time: VirtualTime,
  noise: LineNoise | null,
): Plugged => {
  const account: Account = { acknowledged: new Set(), said: new Set(), corrupted: 0 }
  const devices = config.devices.map(({ role, serial, path }) => {
    const spoil = noise === null ? null : lineFaults(noise.faults, role, 'sent', noise.seed)
    const device = startDevice({
      model: tlpDevice({ role, serial, clock: { nowMs: time.nowMs } }),
      port: (lines.get(path) as FakeLine).device,
      timing: time.world,
      sent: (line) => {
        const pieces = spoil?.(line) ?? [{ text: line, pauseMs: 0 }]
        if (pieces.length !== 1 || pieces[0]?.text !== line) account.corrupted += 1
        return pieces
      },
    })
    keepAccount(device, account)
    return device
  })
  return { devices, account }
}

const keepAccount = ({ serial, notes$ }: SimulatedDevice, { said, acknowledged }: Account): void => {
  const waiting = new Map<number, string>()
  notes$.subscribe(({ what, text }) => {
    // Nobody acknowledged what the device lost by itself.
    if (what === 'fault' && text === 'restarts, ring lost') waiting.clear()
    const message = decodeBody(text)
    if (message.kind === 'malformed' || message.kind === 'unknown-verb') return
    if (what === 'sent' && isEvent(message)) {
      waiting.set(message.seq, `${serial} ${text}`)
      said.add(`${serial} ${text}`)
    } else if (what === 'heard' && message.kind === 'ack')
      for (const [seq, body] of waiting) if (seq <= message.seq && waiting.delete(seq)) acknowledged.add(body)
  })
}
