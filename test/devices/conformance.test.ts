/** One suite for the drivers of all devices of other makers; what only readers of badges do: conformance-badges.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { crc1021, crc8408, lowFirst } from '../../devices/crc16.ts'
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { encodeFeig } from '../../devices/dialects/feig.ts'
import { encodeM5Stack } from '../../devices/dialects/m5stack-wired.ts'
import { findDriver, TALKERS } from '../../devices/registry.ts'
import { NOTHING_GIVEN, type Talker } from '../../devices/talker.ts'
import { latenessOf, shortcomings } from '../../devices/traits.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { BADGE_TWINS, CHIP_TWINS, TWINS } from '../../simulators/talkers/index.ts'
import { asSeen, type Bench, bench, chipFileOf, conformChips, levelText, toldOf, withstandChips } from './chips-conforming.ts'
import { conform, listen, NOISE_BYTES, runSeeds, twinOf, withstand } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)

test('each driver has a twin, and each twin a driver', () => {
  assert.deepEqual(TALKERS.map(({ name }) => name).sort(), [...TWINS, ...CHIP_TWINS, ...BADGE_TWINS].map(({ driver }) => driver).sort())
})

for (const { name, dialect } of TALKERS) {
  test(`${name}: whatever comes, its reader answers`, () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), (pieces) => {
        const read = dialect({ ...NOTHING_GIVEN, antennas: new Map([[1, '1.main']]) }).reader()
        for (const [at, piece] of pieces.entries()) for (const heard of read(piece, at * 50)) assert.notEqual(heard.kind, '')
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
}

const SHOES = TALKERS.filter(({ role }) => role === 'shoe')
const CHIP_READERS = TALKERS.filter(({ role }) => role === 'spots')

for (const talker of SHOES) {
  const { name, traits } = talker
  test(`${name}: cards by the hundred with the device's faults: none twice, none made up, every visible loss told (SEED=${SEED})`, () => {
    for (const seed of runSeeds(SEED, 8, 2)) {
      const { wrong, faults } = conform(talker, 500, seed)
      assert.deepEqual(wrong, [])
      assert.ok(faults > 10, `${faults} faults`)
    }
  })

  test(`${name}: each of its faults, alone, does what is known of it`, () => {
    const twin = twinOf(name)
    for (const [fault, { change, fate, takesNext }] of Object.entries(twin.faults)) {
      const ear = listen(talker, twin)
      const random = seededRandom(SEED)
      const voice = twin.begin()
      ear.hear(twin.hello, random)
      ear.reports.splice(0)
      for (const [at, card] of (['4S', 'KH', '9D', 'AC'] as const).entries()) {
        ear.pass(700)
        const message = voice({ kind: 'card', card }) ?? ''
        ear.hear(at === 1 ? change(message, random) : message, random)
      }
      const told = ear.reports.flatMap((report) => (report.kind === 'line' && report.message.kind === 'card' ? [report.message.card] : []))
      const second = fate === 'heard' ? ['KH'] : fate === 'unread' ? ['??'] : []
      assert.deepEqual(told, ['4S', ...second, ...(takesNext ? [] : ['9D']), 'AC'], fault)
      const isTold = ear.reports.some(({ kind }) => kind === 'missing')
      if (fate === 'told lost') assert.ok(isTold, `${fault}: the loss is told`)
      if (fate === 'unseen')
        assert.notEqual(traits.losses, 'numbered', `${fault}: a device that numbers its messages lets one see every loss`)
    }
  })

  test(`${name}: ${NOISE_BYTES} bytes of noise and of other devices' messages: nothing made up, and it is heard again (SEED=${SEED})`, () => {
    const { events, isHeardAgain } = withstand(talker, NOISE_BYTES, SEED)
    assert.deepEqual([events, isHeardAgain], [0, true])
  })

  test(`${name}: the port is opened again: something is missing, whether or not it was`, () => {
    const ear = listen(talker, twinOf(name))
    assert.ok(!ear.reports.some(({ kind }) => kind === 'missing'), 'of a device that nobody knew nothing is claimed')
    ear.step({ kind: 'closed', reason: 'unplugged' })
    ear.step({ kind: 'opened' })
    assert.deepEqual(
      ear.reports.filter(({ kind }) => kind === 'missing'),
      [{ kind: 'missing', serial: twinOf(name).serial, boot: 1, from: 1, to: 1 }],
    )
  })

  test(`${name}: ten thousand messages a second: it floods, few are taken, and that others are lost is told`, () => {
    const twin = twinOf(name)
    const ear = listen(talker, twin)
    const voice = twin.begin()
    const random = seededRandom(SEED)
    ear.hear(twin.hello, random)
    for (let at = 0; at < 10_000; at++) {
      if (at % 10 === 0) ear.pass(1)
      ear.hear(voice({ kind: 'card', card: at % 2 === 0 ? 'KH' : '4S' }) ?? '', random, 200)
    }
    const count = (kind: string) => ear.reports.filter((report) => report.kind === kind).length
    assert.ok(count('line') <= 200 && count('missing') <= 3, `${count('line')} lines, ${count('missing')} losses`)
    assert.ok(
      ear.reports.some((report) => report.kind === 'link' && !report.up),
      'it counts as away',
    )
  })

  test(`${name}: its row says what it cannot do`, () => {
    assert.equal(traits.standing, 'field-unverified')
    assert.ok(traits.setUp.length > 0 && shortcomings(traits).length >= 2, `${shortcomings(traits).length} sentences`)
    assert.equal(twinOf(name).serial === 'none', traits.identity === 'none')
    assert.equal(traits.cardFile === 'required', twinOf(name).tags !== undefined)
  })
}

test('a driver journals what the device sent behind what it means, and reads the meaning back', () => {
  for (const { name } of SHOES) {
    const driver = findDriver(name, 'shoe')
    assert.deepEqual(driver.decodeLine('C 17 1764200000123 4S < [Game]<Card:4S>'), {
      seq: 17,
      t: 1764200000123,
      scan: { kind: 'card', card: '4S' },
    })
    assert.ok('reason' in driver.decodeLine('C 17 1764200000123 < 4S'), `${name} refuses an event without a card`)
  }
})

function talkerNamed(name: string): Talker {
  const talker = TALKERS.find((each) => each.name === name)
  assert.ok(talker, name)
  return talker
}

/** What a talker is told to have said, in short. */
function told(name: string, texts: readonly string[], gapMs = 700): readonly string[] {
  const ear = listen(talkerNamed(name), twinOf(name))
  const random = seededRandom(SEED)
  for (const text of texts) {
    ear.pass(gapMs)
    ear.hear(text, random)
  }
  return ear.reports.flatMap((report) => {
    if (report.kind === 'line')
      return [
        report.body
          .split(' < ')[0]
          ?.replace(/^(\S+) \d+ \d+ ?/, '$1 ')
          .trim() ?? '',
      ]
    if (report.kind === 'missing') return [`lost ${report.to - report.from + 1}`]
    return report.kind === 'incident' ? [`${report.code}: ${report.text}`] : []
  })
}

