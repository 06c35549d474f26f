/**
 * A display says in German what the wire says in English: of the facts, and of records without facts by reading back the English. Both ways come to the
 * same words.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import { QUESTIONS } from '../../src/procedure/catalogue/questions.ts'
import type { CatalogueRow } from '../../src/procedure/catalogue/row.ts'
import { factsOf, findingWords, lineText, peopleText } from '../../src/procedure/catalogue/words.ts'
import { DEVICE_ALARMS, deviceWords } from '../../src/procedure/device-alarms.ts'
import { MOMENTS } from '../../src/procedure/facts.ts'
import type { FigureCase, Figures } from '../../src/rules/game/error-figures.ts'
import { FINDING_CODES } from '../../src/rules/house/finding-code.ts'
import { germanOf, germanQuestion } from '../../src/wire/earlier.ts'
import {
  acceptedWords,
  backlogWords,
  brokerFullWords,
  brokerWords,
  caughtUpWords,
  certificateWords,
  clockWords,
  clonedWords,
  cutWords,
  diskWords,
  forgedWords,
  headWords,
  laggingWords,
  leftOutWords,
  receiptWords,
  refusedWords,
  roomWords,
  secondDaemonWords,
  takeoverWords,
  tooLargeWords,
  unprovenWords,
} from '../../src/wire/host-alarms.ts'
import { HOST_ROWS } from '../../src/wire/host-rows.ts'
import { alarmIn, findingIn, lineIn } from '../../src/wire/said.ts'
import type { Text } from '../../src/words/text.ts'

const AT = Date.UTC(2026, 10, 21, 21, 14, 3)
const ALL: Figures = {
  amount: 4550,
  base: 2000,
  ratio: [3, 2],
  count: 7,
  total: 16,
  position: 4,
  totals: [9, 10, 11],
  cards: ['KS', '8D'],
  ids: ['E004010012345678'],
}
const KNOWN = { expected: { ...ALL, chips: [{ value: 2500, count: 2 }] }, seen: { ...ALL, chips: [{ value: 500, count: -1 }] } }

/** A word of English, or a figure or template that nobody filled in. */
const NOT_GERMAN = /\b(the|is|are|and|paid|taken|to|with|box|hand|dealer|for|chips?|lost|won|more|less|likely|perhaps)\b|[{}[\]?]/
const assertGerman = (text: string | null, where: string): void => {
  assert.ok(text !== null, `${where}: it cannot be read back`)
  assert.doesNotMatch(text, NOT_GERMAN, where)
}

const figuresIn = (template: string): readonly string[] => [...template.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const optionalIn = (template: string): readonly string[] =>
  [...template.matchAll(/\[[^\]]*\]/g)].map(([part]) => figuresIn(part).join()).sort()
const assertAlike = ({ en, de }: Text, where: string): void => {
  assert.deepEqual(new Set(figuresIn(de)), new Set(figuresIn(en)), where)
  assert.deepEqual(optionalIn(de), optionalIn(en), where)
}

const casesIn = (row: CatalogueRow): readonly (FigureCase | undefined)[] => [undefined, ...(Object.keys(row.cases ?? {}) as FigureCase[])]

