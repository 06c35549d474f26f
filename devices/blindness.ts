/**
 * How long each antenna has given no whole inventory. One that gives none is blind, whatever the reader says instead: that is told as a loss, again and
 * again, and what was told of its spot before no longer holds. Pure.
 */
import type { Heard } from '../firmware-bridge/dialect.ts'
import { BLIND_MS, LOST, type TagBoard } from './tag-board.ts'

export interface Blindness {
  /** A whole inventory of this antenna has come. */
  whole(antenna: number, nowMs: number): void
  /** It gave none. `why` completes `antenna 1 is blind: `. */
  failed(antenna: number, why: string): void
  /** What has to be told by now. Ask often: a loss is told within 3 s. */
  due(nowMs: number): readonly Heard[]
}

export function blindness(antennas: readonly number[], board: Pick<TagBoard, 'blind'>, otherwise: string): Blindness {
  /** When the last whole inventory came, or it was told that none does. */
  const sinceMs = new Map<number, number>()
  const whys = new Map<number, string>()
  return {
    whole: (antenna, nowMs) => void sinceMs.set(antenna, nowMs),
    failed: (antenna, why) => void whys.set(antenna, why),
    due: (nowMs) =>
      antennas.flatMap((antenna) => {
        const since = sinceMs.get(antenna)
        const isBlind = since !== undefined && nowMs - since >= BLIND_MS
        if (since === undefined || isBlind) sinceMs.set(antenna, nowMs)
        if (!isBlind) return []
        board.blind(antenna)
        return [{ kind: 'trouble', text: `antenna ${antenna} is blind: ${whys.get(antenna) ?? otherwise}` }, LOST] as const
      }),
  }
}
