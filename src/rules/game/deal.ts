/** The initial deal: who gets the k-th card of the round. It depends only on the house's order and the occupied boxes. */
import type { HouseRules } from '../house/rules.ts'

/** `box` is an index into the occupied boxes; `pass` counts that owner's cards from 0. */
export type DealOwner =
  | { readonly box: number; readonly pass: number }
  | { readonly box: 'dealer'; readonly pass: number; readonly down: boolean }

/** The owner of each card, in shoe order, for `boxes` occupied boxes. Boxes are served from the dealer's left, box 1 first. */
export const dealOwners = (rules: HouseRules, boxes: number): readonly DealOwner[] => dealPlan(rules, boxes).owners

/** The whole deal; positions count from the round's first card. `hole` is -1 if the house deals none. */
export interface DealPlan {
  readonly owners: readonly DealOwner[]
  readonly hole: number
  readonly up: number
  readonly dealer: readonly number[]
  /** The positions of each box's cards, by the box's index. */
  readonly owned: readonly (readonly number[])[]
}

export const dealPlan = (rules: HouseRules, boxes: number): DealPlan => planOf(ownersOf(rules, boxes), boxes)

const planOf = (owners: readonly DealOwner[], boxes: number): DealPlan => {
  const ownedBy = (who: DealOwner['box']): number[] => owners.flatMap(({ box }, position) => (box === who ? [position] : []))
  const dealer = ownedBy('dealer')
  const hole = owners.findIndex((owner) => owner.box === 'dealer' && owner.down)
  const owned = Array.from({ length: boxes }, (_, box) => ownedBy(box))
  return { owners, hole, dealer, up: dealer.find((position) => position !== hole) ?? -1, owned }
}

/**
 * How a deal went wrong: `short` is the index of a box that got only one card; `early` says that the dealer took a second card at its end.
 */
export interface DealtOtherwise {
  readonly short: number | null
  readonly early: boolean
}

/** The plan of a deal that went wrong. */
export const planOtherwise = (rules: HouseRules, boxes: number, { short, early }: DealtOtherwise): DealPlan => {
  const owners = ownersOf(rules, boxes)
  const last = short === null ? -1 : owners.findLastIndex(({ box }) => box === short)
  const left = owners.filter((_, position) => position !== last)
  return planOf(early ? [...left, { box: 'dealer', pass: 1, down: false }] : left, boxes)
}

const ownersOf = (rules: HouseRules, boxes: number): readonly DealOwner[] => {
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

/** How many cards the initial deal has. */
export const dealLength = ({ dealOrder }: HouseRules, boxes: number): number =>
  dealOrder.reduce((cards, step) => cards + (step.startsWith('boxes') ? boxes : 1), 0)

/** Position of the hole card in the round's cards; -1 if the house deals none. */
export const holePosition = (rules: HouseRules, boxes: number): number => dealPlan(rules, boxes).hole

export const hasHoleCard = (rules: HouseRules): boolean => rules.dealOrder.includes('dealer:down')
