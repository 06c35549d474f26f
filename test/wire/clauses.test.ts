/** The rule that was broken can be said in German, whatever house, table or finding it is of. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { CATALOGUE, clauseFor } from '../../src/procedure/catalogue/index.ts'
import type { CatalogueRow } from '../../src/procedure/catalogue/row.ts'
import type { FigureCase } from '../../src/rules/game/error-figures.ts'
import { RULE_NAMES } from '../../src/rules/house/catalogue.ts'
import { clauseOf, writtenValue } from '../../src/rules/house/describe.ts'
import { FINDING_CODES } from '../../src/rules/house/finding-code.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { CLAUSES, clauseText } from '../../src/wire/clauses.ts'

/** What every clause says that is written down somewhere in `value`. */
const saidIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  if ('document' in value && 'says' in value) return [String(value.says)]
  return Object.values(value).flatMap(saidIn)
}

const PROCEDURE = new URL('../../src/procedure/', import.meta.url)
/** The clauses that the procedure has besides the catalogue's: its readings of documents that can be read in two ways. */
const saidBesides = (): readonly string[] =>
  readdirSync(PROCEDURE)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, PROCEDURE), 'utf8')
      const found = [...source.matchAll(/\bpractice\('[^']*', '([^']*)'\)/g)].map(([, says]) => says ?? '')
      assert.equal(
        found.length,
        [...source.matchAll(/\b(?:practice|cite|onSplit)\(|\bsays: ['"`]/g)].length,
        `${file} has a clause that is not read`,
      )
      return found
    })

const SAID: ReadonlySet<string> = new Set([
  ...saidIn(Object.values(HOUSES).map(({ table }) => table)),
  ...saidIn(CATALOGUE),
  ...saidBesides(),
])

const casesOf = ({ cases }: CatalogueRow): readonly (FigureCase | undefined)[] => [undefined, ...(Object.keys(cases ?? {}) as FigureCase[])]
/** Every clause of every finding at a table with these overrides. */
const ofFindings = (house: string, overridden: typeof RULE_NAMES): readonly string[] =>
  FINDING_CODES.flatMap((code) => casesOf(CATALOGUE[code]).map((which) => clauseFor(code, house, overridden, which).says))

/** Words that both languages have, and names. */
const IN_BOTH = new Set(['also', 'an', 'in', 'so', 'was'])
const NAMES = /Pot of Gold|Push.22|Free Bet/g
const wordsIn = (text: string): readonly string[] => text.replaceAll(NAMES, '').match(/\p{L}+/gu) ?? []
const ENGLISH = new Set(
  [...SAID]
    .flatMap(wordsIn)
    .map((word) => word.toLowerCase())
    .filter((word) => !IN_BOTH.has(word)),
)
/** A German noun has a capital, so it is no English word even where it is written like one: Hand, Box. */
const assertGerman = (text: string | null, english: string): void => {
  assert.ok(text !== null, `there is no German of "${english}"`)
  assert.deepEqual(
    wordsIn(text).filter((word) => ENGLISH.has(word)),
    [],
    text,
  )
  assert.doesNotMatch(text, /[{}[\]?]/, english)
}

const figuresIn = (text: string): readonly string[] => (text.match(/\d+/g) ?? []).toSorted()

describe('a clause in German', () => {
  it('is what every rule of every house says, and every row of the catalogue', () => {
    assert.ok(SAID.size > 400, `${SAID.size} sentences`)
    for (const says of SAID) assertGerman(clauseText(says, 'de'), says)
  })

  it('is what any finding cites, whichever rules the table sets', () => {
    for (const house of HOUSE_IDS) {
      for (const says of ofFindings(house, [])) assertGerman(clauseText(says, 'de'), says)
      for (const says of ofFindings(house, RULE_NAMES)) assert.ok(clauseText(says, 'de') !== null, says)
    }
  })

  it('names the own value of a house where the table sets a rule', () => {
    for (const house of Object.values(HOUSES))
      for (const name of RULE_NAMES) {
        const own = JSON.stringify(writtenValue(name, house.rules)).replaceAll('"', '')
        const german = clauseText(clauseOf(house, name, RULE_NAMES).says, 'de')
        assert.equal(german, `Für diesen Tisch so festgelegt; der eigene Wert des Hauses ist ${own}.`)
      }
  })

  it('names the rule of a house that this program does not know', () => {
    assert.equal(clauseText(clauseFor('PAY-SHORT', 'palace').says, 'de'), 'die Regel winPays')
    for (const says of ofFindings('palace', [])) assertGerman(clauseText(says, 'de')?.replace(/^die Regel \S+$/, '') ?? null, says)
  })

  it('is one sentence with the figures of the English one', () => {
    for (const { en: english, de: german } of Object.values(CLAUSES)) {
      assert.match(german, /^[A-ZÄÖÜ\d][^.]*(?:Z\. [^.]+)*\.$/, german)
      for (const figure of figuresIn(english)) assert.ok(figuresIn(german).includes(figure), `${english} ${german}`)
    }
  })

  it('is of no sentence that nothing says', () => {
    assert.deepEqual(
      Object.keys(CLAUSES).filter((english) => !SAID.has(english)),
      [],
    )
    for (const says of ['A natural pays six to five.', 'toString', 'the rule of the house', '']) assert.equal(clauseText(says, 'de'), null)
  })

  it('is the sentence itself in English', () => {
    for (const says of [...SAID, 'A natural pays six to five.']) assert.equal(clauseText(says, 'en'), says)
  })
})
