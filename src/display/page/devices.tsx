/** The devices of a table, those with trouble first, each as a ladder: above a broken rung nothing is known. */

import { useApp } from './app.ts'
import type { Cell } from './floor.ts'
import { Icon } from './icons.tsx'
import type { Device } from './messages.ts'
import { RUNGS, type RungName, standOf } from './rungs.ts'
import { say, whole } from './say.ts'

export function Devices({ cell }: { readonly cell: Cell }) {
  const devices = [...cell.devices.value.values()].sort((a, b) => Number(a.up) - Number(b.up) || a.device.localeCompare(b.device))
  return (
    <section class="panel" aria-label={say('devices.title')}>
      <h2>{say('devices.title')}</h2>
      {devices.length === 0 ? <p class="calm">{say('devices.none')}</p> : null}
      <ul class="devices">
        {devices.map((device) => (
          <Ladder key={device.device} device={device} />
        ))}
      </ul>
    </section>
  )
}

function figureOf(rung: RungName, device: Device, nowMs: number): string {
  const { serial, firmware, ringFill, ringSize, clockOffsetMs, lastHeartbeat, errors } = device
  switch (rung) {
    case 'device.heartbeat':
      return lastHeartbeat === null
        ? '–'
        : say('device.ago', { n: whole(Math.max(0, Math.round((nowMs - Date.parse(lastHeartbeat)) / 1000))) })
    case 'device.errors': {
      const wrong = [...errors].filter(([, count]) => count > 0)
      return wrong.length === 0 ? say('device.noErrors') : wrong.map(([name, count]) => `${name} ${whole(count)}`).join(', ')
    }
    case 'device.serial':
      return firmware === null ? serial : `${serial}, ${say('device.firmware')} ${firmware}`
    case 'device.ring':
      return ringFill === null ? '–' : `${whole(ringFill)}${ringSize === null ? '' : ` / ${whole(ringSize)}`}`
    case 'device.clock':
      return say(clockOffsetMs === null ? 'device.clock.unknown' : 'device.clock.known')
  }
}

const SIGNS = { ok: 'up', look: 'look', broken: 'down', open: 'open' } as const

function Ladder({ device }: { readonly device: Device }) {
  const { now } = useApp()
  const { up, reason } = device
  now.value
  return (
    <li class={up ? 'device' : 'device device-down'}>
      <p class="device-head">
        <Icon name={up ? 'up' : 'down'} />
        <strong>{device.device}</strong>
        <span>{up ? say('device.up') : reason === null ? say('device.down') : say('device.down.why', { reason })}</span>
      </p>
      <ol class="ladder">
        {RUNGS.map((rung) => {
          const stands = standOf(rung, device)
          return (
            <li key={rung} class={`rung rung-${stands}`}>
              <Icon name={SIGNS[stands]} />
              <span class="rung-name">{say(rung)}</span>
              <span class="unseen">{say(`rung.${stands}`)}</span>
              <span class="rung-value">{figureOf(rung, device, Date.now())}</span>
            </li>
          )
        })}
      </ol>
    </li>
  )
}
