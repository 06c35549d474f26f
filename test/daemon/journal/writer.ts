/** A process that writes a journal as fast as it can and prints each acknowledged record's number, until it is killed. */
import { openJournal } from '../../../src/daemon/journal/journal.ts'

const folder = process.argv[2] ?? ''
const journal = await openJournal(folder)
process.stdout.write(`recovered ${journal.recovered.n}\n`)
for (;;) {
  const record = journal.append({ kind: 'incident', device: 'shoe', code: 'test', text: 'x'.repeat(200) }, Date.now())
  if (record === null) break
  if (record.n % 500 === 0) await journal.rotate()
  const durable = journal.durable(record.n).then(() => process.stdout.write(`durable ${record.n}\n`))
  if (record.n % 7 === 0) await durable
}
