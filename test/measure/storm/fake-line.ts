/** A serial line without a cable: the device at one end, the port of the simulated process at the other. */
import { Subject } from 'rxjs'
import type { KeptPort, PortEvent } from '../../../firmware-bridge/port.ts'
import type { DevicePort } from '../../../simulators/device/rig.ts'
import type { Timing } from '../../../simulators/device/timing.ts'

export interface FakeLine {
  readonly device: DevicePort
  /** Opens the host's end, once for each process. */
  open(): KeptPort
  /** The process that had the port open has died. */
  letGo(): void
}

const REOPEN_MS = 400

export const fakeLine = (timing: Timing): FakeLine => {
  const toDevice$ = new Subject<Uint8Array>()
  let host: Subject<PortEvent> | null = null
  let isPlugged = true
  let isReading = true
  let isOpen = false
  const tell = (event: PortEvent) => host?.next(event)
  const plug = () => {
    if (host === null || !isPlugged || isOpen) return
    isOpen = true
    tell({ kind: 'opened', isAway: false })
  }
  const hangUp = (reason: string) => {
    if (!isOpen) return
    isOpen = false
    tell({ kind: 'closed', reason })
  }
  return {
    device: {
      data$: toDevice$,
      write: async (text) => {
        if (isOpen) tell({ kind: 'data', bytes: Buffer.from(text, 'latin1') })
      },
      setReading: (on) => {
        isReading = on
      },
      unplug: async () => {
        isPlugged = false
        hangUp('the device was disconnected')
      },
      replug: async () => {
        isPlugged = true
        timing.after(REOPEN_MS, plug)
      },
    },
    open: () => {
      const events$ = new Subject<PortEvent>()
      host = events$
      return {
        events$,
        start: plug,
        write: (text) => {
          const isTaken = host === events$ && isOpen && isReading
          if (isTaken) toDevice$.next(Buffer.from(text, 'latin1'))
          return isTaken
        },
        reopen: (reason) => {
          hangUp(reason)
          timing.after(REOPEN_MS, plug)
        },
        close: async () => {
          hangUp('closed')
          events$.complete()
        },
      }
    },
    letGo: () => {
      host = null
      isOpen = false
    },
  }
}
