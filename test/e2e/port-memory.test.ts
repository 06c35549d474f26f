/** F2: lines that are cut, glued, endless, not ASCII or full of NUL, by the megabyte, at the real daemon: what a port holds, and how long it holds up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'
import { formatLine } from '../../firmware-bridge/line.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { todays } from '../runner/rotation.ts'
import { lagOf, MEMORY_TOLD, memoryOf } from './memory.ts'
import { startRig } from './rig.ts'
import { cardsIn } from './table.ts'

const SEED = Number(process.env.SEED ?? 3)
const MB = 1_000_000
/** Of each kind. */
const BYTES = 2 * MB
const PIECE = 64 * 1024
const HELD_MAX = MB
const LAG_MS_MAX = 50

const repeated = (text: string): string => text.repeat(Math.ceil(PIECE / text.length)).slice(0, PIECE)
/** True lines of events that the device has not said: the noise must not be one of them. */
const good = (seq: number): string => formatLine(`X ${seq} ${seq * 7} KS`)

interface Kind {
  readonly name: string
  /** A piece of the noise; the last one leaves its line open. */
  readonly piece: (random: () => number) => string
}

const KINDS: readonly Kind[] = [
  { name: 'endless', piece: () => repeated('$C 1 1 KS ') },
  { name: 'cut', piece: (random) => repeated(`${good(9).slice(0, 4 + Math.floor(random() * 10))}\n`) },
  { name: 'glued', piece: () => repeated(good(9).trimEnd()) },
  {
    name: 'not ASCII',
    piece: (random) => Array.from({ length: PIECE }, () => String.fromCharCode(128 + Math.floor(random() * 128))).join(''),
  },
  { name: 'NUL', piece: () => '\0'.repeat(PIECE) },
]

test('whatever comes over a line, its port holds less than 1 MB, the event loop turns within 50 ms, and every card comes through', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const random = seededRandom(SEED)
  const kinds = todays(KINDS, 3)
  const rig = await startRig(t, { devicesOptions: { bytesPerSecond: 100 * MB } })
  const { subscriber } = rig
  const daemon = await rig.startDaemon({ preload: MEMORY_TOLD })
  const { shoe } = rig.devices
  const { shoe: line } = rig.ptys
  assert.ok(shoe && line, 'the table has a shoe on a line')
  const memory = memoryOf(daemon)
  const lagWhile = lagOf(daemon)
  const cards: Card[] = []
  const dealt = async (): Promise<void> => {
    const card: Card = `${RANKS[cards.length % RANKS.length] ?? 'A'}${SUITS[cards.length % SUITS.length] ?? 'S'}`
    assert.ok(shoe.card(card), `${card} finds room in the ring`)
    cards.push(card)
    await subscriber.hears(`card ${cards.length}`, ({ said }) => said?.type === 'state.table' && said.data.cardsOut === cards.length)
  }
  /** What stays: the line is still open, nothing more comes, and what is just being read is let go between two looks. */
  const heldNow = async (): Promise<number> => {
    const looks = [await memory(), await memory(), await memory()]
    return Math.min(...looks.map(({ held }) => held))
  }
  /** The line ends: what lies in the port is over. */
  const ended = () => line.write('\n')

  await dealt()
  const sends = async ({ piece }: Kind): Promise<void> => {
    for (let sent = 0; sent < BYTES; sent += PIECE) await line.write(piece(random))
  }
  // What is made once, such as compiled code, is made now.
  for (const kind of kinds) await sends(kind)
  await ended()
  await dealt()
  const before = await heldNow()
  const told: string[] = []
  for (const kind of kinds) {
    const { name } = kind
    const once = await lagWhile(() => sends(kind))
    // What a line costs it costs each time; a collection of garbage that falls into one try does not come in both.
    const lagMs = once < LAG_MS_MAX ? once : Math.min(once, await lagWhile(() => sends(kind)))
    const held = await heldNow()
    told.push(`${name}: ${((held - before) / 1000).toFixed(0)} kB more, held up for ${lagMs.toFixed(1)} ms`)
    assert.ok(held - before < HELD_MAX, `${told.at(-1)}`)
    assert.ok(lagMs < LAG_MS_MAX, `${told.at(-1)}`)
    await ended()
    await dealt()
  }
  t.diagnostic(told.join('; '))
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(cardsIn(rig.journal), cards)
})
