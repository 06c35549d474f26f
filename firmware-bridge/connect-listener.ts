/** Joins a port and the machine of a device that only talks. It never writes. */
import { EMPTY, interval, map, merge, mergeMap, Subject, scan, share, switchMap } from 'rxjs'
import { type ConnectDeps, type LinkConnection, startedBy } from './connect.ts'
import type { LinkReport } from './link-state.ts'
import { initialListener, type ListenerInput, type ListenerOptions, stepListener } from './listener.ts'
import { keepPort, type PortOptions } from './port.ts'

const TICK_MS = 250

type Said = ListenerInput extends infer Input
  ? Input extends ListenerInput
    ? Omit<Input, 'nowMs' | 'wallMs' | 'listenedMs'>
    : never
  : never

export type ConnectListenerOptions = ListenerOptions & PortOptions

export function connectListener({ paths, baudRate, ...own }: ConnectListenerOptions, deps: ConnectDeps): LinkConnection {
  const { clock, openPort = keepPort } = deps
  const port = openPort({ paths, baudRate })
  const told$ = new Subject<Said>()
  const port$ = port.events$.pipe(share())
  const ticks$ = port$.pipe(
    mergeMap((event) => (event.kind === 'data' ? [] : [event.kind])),
    switchMap((kind) => (kind === 'opened' ? interval(TICK_MS) : EMPTY)),
    map((): Said => ({ kind: 'tick' })),
  )
  const begun = [initialListener(own), [] as readonly LinkReport[]] as const
  const reports$ = merge(port$, ticks$, told$).pipe(
    map((said): ListenerInput => {
      const nowMs = clock.nowMs()
      return { ...said, nowMs, wallMs: clock.wallMs(), listenedMs: clock.listenedMs?.() ?? nowMs }
    }),
    scan(([state], input) => stepListener(state, input), begun),
    mergeMap(([, reports]) => reports),
    share(),
  )
  const nothing = (): void => undefined
  return {
    reports$: startedBy(reports$, port),
    askAnew: () => told$.next({ kind: 'awaited' }),
    // It keeps nothing that it could forget, has no clock that could be wrong, and its port is all that is known of it.
    ...{ durable: nothing, heardElsewhere: nothing, confirm: nothing, unvouched: nothing },
    async close() {
      await port.close()
      told$.complete()
    },
  }
}
