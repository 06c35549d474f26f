/** A store that a book holds, read by another process through that book. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { roundsThatFit } from '../../src/book/commands/query.ts'
import { shiftReport } from '../../src/book/reports/ask.ts'
import { answerOthers, askRunning } from '../../src/book/store/asking.ts'
import { openStore } from '../../src/book/store/open.ts'
import { rederive } from '../../src/book/store/rederive.ts'
import { fillStore, sharedEvening } from './fixture.ts'

test('whoever asks the running book gets what the store itself says, and changes nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  const place = join(folder, 'book.db')
  const store = await openStore({ store: place })
  // One that a killed book left.
  writeFileSync(join(folder, 'ask.sock'), '')
  const asking = await answerOthers({ store, rederive: (onStream) => rederive(store, onStream) }, place)
  t.after(async () => {
    await asking.close()
    await store.destroy()
    rmSync(folder, { recursive: true })
  })
  await fillStore(store, sharedEvening(6))
  const asked = askRunning(place)
  const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, table: undefined, code: undefined, dealer: 'd17', box: null, limit: 100 }
  const rounds = await roundsThatFit(store, all)
  assert.notEqual(rounds.length, 0)
  assert.deepEqual(await roundsThatFit(asked, all), rounds)
  const night = { tables: [], from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 23), dealer: null }
  assert.deepEqual(await shiftReport(asked, night), await shiftReport(store, night))
  await assert.rejects(asked.deleteFrom('rounds').execute(), /only read/)
  // What stands behind the first statement is refused or not looked at: the rounds below are all there.
  await sql`select 1; delete from rounds`.execute(asked).catch(() => undefined)
  await assert.rejects(
    asked.transaction().execute(async () => undefined),
    /only read/,
  )
  assert.deepEqual(await roundsThatFit(store, all), rounds)
  assert.equal(statSync(join(folder, 'ask.sock')).mode & 0o007, 0, 'it is not for everybody')
  await asking.close()
  await assert.rejects(roundsThatFit(asked, all), /does not answer/)
})
