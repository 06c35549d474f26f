/** Every refusal says the same in each language, and a display reads it from what the table sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReply } from '../../src/display/page/messages.ts'
import { answerOf, isRefusalCode, REFUSALS, type Refusal, type RefusalCode, refusal, refusalText } from '../../src/rules/refusals.ts'
import { refusalSchema } from '../../src/wire/reason-schema.ts'
import { namesIn } from '../../src/words/template.ts'
import { ENGLISH } from '../display/page/german.ts'

const holes = (text: string): readonly string[] => [...namesIn(text)].sort()
const made = (code: RefusalCode): Refusal => ({ code, figures: Object.fromEntries(holes(REFUSALS[code].en).map((name) => [name, 7])) })

describe('a refusal', () => {
  for (const code of Object.keys(REFUSALS).filter(isRefusalCode)) {
    it(`${code}: the figures and the words of both languages, as a display has them from the wire`, () => {
      const { kind, en, de } = REFUSALS[code]
      assert.deepEqual(holes(de), holes(en))
      const why = made(code)
      const { error } = answerOf(why)
      assert.ok(error?.startsWith(`${kind}: `), error ?? '')
      const german = refusalText(why, 'de')
      assert.doesNotMatch(german, ENGLISH)
      assert.doesNotMatch(`${german} ${error}`, /[<>?]|undefined|null/)
      assert.deepEqual(refusalSchema.parse(why), why)
      const { why: read } = readReply(JSON.stringify({ correlation: 'c1', ...answerOf(why) }))
      assert.equal(read && refusalText(read, 'de'), german)
    })
  }

  it('of a newer table, or with figures that are none, leaves its English', () => {
    const strange = [
      { code: 'newer', figures: {} },
      { code: 'no-round' },
      { code: 'toString', figures: {} },
      { code: 'no-box', figures: { boxes: [] } },
      'x',
      null,
    ]
    for (const why of strange) assert.equal(readReply(JSON.stringify({ correlation: 'c', ok: false, error: 'refused: x', why })).why, null)
  })

  it('says nothing where a command is carried out', () => {
    assert.deepEqual(answerOf(null), { ok: true, error: null })
    assert.equal(answerOf(refusal('stale-rev', { given: 1, rev: 2 })).error, 'stale: rev 1 is not the current one (2)')
  })
})
