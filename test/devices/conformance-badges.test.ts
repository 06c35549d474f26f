/** The part of the suite for all drivers (conformance.test.ts) that readers of badges have for themselves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeRdm6300 } from '../../devices/dialects/rdm6300.ts'
import { TALKERS } from '../../devices/registry.ts'
import { shortcomings } from '../../devices/traits.ts'
import { badgeBench, badgeTwinOf, conformBadges, withstandBadges } from './badges-conforming.ts'
import { runSeeds } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)
const BADGE_READERS = TALKERS.filter(({ role }) => role === 'badge')

for (const talker of BADGE_READERS) {
  const { name, traits } = talker
  const [[first, [badge = '', spare = '']], [second, [other = '']]] = [...badgeTwinOf(name).badges] as unknown as readonly [
    readonly [string, readonly string[]],
    readonly [string, readonly string[]],
  ]
  const STRANGE = 'FF00000000'

  test(`${name}: reliefs by the thousand with its faults: whoever comes is told, and nobody else (SEED=${SEED})`, () => {
    for (const seed of runSeeds(SEED, 4, 1)) assert.deepEqual(conformBadges(talker, 1000, seed), [])
  })

  test(`${name}: a badge is told at once, and once, however long it lies there; taken away and shown again, it is told again`, () => {
    const own = badgeBench(talker, SEED)
    own.lay(badge)
    assert.deepEqual(own.told(), [first])
    own.pass(60_000)
    assert.deepEqual(own.told(), [first])
    assert.ok((own.counters().duplicate ?? 0) > 100, 'its repetitions are counted')
    own.lay(null)
    own.pass(5000)
    own.lay(spare)
    own.pass(5000)
    own.lay(other)
    own.pass(5000)
    assert.deepEqual(own.told(), [first, first, second], 'his spare badge is his as well')
    assert.deepEqual(own.incidents(), [])
  })

  test(`${name}: a badge that no file names is a fault that is told once and counted, and names nobody`, () => {
    const own = badgeBench(talker, SEED)
    own.lay(STRANGE)
    own.pass(10_000)
    assert.deepEqual(own.incidents(), [`unknown-tag: no file names ${STRANGE}; enter it in the file of this device`])
    assert.ok((own.counters().lines ?? 0) > 0, 'it is counted')
    own.lay(badge)
    own.pass(1000)
    assert.deepEqual(own.told(), [first])
  })

  test(`${name}: two badges that it names in turn relieve nobody, and that is told`, () => {
    const own = badgeBench(talker, SEED)
    own.lay(badge)
    own.pass(1000)
    for (let turn = 0; turn < 40; turn++) {
      own.lay(turn % 2 === 0 ? other : badge)
      own.pass(200)
    }
    assert.deepEqual(own.told(), [first])
    assert.match(own.incidents()[0] ?? '', /device-trouble: .*it reads two badges/)
  })

  test(`${name}: the port is opened again: a badge that lay there before is no news, another one is`, () => {
    const own = badgeBench(talker, SEED)
    own.lay(badge)
    own.pass(1000)
    own.reopen()
    own.pass(1000)
    assert.deepEqual(own.told(), [first])
    own.lay(null)
    own.reopen()
    own.lay(other)
    assert.deepEqual(own.told(), [first, second])
  })

  test(`${name}: ten thousand badges a second: it floods, few are taken, and that others are lost is told`, () => {
    const own = badgeBench(talker, SEED)
    for (let at = 0; at < 10_000; at++) {
      if (at % 10 === 0) own.pass(1)
      own.hear(own.twin.say(at % 4 < 2 ? badge : other))
    }
    const count = (kind: string) => own.reports.filter((report) => report.kind === kind).length
    assert.ok(count('line') <= 200 && count('missing') <= 3, `${count('line')} lines, ${count('missing')} losses`)
    assert.ok(
      own.reports.some((report) => report.kind === 'link' && !report.up),
      'it counts as away',
    )
  })

  test(`${name}: noise, other devices' messages and its own cut short: nobody is named by them, and it is heard again (SEED=${SEED})`, () => {
    assert.deepEqual(withstandBadges(talker, 400_000, SEED), [0, [second]])
  })

  test(`${name}: its row says what it cannot do`, () => {
    assert.equal(traits.standing, 'field-unverified')
    assert.ok(traits.setUp.length > 0 && shortcomings(traits).length >= 2, `${shortcomings(traits).length} sentences`)
    assert.deepEqual([traits.badgeFile, traits.cardFile, traits.antennas], ['required', 'none', null])
  })
}

test('rdm6300: the message of its description', () => {
  // 62 ^ E3 ^ 08 ^ 6C ^ ED = 08
  assert.equal(Buffer.from(encodeRdm6300('62E3086CED'), 'latin1').toString('hex'), '0236324533303836434544303803')
})
