/**
 * Why a round was over, as the wire says it: small scenarios for each reason, in every house. The plays are rounds of box 1 in the order in which the
 * house deals; what follows is told as in `scene.ts`.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { END_REASONS, type EndReason } from '../../src/engine/event.ts'
import { HOUSE_IDS, type HouseId } from '../../src/rules/house/house.ts'
import { todays } from '../runner/rotation.ts'
import { type Table, type Told, teller } from './scene.ts'

interface Ended {
  readonly name: string
  readonly table?: Omit<Table, 'house'>
  /** Played before the words; none: they play it themselves. */
  readonly play?: keyof typeof UP_FIRST
  readonly words: string
  /** The recording ends with the last word. */
  readonly ends?: true
  /** Reasons of the rounds that closed, in order; of those without a verdict with `, incomplete`. */
  readonly ended: readonly (EndReason | `${EndReason}, incomplete`)[]
}

/** 20 against 17 or 18 with the pointer; 18 against 19 and 20 against 20 without. */
const UP_FIRST = { won: '1=1000 TS 7D TH >1.1 +2000 >dealer TC +2000 >-', lost: '1=1000 TS 9D 8H TC', tied: '1=1000 TS JD TH TC' } as const
const PLAYS: { readonly [H in HouseId]: { readonly [P in keyof typeof UP_FIRST]: string } } = {
  'free-bet-european': UP_FIRST,
  'free-bet-pot-of-gold': { ...UP_FIRST, won: '1=1000 TS 6D TH TC >1.1 +2000 >dealer 2C +2000 >-' },
  'sevens-prizes': UP_FIRST,
  gld: { won: '1=1000 TS TC TH 6D >1.1 +2000 >dealer 2C +2000 >-', lost: '1=1000 TS TC 8H 9D', tied: '1=1000 TS TC TH JD' },
  ingo: UP_FIRST,
}
const PAID = '+2000 1=2000 +2000'
const LACKING = '1=1000 2=1000 TS lost:shoe:1 +3000'

const SCENARIOS: readonly Ended[] = [
  { name: 'paid, collected, and nothing lies there any more', play: 'won', words: `${PAID} 1=0 +2000 tick`, ended: ['table-cleared'] },
  { name: 'the same, within the lag', play: 'won', words: `${PAID} 1=0`, ended: [] },
  { name: 'lost, and taken', play: 'lost', words: '+3000 1=0 +2000 tick', ended: ['table-cleared'] },
  { name: 'won, and taken all the same', play: 'won', words: '+3000 1=0 +5000 tick', ended: ['table-cleared'] },
  { name: 'the same, while the stake may be laid there again', play: 'won', words: '+3000 1=0 +2000 tick', ended: [] },
  { name: 'the bets are taken back within the deal', words: '1=1000 TS +2000 1=0 +2000 tick', ended: ['table-cleared, incomplete'] },
  { name: 'a card is missing, and all is taken', words: `${LACKING} 1=0 2=0 +2000 tick`, ended: ['table-cleared, incomplete'] },
  { name: 'a bet is laid behind an empty table', play: 'won', words: `${PAID} 1=0 +2000 1=1000`, ended: ['table-cleared'] },

  { name: 'a bet is laid on another box', play: 'won', words: `${PAID} 2=1000`, ended: ['next-bet'] },
  { name: 'a bet is laid on another box before the payment', play: 'won', words: '+3000 2=1000', ended: [] },
  {
    name: 'laid anew while another lies, a card is missing',
    words: `${LACKING} 1=0 +1000 1=1500 +2000 tick`,
    ended: ['next-bet, incomplete'],
  },
  {
    name: 'a higher bet, the sensors follow nothing after the first card',
    table: { chipEvidence: 'bets' },
    play: 'lost',
    words: '+3000 1=1500',
    ended: ['next-bet'],
  },

  { name: 'paid and left lying, the next card comes', play: 'won', words: `${PAID} 2S 5S 7H`, ended: ['next-card'] },
  { name: 'a tie moves nothing, the next cards come', play: 'tied', words: '+5000 2S 5S 7H 4D +3000 1=0 +2000 tick', ended: ['next-card'] },
  { name: 'nobody is paid, the next cards come', play: 'won', words: '+5000 2S 5S 7H 4D +3000 1=0 +2000 tick', ended: ['next-card'] },

  { name: 'the shoe is closed', play: 'won', words: `${PAID} CLOSE`, ended: ['shoe-closed'] },
  { name: 'another shoe is loaded', play: 'won', words: `${PAID} LOAD`, ended: ['shoe-closed'] },
  { name: 'the shoe is closed within the deal', words: '1=1000 TS CLOSE', ended: ['shoe-closed, incomplete'] },
  { name: 'the shoe is closed, and nobody was paid', play: 'won', words: '+3000 CLOSE', ended: ['shoe-closed'] },

  { name: 'the recording ends', play: 'won', words: '+3000', ends: true, ended: ['input-ended'] },
  { name: 'the recording ends within the deal', words: '1=1000 TS', ends: true, ended: ['input-ended, incomplete'] },

  { name: 'the dealer voids it', words: '1=1000 TS key:void', ended: ['ruled'] },
]

const reasonsIn = ({ said }: Told) =>
  said.flatMap((each) => (each.type === 'round.closed' ? [`${each.data.ended}${each.data.complete ? '' : ', incomplete'}`] : []))

describe('round.closed says why the round is over', () => {
  for (const house of todays(HOUSE_IDS, 3)) {
    for (const { name, table, play, words, ends, ended } of SCENARIOS) {
      it(`${house}: ${name}`, () => {
        const scene = teller({ house, ...table })
        const told = scene.tell(`${play ? PLAYS[house][play] : ''} ${words}`)
        assert.deepEqual(reasonsIn(ends ? scene.end() : told), ended)
      })
    }
  }

  it('a supervisor voids it', () => {
    const scene = teller({ house: 'ingo' })
    scene.tell('1=1000 TS')
    assert.deepEqual(reasonsIn(scene.command('round-void', {})), ['ruled'])
  })

  it('every reason has a scenario', () => {
    const told = new Set(SCENARIOS.flatMap(({ ended }) => ended.map((each) => each.split(',')[0])))
    assert.deepEqual(
      END_REASONS.filter((reason) => !told.has(reason)),
      [],
    )
  })
})
