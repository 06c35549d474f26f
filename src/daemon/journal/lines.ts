/** Streams the lines of a file: memory is bounded by one line and one read, whatever the file contains. */
import { LINE_BYTES_MAX } from './codec.ts'
import type { JournalFile } from './files.ts'

const READ_BYTES = 256 * 1024

export interface LineStart {
  /** 1 = first line of the file. */
  readonly number: number
  /** Bytes from the start of the file. */
  readonly offset: number
}

export interface FileLine extends LineStart {
  /** Without its LF; cut at the limit if `tooLong`. */
  readonly bytes: Buffer
  /** false for a last line without LF. */
  readonly ended: boolean
  readonly tooLong: boolean
}

/** `start`: the first line to yield. */
export async function* linesOf(file: JournalFile, start: LineStart = { number: 1, offset: 0 }): AsyncGenerator<FileLine> {
  const chunk = Buffer.allocUnsafe(READ_BYTES)
  let parts: Buffer[] = []
  let held = 0
  let { number, offset } = start
  let position = offset
  for (;;) {
    const count = await file.read(chunk, position)
    if (count === 0) break
    let from = 0
    for (;;) {
      const at = chunk.indexOf(0x0a, from)
      const end = at === -1 || at >= count ? count : at
      // Copied, because the chunk is reused; only up to the line's limit.
      const room = LINE_BYTES_MAX - held
      if (room > 0) parts.push(Buffer.from(chunk.subarray(from, Math.min(end, from + room))))
      held += end - from
      if (end === count) break
      yield { number, offset, bytes: Buffer.concat(parts), ended: true, tooLong: held > LINE_BYTES_MAX }
      number += 1
      from = end + 1
      offset = position + from
      parts = []
      held = 0
    }
    position += count
  }
  if (held > 0) yield { number, offset, bytes: Buffer.concat(parts), ended: false, tooLong: held > LINE_BYTES_MAX }
}
