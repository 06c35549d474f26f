/** How a round ended, as lines: every hand with its cards, its decisions and what it is due, and how the remaining readings differ. */

import { AREAS } from '../../../devices/scan.ts'
import { flowed, type Line, padded, piece, widthOf, wrapped } from '../../base/terminal/line.ts'
import { amountLine, cardsLine, gainLine } from '../../display/terminal/pieces.ts'
import type { SpotResult } from '../../engine/event.ts'
import { dealtHand, type Round, textAt } from '../../engine/evidence/round.ts'
import type { Story } from '../../engine/evidence/story.ts'
import type { Readings } from '../../engine/round-readings.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { countOf } from '../../wire/account/placed.ts'
import { actionsText, areaText, outcomeText, totalText } from '../../wire/account/text.ts'
import type { Account } from './account.ts'
import { whereText } from './claim-text.ts'
import { isSameStory, type Left } from './left.ts'
import { timeText } from './step-lines.ts'

/** Stories of a box shown besides the best. */
const OTHERS_MAX = 4
const BOX_COLUMNS = 9
const WORD_COLUMNS = 11

const storyLine = (round: Round, { hands }: Pick<Story, 'hands'>): Line =>
  hands.flatMap((hand, at): Line => {
    const cards = hand.positions.map((position) => textAt(round, position))
    return [...(at > 0 ? [piece(' | ')] : []), ...cardsLine(cards), piece(` = ${totalText(countOf(cards))}`)]
  })

const playedText = (hands: readonly Hand[]): string => hands.map(({ actions }) => actionsText(actions)).join(' | ')

/** One hand of a box: the box comes before its first hand, and what the box is due comes after it. */
interface HandRow {
  readonly head: string
  readonly cards: Line
  readonly played: string
  readonly rest: Line
}

const rowsOf = (round: Round, hands: readonly Hand[], head: string, restOf: (at: number) => Line): readonly HandRow[] =>
  hands.map((hand, at) => ({
    head: at === 0 ? head : '',
    cards: storyLine(round, { hands: [hand] }),
    played: actionsText(hand.actions),
    rest: restOf(at),
  }))

/** Each hand by the best reading, with result and money; below it the box's cards and decisions in other readings. */
export const handsLines = (account: Account, readings: Readings, left: Left, columns: number): Line[] => {
  const { round, result, context } = account
  const rows = round.boxes.flatMap((box, index): readonly HandRow[] => {
    const story = readings.best?.stories[index]
    const others = left.others.filter((other) => other.box === box && (story || playedText(other.story.hands) !== ''))
    const more = others.length > OTHERS_MAX ? `, and ${others.length - OTHERS_MAX} more` : ''
    // In a round that broke off, the best reading may not have reached every box.
    const hands = story?.hands ?? [dealtHand(round, index, context)]
    return [
      ...rowsOf(round, hands, `box ${box}`, (at) => resultLine(account, index, at)),
      ...others.slice(0, OTHERS_MAX).flatMap(({ story: other, count }, nth) => {
        const share = `in ${count} of ${readings.count}${nth === OTHERS_MAX - 1 ? more : ''}`
        return rowsOf(round, other.hands, '   or', (at) => (at === 0 ? [piece(share, 'faint')] : []))
      }),
    ]
  })
  const width = Math.max(0, ...rows.map(({ cards }) => widthOf(cards)))
  const played = Math.max(0, ...rows.map((row) => row.played.length))
  const lines = rows.flatMap(({ head, cards, played: how, rest }): Line[] => {
    const first = padded([piece(`  ${head}`)], BOX_COLUMNS)
    const whole = [...first, ...padded(cards, width), piece('  '), ...padded([piece(how)], played), piece('  '), ...rest]
    return widthOf(whole) <= columns ? [whole] : wrapped(first, [cards, [piece(how)], rest], piece('  '), columns)
  })
  return result?.complete ? [...lines, ...sideLines(account)] : lines
}

const resultLine = ({ result, context }: Account, index: number, at: number): Line => {
  const box = result?.boxes[index]
  const hand = box?.hands[at]
  if (!box || !hand || !result.complete) return []
  const word = hand.outcome === null ? '-' : outcomeText(hand.outcome)
  return at === 0 ? [...padded([piece(word)], WORD_COLUMNS), ...moneyLine(box.spots.main, context.exponent)] : [piece(word)]
}