test('angel-eye: the frames of its description, and what stands beside the cards', () => {
  const bytes = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1')
  assert.deepEqual(told('angel-eye', [bytes('05 31 44 81 B8 03 34 46')]), ['C 8S'])
  assert.deepEqual(told('angel-eye', [bytes('05 31 43 03 37 31')]), ['CUT'])
  assert.deepEqual(told('angel-eye', [bytes('05 34 45 C1 03 42 33')]), ['device-trouble: angel-eye: it could not read a card', 'lost 1'])
  const pushedBack = encodeAngelEye(0x31, { kind: 'shoe', what: 'reverse' }) ?? ''
  assert.deepEqual(told('angel-eye', [pushedBack]), ['device-trouble: angel-eye: a card was pushed back at the exit', 'SH reverse'])
})

test('angel-eye: a card sent again is the last one over again, or one that never came', () => {
  const card = encodeAngelEye(0x31, { kind: 'card', card: 'KH' }) ?? ''
  const again = (data: string): string => {
    const body = `2R${data}\x03`
    const bcc = [...body].reduce((xor, sign) => xor ^ sign.charCodeAt(0), 0)
    return `\x05${body}${bcc.toString(16).toUpperCase().padStart(2, '0')}`
  }
  assert.deepEqual(told('angel-eye', [card, again(card.slice(3, 5))]), ['C KH'])
  assert.deepEqual(told('angel-eye', [card, again('\x80\x91')]), ['C KH', 'lost 1'])
})

test('bee-tek: alarms keep their place among the cards of one chunk, and two neighbours share their space', () => {
  assert.deepEqual(told('bee-tek', [' [Game]<Card:4S> [GameAlarm]<Alarm:E7 Jam> [Manual Burn Cards]<Card:H3> [Game]<Game> <W0x01> ']), [
    'C 4S',
    'device-trouble: bee-tek: alarm E7 Jam',
    'C 3H',
    'C ??',
  ])
})

