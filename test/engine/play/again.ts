/** An evening once more, changed in something that must not matter: the same answers to the same questions. */
import type { Card, ScannedCard } from '../../../devices/scan.ts'
import type { Pack } from '../../../simulators/table/game.ts'
import { type Evening, playEvening, type Setting } from './evening.ts'
import type { Asked } from './people.ts'

export interface Change {
  readonly card?: (card: Card) => Card
  /** Boxes move so far to the dealer's right. */
  readonly shift?: number
  /** Every amount so many times. */
  readonly times?: number
}

const keyOf = (round: number, asked: Asked, shift: number): string =>
  `${round}/${asked.what}/${'box' in asked && asked.box > 0 ? asked.box - shift : ''}`

const inAmounts = (asked: Asked, times: number): Asked['answer'] => {
  switch (asked.what) {
    case 'bets':
    case 'betsAside':
    case 'insures':
    case 'doublesFor':
    case 'leavesLying':
      return asked.answer * times
    default:
      return asked.answer
  }
}

/** `setting`: as the first, with amounts and boxes changed as `change` says. */
export const playAgain = ({ rounds, packs }: Evening, setting: Setting, change: Change): Evening => {
  const { shift = 0, times = 1, card: changed = (card) => card } = change
  const answers = new Map<string, Asked[]>()
  rounds.forEach(({ asked }, round) => {
    for (const each of asked) {
      const key = keyOf(round, each, 0)
      answers.set(key, [...(answers.get(key) ?? []), each])
    }
  })
  const shoes = packs.map(({ cards, cutAt }): Pack => ({ cards: cards.map((card: ScannedCard) => changed(card as Card)), cutAt }))
  return playEvening(setting, {
    rounds: rounds.length,
    nextPack: () => shoes.shift() ?? { cards: [], cutAt: -1 },
    through: (asked, round) => {
      const written = answers.get(keyOf(round, asked, shift))?.shift()
      // Nobody sits at a box that the first evening did not have.
      if (written === undefined) return asked.what === 'joins' ? false : asked.answer
      return written.what === 'opens' ? written.answer + shift : inAmounts(written, times)
    },
  })
}
