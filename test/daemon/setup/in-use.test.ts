/** A table that runs has its ports and its journal to itself: set-up does not begin, does not write, and says which process to stop. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EXIT_JOURNAL } from '../../../src/base/process/exit-codes.ts'
import { startDaemon } from '../../e2e/processes.ts'
import { startBroker, startReady, startSubscriber, startTable } from '../../e2e/table.ts'
import { personAt, started } from './served.ts'

test('while the table runs set-up is refused, at its start and at its end; afterwards it writes', async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config, configs } = await startTable(t, { brokerUrl: broker.url })
  const before = readFileSync(config, 'utf8')
  const { setup, ...browser } = await started(t, { file: config })
  const { act, until } = await personAt(browser)
  const daemon = await startReady(t, config, subscriber, ...configs.map(({ name }) => name))
  const why = new RegExp(`process ${daemon.pid} runs this table: .*sudo systemctl stop blackjack-table`)

  const second = await startDaemon(config, { words: ['--setup'] })
  assert.equal((await second.ended()).code, EXIT_JOURNAL)
  assert.match(second.said(), why)
  assert.doesNotMatch(second.said(), /address/)
  await act({ do: 'set', fields: [{ key: 'limits.max', text: '600.00' }] })
  await act({ do: 'write', despite: true })
  const refused = await until('the refusal', (view) => view.refused !== null)
  assert.match(refused.refused?.en ?? '', why)
  assert.equal(refused.end, null)
  assert.equal(readFileSync(config, 'utf8'), before)

  assert.equal((await daemon.end('SIGTERM')).code, 0)
  await act({ do: 'write', despite: true })
  assert.equal((await setup.written()).limits.max, 60000)
  assert.match(readFileSync(config, 'utf8'), /60000/)
})
