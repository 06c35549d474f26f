/** Whatever is typed wrongly into a field of set-up is answered at that field, in English and German, without the words of the file, in the table's currency. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Field, FieldKind } from '../../../src/daemon/setup/fields.ts'
import type { View } from '../../../src/daemon/setup/view.ts'
import type { Text } from '../../../src/words/text.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { personAt, started } from './served.ts'

const WHOLE = `property: demo
pit: p1
table: bj07
house: gld
currency: CHF
limits: { min: 1000, max: 50000, unit: 500, sideMin: 500, sideMax: 10000, sideUnit: 500 }
chips: [100, 500, 2500]
boxes: 7
spots: [main, p22]
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/table/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/table/spots, serial: SP-1 }
`

const MANY = '9'.repeat(20)
/** Of the wrong type, too large, too small, negative, in parts. */
const WRONG: { readonly [K in FieldKind]?: readonly string[] } = {
  number: ['seven', MANY, '999999', '0', '-5', '3.7', '1 2'],
  money: ['five', MANY, '10000000.01', '0', '-5', '1.234', '10 20'],
  moneys: ['five', `1, ${MANY}`, '1, 0', '1, -5', '1, 5, 5', '1.234'],
  choice: ['something', MANY, '0', '-5', '3.7'],
  flag: ['yes', MANY, '0', '-5'],
  words: ['box', `main, ${MANY}`, 'main, 0', 'main, -5', 'main, main', 'p22'],
}
const FILES = ['nowhere.pem', MANY, '-5', 'x'.repeat(1000)]
const NAMES = ['two words', '3.7', 'Ä', '<b>', MANY.repeat(2)]
/** Of texts, each has its own form. */
const TEXTS: { readonly [key: string]: readonly string[] } = {
  property: NAMES,
  pit: NAMES,
  table: NAMES,
  currency: ['euro', 'eur', 'E', '0', '-5', MANY],
  'mqtt.url': ['broker', 'http://broker', 'mqtt://', 'mqtt://ann:secret@broker', '-5', MANY],
  'mqtt.username': ['x'.repeat(1000)],
  'mqtt.ca': FILES,
  'mqtt.cert': FILES,
  'mqtt.key': FILES,
}

/** What fits by itself, and not beside another: the fields at one of which it is told, and how. */
const BESIDE: readonly (readonly [key: string, text: string, at: string, en: string, de: string])[] = [
  [
    'limits.min',
    '600',
    'limits.min',
    'is greater than the maximum bet; at most 500.00 CHF',
    'ist größer als der Höchsteinsatz; höchstens 500.00 CHF',
  ],
  [
    'limits.max',
    '5',
    'limits.min',
    'is greater than the maximum bet; at most 5.00 CHF',
    'ist größer als der Höchsteinsatz; höchstens 5.00 CHF',
  ],
  [
    'limits.boxMax',
    '100',
    'limits.max',
    'is greater than the maximum of a box; at most 100.00 CHF',
    'ist größer als der Höchsteinsatz einer Box; höchstens 100.00 CHF',
  ],
  [
    'limits.sideMin',
    '105',
    'limits.sideMin',
    'is greater than the maximum side bet; at most 100.00 CHF',
    'ist größer als die höchste Nebenwette; höchstens 100.00 CHF',
  ],
  [
    'limits.unit',
    '3',
    'limits.min',
    'is not a multiple of the step of main bets, so no bet can reach it exactly; a multiple of 3.00 CHF',
    'ist kein Vielfaches der Schrittweite der Haupteinsätze, also erreicht kein Einsatz es genau; ein Vielfaches von 3.00 CHF',
  ],
  [
    'limits.sideUnit',
    '3',
    'limits.sideMin',
    'is not a multiple of the step of side bets, so no bet can reach it exactly; a multiple of 3.00 CHF',
    'ist kein Vielfaches der Schrittweite der Nebenwetten, also erreicht kein Einsatz es genau; ein Vielfaches von 3.00 CHF',
  ],
]

/** Words of the file, which nobody sees on the page. */
const OF_THE_FILE =
  /minor units|kleinste Einheiten|as in the example|\b(boxMax|sideMax|sideMin|sideUnit)\b|than max\b|of unit\b|limits\.|mqtt\./

/** What is said at a field, the answer to what was just typed first. */
const toldAt = ({ refused, refusedAt, problems }: View, key: string): readonly Text[] => [
  ...(refused !== null && refusedAt === key ? [refused] : []),
  ...problems
    .filter(({ path }) => path === key || path.startsWith(`${key}[`))
    .map(({ problem, allowed }) => ({ en: `${problem.en}; ${allowed.en}`, de: `${problem.de}; ${allowed.de}` })),
]

const wrongFor = ({ key, kind }: Field): readonly string[] =>
  (kind === 'text' ? TEXTS[key] : WRONG[kind]) ?? assert.fail(`${key}: nothing wrong is tried`)

test('every wrong entry of every field is answered at the field', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, WHOLE)
  const { setup: _, ...browser } = await started(t, { file })
  const { act } = await personAt(browser)
  const typed = async (key: string, text: string): Promise<View> => {
    await act({ do: 'afresh' })
    // A certificate needs an address that is encrypted.
    if (key.startsWith('mqtt.')) await act({ do: 'set', fields: [{ key: 'mqtt.url', text: 'mqtts://broker' }] })
    return act({ do: 'set', fields: [{ key, text }] })
  }
  const fields = Object.values((await act({ do: 'afresh' })).fields).flat()
  assert.ok(fields.length > 20, `${fields.length} fields`)
  for (const field of fields) {
    const { key, kind, usual } = field
    for (const text of wrongFor(field)) {
      const where = `${key} ${text.slice(0, 30)}`
      const told = toldAt(await typed(key, text), key)
      assert.ok(told.length > 0, `${where}: nothing is said at the field`)
      for (const { en, de } of told) {
        assert.ok(en.length > 10 && de.length > 10 && en !== de, `${where}: ${en} / ${de}`)
        assert.doesNotMatch(`${en} ${de}`, OF_THE_FILE, where)
        if (kind.startsWith('money') && /\d\.\d\d/.test(en)) assert.match(en, / CHF\b|in CHF|each chip value once/, where)
      }
    }
    const empty = toldAt(await typed(key, ' '), key)
    const isNeeded = usual === null && !key.startsWith('mqtt.')
    assert.equal(empty.length > 0, isNeeded, `${key}, empty: ${JSON.stringify(empty)}`)
    for (const { en, de } of empty) assert.doesNotMatch(`${en} ${de}`, OF_THE_FILE, key)
  }
})

test('what does not fit another field names that field by its label', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, WHOLE)
  const { setup: _, ...browser } = await started(t, { file })
  const { act } = await personAt(browser)
  for (const [key, text, at, en, de] of BESIDE) {
    await act({ do: 'afresh' })
    const told = toldAt(await act({ do: 'set', fields: [{ key, text }] }), at)
    assert.ok(
      told.some((each) => each.en === en && each.de === de),
      `${key} ${text}: ${JSON.stringify(told)}`,
    )
  }
  await act({ do: 'afresh' })
  const alone = await act({ do: 'set', fields: [{ key: 'mqtt.username', text: 'table7' }] })
  assert.match(toldAt(alone, 'mqtt.url')[0]?.en ?? '', /^is missing; mqtt:\/\//)
})
