/** A capture replayed in ways that must not matter: its bytes in other pieces, received at another speed, folded under another clock. */
import assert from 'node:assert/strict'
import { from, lastValueFrom, toArray } from 'rxjs'
import { frame } from '../../firmware-bridge/frame.ts'
import { formatLine } from '../../firmware-bridge/line.ts'
import { endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { type Play, recordsOf } from '../daemon/pipeline/records.ts'

type Lines = Play['lines']

/** Everything published, as text. `between`: called before the next record is read. */
export const wordsOf = async (
  { config, context }: Play,
  lines: Lines,
  between: (index: number) => Promise<void> | void = () => {},
): Promise<string> => {
  let state = initialCore()
  const said: unknown[] = []
  for (const [index, record] of recordsOf(lines, config).entries()) {
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    said.push(...encoded)
    await between(index)
  }
  return JSON.stringify([...said, ...endCore(state, context)[1].encoded])
}

/** Each device's lines as its port brings them: one stream of bytes, in pieces of any size. */
export const inPieces = async (lines: Lines, pieceBytes: () => number): Promise<Lines> => {
  const bodies = new Map<string, string[]>()
  for (const device of new Set(lines.map((line) => line.device))) {
    const bytes = Buffer.from(lines.flatMap((line) => (line.device === device ? [formatLine(line.line)] : [])).join(''), 'latin1')
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + pieceBytes())
      pieces.push(piece)
      at += piece.length
    }
    const framed = await lastValueFrom(from(pieces).pipe(frame(), toArray()))
    bodies.set(
      device,
      framed.map((line) => {
        assert.equal(line.kind, 'line')
        return line.kind === 'line' ? line.body : ''
      }),
    )
  }
  return lines.map((line) => ({ ...line, line: bodies.get(line.device)?.shift() ?? '' }))
}

/** The same lines, received this many times as fast. */
export const faster = (lines: Lines, times: number): Lines => {
  const [first] = lines
  return lines.map((line) => ({ ...line, t: Math.round((first?.t ?? 0) + (line.t - (first?.t ?? 0)) / times) }))
}
