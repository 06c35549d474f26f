/**
 * CHIP-FOREIGN: a sensor that tells the ids of chips has read one that the table's chip file does not have. The event says so itself. A chip is told once, wherever it goes, until a round has closed without it.
 */
import type { SpotId } from '../../devices/scan.ts'
import { proven, type Watch } from './watch.ts'

export interface ChipWatch {
  /** The foreign chips on each spot that has any. */
  readonly lying: { readonly [spot: string]: readonly string[] }
  /** Those that were told. */
  readonly told: readonly string[]
}

/** As many as any table has lying about. What is forgotten is told again. */
const TOLD_MAX = 256

export const CHIP_WATCH: Watch<ChipWatch> = {
  initial: { lying: {}, told: [] },
  step(before, { observation, events, after }) {
    const { lying, told } = events.some(({ type }) => type === 'round.closed') ? cleared(before) : before
    if (observation?.kind !== 'spot') return [lying === before.lying && told === before.told ? before : { lying, told }, []]
    const { spot, foreign = [], cause } = observation
    // What came late was there once, but says nothing of what lies there now.
    const now = observation.late ? lying : withLying(lying, spot, foreign)
    const news = foreign.filter((id) => !told.includes(id))
    if (news.length === 0) return [{ lying: now, told }, []]
    const box = spot === 'rack' ? null : Number.parseInt(spot, 10)
    const objection = proven('CHIP-FOREIGN', after.current?.round.id ?? null, { box, spot, seen: { count: news.length }, cause })
    return [{ lying: now, told: [...told, ...news].slice(-TOLD_MAX) }, [objection]]
  },
}

const withLying = (lying: ChipWatch['lying'], spot: SpotId, foreign: readonly string[]): ChipWatch['lying'] => {
  const { [spot]: _before, ...others } = lying
  return foreign.length === 0 ? others : { ...others, [spot]: foreign }
}

const cleared = ({ lying, told }: ChipWatch): ChipWatch => {
  const there = Object.values(lying).flat()
  return { lying, told: told.filter((id) => there.includes(id)) }
}
