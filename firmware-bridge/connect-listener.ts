/** Joins a port and the machine of a device of another maker. It writes nothing but the questions of a dialect that asks. */
import { EMPTY, interval, map, merge, mergeMap, observeOn, queueScheduler, Subject, scan, share, switchMap } from 'rxjs'
import { type ConnectDeps, type LinkConnection, startedBy } from './connect.ts'
import type { LinkReport } from './link-state.ts'
import { initialListener, type ListenerInput, type ListenerOptions, type ListenerOutput, stepListener } from './listener.ts'
import { type KeptPort, keepPort, type PortOptions } from './port.ts'

const TICK_MS = 250

type Said = ListenerInput extends infer Input
  ? Input extends ListenerInput
    ? Omit<Input, 'nowMs' | 'wallMs' | 'listenedMs'>
    : never
  : never

export type ConnectListenerOptions = ListenerOptions & PortOptions

export function connectListener({ paths, baudRate, parity, ...own }: ConnectListenerOptions, deps: ConnectDeps): LinkConnection {
  const { clock, openPort = keepPort } = deps
  const port = openPort({ paths, baudRate, parity })
  const told$ = new Subject<Said>()
  const port$ = port.events$.pipe(share())
  const ticks$ = port$.pipe(
    mergeMap((event) => (event.kind === 'data' ? [] : [event.kind])),
    switchMap((kind) => (kind === 'opened' ? interval(own.dialect.tickMs ?? TICK_MS) : EMPTY)),
    map((): Said => ({ kind: 'tick' })),
  )
  const begun = [initialListener(own), [] as readonly ListenerOutput[]] as const
  const reports$ = merge(port$, ticks$, told$).pipe(
    map((said): ListenerInput => {
      const nowMs = clock.nowMs()
      return { ...said, nowMs, wallMs: clock.wallMs(), listenedMs: clock.listenedMs?.() ?? nowMs }
    }),
    // What an output causes at once comes after the outputs before it.
    observeOn(queueScheduler),
    scan(([state], input) => stepListener(state, input), begun),
    mergeMap(([, outputs]) => outputs),
    mergeMap((output) => carriedOut(output, port)),
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

/** The reports; questions are asked. A question that the port does not take is asked again in its turn. */
function carriedOut(output: ListenerOutput, port: KeptPort): readonly LinkReport[] {
  if (output.kind === 'ask') port.write(output.bytes)
  else if (output.kind === 'reopen') port.reopen(output.reason, false)
  else return [output]
  return []
}
