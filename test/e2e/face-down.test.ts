/**
 * A card that lies face down is quoted by nothing: a shoe says it again in every wrong way there is, people name it in commands that are
 * refused, and it is searched for in all that leaves the daemon but the journal's own topics.
 */
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { formatLine } from '../../firmware-bridge/line.ts'
import { run } from './processes.ts'
import { allHeard, startBroker, startReady, startSubscriber, startTable } from './table.ts'

/** No hexadecimal digit is among its letters: it stands in no checksum. */
const HOLE = 'QH'
const SECRET_TOPICS = /^(log|checkpoint|replay\/|cmd\/)/
/** An Ed25519 public key, base64 of its DER form: random letters, so it may have any two in a row. */
const PUBLIC_KEYS = /MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=/g
const GLD = {
  house: 'gld',
  limits: { min: 1000, max: 50_000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null },
  chips: [100, 500, 2500],
  boxes: 1,
  spots: ['main'],
} as const

/** `seq`: of the hole card. `next`: the number of the shoe's next event. */
const wrongLines = (seq: number, next: number, t: number): readonly string[] => [
  ...[
    `C ${seq} ${t + 1} ${HOLE}`,
    `${HOLE} ${next} ${t}`,
    `X ${next} ${t} ${HOLE}`,
    `C ${next} ${t} ${HOLE} ${HOLE}`,
    `C ${HOLE} ${t} ${HOLE}`,
    `C ${next} ${t} ${HOLE}${HOLE}`,
    `S ${next} ${t} ${HOLE} 1 - 0`,
    `S ${next} ${t} 1.main 1 ${HOLE}x1 100`,
    `P ${next} ${t} ${HOLE}`,
    `K ${next} ${t} ${HOLE}`,
    `SH ${next} ${t} ${HOLE}`,
    `HB ${t} ${seq} 0 ${HOLE}`,
    `HB ${t} ${seq} ${HOLE}`,
    `HI v=${HOLE} dev=shoe sn=SH-1 fw=1 boot=1 lo=1 hi=1 cap=1 t=1`,
    `HI v=1 dev=${HOLE} sn=SH-1 fw=1 boot=1 lo=1 hi=1 cap=1 t=1`,
    `NK ${HOLE} ${HOLE} ${HOLE}`,
    `NK range ${HOLE} 9`,
    `TS 1 ${HOLE}`,
  ].map(formatLine),
  `$C ${next} ${t} ${HOLE}*00000000\n`,
  `C ${next} ${t} ${HOLE}\n`,
  `$C ${next} ${t} ${HOLE}\n`,
  `$C ${next} ${t} ${HOLE}\u0001*00000000\n`,
  `$${`${HOLE} `.repeat(300)}\n`,
  // Well-formed and numbered, but not for a shoe to say: it is journaled, and told as rejected.
  formatLine(`P ${next} ${t} dealer`),
]

test('a card that lies face down leaves the daemon on no topic of a display, in no notice and in no reply', async (t) => {
  const broker = await startBroker(t)
  const table = await startTable(t, {
    brokerUrl: broker.url,
    table: { ...GLD, spots: [...GLD.spots], chips: [...GLD.chips] },
    overrides: {},
  })
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  const { shoe, spots } = table.devices
  assert.ok(shoe && spots, 'both devices are there')
  const sent: string[] = []
  shoe.notes$.subscribe(({ what, text }) => what === 'sent' && sent.push(text))

  spots.spot('1.main', [{ value: 500, count: 4 }])
  await allHeard(spots)
  for (const card of ['TH', HOLE, '9D', '8S'] as const) shoe.card(card)
  const { said: dealt } = await subscriber.sees('state/round', ({ data }) => data.dealer.cards.length === 2)
  assert.deepEqual(dealt?.data.dealer.cards.toSorted(), ['8S', 'hidden'])
  await allHeard(shoe)

  const [, seq = '', at = ''] = (sent.find((body) => body.endsWith(HOLE)) ?? assert.fail('it was dealt')).split(' ')
  const from = subscriber.frames.length
  for (const line of wrongLines(Number(seq), shoe.model.memory.hi + 1, Number(at))) await shoe.port.write(line)
  const replyTo = 'casino/v1/demo/reply/ann/x'
  const orders = [
    ['card-name', { card: HOLE, seq: Number(seq), correlation: 'named', replyTo }],
    ['card-move', { card: HOLE, seq: HOLE, box: HOLE, hand: HOLE, correlation: 'moved', replyTo }],
    ['alarm-ack', { alarm: HOLE, rev: 1, note: HOLE, correlation: 'seen', replyTo }],
    ['absent', { box: HOLE, correlation: 'absent', expires: HOLE, replyTo }],
    ['no-such', { card: HOLE, correlation: 'what', replyTo }],
    ['snapshot', { card: HOLE, correlation: 'last', replyTo }],
  ] as const
  for (const [name, args] of orders) await subscriber.publish(`cmd/ann/${name}`, JSON.stringify(args))
  await subscriber.publish('cmd/ann/dealer', `{"card":"${HOLE}"`)
  const heard = (what: string, is: (text: string, topic: string) => boolean) =>
    subscriber.hears(what, ({ text, topic }) => is(text, topic), from)
  await heard('the conflict', (text, topic) => topic === 'ev/system' && text.includes('seq-conflict'))
  await heard('the alarm of the conflict', (text, topic) => topic.startsWith('alarm/') && text.includes('twice'))
  await heard('the line that is not for a shoe', (text, topic) => topic === 'ev/system' && text.includes('device.rejected'))
  await heard('all replies', (text) => text.includes('"last"'))
  await heard('the card in the journal', (text, topic) => topic === 'log' && text.includes('seq-conflict') && text.includes(HOLE))
  const doctor = await run('src/tools/doctor.ts', '--config', table.config)
  await daemon.end('SIGTERM')

  const shown = subscriber.frames.filter(({ topic }) => !SECRET_TOPICS.test(topic))
  t.diagnostic(`searched ${shown.length} messages`)
  assert.deepEqual(
    shown.filter(({ text }) => text.replaceAll(PUBLIC_KEYS, '').includes(HOLE)).map(({ topic, text }) => `${topic} ${text}`),
    [],
  )
  for (const [who, text] of [
    ['the daemon', daemon.said()],
    ['the doctor', doctor.stdout + doctor.stderr],
  ] as const) {
    // The name of a temporary folder may have any letters.
    const own = text.replaceAll(dirname(table.config), '').replaceAll(PUBLIC_KEYS, '')
    assert.ok(own.length > 0 && !own.includes(HOLE), `${who} says it: ${own}`)
  }
  assert.match(daemon.said(), /seq-conflict: .* sent event \d+ twice with different content; the first one is used$/m)
})
