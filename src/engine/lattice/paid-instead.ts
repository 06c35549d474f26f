/**
 * One of several hands that was doubled and got no card may have stood and been paid too early instead: the chips are the same. Only a double that
 * was paid as one tells, for of a lost hand all is taken either way. Of a hand alone the payment is a question of its own.
 */
import type { Reading } from './reading.ts'

/** Index of that hand; null: the box has none. */
export const paidInstead = ({ stories, dues, settlements }: Reading, box: number): number | null => {
  const hands = stories[box]?.hands ?? []
  const at = hands.findIndex(({ actions, ranks }) => actions.includes('double') && ranks.length === 2)
  const isPaid = dues?.[box]?.outcomes[at] === 'win' && settlements[box]?.verdict === 'resolved'
  return hands.length > 1 && at >= 0 && !isPaid ? at : null
}
