/**
 * Each driver gets its device's messages damaged in every way, and bytes by chance: nothing is told that was not there. A twentieth of the reads by default, all
 * with `npm test -- --all`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TALKERS } from '../../devices/registry.ts'
import type { Card } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { flipped, garbage, whole } from '../../simulators/talkers/twin.ts'
import { isAll, TODAY } from '../runner/rotation.ts'
import { badgeBench } from './badges-conforming.ts'
import { bench, toldOf } from './chips-conforming.ts'
import { listen, twinOf } from './conforming.ts'

const SEED = Number(process.env.SEED ?? TODAY % 1000)
const READS = isAll ? 200_000 : 10_000
const CARDS = ['4S', 'KH', '9D', 'AC', '2C', 'TH'] as const satisfies readonly Card[]

type Random = () => number
const place = (message: string, random: Random): number => whole(random, message.length)
/** One damage each. */
const DAMAGES: readonly ((message: string, random: Random) => string)[] = [
  (message, random) => flipped(message, random),
  (message, random) => message.slice(place(message, random)),
  (message, random) => message.slice(0, place(message, random)),
  (message, random) => {
    const at = place(message, random)
    return message.slice(0, at) + message.slice(at + 1)
  },
  (message, random) => {
    const at = place(message, random)
    return message.slice(0, at) + String.fromCharCode(whole(random, 256)) + message.slice(at)
  },
  (message, random) => {
    const [from, to] = [place(message, random), place(message, random)]
    return message.slice(0, to) + message.slice(from)
  },
  (message) => message + message,
]
const mutated = (message: string, random: Random): string =>
  message === '' ? '' : (DAMAGES[whole(random, DAMAGES.length)]?.(message, random) ?? message)

for (const talker of TALKERS.filter(({ role }) => role === 'spots')) {
  const { name } = talker
  const chips = [{ value: 500, count: name === 'twn4' ? 1 : 3 }]
  const truths = ['', name === 'twn4' ? '500x1' : '500x3']

  test(`${name}: ${READS} damaged messages, then as many reads by chance: no level that was not there (SEED=${SEED})`, () => {
    const random = seededRandom(SEED)
    const own = bench(talker, SEED)
    own.tray.lay('1.main', chips)
    own.pass(6000)
    let reads = 0
    own.spoil = (message) => {
      reads++
      return random() < 0.5 ? message : mutated(message, random)
    }
    const from = own.reports.length
    while (reads < READS) own.pass(1000)
    const wrong = (since: number) => toldOf(own, since).filter(({ spot, level }) => level !== (spot === '1.main' ? truths[1] : ''))
    assert.deepEqual(wrong(from), [])
    own.spoil = () => ''
    own.pass(500)
    const then = own.reports.length
    for (let read = 0; read < READS; read++) {
      own.inject(garbage(random, 40))
      if (read % 10 === 0) own.pass(5)
    }
    assert.deepEqual(toldOf(own, then), [])
  })
}

for (const talker of TALKERS.filter(({ role }) => role === 'shoe'))
  test(`${talker.name}: ${READS} damaged messages, then as many reads by chance: no card that was not there (SEED=${SEED})`, () => {
    const random = seededRandom(SEED)
    const twin = twinOf(talker.name)
    const [ear, voice] = [listen(talker, twin), twin.begin()]
    ear.hear(twin.hello, random)
    const told = (): readonly string[] =>
      ear.reports.splice(0).flatMap((each) => (each.kind === 'line' && each.message.kind === 'card' ? [each.message.card] : []))
    told()
    for (let read = 0; read < READS; read++) {
      const card = CARDS[read % CARDS.length] ?? '4S'
      ear.pass(400)
      const message = voice({ kind: 'card', card }) ?? ''
      // What two cut messages have left may make up the one before them.
      const recent: readonly string[] = [0, 1, 2, 3].map((ago) => CARDS[(read + CARDS.length - ago) % CARDS.length] ?? card)
      ear.hear(mutated(message, random), random, 99)
      // Without a checksum a damaged card may be another one; it is no more cards than came, twice where it came twice or in two pieces.
      const cards = told()
      const isSound = talker.traits.checksum === null ? cards.length <= 3 : cards.every((each) => recent.includes(each))
      assert.ok(isSound, `read ${read}: ${cards.join(' ')} was told for ${card}`)
    }
    ear.hear('\r\n\r\n', random)
    told()
    for (let read = 0; read < READS; read++) {
      ear.pass(100)
      ear.hear(garbage(random, 40), random, 99)
    }
    assert.deepEqual(told(), [])
  })

for (const talker of TALKERS.filter(({ role }) => role === 'badge'))
  test(`${talker.name}: ${READS} damaged messages, then as many reads by chance: nobody who was not there (SEED=${SEED})`, () => {
    const own = badgeBench(talker, SEED)
    const { random, twin } = own
    const [[dealer, [badge = '']] = assert.fail('no badge')] = [...twin.badges]
    for (let read = 0; read < READS; read++) {
      own.hear(mutated(twin.say(badge), random))
      own.pass(220)
    }
    assert.ok(
      own.told().every((each) => each === dealer),
      [...new Set(own.told())].join(),
    )
    const from = own.reports.length
    for (let read = 0; read < READS; read++) own.hear(garbage(random, 40))
    assert.deepEqual(own.told(from), [])
  })
