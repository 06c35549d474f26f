/** What a technician sees of the daemon in the first hour: amounts as they were understood, one line for a connection, ports that are taken. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listenFault } from '../../src/base/serving/listening.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { lastingPorts } from '../free-port.ts'
import { startOpenBroker } from '../open-broker.ts'
import { run, startDaemon, temporaryFolder } from './processes.ts'
import { startBroker } from './table.ts'

const EXAMPLE = readFileSync(new URL('../../table.example.yaml', import.meta.url), 'utf8')
const write = (text: string): string => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, text)
  return file
}

test('--check says what it understood, and asks where whole euros stand for cents; so does the start', async (t) => {
  const check = await run('src/daemon/main.ts', '--config', write(EXAMPLE), '--check')
  assert.deepEqual([check.code, check.stderr], [0, ''])
  for (const line of [
    'main bets 10.00 to 500.00 EUR in steps of 5.00',
    'all main bets on a box together up to 1000.00 EUR',
    'side bets 5.00 to 100.00 EUR in steps of 5.00',
    'insurance 5.00 to 250.00 EUR in steps of 5.00: up to half of the bet',
  ])
    assert.ok(check.stdout.includes(`  ${line}\n`), check.stdout)
  assert.doesNotMatch(check.stdout, /did you mean/)
  const euros = `${EXAMPLE.replace('min: 1000', 'min: 10').replace('max: 50000', 'max: 500').replace('unit: 500', 'unit: 5')}\nmqtt: { url: 'mqtt://127.0.0.1:9' }\n`
  const config = write(euros)
  const doubted = await run('src/daemon/main.ts', '--config', config, '--check')
  assert.equal(doubted.code, 0)
  assert.match(doubted.stdout, /warning: .*0\.10 and 5\.00 EUR: did you mean 1000 and 50000\?/)
  const daemon = await startDaemon(config)
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(/bj07: limits: .*did you mean 1000 and 50000\?/)
})

test('a connection to the broker is told once, and again only after a loss', async (t) => {
  const [port = 0] = await lastingPorts(1)
  const config = write(`${EXAMPLE}\nmqtt: { url: 'mqtt://127.0.0.1:${port}' }\n`)
  // What could not be sent is read back from the journal at the next start, piece by piece.
  const alone = await startDaemon(config)
  t.after(() => alone.end('SIGKILL'))
  await alone.says(/connection lost/)
  await alone.end('SIGTERM')
  const first = await startOpenBroker({ port })
  const daemon = await startDaemon(config)
  t.after(() => daemon.end('SIGKILL'))
  const connections = () => daemon.said().match(/broker connected/g)?.length ?? 0
  await daemon.says(/broker connected/)
  await first.close()
  await daemon.says(/broker connection lost/)
  assert.equal(connections(), 1, daemon.said())
  await startBroker(t, port)
  await daemon.says(/broker connected[\s\S]*broker connected/)
  await daemon.end('SIGTERM')
  assert.equal(connections(), 2, daemon.said())
})

test('a port that cannot be listened on is told with the reason and how to find out more', async (t) => {
  const { port } = await startBroker(t)
  await assert.rejects(startEmbeddedBroker({ port }), {
    message: new RegExp(
      `cannot listen on 127\\.0\\.0\\.1:${port} \\(EADDRINUSE\\): the port is in use by another program \\(sudo ss -ltnp 'sport = :${port}' names it\\)`,
    ),
  })
  // An address for documentation, which no machine has.
  await assert.rejects(
    startEmbeddedBroker({ host: '203.0.113.1', port: 0 }),
    /\(EADDRNOTAVAIL\): this machine has no address 203\.0\.113\.1/,
  )
  const denied = Object.assign(new Error('listen'), { code: 'EACCES' })
  assert.deepEqual(listenFault(denied, '0.0.0.0', 80), { code: 'EACCES', why: ': ports below 1024 are for root: choose a higher one' })
})
