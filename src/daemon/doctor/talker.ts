/** Listens to a device of another maker for some seconds, through the link that the daemon uses: a shoe is sent nothing, a reader of chips its questions. */
import { findDriver } from '../../../devices/registry.ts'
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import { keepPort, type PortEvent } from '../../../firmware-bridge/port.ts'
import { givenOf } from '../../base/config/files.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { type Found, hear, nothingFound, type Watch } from './device.ts'
import { refusalOf } from './device-rungs.ts'
import { deviceWord as say } from './device-words.ts'
import { othersAt } from './ports.ts'
import type { TalkerFacts } from './talker-rungs.ts'

const OPEN_MS_MAX = 5000
const TICK_MS = 50
/** The counters of the link that count good messages and other traffic; the rest are damage. */
const NO_DAMAGE: ReadonlySet<string> = new Set(['lines', 'opened', 'duplicate', 'missing', 'let-go', 'not-played', 'incidents-unsaid'])

const READ: ReadonlySet<string> = new Set(['card', 'spot', 'badge'])

type Hearing = Found & { -readonly [Fact in 'traits' | 'stranger' | 'trouble']: TalkerFacts[Fact] }

export async function examineTalker(device: DeviceConfig, all: readonly DeviceConfig[], watch: Watch): Promise<TalkerFacts> {
  const driver = findDriver(device.driver, device.role)
  const found: Hearing = { ...nothingFound(device, all), traits: driver.traits, stranger: null, trouble: null }
  if (found.standing.kind === 'absent' || found.standing.kind === 'no-port') return found
  let openedAtMs: number | null = null
  // What comes once it is over is of our own making.
  let isDone = false
  const onPort = (event: PortEvent): void => {
    if (isDone) return
    if (event.kind === 'data') hear(found, event.bytes)
    else if (event.kind === 'opened') {
      found.opened = true
      openedAtMs = watch.nowMs()
    } else if (found.opened) found.ended ??= event.reason
    else found.refused ??= refusalOf(event.reason, () => othersAt(found.standing))
  }
  const link = driver.connect(
    { paths: [device.path], serial: device.serial, resume: null, ...givenOf(device) },
    {
      clock: watch,
      openPort: (options) => {
        const port = keepPort(options)
        port.events$.subscribe(onPort)
        return port
      },
    },
  )
  const reports = link.reports$.subscribe((report) => onReport(found, report))
  const startMs = watch.nowMs()
  const isOver = (): boolean => {
    const now = watch.nowMs()
    found.watchedMs = now - (openedAtMs ?? now)
    if (watch.signal.aborted || found.refused !== null || found.ended !== null || found.stranger !== null) return true
    return openedAtMs === null ? now - startMs > OPEN_MS_MAX : now - openedAtMs >= watch.watchMs
  }
  while (!isOver()) {
    watch.onStep(found.opened ? say('waits-cards', { messages: found.good, cards: found.read }) : say('waits-open'))
    await new Promise((wake) => setTimeout(wake, TICK_MS))
  }
  isDone = true
  if (found.good === 0 || found.bad > 0) found.others = othersAt(found.standing)
  reports.unsubscribe()
  await link.close()
  return found
}

function onReport(found: Hearing, report: LinkReport): void {
  if (report.kind === 'line' && READ.has(report.message.kind)) found.read++
  else if (report.kind === 'missing') found.missing += report.to - report.from + 1
  else if (report.kind === 'stranger') found.stranger = report.serial
  else if (report.kind === 'incident' && report.code !== 'unknown-serial') found.trouble = report.text
  else if (report.kind === 'health') {
    const counters = Object.entries(report.counters)
    found.good = report.counters.lines ?? 0
    found.bad = counters.reduce((sum, [name, count]) => sum + (NO_DAMAGE.has(name) ? 0 : count), 0)
  }
}
