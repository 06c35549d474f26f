/**
 * Station 2, from bytes to lines. `@serialport/parser-readline` splits; a guard precedes it, because that parser keeps a line that never
 * ends. Subscribe again for every open: half a line of one connection must not be joined to the first of the next.
 */
import { ReadlineParser } from '@serialport/parser-readline'
import { Observable, type OperatorFunction } from 'rxjs'
import { type Discarded, ENDLESS_BYTES, LINE_BYTES_MAX, type Line, parseLine } from './line.ts'

const LF = 0x0a
const DOLLAR = 0x24
const END = Buffer.from([LF])

/**
 * Passes bytes on and forces a line end at 512 bytes. A good line may straddle that cut, so the bytes from the last `$` on are sent
 * again after it; the parser refuses the cut piece because of its length.
 */
export function lineGuard(): (chunk: Uint8Array) => Uint8Array[] {
  /** Bytes since the last LF, at most 512. */
  let pending: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const out: Uint8Array[] = []
    let at = 0
    while (at < chunk.length) {
      const lf = chunk.indexOf(LF, at)
      const room = at + ENDLESS_BYTES - pending.length
      if (lf >= 0 && lf < room) {
        out.push(chunk.subarray(at, lf + 1))
        pending = Buffer.alloc(0)
        at = lf + 1
        continue
      }
      const piece = chunk.subarray(at, room)
      out.push(piece)
      pending = Buffer.concat([pending, piece])
      at += piece.length
      if (pending.length < ENDLESS_BYTES) continue
      out.push(END)
      pending = restartOf(pending)
      if (pending.length > 0) out.push(pending)
    }
    return out
  }
}

/** The bytes from the last `$` on, if they can still become a whole line; otherwise nothing. */
function restartOf(cut: Buffer): Buffer {
  const start = cut.lastIndexOf(DOLLAR)
  const isHopeful = start > 0 && cut.length - start < LINE_BYTES_MAX
  return isHopeful ? Buffer.from(cut.subarray(start)) : Buffer.alloc(0)
}

/** Bytes of one connection -> its lines, in order. Holds at most 512 bytes; drops an unfinished line at the close (it is sent again). */
export function frame(): OperatorFunction<Uint8Array, Line | Discarded> {
  return (bytes$) =>
    new Observable((subscriber) => {
      const guard = lineGuard()
      const parser = new ReadlineParser({ delimiter: '\n', encoding: 'latin1' })
      parser.on('data', (text: string) => subscriber.next(parseLine(text)))
      parser.on('error', () => {
        // An in-memory parser can only fail by being destroyed, which ends this connection anyway.
      })
      const subscription = bytes$.subscribe({
        next: (chunk) => {
          for (const piece of guard(chunk)) parser.write(piece)
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      })
      return () => {
        subscription.unsubscribe()
        parser.destroy()
      }
    })
}
