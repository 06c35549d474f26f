/** Messages as they are sent, for the AsyncAPI document: one story in the messages that a consumer meets first. */
import { CATALOGUE } from '../../procedure/catalogue/index.ts'
import { factsOf, findingWords, peopleText } from '../../procedure/catalogue/words.ts'
import { alarmData } from '../../wire/alarm.ts'
import { type Encoded, encodeEvent, encodeState } from '../../wire/envelope.ts'
import type { TableName } from '../../wire/topics.ts'

const TABLE: TableName = { property: 'demo', pit: 'p1', table: 'bj07' }
const STREAM = 'q3kf9abc'
const BOOT = 57
const AT_MS = Date.UTC(2026, 10, 21, 1, 43, 19, 123)
const ROUND = '57-412'
const CLAUSE = { document: '000', section: '3', line: 104, says: 'A natural pays three to two.' } as const
const SHORT = CATALOGUE['BJ-SHORT']
const FACTS = factsOf(
  SHORT,
  { expected: { amount: 3000, ratio: [3, 2], base: 2000 }, seen: { amount: 2000 }, at: AT_MS },
  { moment: 'open', exponent: 2 },
)
const WORDS = findingWords(SHORT, FACTS)
const PLACE = { box: 3, hand: 1, spot: '3.main' } as const

const payloadOf = (encoded: Encoded): unknown => {
  if (!encoded.ok) throw new Error(encoded.refusal.reason)
  return JSON.parse(encoded.message.payload)
}
const event = (sequence: number, of: Omit<Parameters<typeof encodeEvent>[2], 'at' | 'round'>): unknown =>
  payloadOf(encodeEvent(TABLE, { stream: STREAM, sequence }, { at: AT_MS, round: ROUND, ...of } as Parameters<typeof encodeEvent>[2]))
const head = { stream: STREAM, boot: BOOT, sequence: 184_213, counter: 9, at: AT_MS } as const

export interface MessageExample {
  readonly name: string
  readonly summary: string
  readonly payload: unknown
}

/** By message name. */
export const MESSAGE_EXAMPLES: { readonly [message: string]: MessageExample } = {
  status: {
    name: 'birth',
    summary: 'The daemon is there, for the third time since its start.',
    payload: payloadOf(
      encodeState(TABLE, { topic: 'status' }, head, {
        state: 'ready',
        instance: '3f9c2a1b',
        boot: BOOT,
        conn: 3,
        since: '2026-11-20T18:00:00.000Z',
      }),
    ),
  },
  'card.dealt': {
    name: 'open',
    summary: 'The twelfth card of the round lies most likely with the first hand of box 3.',
    payload: event(184_206, {
      type: 'card.dealt',
      cause: 'shoe:SH-00412/57/1905',
      data: { card: '6D', n: 12, to: { box: 3, hand: 1 }, certain: false },
    }),
  },
  'finding.raised': {
    name: 'short',
    summary: 'A natural of 20.00 was paid 20.00 and is due 30.00.',
    payload: event(184_212, {
      type: 'finding.raised',
      cause: 'spots:SP-00007/12/221',
      data: {
        finding: 'BJ-SHORT-1',
        code: 'BJ-SHORT',
        grade: 'proven',
        group: null,
        rivals: [],
        question: null,
        asked: null,
        severity: 'money',
        round: ROUND,
        dealerId: 'd-17',
        ...PLACE,
        corrected: false,
        amount: 1000,
        clause: CLAUSE,
        ...WORDS,
        facts: FACTS,
        evidence: ['spots:SP-00007/12/221'],
        counterReading: null,
        counter: null,
        detectedAfter: 0,
      },
    }),
  },
  alarm: {
    name: 'acknowledged',
    summary: 'The same as an alarm that somebody has taken on.',
    payload: payloadOf(
      encodeState(
        TABLE,
        { topic: 'alarm/{id}', name: 'bj-short-1' },
        head,
        alarmData({
          alarm: 'bj-short-1',
          state: 'acknowledged',
          rev: 2,
          code: 'BJ-SHORT',
          severity: 'money',
          since: AT_MS,
          round: ROUND,
          box: 3,
          text: peopleText(WORDS, PLACE, 'proven'),
          remedy: WORDS.remedy,
          facts: { ...FACTS, hand: PLACE.hand, spot: PLACE.spot },
          later: null,
          grounds: {
            ...{ finding: 'BJ-SHORT-1', grade: 'proven', question: null, asked: null, amount: 1000, clause: CLAUSE },
            ...{ evidence: ['spots:SP-00007/12/221'], counterReading: null, counter: null },
          },
          group: null,
          causedBy: null,
          kind: 'finding',
          holds: true,
          isSeen: true,
          endsAt: null,
          until: null,
          behind: null,
          user: 'ann',
          note: 'on my way',
        }),
      ),
    ),
  },
  'round.closed': {
    name: 'closed',
    summary: 'One box: a natural, paid short. The finding stands when the round closes.',
    payload: event(184_213, {
      type: 'round.closed',
      cause: 'spots:SP-00007/12/225',
      data: {
        round: ROUND,
        house: 'free-bet-european',
        shoe: 12,
        dealerId: 'd-17',
        openedAt: '2026-11-21T01:42:40.000Z',
        closedAt: '2026-11-21T01:43:19.000Z',
        ended: 'next-bet',
        complete: true,
        readings: 1,
        dealer: { cards: ['6H', 'KS', '4C'], total: 20, blackjack: false, bust: false, certain: true },
        boxes: [
          {
            box: 3,
            hands: [
              {
                hand: 1,
                cards: ['AS', 'KD'],
                total: 21,
                soft: true,
                blackjack: true,
                bust: false,
                actions: [],
                outcome: 'blackjack',
                certain: true,
                share: 1,
              },
            ],
            spots: { main: { staked: 2000, due: 3000, moved: 2000, certain: true, best: { staked: 2000, due: 3000, moved: 2000 } } },
          },
        ],
        findings: ['BJ-SHORT-1'],
        net: { house: -3000, best: -3000, from: -3000, to: -3000 },
      },
    }),
  },
  'round.incomplete': {
    name: 'missing',
    summary: 'Two lines of the shoe were lost.',
    payload: event(184_208, {
      type: 'round.incomplete',
      cause: '',
      data: { round: ROUND, why: { code: 'lines-missing', device: 'shoe', from: 1905, to: 1906 } },
    }),
  },
  'cmd.alarm-ack': {
    name: 'acknowledge',
    summary: 'On casino/v1/demo/p1/bj07/cmd/ann/alarm-ack, from MQTT 3.1.1.',
    payload: {
      alarm: 'bj-short-1',
      rev: 1,
      note: 'on my way',
      correlation: 'k3f9',
      replyTo: 'casino/v1/demo/reply/ann/tab1',
      expires: '2026-11-21T01:43:29Z',
    },
  },
  reply: {
    name: 'stale',
    summary: 'Somebody else had changed the alarm a moment before.',
    payload: { correlation: 'k3f9', ok: false, error: 'stale: rev 1 is not the current one (2)' },
  },
}
