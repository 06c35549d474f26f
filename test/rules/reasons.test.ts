/** Every reason says the same in each language, and nobody before the rim says anything. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReason, isSameReason, REASONS, reasonText } from '../../src/rules/reasons.ts'
import { inWords } from '../../src/wire/envelope.ts'
import { reasonSchema } from '../../src/wire/reason-schema.ts'
import { namesIn } from '../../src/words/template.ts'
import { ENGLISH } from '../display/page/german.ts'
import { codeFiles } from '../style/source.ts'
import { EVERY_REASON } from './reasons.ts'

const holes = (text: string): readonly string[] => [...namesIn(text)].sort()

describe('a reason', () => {
  for (const reason of EVERY_REASON) {
    it(`${reason.code}: the figures and the words of both languages`, () => {
      const { en, de } = REASONS[reason.code]
      assert.deepEqual(holes(de), holes(en))
      const german = reasonText(reason, 'de')
      assert.notEqual(german, reasonText(reason, 'en'))
      assert.doesNotMatch(german, ENGLISH)
      assert.doesNotMatch(`${german} ${reasonText(reason, 'en')}`, /[<>]|undefined|null/)
      for (const told of [reason, JSON.parse(JSON.stringify(reason))]) assert.equal(isReason(told), true, JSON.stringify(told))
      assert.deepEqual(reasonSchema.parse(reason), reason)
    })
  }

  it('names the errors that may have been made instead, as whoever shows it calls them', () => {
    const reason = { code: 'other-error', errors: [{ code: 'PAY-SHORT', box: 3 }, { code: 'ROUND-NOT-CLOSED', box: null }, null] } as const
    assert.equal(reasonText(reason, 'en'), 'PAY-SHORT at box 3 or ROUND-NOT-CLOSED or another error instead')
    const named = (code: string): string => code.toLowerCase()
    assert.equal(reasonText(reason, 'de', named), 'stattdessen pay-short an Box 3 oder round-not-closed oder ein anderer Fehler')
  })

  it('is compared by its figures, as they were written down', () => {
    const gap = { code: 'lines-missing', device: 'shoe', from: 3, to: 4 } as const
    assert.equal(isSameReason(gap, JSON.parse(JSON.stringify(gap))), true)
    assert.equal(isSameReason(gap, { ...gap, to: 5 }), false)
    assert.deepEqual([isSameReason(gap, null), isSameReason(null, null)], [false, true])
  })

  it('is none without its figures, or with a code of a newer table', () => {
    const strangers: readonly unknown[] = [
      ...[null, 'next-bet', {}, { code: 'toString' }, { code: 'newer' }, { code: 'card-unread' }, { code: 'card-unread', card: '3' }],
      ...[
        { code: 'other-error', errors: 'PAY-SHORT' },
        { code: 'other-error', errors: [{ code: 3, box: 1 }] },
      ],
    ]
    for (const stranger of strangers) assert.equal(isReason(stranger), false, JSON.stringify(stranger))
  })

  it('goes out as a code and in English', () => {
    const why = { code: 'device-away', device: 'spots', seconds: 60 } as const
    const data = { round: '1-7', why }
    const event = { type: 'round.incomplete', at: 0, round: '1-7', cause: '', data } as const
    assert.deepEqual(inWords(event), { round: '1-7', reason: 'spots has been away for more than 60 s', why })
  })
})

/** Words of the table between its figures that are long enough to be nobody else's. */
const WORDS = Object.values(REASONS).flatMap(({ en }) => en.split(/\{\w+\}/).filter((part) => part.trim().length >= 20))

it('no sentence of the table stands in the engine, the procedure or the stations', () => {
  const files = codeFiles().filter(({ path }) => /^src\/(engine|procedure|daemon\/stations)\//.test(path))
  assert.ok(WORDS.length > 40 && files.length > 100, 'both were found')
  const said = files.flatMap(({ path, text }) => WORDS.flatMap((words) => (text.includes(`'${words}`) ? [`${path}: ${words}`] : [])))
  assert.deepEqual(said, [])
})
