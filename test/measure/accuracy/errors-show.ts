/** One play with an error, line by line: what the devices reported, which findings the daemon raised, and what could be proven. */
import { ERROR_ROUND, inject } from '../../../simulators/table/errors/inject.ts'
import type { RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import type { TableEvent } from '../../../src/engine/event.ts'
import type { FindingEvent } from '../../../src/procedure/finding.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { hearPlay } from '../../daemon/pipeline/heard-play.ts'
import { judgePlay } from './errors-judge.ts'
import { daemonOf, type ErrorCell, playOptions } from './errors-table.ts'

const scanText = ({ scan }: TableAction): string => {
  switch (scan.kind) {
    case 'card':
      return scan.card
    case 'spot':
      return `${scan.spot} ${scan.amount} (${scan.chips.map(({ value, count }) => `${count}x${value}`).join(' ')})`
    default:
      return JSON.stringify(scan)
  }
}

const NOTED: ReadonlySet<string> = new Set(['round.opened', 'round.closed', 'round.incomplete', 'round.revised'])

const eventText = (event: TableEvent | FindingEvent): string | null => {
  if (event.type === 'finding.raised' || event.type === 'finding.changed' || event.type === 'finding.withdrawn') {
    const { finding, grade, severity, box, hand, spot, seen, expected, counterReading } = event.data
    const place = spot ?? (box === null ? 'table' : `box ${box}${hand === null ? '' : ` hand ${hand}`}`)
    const besides =
      counterReading === null ? '' : `; or ${counterReading}${event.data.question === null ? '' : ` (${event.data.question})`}`
    return `${event.type.slice('finding.'.length)} ${finding} ${grade}, ${severity}, ${place}: ${seen ?? '-'}; expected ${expected ?? '-'}${besides}`
  }
  return NOTED.has(event.type) ? `${event.type} ${event.round ?? ''}` : null
}

const truthText = ({ number, cards, dealer, boxes }: RoundTruth): readonly string[] => [
  `round ${number}: ${cards.map(({ card, to }) => `${card}>${typeof to === 'string' ? to : `${to.box}.${to.hand}`}`).join(' ')}`,
  `  dealer ${dealer.cards.join(' ')} = ${dealer.total}`,
  ...boxes.flatMap(({ box, hands, spots }) => [
    ...hands.map((hand) => `  box ${box}.${hand.hand}: ${hand.cards.join(' ')} = ${hand.total} ${hand.actions.join(' ')} ${hand.outcome}`),
    `  box ${box}: ${Object.entries(spots)
      .map(([area, { staked, due, moved }]) => `${area} staked ${staked} due ${due} moved ${moved}`)
      .join(', ')}`,
  ]),
]

/** null: the error is not possible with this seed. Amounts in minor units. */
export function showPlay(code: FindingCode, cell: ErrorCell, seed: number, daemon = daemonOf(cell, code)): string | null {
  const options = playOptions(cell, code)
  const play = inject(code, options, seed)
  if (play === null) return null
  const { error, rounds } = play
  const actions = rounds.flatMap((round) => round.actions)
  const openings = new Map(rounds.map(({ truth }) => [truth.openedAtMs, truth.number]))
  const lines: string[] = []
  let told = 0
  const tellUpTo = (line: number): void => {
    for (; told <= line; told++) {
      const action = actions[told]
      const opened = action?.scan.kind === 'card' ? openings.get(action.atMs) : undefined
      if (opened !== undefined) lines.push(`--- round ${opened}${opened === ERROR_ROUND ? ', with the error' : ''}`)
      const mark = told === error.action ? '!' : ' '
      lines.push(action ? `${String(told).padStart(3)}${mark} ${(action.atMs / 1000).toFixed(2)} s: ${scanText(action)}` : 'the input ends')
    }
  }
  hearPlay(actions, daemon, ({ line, said }) => {
    tellUpTo(line)
    lines.push(...said.flatMap((event) => eventText(event) ?? []).map((text) => `       ${text}`))
  })
  const { box, hand, spot, due, moved } = error
  const done = `${code}: box ${box ?? '-'}, hand ${hand ?? '-'}, spot ${spot ?? '-'}, due ${due ?? '-'}, moved ${moved ?? '-'}, line ${error.action}`
  const judged = cell.prompt ? judgePlay(play, options) : null
  return [
    done,
    ...rounds.flatMap(({ truth }) => truthText(truth)),
    judged === null ? 'not listed by the enumerator' : judgedText(judged),
    ...lines,
    '',
  ].join('\n')
}

const judgedText = ({ provableAt, possible, isListed }: NonNullable<ReturnType<typeof judgePlay>>): string => {
  if (!isListed) return `beyond the enumerator; it lists ${[...possible].join(' ') || 'nothing'}`
  const others = `stories of the fewest deviations: ${[...possible].join(' ') || 'a legal one'}`
  return provableAt === null ? `not provable; ${others}` : `provable at line ${provableAt}; ${others}`
}
