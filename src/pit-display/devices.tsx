/** The devices of a table, one below the other, the troubled ones first. */

import { useApp } from './app.ts'
import { Facts } from './facts.tsx'
import type { Cell } from './floor.ts'
import { Icon } from './icons.tsx'
import type { Device } from './messages.ts'
import { say, whole } from './say.ts'
import type { Key } from './strings.ts'

export function Devices({ cell }: { readonly cell: Cell }) {
  const devices = [...cell.devices.value.values()].sort((a, b) => Number(a.up) - Number(b.up) || a.device.localeCompare(b.device))
  return (
    <section class="panel" aria-label={say('devices.title')}>
      <h2>{say('devices.title')}</h2>
      {devices.length === 0 ? <p class="calm">{say('devices.none')}</p> : null}
      <ul class="devices">
        {devices.map((device) => (
          <DeviceRung key={device.device} device={device} />
        ))}
      </ul>
    </section>
  )
}

function DeviceRung({ device }: { readonly device: Device }) {
  const { now } = useApp()
  const { up, reason, ringFill, ringSize, clockOffsetMs, lastHeartbeat, errors } = device
  now.value
  const ago = lastHeartbeat === null ? null : Math.max(0, Math.round((Date.now() - Date.parse(lastHeartbeat)) / 1000))
  const wrong = [...errors].filter(([, count]) => count > 0)
  const facts: readonly (readonly [Key, string])[] = [
    ['device.heartbeat', ago === null ? '–' : say('device.ago', { n: whole(ago) })],
    ['device.clock', say(clockOffsetMs === null ? 'device.clock.unknown' : 'device.clock.known')],
    ['device.ring', ringFill === null ? '–' : `${whole(ringFill)}${ringSize === null ? '' : ` / ${whole(ringSize)}`}`],
    ['device.errors', wrong.length === 0 ? say('device.noErrors') : wrong.map(([name, count]) => `${name} ${whole(count)}`).join(', ')],
    ['device.serial', device.serial],
    ['device.firmware', device.firmware ?? '–'],
  ]
  return (
    <li class={up ? 'device' : 'device device-down'}>
      <p class="device-head">
        <Icon name={up ? 'up' : 'down'} />
        <strong>{device.device}</strong>
        <span>{up ? say('device.up') : reason === null ? say('device.down') : say('device.down.why', { reason })}</span>
      </p>
      <Facts style="device-facts" facts={facts} />
    </li>
  )
}