test('m5stack-wired: a card that lies there, a tag that no file names, a restart, another device', () => {
  const card = (seq: number, uid: string, id = 'atom-shoe-01') => encodeM5Stack(id, seq, uid)
  const own = twinOf('m5stack-wired').tags?.get('KS')?.[0] ?? ''
  assert.deepEqual(told('m5stack-wired', [card(2, own), card(3, own), card(4, own)]), ['C KS'])
  assert.deepEqual(told('m5stack-wired', [card(2, '04 0e 3b d2 28')]), [
    'unknown-tag: no file names 040E3BD228; enter it in the file of this device',
    'C ??',
  ])
  const boot = '{"type":"boot","ts":"T+0","device_id":"atom-shoe-01","seq":1,"fw_version":"1","reason":"power_on"}\n'
  assert.deepEqual(told('m5stack-wired', [card(7, own), boot]), ['C KS', 'device-trouble: m5stack-wired: it has restarted', 'lost 1'])
  assert.deepEqual(told('m5stack-wired', [card(2, own, 'AA:BB')]), [
    'unknown-serial: AA-BB answers where atom-shoe-01 is configured; its events are ignored',
  ])
})

test('dropfred: equal cards in a row are one, unless it saw them apart; a line that was cut at the opening is not believed', () => {
  assert.deepEqual(told('dropfred', ['rfid-playing-card 0.1\r\n', '20\r\n255\r\n20\r\n255\r\n33\r\n17\r\n']), [
    'C 4H',
    'C 4H',
    'C AS',
    'C AH',
  ])
  assert.deepEqual(told('dropfred', ['rfid-playing-card 0.1\r\n', '20\r\n', '20\r\n']), ['C 4H', 'lost 1'])
  assert.deepEqual(told('dropfred', ['8\r\n255\r\n18\r\n']), ['lost 1', 'C 2H'])
})

test('barcode: two equal codes are two cards, however fast; a code is shown to people only if it can be no card of the deck', () => {
  assert.deepEqual(told('barcode', ['2130\r\n2130\r\n', '1010\n', '4100\r'], 20), ['C KH', 'C KH', 'C AS', 'C TD'])
  assert.deepEqual(told('barcode', ['10102130\r\n', '4006381333931\r\n'], 1500), ['lost 1', 'lost 1'])
})

test('angel-eye: whichever bit of a frame is damaged, its repetition is heard, and nothing else', () => {
  for (const card of ['KC', '5D', '2H', 'TS'] as const) {
    for (let seq = 0x31; seq < 0x39; seq++) {
      const frame = encodeAngelEye(seq, { kind: 'card', card }) ?? ''
      const next = encodeAngelEye(seq + 1, { kind: 'card', card: 'AS' }) ?? ''
      for (let bit = 0; bit < frame.length * 8; bit++) {
        const [at, mask] = [bit >> 3, 1 << (bit & 7)]
        const bad = frame.slice(0, at) + String.fromCharCode(frame.charCodeAt(at) ^ mask) + frame.slice(at + 1)
        assert.deepEqual(told('angel-eye', [bad + frame, next]), [`C ${card}`, 'C AS'], `${Buffer.from(bad, 'latin1').toString('hex')}`)
      }
    }
  }
})

