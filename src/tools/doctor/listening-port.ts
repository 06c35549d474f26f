/**
 * A port that is only listened to: lines with which the link would change the device are held back, and the traffic is reported.
 *
 *   link --?ID, TS, RS--> port        ACK, SNAP, CF: not sent; the device's ring, and all in it, stays as it is
 *   link <---- all ------ port ------> lines and time exchanges, to the listener
 */
import { EMPTY, filter, mergeMap, type Observable, switchMap } from 'rxjs'
import { frame } from '../../../firmware-bridge/frame.ts'
import { type Discarded, type Line, parseLine } from '../../../firmware-bridge/line.ts'
import { type KeptPort, keepPort, type PortEvent, type PortOptions } from '../../../firmware-bridge/port.ts'
import { decodeBody, type TlpMessage } from '../../../firmware-bridge/tlp.ts'

/** Questions are only answered; they change nothing. */
const QUESTIONS: ReadonlySet<string> = new Set<TlpMessage['kind']>(['identify', 'time', 'resend'])

const isQuestion = (message: ReturnType<typeof decodeBody>): message is TlpMessage => QUESTIONS.has(message.kind)

export interface Listener {
  readonly onPort: (event: PortEvent) => void
  readonly onLine: (line: Line | Discarded) => void
  /** A question is sent. */
  readonly onSent: (message: TlpMessage) => void
}

export function listeningPort(options: PortOptions, { onPort, onLine, onSent }: Listener): KeptPort {
  const port = keepPort(options)
  port.events$.subscribe(onPort)
  linesOf(port.events$).subscribe(onLine)
  return {
    ...port,
    write: (text) => {
      const message = messageOf(text)
      if (message === null || !isQuestion(message)) return true
      onSent(message)
      return port.write(text)
    },
  }
}

/** The message in a line of ours; null if it is not a line. */
function messageOf(text: string): ReturnType<typeof decodeBody> | null {
  const line = parseLine(text.replace(/\n$/, ''))
  return line.kind === 'line' ? decodeBody(line.body) : null
}

/** Half a line of one connection must not be glued to the next connection's first line. */
const linesOf = (events$: Observable<PortEvent>): Observable<Line | Discarded> =>
  events$.pipe(
    filter(({ kind }) => kind !== 'data'),
    switchMap(({ kind }) => (kind === 'opened' ? bytesOf(events$).pipe(frame()) : EMPTY)),
  )

const bytesOf = (events$: Observable<PortEvent>): Observable<Uint8Array> =>
  events$.pipe(mergeMap((event) => (event.kind === 'data' ? [event.bytes] : [])))
