/** Small evenings for the rules that no single round shows: each tells in one line what the table made of it under some rules. */
import type { TableEvent } from '../../src/engine/event.ts'
import { stepTable } from '../../src/engine/table.ts'
import { initialTable } from '../../src/engine/table-state.ts'
import type { HouseRules } from '../../src/house/rules.ts'
import { initialJudge, judge } from '../../src/procedure/judge.ts'
import { BASE_MS, contextFor, LIMITS } from '../engine/table-play.ts'

interface Probe {
  readonly name: string
  readonly tell: (rules: HouseRules) => string
}

/** A shoe is loaded and one card leaves it. */
const firstCard = (rules: HouseRules): string => {
  const context = contextFor('probe', rules)
  const scans = [{ kind: 'shoe', what: 'load' } as const, { kind: 'card', card: '5S' } as const]
  let table = initialTable()
  const said: string[] = []
  scans.forEach((scan, at) => {
    const [next, events] = stepTable(table, { ...scan, at: BASE_MS + at * 1000, cause: `x:X/1/${at + 1}` }, context)
    table = next
    for (const event of events) if (event.type === 'card.dealt') said.push(JSON.stringify(event.data.to))
  })
  return said.join(' ')
}

/** The copy of one card at which the judge objects. */
const excessCopy = (rules: HouseRules): string => {
  const loaded: TableEvent = { type: 'shoe.loaded', at: BASE_MS, round: null, cause: '', data: { shoe: 1 } }
  const dealt = (n: number): TableEvent => ({
    type: 'card.dealt',
    at: BASE_MS + n,
    round: null,
    cause: '',
    data: { card: '7H', n, to: 'dealer', certain: true },
  })
  let [state] = judge(initialJudge(), loaded, { document: 'probe', rules, limits: LIMITS })
  for (let copy = 1; copy <= 9; copy++) {
    const [next, said] = judge(state, dealt(copy), { document: 'probe', rules, limits: LIMITS })
    state = next
    if (said.some((event) => event.type === 'finding.raised')) return `copy ${copy}`
  }
  return 'none'
}

export const PROBES: readonly Probe[] = [
  { name: 'the first card of a new shoe', tell: firstCard },
  { name: 'the copy of a card that is one too many', tell: excessCopy },
]