for (const talker of CHIP_READERS) {
  const { name, traits } = talker
  const one = [{ value: 500, count: 1 }] as const

  test(`${name}: changes of spots with its faults: each level that rests is told, none that was not there (SEED=${SEED})`, () => {
    for (const seed of runSeeds(SEED, 4, 1)) {
      const { wrong, faults } = conformChips(talker, 40, seed)
      assert.deepEqual(wrong, [])
      assert.ok(faults > 10, `${faults} faults`)
    }
  })

  test(`${name}: without faults a level is told once, within the time of its row, and every spot when the port opens`, () => {
    const own = bench(talker, SEED)
    const late = latenessOf(traits, own.antennas.size)
    own.pass(late)
    const empty = toldOf(own)
    assert.deepEqual(empty.map(({ spot }) => spot).sort(), [...own.antennas.values()].sort())
    for (const chips of [one, [], one]) {
      const [from, atMs] = [own.reports.length, own.nowMs()]
      own.tray.lay('1.main', chips)
      own.pass(2 * late)
      const told = toldOf(own, from)
      assert.deepEqual(
        told.map(({ spot, level }) => [spot, level]),
        [['1.main', levelText(chips)]],
      )
      assert.ok((told[0]?.nowMs ?? 0) - atMs <= late, `after ${(told[0]?.nowMs ?? 0) - atMs} ms`)
    }
    assert.ok(!own.reports.some(({ kind }) => kind === 'missing'), 'nothing is missing')
  })

  test(`${name}: the port is opened again: something may be missing, and all spots are told again under their numbers`, () => {
    const own = bench(talker, SEED)
    const late = latenessOf(traits, own.antennas.size)
    own.tray.lay('1.main', one)
    own.pass(2 * late)
    const from = own.reports.length
    own.reopen()
    own.pass(2 * late)
    assert.deepEqual(
      toldOf(own, from)
        .map(({ spot }) => spot)
        .sort(),
      [...own.antennas.values()].sort(),
    )
    const revs = own.reports.flatMap((each) =>
      each.kind === 'line' && each.message.kind === 'spot' && each.message.spot === '1.main' ? [each.message.rev] : [],
    )
    assert.deepEqual(revs, [0, 0])
    assert.equal(own.reports.slice(from).filter(({ kind }) => kind === 'missing').length, 1)
  })

  test(`${name}: a reader that falls silent is away, its spots are not called empty, and it comes back`, () => {
    const own = bench(talker, SEED)
    const late = latenessOf(traits, own.antennas.size)
    own.tray.lay('1.main', one)
    own.pass(2 * late)
    const from = own.reports.length
    own.spoil = () => ''
    own.pass(20_000)
    assert.deepEqual(toldOf(own, from), [])
    const down = own.reports.slice(from).filter((each) => each.kind === 'link')
    assert.deepEqual(
      down.map(({ up }) => up),
      [false],
      'it is away, and is said to be once',
    )
    assert.ok(
      own.reports.slice(from).every((each) => each.kind !== 'complete' || each.at <= 1_764_200_000_000 + 1000 + 2 * late),
      'its silence means nothing',
    )
    own.spoil = (message) => message
    own.pass(3000 + 2 * late)
    assert.deepEqual(toldOf(own, from).find(({ spot }) => spot === '1.main')?.level, '500x1')
  })

  test(`${name}: a tag that no file names is told, and its spot has no level until it has gone`, () => {
    const own = bench(talker, SEED)
    const late = latenessOf(traits, own.antennas.size)
    own.pass(late)
    const from = own.reports.length
    own.distort = (antenna, tags) => asSeen(antenna === 1 ? [...tags, 'E004FFFFFFFFFFFF'] : tags)
    own.pass(2 * late)
    assert.deepEqual(toldOf(own, from), [])
    const told = own.reports.slice(from).flatMap((each) => (each.kind === 'incident' ? [`${each.code}: ${each.text}`] : []))
    assert.deepEqual(told, ['unknown-tag: no file names E004FFFFFFFFFFFF; enter it in the file of this device'])
    assert.ok(
      own.reports.slice(from).some(({ kind }) => kind === 'missing'),
      'the round gets no verdict',
    )
    own.distort = (_antenna, tags) => asSeen(tags)
    own.tray.lay('1.main', one)
    own.pass(2 * late)
    assert.deepEqual(
      toldOf(own, from).map(({ level }) => level),
      ['500x1'],
    )
  })

  test(`${name}: noise and other devices' messages in place of answers: no level is made of it, and it is heard again (SEED=${SEED})`, () => {
    const { events, isHeardAgain } = withstandChips(talker, 400_000, SEED)
    assert.deepEqual([events, isHeardAgain], [0, true])
  })

  test(`${name}: its row says what it cannot do`, () => {
    assert.equal(traits.standing, 'field-unverified')
    assert.ok(traits.setUp.length > 0 && shortcomings(traits).length >= 2, `${shortcomings(traits).length} sentences`)
    assert.equal(traits.losses, 'level')
    assert.deepEqual([traits.antennas !== null, traits.cardFile, traits.badgeFile], [true, 'none', 'none'])
  })
}

const levelsOf = (own: Bench, from: number): readonly string[] => toldOf(own, from).map(({ spot, level }) => `${spot} ${level}`)

test('feig: the question of its description', () => {
  assert.equal(Buffer.from(encodeFeig(0xff, '\xb0\x01\x00'), 'latin1').toString('hex'), '020009ffb001001843')
})

test('thingmagic: the checksum of its worked examples', () => {
  const checked = (hex: string): string => crc1021(Buffer.from(hex, 'hex').toString('latin1')).toString(16)
  assert.deepEqual([checked('0A2403E80000000000030 0EE'.replaceAll(' ', '')), checked('0003')], ['589d', '1d0c'])
})

