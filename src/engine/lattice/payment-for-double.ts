/**
 * One of several hands was doubled and got no card. It may also have stood and been paid too early: the chips are the same. Only a double
 * that was paid as one is evidence, because everything is taken from a lost hand either way. If the box has a single hand, the payment is a
 * separate question.
 */
import type { Reading } from './reading.ts'

/** Index of that hand; null if the box has none. */
export const paidInstead = ({ stories, dues, settlements }: Reading, box: number): number | null => {
  const hands = stories[box]?.hands ?? []
  const at = hands.findIndex(({ actions, ranks }) => actions.includes('double') && ranks.length === 2)
  const isPaid = dues?.[box]?.outcomes[at] === 'win' && settlements[box]?.verdict === 'resolved'
  return hands.length > 1 && at >= 0 && !isPaid ? at : null
}
