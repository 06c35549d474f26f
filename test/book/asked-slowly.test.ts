/** A command that computes for long between two questions to a running book, as `report --sensors` does over an evening. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { boughtIn } from '../../src/book/reports/sensor-rows.ts'
import { askRunning } from '../../src/book/store/asking.ts'
import { openStore } from '../../src/book/store/open.ts'
import { startSource } from '../e2e/processes.ts'
import { fillStore, honestEvening } from './fixture.ts'

/** The book closes an idle connection before this process gets to hear of it. */
const COMPUTES_MS = 7000
const WHOLE_NIGHT = { tables: [], from: 0, to: Date.UTC(2027, 0, 1), dealer: null }

/** Computes once for so long that nothing else runs in this process. */
const busyAfter = (answers: number): KyselyPlugin => {
  let answered = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answered += 1
      if (answered === answers) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COMPUTES_MS)
      return result
    },
  }
}

test('what sensors would have bought in an evening is asked of a running book, however long the folding takes', {
  timeout: 120_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const place = join(folder, 'store', 'book.db')
  const evening = honestEvening(24)
  const store = await openStore({ store: place })
  await fillStore(store, evening)
  const alone = await boughtIn(store, evening.config, WHOLE_NIGHT)
  assert.equal(alone[0]?.rounds, 23)
  await store.destroy()

  const config = join(folder, 'book.yaml')
  writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: store/book.db\n')
  const book = await startSource('src/book/command.ts', '--config', config)
  t.after(() => book.end('SIGKILL'))
  await book.says(/no connection to the broker/)
  // The first page of records is the second answer.
  assert.deepEqual(await boughtIn(askRunning(place).withPlugin(busyAfter(2)), evening.config, WHOLE_NIGHT), alone)
})