test('feig: a stack of more tags than one answer holds is one level', () => {
  const own = bench(talkerNamed('feig'), SEED)
  own.pass(2000)
  const from = own.reports.length
  own.tray.lay('2.main', [{ value: 100, count: 60 }])
  own.pass(3000)
  assert.deepEqual(levelsOf(own, from), ['2.main 100x60'])
})

test('feig: one of several readers that does not answer: nothing is said of its spot, and the round gets no verdict', () => {
  const own = bench(talkerNamed('feig'), SEED)
  own.pass(2000)
  const from = own.reports.length
  own.spoil = (message) => (message.charCodeAt(3) === 2 ? '' : message)
  own.pass(12_000)
  assert.ok(
    own.reports.slice(from).some((each) => each.kind === 'incident' && /antenna 2 is blind: it does not answer/.test(each.text)),
    'it is told',
  )
  assert.ok(
    own.reports.slice(from).some(({ kind }) => kind === 'missing'),
    'something may be missing',
  )
  own.tray.lay('1.main', [{ value: 100, count: 1 }])
  own.pass(6000)
  assert.equal(levelsOf(own, from).at(-1), '1.main 100x1')
  assert.ok(!toldOf(own, from).some(({ spot }) => spot === '2.main'), 'nothing of the silent one')
})

for (const name of ['feig', 'thingmagic']) {
  test(`${name}: a chip on its way over another antenna counts where it comes to rest; one between two counts nowhere and is told`, () => {
    const own = bench(talkerNamed(name), SEED)
    const late = latenessOf(talkerNamed(name).traits, own.antennas.size)
    own.pass(late)
    const from = own.reports.length
    const [tag = ''] = own.tray.tags.get(500) ?? []
    own.distort = (antenna) => (antenna === 1 ? asSeen([tag]) : [])
    own.pass(250)
    own.distort = (antenna) => (antenna === 2 ? asSeen([tag]) : [])
    own.pass(2 * late)
    assert.deepEqual(levelsOf(own, from).at(-1), '2.main 500x1')
    const then = own.reports.length
    own.distort = (antenna) => (antenna <= 2 ? asSeen([tag]) : [])
    own.pass(2 * late)
    const told = own.reports.slice(then).flatMap((each) => (each.kind === 'incident' ? [each.text] : []))
    assert.ok(
      told.some((text) => /chip E0\w+ lies between the antennas of [12]\.main and [12]\.main/.test(text)),
      told.join(),
    )
  })
}

test('twn4: two tags that it names in turn are no level', () => {
  const own = bench(talkerNamed('twn4'), SEED)
  own.pass(3000)
  const from = own.reports.length
  own.tray.lay('1.main', [{ value: 100, count: 2 }])
  own.pass(5000)
  assert.deepEqual(levelsOf(own, from), [])
  assert.ok(
    own.reports.slice(from).some((each) => each.kind === 'incident' && /more than one tag/.test(each.text)),
    'it is told',
  )
  own.tray.lay('1.main', [{ value: 100, count: 1 }])
  own.pass(3000)
  assert.deepEqual(levelsOf(own, from), ['1.main 100x1'])
})

test('rr3036: switched off in between, it is made ready again, and the round gets no verdict', () => {
  const own = bench(talkerNamed('rr3036'), SEED)
  own.pass(2000)
  const from = own.reports.length
  let isOff = true
  own.spoil = (message) => {
    const given = isOff ? Buffer.from('0400052ab4', 'hex').toString('latin1') : message
    isOff = false
    return given.length === 5 && given !== message ? withCrc(given.slice(0, 3)) : given
  }
  own.tray.lay('1.main', [{ value: 100, count: 1 }])
  own.pass(3000)
  assert.deepEqual(levelsOf(own, from), ['1.main 100x1'])
  assert.ok(
    own.reports.slice(from).some(({ kind }) => kind === 'missing'),
    'something may be missing',
  )
})

const withCrc = (body: string): string => body + lowFirst(crc8408(body))

test('a chip file of another table: every chip is told by its tag', () => {
  const own = bench(talkerNamed('feig'), SEED, new Map([...chipFileOf(bench(talkerNamed('feig'), SEED).tray)].slice(0, 1)))
  own.tray.lay('1.main', [{ value: 2500, count: 1 }])
  own.pass(3000)
  assert.ok(
    own.reports.some((each) => each.kind === 'incident' && each.code === 'unknown-tag'),
    'its tag is told',
  )
})
