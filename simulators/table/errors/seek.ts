/** Moves cards forward in the shoe to give an error its chance. */
import type { Game } from '../game.ts'
import type { Seeks } from './row.ts'

/** Swaps cards of these ranks to where the next deal gives them to the dealer and to a box. The shoe keeps all its cards. */
export function seek({ shoe: { cards }, rules, boxes }: Game, seeks: Seeks, random: () => number): void {
  const owners = rules.dealOrder.flatMap((step): (number | string)[] =>
    step.startsWith('boxes') ? Array.from({ length: boxes }, (_, box) => box + 1) : [step],
  )
  const lucky = seeks.next ? 1 : 1 + Math.floor(random() * boxes)
  const all = [...owners, ...(seeks.next ?? []).map(() => 'next')]
  const give = (owner: number | string, ranks: readonly string[]): void => {
    const places = all.flatMap((each, place) => (each === owner ? [place] : []))
    ranks.forEach((wanted, at) => {
      const place = places[at]
      const from = cards.findIndex((card, index) => index >= all.length && wanted.includes(card[0] ?? ''))
      const [here, there] = [cards[place ?? -1], cards[from]]
      if (place === undefined || here === undefined || there === undefined) return
      cards[place] = there
      cards[from] = here
    })
  }
  const [up, down] = seeks.dealer ?? []
  if (up !== undefined) give('dealer:up', [up])
  if (down !== undefined) give('dealer:down', [down])
  give(lucky, seeks.box ?? [])
  give('next', seeks.next ?? [])
}
