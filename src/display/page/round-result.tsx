/** The result of a finished round, box by box: due by the rules, and moved in chips. */
import type { NetResult, SpotNumbers } from '../../engine/event.ts'
import { type Account, houseWon, houseWonInFull } from '../../wire/account/account.ts'
import { amount, gain, say } from './say.ts'

const isWrong = ({ due, moved }: SpotNumbers): boolean => due !== null && moved !== null && due !== moved

/** Marks a number that is not the same in every reading. */
const unsure = (text: string) => (
  <span class="unsure" title={say('rounds.unsure')}>
    {text}?
  </span>
)

/** The number that all readings share, otherwise the likeliest reading's, marked as unsure. */
export const shared = (known: number | null, best: number | null, exponent: number) =>
  known !== null || best === null ? gain(known, exponent) : unsure(gain(best, exponent))

/** The range of what the house should have won; empty if all readings agree. */
export const rangeText = ({ house, from, to }: NetResult, exponent: number): string =>
  house !== null || from === null || to === null || from === to
    ? ''
    : say('rounds.range', { from: gain(from, exponent), to: gain(to, exponent) })

/** How many bets have no part in what the house won; empty if all have. */
export const notSeenText = (bets: number): string => (bets === 0 ? '' : say('rounds.notSeen', { bets: String(bets) }))

/** `exponent`: decimals of the currency. */
export function ResultTable({ account, exponent }: { readonly account: Account; readonly exponent: number }) {
  const { boxes, end } = account
  if (end === null) return null
  const settled = boxes.flatMap(({ box, spots }) =>
    spots.flatMap(({ area, result }) => (result === null ? [] : [{ box, area, spot: result }])),
  )
  const moved = settled.map(({ spot }) => spot.best.moved)
  const rows = settled.filter(({ spot: { best } }) => best.staked !== 0 || best.due !== 0)
  return (
    <section class="panel" aria-label={say('rounds.result', { round: end.round })}>
      <h2>{say('rounds.result', { round: end.round })}</h2>
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
            <tr key={`${box}.${area}`} class={isWrong(spot.best) ? 'differs' : ''}>
              <th scope="row">{area === 'main' ? box : `${box} ${say(`area.${area}`)}`}</th>
              <td>{spot.staked === null ? unsure(amount(spot.best.staked, exponent)) : amount(spot.staked, exponent)}</td>
              <td>{shared(spot.due, spot.best.due, exponent)}</td>
              <td>{shared(spot.moved, spot.best.moved, exponent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('rounds.houseWon')}</th>
            <td />
            <td>
              {shared(end.net.house, end.net.best, exponent)} <small class="calm">{rangeText(end.net, exponent)}</small>
            </td>
            <td>
              {shared(houseWonInFull(settled.map(({ spot }) => spot.moved)), houseWon(moved), exponent)}{' '}
              <small class="calm">{notSeenText(moved.filter((each) => each === null).length)}</small>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