describe('a finding in German', () => {
  for (const code of FINDING_CODES) {
    const row: CatalogueRow = CATALOGUE[code]
    for (const which of casesIn(row)) {
      it(`${code}${which ? `, ${which}` : ''}: every text of it, with its figures and without`, () => {
        for (const figures of [KNOWN, { expected: {}, seen: {} }]) {
          const of = which ? { case: which } : {}
          const known = { expected: { ...figures.expected, ...of }, seen: { ...figures.seen, ...of }, at: AT }
          for (const moment of MOMENTS) {
            const place = { box: 3, hand: 2, spot: '3.ins' }
            const facts = { ...factsOf(row, known, { moment, exponent: 2 }), hand: place.hand, spot: place.spot }
            const words = findingWords(row, facts)
            const german = {
              seen: germanOf(code, 'seen', words.seen),
              expected: germanOf(code, 'expected', words.expected),
              remedy: germanOf(code, 'remedy', words.remedy),
              line: germanOf(code, 'line', lineText(words, place)),
              proven: germanOf(code, 'text', peopleText(words, place, 'proven')),
              likely: germanOf(code, 'text', peopleText(words, place, 'likely')),
            }
            for (const [part, text] of Object.entries(german)) {
              if (figures === KNOWN) assertGerman(text, `${code} ${part}: ${text}`)
              else assert.ok(text !== null, `${code} ${part}`)
            }
            const text = peopleText(words, place, 'likely')
            const likely = alarmIn('de', { code, text, remedy: words.remedy, box: 3, grounds: { grade: 'likely' }, facts })
            assert.deepEqual(
              [
                findingIn('de', { code, facts }, 'seen', words.seen),
                findingIn('de', { code, facts }, 'expected', words.expected),
                lineIn('de', { code, facts, box: 3, text: lineText(words, place) }),
                likely.text,
                likely.remedy,
              ],
              [german.seen, german.expected, german.line, german.likely, german.remedy].map((own) => ({ text: own, lang: 'de' })),
            )
            assert.equal(alarmIn('en', { code, text, remedy: words.remedy, box: 3, facts }).text.text, text)
            assert.ok(german.line?.startsWith('Box 3, Hand 2, Versicherung: '), german.line ?? '')
            assert.ok(german.likely?.startsWith('Box 3, Hand 2, Versicherung, wahrscheinlich: '), german.likely ?? '')
            assert.equal(german.proven, `${german.line}. ${german.remedy}`)
          }
        }
      })
    }
    it(`${code}: both languages name the same figures`, () => {
      for (const words of [row, ...Object.values(row.cases ?? {})])
        for (const part of ['seen', 'expected', 'remedy', 'afterRound', 'afterDeal'] as const)
          if (words[part]) assertAlike(words[part], `${code} ${part}`)
      for (const each of [row.title, row.means, row.question, row.questionAlone]) if (each) assertAlike(each, code)
    })
  }

  it('has German amounts, ratios, chips and times', () => {
    const remedy = 'Leave the cards out. Bring the whole payment back and pay 30.00.'
    assert.equal(
      germanOf('BJ-OVER', 'text', `Box 3: likely paid 45.00, due 30.00 (3 to 2 on 20.00). ${remedy}`),
      'Box 3, wahrscheinlich: 45,00 ausgezahlt, fällig sind 30,00 (3 zu 2 auf 20,00). Karten liegen lassen. Die ganze Auszahlung zurückholen und 30,00 auszahlen.',
    )
    assert.equal(germanOf('BJ-OVER', 'expected', 'due 30.00'), 'fällig sind 30,00')
    assert.equal(germanOf('BJ-OVER', 'seen', 'paid ?'), '? ausgezahlt')
    assert.equal(
      germanOf('BET-SWAPPED', 'seen', '2 chips of 12.50 became 1 chip of 25.00'),
      '2 Jetons zu 12,50 getauscht gegen 1 Jeton zu 25,00',
    )
    assert.equal(
      germanOf('FLOAT-IMBALANCE', 'seen', 'the rack changed by -137.00 (1 chip of 1.00 more, 2 lammers less)'),
      'der Jetonbestand änderte sich um -137,00 (1 Jeton zu 1,00 mehr, 2 Lammer weniger)',
    )
    assert.equal(germanOf('CO-BETTOR-SKIPPED', 'seen', '10.00 taken'), '10,00 eingezogen')
    assert.equal(germanOf('CO-BETTOR-SKIPPED', 'expected', 'the bet tied'), 'der Einsatz ging unentschieden aus')
    for (const [place, said] of [
      ['Rack', 'Jetonbestand'],
      ['Table', 'Tisch'],
      ['Box 2, second bettor', 'Box 2, zweiter Spieler'],
      ['Box 2, Push 22', 'Box 2, Push 22'],
    ])
      assert.equal(germanOf('PAY-SHORT', 'line', `${place}: paid 5.00, due 10.00`), `${said}: 5,00 ausgezahlt, fällig sind 10,00`)
  })

  it('is not made of words that are not of the catalogue, nor of those of another code', () => {
    assert.equal(germanOf('BJ-OVER', 'seen', 'the dealer paid 45.00 for a blackjack'), null)
    assert.equal(germanOf('PAY-SHORT', 'seen', 'the dealer drew on 17'), null)
    assert.equal(germanOf('NO-SUCH-CODE', 'text', 'Box 3: paid 45.00, due 30.00.'), null)
    assert.equal(germanOf('toString', 'text', 'x'), null)
    assert.equal(germanOf('DEVICE-INCIDENT', 'remedy', 'x'.repeat(100_000)), null)
    assert.equal(germanOf('BJ-OVER', 'text', `${'Box 3: '.repeat(9000)}paid`), null)
  })
})

