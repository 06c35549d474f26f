/** What a finished round came to, box by box: due by the rules, moved by the chips. */
import { type ReadonlySignal, useComputed } from '@preact/signals'
import { AREAS } from '../../devices/scan.ts'
import type { RoundView } from '../engine/view.ts'
import type { Cell } from './floor.ts'
import { amount, gain, say } from './say.ts'

export function RoundResult({ cell, view }: { readonly cell: Cell; readonly view: ReadonlySignal<RoundView | null> }) {
  const result = useComputed(() => cell.rounds.value.find(({ round }) => round === view.value?.round)?.result ?? null)
  const said = result.value
  if (said === null) return null
  const rows = said.boxes.flatMap(({ box, spots }) =>
    AREAS.flatMap((area) => {
      const spot = spots[area]
      return spot === undefined || (spot.staked === 0 && spot.due === 0) ? [] : [{ box, area, spot }]
    }),
  )
  return (
    <section class="panel" aria-label={say('rounds.result', { round: said.round })}>
      <h2>{say('rounds.result', { round: said.round })}</h2>
      <table class="result">
        <thead>
          <tr>
            <th scope="col">{say('rounds.box')}</th>
            <th scope="col">{say('rounds.staked')}</th>
            <th scope="col">{say('rounds.due')}</th>
            <th scope="col">{say('rounds.moved')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ box, area, spot }) => (
            <tr key={`${box}.${area}`} class={spot.due !== null && spot.moved !== null && spot.due !== spot.moved ? 'differs' : ''}>
              <th scope="row">{area === 'main' ? box : `${box} ${say(`area.${area}`)}`}</th>
              <td>{amount(spot.staked)}</td>
              <td>{gain(spot.due)}</td>
              <td>{gain(spot.moved)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('rounds.house')}</th>
            <td />
            <td>{gain(said.net.house)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
