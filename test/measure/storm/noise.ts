/** Lines that go wrong while a table is played, as shares of lines; for `corrupt`, of bytes. */
import type { FaultName } from '../../../simulators/device/faults.ts'

export type NoiseLevel = 'some' | 'heavy'

type Rates = { readonly [name in FaultName]?: number }

/** What a badly placed cable does. */
const SOME: Rates = { corrupt: 0.001, drop: 0.02, double: 0.02 }
/** Most lines are hit, up to the 5 % of bytes of F1. The remaining ones must still get through. */
const HEAVY: Rates = {
  ...{ corrupt: 0.005, drop: 0.1, cut: 0.05, behead: 0.05, glue: 0.05 },
  ...{ double: 0.1, reorder: 0.05, stale: 0.1, garbage: 0.1, nul: 0.05 },
}

/** Each kind of noise at a share of its rate, drawn for this seed. */
export const noiseOf = (level: NoiseLevel, random: () => number): readonly { readonly name: FaultName; readonly rate: number }[] =>
  Object.entries(level === 'some' ? SOME : HEAVY).map(([name, rate]) => ({
    name: name as FaultName,
    rate: level === 'some' ? random() * rate : rate,
  }))
