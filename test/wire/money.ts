/** Money of a closed round as every reading has it: shorthand for rows of tests. */
import type { NetResult, SpotResult } from '../../src/engine/event.ts'

export const agreedSpot = (staked: number, due: number | null, moved: number | null): SpotResult => ({
  ...{ staked, due, moved },
  certain: true,
  best: { staked, due, moved },
})

export const agreedNet = (house: number): NetResult => ({ house, best: house, from: house, to: house })
