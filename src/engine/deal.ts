/** The initial deal: who gets the k-th card of the round. It depends on nothing but the house's order and the occupied boxes. */
import type { HouseRules } from '../house/rules.ts'

/** `box` is an index into the occupied boxes; `pass` counts that owner's cards from 0. */
export type DealOwner =
  | { readonly box: number; readonly pass: number }
  | { readonly box: 'dealer'; readonly pass: number; readonly down: boolean }

/** One owner a card, in shoe order, for `boxes` occupied boxes. Boxes are served from the dealer's left, box 1 first. */
export const dealOwners = (rules: HouseRules, boxes: number): readonly DealOwner[] => {
  const owners: DealOwner[] = []
  let boxPass = 0
  let dealerPass = 0
  for (const step of rules.dealOrder) {
    if (step.startsWith('boxes')) {
      for (let box = 0; box < boxes; box++) owners.push({ box, pass: boxPass })
      boxPass++
    } else {
      owners.push({ box: 'dealer', pass: dealerPass++, down: step === 'dealer:down' })
    }
  }
  return owners
}

/** Cards of the initial deal. */
export const dealLength = (rules: HouseRules, boxes: number): number =>
  rules.dealOrder.reduce((sum, step) => sum + (step.startsWith('boxes') ? boxes : 1), 0)

/** Position of the hole card in the round's cards; -1 where the house deals none. */
export const holePosition = (rules: HouseRules, boxes: number): number =>
  dealOwners(rules, boxes).findIndex((owner) => owner.box === 'dealer' && owner.down)

export const hasHoleCard = (rules: HouseRules): boolean => rules.dealOrder.includes('dealer:down')
