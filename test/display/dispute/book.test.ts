/** The book gives the same dispute file as the journal that its records came from, and none of a round that is open. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { excerptOfJournal } from '../../../src/display/dispute/from-journal.ts'
import { disputePage } from '../../../src/display/dispute/page.ts'
import { verifyDispute } from '../../../src/tools/verify/dispute.ts'
import { fillStore } from '../../book/fixture.ts'
import { serve } from '../../book/http/served.ts'
import { KEY } from '../../daemon/pipeline/daemon.ts'
import { recordsIn } from '../../tools/verify/forging.ts'
import { makeJournal } from './made.ts'

/** No pointer follows the dealer's hand: of the fourth round several readings are left. */
const SEED = 7

it(`a dispute file from the book is the one from the journal, seed ${SEED}`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dispute-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { property, pit, table, house } = await makeJournal(folder, SEED, 5, false)
  const records = recordsIn(folder)
  const [head] = records
  assert.ok(head?.kind === 'head', 'the journal begins with its head')
  const name = { property, pit, table }
  const { ask } = await serve(t, {}, async (store) => {
    await fillStore(store, { name, stream: head.stream, records } as never)
    await store.updateTable('tables').set({ currency: 'EUR', exponent: 2, house }).execute()
  })
  const read = async () =>
    (async function* () {
      yield* records
    })()
  const path = (round: string) => `/api/tables/${property}/${pit}/${table}/rounds/${head.stream}/${round}/dispute`
  for (const round of ['1-2', '1-4']) {
    const found = await excerptOfJournal(read, { id: round }, { currency: 'EUR', exponent: 2 })
    assert.ok(found.ok, JSON.stringify(found).slice(0, 300))
    const made = disputePage(found.value)
    assert.ok(typeof made !== 'string', String(made))
    const answer = await ask(path(round))
    assert.equal(answer.status, 200, answer.text.slice(0, 200))
    assert.equal(answer.text, made.html)
    assert.equal(verifyDispute(answer.text, [KEY.publicKey]).fault, null)
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="dispute-bj07-/)
    // Once in the page: what a person reads, and not the block of records.
    const questions = answer.text.match(/<strong>Did card \d+, the .{2,3}, go to .* or to .*\?<\/strong>/gu) ?? []
    assert.equal(questions.length > 0, round === '1-4', `${round}: ${questions.join(' ')}`)
  }
  const open = await ask(path('1-5'))
  assert.deepEqual([open.status, open.text.includes('still open')], [409, true])
  assert.equal((await ask(path('9-9'))).status, 404)
})
