/** Small evenings for the rules that no single round shows: each tells in one line what the table made of it under some rules. */
import { stepTable } from '../../../src/engine/fold/table.ts'
import { initialTable } from '../../../src/engine/state/table-state.ts'
import { currentView } from '../../../src/engine/words/table-views.ts'
import { initialJudge, judge } from '../../../src/procedure/judge.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import { BASE_MS, contextFor } from '../table-play.ts'

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

/** The dealer is relieved and a card leaves the shoe. */
const firstAfterRelief = (rules: HouseRules): string => {
  const context = contextFor('probe', rules)
  const scans = [{ kind: 'key', press: { key: 'relief' } } as const, { kind: 'card', card: '5S' } as const]
  let table = initialTable()
  scans.forEach((scan, at) => {
    ;[table] = stepTable(table, { ...scan, at: BASE_MS + at * 1000, cause: `x:X/1/${at + 1}` }, context)
  })
  return table.current === null ? 'burned' : 'dealt'
}

/** The copy of one card at which the judge objects. */
const excessCopy = (rules: HouseRules): string => {
  const context = { ...contextFor('probe', rules), overridden: [], devices: [] }
  const card = { kind: 'card', card: '7H' } as const
  let [table, state] = [initialTable(), initialJudge()]
  const found: string[] = []
  const scans = [{ kind: 'shoe', what: 'load' } as const, ...Array.from({ length: 9 }, () => card)]
  scans.forEach((scan, copy) => {
    const observation = { ...scan, at: BASE_MS + copy * 1000, cause: `x:X/1/${copy + 1}` }
    const [after, events] = stepTable(table, observation, context)
    const [next, said] = judge(state, { observation, events, before: table, after }, context)
    table = after
    state = next
    if (said.some(({ type, data }) => type === 'finding.raised' && 'code' in data && data.code === 'DECK-CARD-EXCESS'))
      found.push(`copy ${copy}`)
  })
  return found[0] ?? 'none'
}

/** Half of the second box's bet leaves before the first has its card: how many readings that has. */
const givenUpEarly = (rules: HouseRules): string => {
  const context = contextFor('probe', rules)
  const spot = (box: number, amount: number) =>
    ({ kind: 'spot', spot: `${box}.main`, rev: 0, amount, chips: [{ value: 100, count: amount / 100 }] }) as const
  const deal = rules.dealOrder.flatMap((step) => (step.startsWith('boxes') ? (['TS', '6H'] as const) : (['7D'] as const)))
  const cards = [...deal, '3C' as const].map((card) => ({ kind: 'card', card }) as const)
  const scans = [spot(1, 1000), spot(2, 1000), ...cards.slice(0, -1), spot(2, 500), ...cards.slice(-1)]
  let table = initialTable()
  scans.forEach((scan, at) => {
    ;[table] = stepTable(table, { ...scan, at: BASE_MS + at * 5000, cause: `x:X/1/${at + 1}` }, context)
  })
  return `${currentView(table, context)?.readings ?? 'no round'}`
}

export const PROBES: readonly Probe[] = [
  { name: 'the first card of a new shoe', tell: firstCard },
  { name: 'the first card after a relief', tell: firstAfterRelief },
  { name: 'a hand given up before its turn', tell: givenUpEarly },
  { name: 'the copy of a card that is one too many', tell: excessCopy },
]
