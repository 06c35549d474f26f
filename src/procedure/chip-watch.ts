/**
 * CHIP-FOREIGN: a sensor that tells the ids of chips has read one that the table's chip file does not have; the event says so itself. CHIP-COPY: one id
 * lies twice on a spot, or on two spots when everything up to then has been reported; until then it may be a chip on its way. A chip is told once, wherever
 * it goes, until a round has closed without it.
 */
import { tagOf } from '../../devices/driver.ts'
import type { SpotId } from '../../devices/scan.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { Objection } from './lifecycle.ts'
import { proven, type Sight, type Watch } from './watch.ts'

interface Lying {
  readonly ids: readonly string[]
  readonly foreign: readonly string[]
  /** Of the level, Unix ms. */
  readonly at: number
  readonly cause: string
}

export interface ChipWatch {
  /** The chips with ids on each spot that has any. */
  readonly lying: { readonly [spot: string]: Lying }
  /** Those that were told, as foreign ones and as copies. */
  readonly told: readonly string[]
  readonly copies: readonly string[]
}

/** As many as any table has lying about. What is forgotten is told again. */
const TOLD_MAX = 256

export const CHIP_WATCH: Watch<ChipWatch> = {
  initial: { lying: {}, told: [], copies: [] },
  step(before, sight) {
    const { observation, events } = sight
    const kept = events.some(({ type }) => type === 'round.closed') ? cleared(before) : before
    const [told, foreigners] = foreignIn(kept, sight)
    const lying = observation?.kind === 'spot' && !observation.late ? withLying(kept.lying, observation) : kept.lying
    const found = observation === null ? [] : copiesIn({ ...kept, lying }, sight.settledBefore)
    if (lying === kept.lying && foreigners.length === 0 && found.length === 0) return [kept, []]
    const copies = [...kept.copies, ...found.flatMap(({ ids }) => ids)].slice(-TOLD_MAX)
    return [{ lying, told, copies }, [...foreigners, ...found.map((fact) => objectionOf('CHIP-COPY', fact, sight))]]
  },
}

interface Fact {
  readonly spot: string
  readonly ids: readonly string[]
  readonly cause: string
}

function foreignIn({ told }: ChipWatch, sight: Sight): readonly [ChipWatch['told'], readonly Objection[]] {
  const { observation } = sight
  if (observation?.kind !== 'spot') return [told, []]
  const { spot, foreign = [], cause } = observation
  const ids = foreign.filter((id) => !told.includes(id))
  if (ids.length === 0) return [told, []]
  return [[...told, ...ids].slice(-TOLD_MAX), [objectionOf('CHIP-FOREIGN', { spot, ids, cause }, sight)]]
}

function objectionOf(code: FindingCode, { spot, ids, cause }: Fact, { after }: Sight): Objection {
  const box = spot === 'rack' ? null : Number.parseInt(spot, 10)
  return proven(code, after.current?.round.id ?? null, { box, spot: spot as SpotId, seen: { count: ids.length, ids }, cause })
}

/** Each id that lies twice and was not told, with the spot whose level is newer. */
function copiesIn({ lying, copies }: ChipWatch, settledBefore: number): readonly Fact[] {
  const seen = new Set<string>()
  const twice = new Map<string, Fact>()
  for (const [spot, { ids, at, cause }] of Object.entries(lying).sort(([, one], [, other]) => one.at - other.at)) {
    for (const id of ids) {
      const isCopy = ids.indexOf(id) < ids.lastIndexOf(id) || (seen.has(id) && at < settledBefore)
      if (isCopy && !copies.includes(id)) twice.set(id, { spot, ids: [id], cause })
    }
    for (const id of ids) seen.add(id)
  }
  return [...twice.values()]
}

function withLying(lying: ChipWatch['lying'], observation: Sight['observation'] & { readonly kind: 'spot' }): ChipWatch['lying'] {
  const { spot, ids = [], foreign = [], at, cause } = observation
  const { [spot]: before, ...others } = lying
  if (ids.length > 0 || foreign.length > 0) return { ...others, [spot]: { ids: ids.map(tagOf), foreign, at, cause } }
  return before === undefined ? lying : others
}

const cleared = ({ lying, told, copies }: ChipWatch): ChipWatch => {
  const there = Object.values(lying)
  return {
    lying,
    told: told.filter((id) => there.some(({ foreign }) => foreign.includes(id))),
    copies: copies.filter((id) => there.some(({ ids }) => ids.includes(id))),
  }
}