describe('a question in German', () => {
  it('is every one there can be, of the box it is about', () => {
    for (const { en, de } of QUESTIONS) {
      assertAlike({ en, de }, en)
      const german = germanQuestion(en.replace('{box}', '4'))
      assert.equal(german, de.replace('{box}', '4'))
      assert.match(de, /^[A-ZÄÖÜ].*\?$/)
    }
    assert.equal(germanQuestion('Was it you?'), null)
  })
})

describe('an alarm of a device or the machine in German', () => {
  const reason = 'ENOSPC {time}: kein Platz'
  const HOST = [
    diskWords(reason),
    roomWords(80),
    headWords(reason),
    cutWords('/var/1.jsonl', 12, 117),
    acceptedWords(reason, ['x', 'y']),
    ...[0, 1, 7].map((days) => certificateWords({ whose: 'broker', name: 'b.example:8883' }, days, '2026-12-01 08:00 UTC')),
    certificateWords({ whose: 'table', name: 'mqtt.cert' }, 7, '2026-12-01 08:00 UTC'),
    ...[-60_000, 1500, 600_000].map((stepMs) => clockWords(stepMs, AT)),
    brokerWords('mqtts://b:8883', AT),
    secondDaemonWords('3f9c2a1b', AT),
    ...(['said', 'concluded', 'prevented'] as const).map((kind) => takeoverWords('mqtts://b:8883', kind)),
    brokerFullWords(),
    refusedWords({ topic: 'log', from: 48_211, reason }),
    leftOutWords([
      { topic: 'ev/round', from: 1, to: 5, reason },
      { topic: 'describe', from: null, to: null, reason },
    ]),
    backlogWords(48_211),
    caughtUpWords(1, 7),
    tooLargeWords('demo/p1/bj07/3kf9/184213', 70_112),
    receiptWords('book', 'x'),
    receiptWords(null, 'x'),
    laggingWords(),
    clonedWords(['shoe (SH-00412)', 'spots (SP-7)']),
    unprovenWords(['shoe (SH-00412)']),
    forgedWords('alarm/bj-short-9', AT),
  ]
  const DEVICE = [
    deviceWords('SHOE-JAM'),
    deviceWords('SHOE-SILENT'),
    deviceWords('SENSOR-DROPOUT', { spot: '3.main' }),
    deviceWords('LINK-DOWN', { device: 'shoe', reason: 'x' }),
    deviceWords('CLOCK-FAULT', { device: 'shoe', told: 'x' }),
    deviceWords('DEVICE-INCIDENT', { device: 'shoe', incident: 'x', told: 'x' }),
    deviceWords('DEVICE-INCIDENT', { device: 'shoe' }, 'card-read-twice'),
    deviceWords('DEVICE-INCIDENT', { device: 'discards', cards: 'KS' }, 'discard-not-dealt'),
    deviceWords('DEVICE-INCIDENT', { device: 'discards', cards: 'KS, 5H' }, 'discard-missing'),
    deviceWords('CARDS-MISSING', { device: 'shoe', from: 4, to: 9 }),
  ]

  it('is every one there can be', () => {
    const said = [...HOST, ...DEVICE]
    assert.deepEqual([...new Set(said.map(({ code }) => code))].sort(), Object.keys({ ...HOST_ROWS, ...DEVICE_ALARMS }).sort())
    for (const { code, text, remedy, facts } of said) {
      const own = alarmIn('de', { code, text, remedy, facts })
      assert.deepEqual(
        [own.text, own.remedy],
        [germanOf(code, 'text', text), germanOf(code, 'remedy', remedy)].map((german) => ({ text: german, lang: 'de' })),
      )
      assert.doesNotMatch(text, /undefined|null/)
      for (const [part, english] of [
        ['text', text],
        ['remedy', remedy],
      ] as const) {
        const german = germanOf(code, part, english)
        assertGerman(german?.replaceAll(reason, '') ?? null, `${code}: ${english}`)
        if (english.length > 20) assert.notEqual(german, english)
      }
    }
  })

  it('leaves what others wrote as it is, braces and all', () => {
    assert.equal(germanOf('JOURNAL-FAILED', 'text', diskWords(reason).text), `Das Protokoll lässt sich nicht speichern: ${reason}.`)
    assert.equal(
      germanOf('CLOCK-SET', 'text', clockWords(1500, AT).text),
      'Die Uhr des Rechners wurde um 1,5 s vorgestellt, auf 21:14:03 UTC.',
    )
  })
})