/** What is due; and what moved, if that differs. */
const moneyLine = (spot: SpotResult | undefined, exponent: number): Line => {
  if (!spot) return []
  const { due, moved } = spot.best
  const said = gainLine(spot.due, due, exponent)
  if (moved === null || due === null || moved === due) return said
  return [...said, piece(' due, '), ...amountLine(spot.moved, moved, exponent), piece(' moved !', 'alarm')]
}

const sideLines = ({ result, context: { exponent } }: Account): Line[] =>
  (result?.boxes ?? []).flatMap(({ box, spots }) =>
    AREAS.flatMap((area) => {
      const spot = area === 'main' ? undefined : spots[area]
      return spot && spot.best.staked > 0
        ? [
            [
              ...padded([piece(`  box ${box}`)], BOX_COLUMNS),
              piece(`${areaText(area)} `),
              ...amountLine(spot.staked, spot.best.staked, exponent),
              piece('  '),
              ...moneyLine(spot, exponent),
            ],
          ]
        : []
    }),
  )

const countWords = (count: number): string =>
  count === 1 ? 'One reading is left' : count === 0 ? 'No reading is left' : `${count} readings are left`

const otherwiseLines = ({ otherwise }: Account, columns: number): Line[] => {
  const text = `In ${otherwise} more, the round ended with another card, or a player later found to be absent took part. Only what these have in common is certain.`
  return otherwise === 0 ? [] : flowed([], [piece(text)], columns)
}

export const readingsLines = (account: Account, readings: Readings, left: Left, columns: number): Line[] => {
  const { round } = account
  const { count } = readings
  const these = account.otherwise === 0 ? '' : `, with the round consisting of these ${round.cards.length} cards`
  const isCertain = count === 1 && readings.way === 'all' && account.otherwise === 0
  const intro = count > 1 ? '. They differ in' : isCertain ? ': every card and every decision is certain.' : '.'
  const cards = left.cards.flatMap(({ position, places }) =>
    flowed(
      [
        piece('  '),
        ...padded(
          [
            ...cardsLine([textAt(round, position)]),
            piece(` (card ${position + 1}, ${timeText((round.cards[position]?.at ?? 0) - round.openedAt)})`),
          ],
          24,
        ),
      ],
      [
        piece(
          [...places]
            .sort((one, other) => other.count - one.count)
            .map((place) => `${whereText(round, place)} in ${place.count} of ${count}`)
            .join(', '),
        ),
      ],
      columns,
    ),
  )
  const results = left.results.flatMap(({ box, results: all }) =>
    flowed(
      [piece('  '), ...padded([piece(`the result of box ${box}`)], 24)],
      [
        piece(
          all
            .map(({ outcomes, count: times }) => `${outcomes.map((outcome) => outcomeText(outcome)).join(' and ')} in ${times} of ${count}`)
            .join(', '),
        ),
      ],
      columns,
    ),
  )
  return [
    ...flowed([], [piece(`${countWords(count)}${these}${intro}`)], columns),
    ...cards,
    ...results,
    ...writtenLines(account, left, columns),
    ...otherwiseLines(account, columns),
    ...left.because.flatMap((text) => flowed([piece('  - ')], [piece(text)], columns)),
  ]
}

/** The best reading as shown above; of the others only what differs from it. */
const writtenLines = ({ round }: Account, { written }: Left, columns: number): Line[] => {
  const [best, ...others] = written ?? []
  if (!best) return []
  return [
    ...flowed(
      [piece('  1  ')],
      [piece('the most likely one, shown above: the way players most often decide (this orders the readings but rules none out)')],
      columns,
    ),
    ...others.flatMap((stories, at) => {
      const items = stories.flatMap((story, index): Line[] =>
        isSameStory(round, best[index], story)
          ? []
          : [[piece(`box ${round.boxes[index]} `), ...storyLine(round, story), piece(` ${playedText(story.hands)}`)]],
      )
      return wrapped([piece(`  ${at + 2}  `)], items, piece('; '), columns)
    }),
  ]
}
