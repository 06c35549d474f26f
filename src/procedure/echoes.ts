/**
 * What an error leaves behind is put right in the next round: a lammer forgotten is removed, a bet that was not taken is taken. Read by itself that
 * looks like an error of that round, and is none.
 */

/** By the code it would have: what was found on the same spot in the round before. */
const ECHOES: { readonly [code: string]: readonly string[] } = {
  'FB-TOKEN-EARLY': ['FB-TOKEN-NOT-REMOVED'],
  'BET-PINCHED': ['LOSER-NOT-TAKEN', 'BUST-NOT-TAKEN', 'TAKE-PARTIAL', 'BET-LEFT-OVER'],
  'LIVE-TAKEN-AS-BUST': ['LOSER-NOT-TAKEN', 'BUST-NOT-TAKEN', 'TAKE-PARTIAL', 'BET-LEFT-OVER'],
}

interface Fact {
  readonly code: string
  readonly box: number | null
}

/** `before`: what stands of the round before this one. */
export const isEcho = ({ code, box }: Fact, before: readonly Fact[]): boolean =>
  box !== null && before.some((known) => known.box === box && ECHOES[code]?.includes(known.code) === true)
