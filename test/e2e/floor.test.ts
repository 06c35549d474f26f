/** The floor rules on a real line: orders go through a broker to a daemon that hears real devices, and the rounds are told as the floor says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scan, ScannedCard } from '../../devices/scan.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { startRig } from './rig.ts'
import type { Subscriber } from './subscriber.ts'
import type { Table } from './table.ts'

/** Of table time, between two things that happen: more than the lag even at that speed. */
const STEP_MS = 4000
const INGO = {
  house: 'ingo',
  limits: { min: 1000, max: 50_000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null },
  chips: [100, 500, 1000],
  boxes: 2,
  spots: ['main'],
} as const

const spotScan = (word: string): Scan => {
  const [box = '', amount = ''] = word.split('=')
  const count = Number(amount) / 500
  return { kind: 'spot', spot: `${Number(box)}.main`, rev: 1, chips: count > 0 ? [{ value: 500, count }] : [], amount: Number(amount) }
}

/** `1=1000` chips of box 1, `TS` a card. */
const actionsOf = (words: string): TableAction[] =>
  words.split(' ').map((word, at): TableAction => {
    const atMs = (at + 1) * STEP_MS
    if (word.includes('=')) return { atMs, device: 'spots', scan: spotScan(word) }
    return { atMs, device: 'shoe', scan: { kind: 'card', card: word as ScannedCard } }
  })

/** The answer to an order of Ann's; the next one has another correlation. */
const order = async (subscriber: Subscriber, name: string, args: object): Promise<string> => {
  const replyTo = 'casino/v1/demo/reply/ann/pit'
  const from = subscriber.frames.length
  await subscriber.publish(`cmd/ann/${name}`, JSON.stringify({ ...args, correlation: name, replyTo }))
  return (await subscriber.hears(`the answer to ${name}`, ({ topic }) => topic === replyTo, from)).text
}

const lastSeq = ({ devices }: Table): number => devices.shoe?.model.memory.hi ?? assert.fail('there is a shoe')
const closedAs = ({
  data,
}: {
  readonly data: { readonly boxes: readonly { box: number; hands: readonly { cards: readonly string[] }[] }[] }
}) => data.boxes.map(({ box, hands }) => `${box}: ${hands.map(({ cards }) => cards.join(' ')).join(' | ')}`)

test('a card burned in mid-round belongs to nobody, and boxes that keep the old limits may go on by them', async (t) => {
  const rig = await startRig(t, { table: { ...INGO, chips: [...INGO.chips], spots: [...INGO.spots] }, overrides: { burn: 0 } })
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const play = (words: string) => rig.play(actionsOf(words))

  // Box 1 stands on 15; a two is exposed by mistake; the dealer draws from six to seventeen.
  await play('1=1000 8S 6S 7S 2H')
  assert.match(await order(subscriber, 'card-burn', { seq: lastSeq(rig) }), /"ok":true/)
  await play('TH AD 1=0')
  assert.match(await order(subscriber, 'limits', { min: 2000, max: 50_000, unit: 1000, keep: [1] }), /"ok":true/)
  // 20 against 17 for both; only box 1 was at the table before.
  await play('1=1000 2=1500 TS TD 7H TH JD TC 1=2000 2=3000 1=0 2=0')
  await rig.closeShoe(2)
  const events = subscriber.events()
  await daemon.end('SIGTERM')

  assert.deepEqual(events.filter(({ type }) => type === 'round.closed').map(closedAs), [['1: 8S 7S'], ['1: TS TH', '2: TD JD']])
  assert.deepEqual(
    events.filter(({ type }) => type === 'finding.raised').map(({ data }) => `${data.code} ${data.box}`),
    ['BET-UNDER-MIN 2'],
  )
  assert.deepEqual(
    events.filter(({ type }) => type === 'floor.ruled').map(({ data }) => `${data.ruling} by ${data.user}`),
    ['card-burn by ann', 'limits by ann'],
  )
})
