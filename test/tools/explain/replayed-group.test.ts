/** A capture in, the words of `npm run replay` out: errors of which one was made. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FindingData } from '../../../src/procedure/finding.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { actionsOf, captureText, tableText } from './accounts.ts'

interface Event {
  readonly type: string
  readonly data: FindingData
}

const replayed = async (house: string, words: string): Promise<readonly Event[]> => {
  const folder = temporaryFolder()
  const [config, file] = [join(folder, 'table.yaml'), join(folder, 'capture.jsonl')]
  writeFileSync(
    config,
    `${tableText({ house, collectAfter: 'table-settled' } as Parameters<typeof tableText>[0])}\nchipEvidence: payouts\n`,
  )
  writeFileSync(file, captureText([{ actions: actionsOf(words) }]))
  const { code, stdout, stderr } = await run('src/tools/replay.ts', '--config', config, file)
  assert.equal(code, 0, stderr)
  const events = stdout.split('\n').flatMap((line): Event[] => (line === '' ? [] : [JSON.parse(line)]))
  return events.filter(({ type, data }) => type.startsWith('finding.') && data.severity !== 'info')
}

const told = (events: readonly Event[]): readonly string[] =>
  events.map(({ type, data: { finding, grade, group, rivals } }) => [type, finding, grade, group ?? '-', ...rivals].join(' '))

test('a tie taken or a winner left unpaid is told as one of the two', async () => {
  // Split eights: 18 ties and 19 wins. A bet is taken and as much laid beside the other.
  const words = '1=1000 8D 9H 8C >1.1 1=2000 TH >1.2 4H 7H >dealer 9D >- 1=1000 1=2000 1=0 1=1000 2C 7C 3C'
  const events = await replayed('ingo', words)
  // Until chips come to the other hand, it may have been the winner's stake that was taken.
  assert.deepEqual(told(events), [
    'finding.raised WINNER-UNPAID-1 one-of WINNER-UNPAID-1 TOOK-WINNER-1',
    'finding.raised TOOK-WINNER-1 one-of WINNER-UNPAID-1 WINNER-UNPAID-1',
    'finding.changed WINNER-UNPAID-1 one-of WINNER-UNPAID-1 TOOK-PUSH-1',
    'finding.raised TOOK-PUSH-1 one-of WINNER-UNPAID-1 WINNER-UNPAID-1',
    'finding.withdrawn TOOK-WINNER-1 one-of WINNER-UNPAID-1 WINNER-UNPAID-1',
  ])
  const [, , first] = events
  assert.equal(first?.data.question, 'Did box 1 win?')
  assert.equal(first?.data.counterReading, 'TOOK-PUSH at box 1 instead')
})
