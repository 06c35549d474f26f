/** One suite for the drivers of all devices that only talk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { encodeM5Stack } from '../../devices/dialects/m5stack-wired.ts'
import { findDriver, TALKERS } from '../../devices/registry.ts'
import { shortcomings } from '../../devices/traits.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { TWINS } from '../../simulators/talkers/index.ts'
import { conform, listen, twinOf, withstand } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)

test('each driver has a twin, and each twin a driver', () => {
  assert.deepEqual(TALKERS.map(({ name }) => name).sort(), TWINS.map(({ driver }) => driver).sort())
})

for (const talker of TALKERS) {
  const { name, traits } = talker
  test(`${name}: thousands of cards with the device's faults: none twice, none made up, every visible loss told (SEED=${SEED})`, () => {
    for (let run = 0; run < 8; run++) {
      const { wrong, faults } = conform(talker, 500, SEED * 1000 + run)
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

  test(`${name}: a megabyte of noise and of other devices' messages: nothing made up, and it is heard again (SEED=${SEED})`, () => {
    const { events, isHeardAgain } = withstand(talker, 1_000_000, SEED)
    assert.deepEqual([events, isHeardAgain], [0, true])
  })

  test(`${name}: whatever comes, its reader answers`, () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), (pieces) => {
        const read = talker.dialect(new Map()).reader()
        for (const piece of pieces) for (const heard of read(piece)) assert.notEqual(heard.kind, '')
      }),
      { seed: SEED, numRuns: 300 },
    )
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
    assert.ok(traits.setUp.length > 0 && shortcomings(traits).length >= 2, shortcomings(traits).join())
    assert.equal(twinOf(name).serial === 'none', traits.identity === 'none')
    assert.equal(traits.cardFile === 'required', twinOf(name).tags !== undefined)
  })
}

test('a driver journals what the device sent behind what it means, and reads the meaning back', () => {
  for (const { name } of TALKERS) {
    const driver = findDriver(name, 'shoe')
    assert.deepEqual(driver.decodeLine('C 17 1764200000123 4S < [Game]<Card:4S>'), {
      seq: 17,
      t: 1764200000123,
      scan: { kind: 'card', card: '4S' },
    })
    assert.ok('reason' in driver.decodeLine('C 17 1764200000123 < 4S'), `${name} refuses an event without a card`)
  }
})

/** What a talker is told to have said, in short. */
function told(name: string, texts: readonly string[], gapMs = 700): readonly string[] {
  const talker = TALKERS.find((each) => each.name === name)
  assert.ok(talker, name)
  const ear = listen(talker, twinOf(name))
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
    'unknown-tag: no file names 040E3BD228; enter it in the card file of this device',
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
