/**
 * What a device that only talks says, before it is numbered and dated (`listener.ts`). A driver in `devices/dialects/` has a reader, which cuts the
 * bytes into frames and says what each of them means.
 */
import type { DiscardReason } from './line.ts'
import type { TlpEvent } from './tlp.ts'

type WithoutHead<Event> = Event extends TlpEvent ? Omit<Event, 'seq' | 't'> : never
/** An event as TLP has it, without number and time. */
export type Happening = WithoutHead<TlpEvent>

export type Heard =
  /** `raw`: what the device sent, for the journal; any text. `tag`: a tag that no file names. */
  | { readonly kind: 'event'; readonly event: Happening; readonly raw: string; readonly tag?: string }
  /** It was said before: the device repeats itself, or the card still lies there. */
  | { readonly kind: 'repeat' }
  /** Well formed, and no news of the table. */
  | { readonly kind: 'idle' }
  /** The device lets one see that so many events are lost. */
  | { readonly kind: 'lost'; readonly count: number }
  /** Bytes that are no frame. `sample`: their beginning, latin1. */
  | { readonly kind: 'damage'; readonly why: DiscardReason; readonly sample: string }
  /** The device reports a fault of its own, in words that name no card. */
  | { readonly kind: 'trouble'; readonly text: string }
  /** A code or a tag that no file names, in place of a card. */
  | { readonly kind: 'unknown'; readonly tag: string }
  | { readonly kind: 'who'; readonly serial: string }
  /** To be sent to it: a question. latin1. */
  | { readonly kind: 'ask'; readonly bytes: string }

/**
 * Takes bytes as they come, in pieces of any length, with the time, monotonic ms; none of them when only time has passed. Holds a bounded number of
 * them; never throws.
 */
export type Reader = (bytes: Uint8Array, nowMs: number) => readonly Heard[]

export interface Dialect {
  /** A new one for every opening: half a frame of one connection must not be glued to the next one's first. */
  readonly reader: () => Reader
  /** Its frames have no numbers, so bytes that are no frame may have been an event. */
  readonly damageLoses: boolean
  /** How often it gets the time, ms, because it asks. @default it has no use for it */
  readonly tickMs?: number
  /** It is asked, or says by itself that it is there: after so long without a message it is not, ms. @default its silence means nothing */
  readonly silentMs?: number
}

const DAMAGE_SAMPLE_MAX = 64

export const damaged = (why: DiscardReason, bytes: string): Heard => ({ kind: 'damage', why, sample: bytes.slice(0, DAMAGE_SAMPLE_MAX) })

/**
 * The piece at `at`: its end, and what it is; null: more bytes are needed to tell. `fits`: whether the checksum of a frame is right; left out: it has none.
 * It is asked once at most, after everything that costs less.
 */
export type Cut = (
  held: string,
  at: number,
) => { readonly end: number; readonly what: 'frame' | 'gap' | DiscardReason; readonly fits?: () => boolean } | null

/** Bytes that checksums have been reckoned over, of all readers. For whoever measures. */
export const summed = { bytes: 0 }

/**
 * Which beginnings are worth a checksum: noise may hold one at every other byte, each with a length as long as the longest frame. No byte is reckoned
 * in more than twice, once in vain and once for the frame that it belongs to. Places are counted from the first byte that came.
 */
function thrift() {
  let [onceTo, twiceTo] = [0, 0]
  return (from: number, to: number): boolean => {
    if (from < twiceTo) return false
    twiceTo = Math.max(twiceTo, Math.min(to, onceTo))
    onceTo = Math.max(onceTo, to)
    summed.bytes += to - from
    return true
  }
}

/** Cuts bytes into frames; `gap` is what may stand between them. No frame is longer than `max`. */
export function frames(cut: Cut, max: number, mean: (frame: string, nowMs: number) => readonly Heard[]): Reader {
  let held = ''
  let passed = 0
  const isWorth = thrift()
  return (bytes, nowMs) => {
    const out: Heard[] = []
    held += latin1(bytes)
    let at = 0
    // Bytes in a row that are damaged in the same way are told as one.
    let [bad, badFrom]: [DiscardReason | null, number] = [null, 0]
    while (at < held.length) {
      const piece = cut(held, at) ?? (held.length - at > max ? { end: at + 1, what: 'endless' as const } : null)
      if (piece === null) break
      const isGood = piece.fits === undefined || (isWorth(passed + at, passed + piece.end) && piece.fits())
      const [end, what] = isGood ? [piece.end, piece.what] : [at + 1, 'crc' as const]
      const why = what === 'frame' || what === 'gap' ? null : what
      if (bad !== null && bad !== why) out.push(damaged(bad, held.slice(badFrom, at)))
      if (bad !== why) [bad, badFrom] = [why, at]
      if (what === 'frame') out.push(...mean(held.slice(at, end), nowMs))
      at = end
    }
    if (bad !== null) out.push(damaged(bad, held.slice(badFrom, at)))
    held = held.slice(at)
    passed += at
    return out
  }
}

/** Cuts bytes into lines, each ended by LF, CR or both; empty ones are nothing. A longer one than `max` is damage up to its end. */
export function lines(max: number, mean: (line: string, nowMs: number) => readonly Heard[]): Reader {
  let held = ''
  let isOverlong = false
  return (bytes, nowMs) => {
    const out: Heard[] = []
    const parts = (held + latin1(bytes)).split(/[\r\n]/)
    held = parts.pop() ?? ''
    for (const part of parts) {
      if (isOverlong || part.length > max) out.push(damaged('too-long', part))
      else if (part !== '') out.push(...mean(part, nowMs))
      isOverlong = false
    }
    if (held.length > max) {
      if (!isOverlong) out.push(damaged('endless', held))
      isOverlong = true
      held = ''
    }
    return out
  }
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
