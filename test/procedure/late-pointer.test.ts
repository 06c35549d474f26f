/** With the pointer in time a card would be a player's; it came late, so the card was the dealer's and the round is over. */
import { describe, it } from 'node:test'
import { assertStands } from './erred.ts'
import { POT } from './reading-scenario.ts'

describe('a pointer that comes late', () => {
  it('lets the next side bet be laid when the round is over by it', () => {
    assertStands({
      ...POT,
      name: '',
      boxes: 1,
      chipEvidence: 'busts',
      words:
        '1=2500 +3000 7D +900 7C +1500 QD +900 7S +356 >1.1 +2038 QD +115 >dealer +392 >- +2500 1=2500 +1200 1.pog=1500 +4000 4D +1200 8D +1000 8H +900 8C +3000 tick tick',
      stands: [],
    })
  })
})
