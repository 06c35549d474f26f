/** A working file is not lost to set-up: a red check is asked about, the former file and a draft stay, and a start that fails is not the end. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../e2e/processes.ts'
import { lastingPorts } from '../../free-port.ts'
import { settingUp } from './served.ts'

const working = (port: number): string => `# the table by the door
property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500]
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: run/spots, serial: SP-1 }
broker: { port: ${port} }
`

test('a file whose check is red is asked about before it replaces one that works, and that one stays beside it', async (t) => {
  const folder = temporaryFolder()
  const file = join(folder, 'table.yaml')
  const [port = 0] = await lastingPorts(1)
  writeFileSync(file, working(port))
  const { daemon, act, until } = await settingUp(t, file)
  await act({ do: 'set', fields: [{ key: 'limits.max', text: '600' }] })
  assert.equal((await act({ do: 'write' })).refused?.code, 'unchecked')
  await act({ do: 'walk' })
  await until('the walk', ({ doctor }) => doctor !== null && doctor !== 'walking')
  const red = await act({ do: 'write' })
  assert.match(red.refused?.en ?? '', /shoe: .*; spots: /)
  assert.match(red.refused?.de ?? '', /Prüfung ist misslungen/)
  assert.equal(red.end, null)
  assert.equal(readFileSync(file, 'utf8'), working(port))

  await act({ do: 'write', despite: true })
  const running = await until('the table', ({ end }) => end?.kind === 'running')
  assert.equal(readFileSync(file, 'utf8'), working(port).replace('50000', '60000'))
  assert.match(running.former ?? '', /^\/.*\/table\.yaml\.\d{8}-\d{6}$/)
  assert.equal(readFileSync(running.former ?? '', 'utf8'), working(port))
  assert.ok(!readdirSync(folder).includes('table.yaml.draft'), 'nothing is unwritten')
  assert.equal((await daemon.end('SIGTERM')).code, 0)
})

test('what was typed and not written is there the next time, unless somebody has changed the file; and a person may begin again', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, working(1884))
  const first = await settingUp(t, file)
  await first.act({ do: 'set', fields: [{ key: 'limits.max', text: '600' }] })
  await first.daemon.end('SIGKILL')
  assert.equal(readFileSync(file, 'utf8'), working(1884))

  const second = await settingUp(t, file)
  const resumed = await second.act({ do: 'ports' })
  assert.deepEqual([resumed.isResumed, resumed.text], [true, working(1884).replace('50000', '60000')])
  const afresh = await second.act({ do: 'afresh' })
  assert.deepEqual([afresh.isResumed, afresh.text], [false, working(1884)])
  await second.act({ do: 'set', fields: [{ key: 'limits.max', text: '700' }] })
  await second.daemon.end('SIGTERM')

  writeFileSync(file, working(1885))
  const third = await settingUp(t, file)
  const newest = await third.act({ do: 'ports' })
  assert.deepEqual([newest.isResumed, newest.text], [false, working(1885)])
})

test('a table that does not start leaves set-up where it was: the fault is changed there, and the table runs', async (t) => {
  const folder = temporaryFolder()
  const file = join(folder, 'table.yaml')
  const [taken = 0, free = 0] = await lastingPorts(2)
  const other = createServer().listen(taken, '127.0.0.1')
  t.after(() => other.close())
  writeFileSync(file, working(free))
  const { daemon, act, until } = await settingUp(t, file)
  await act({ do: 'set', fields: [{ key: 'broker.port', text: String(taken) }] })
  await act({ do: 'write', despite: true })
  const failed = await until('the failed start', ({ end }) => end?.kind === 'failed')
  assert.ok(failed.end?.kind === 'failed' && failed.end.problem.includes(String(taken)), JSON.stringify(failed.end))
  assert.equal(readFileSync(failed.former ?? '', 'utf8'), working(free))
  await act({ do: 'set', fields: [{ key: 'broker.port', text: String(free) }] })
  await act({ do: 'write', despite: true })
  const running = await until('the table', ({ end }) => end?.kind === 'running')
  assert.equal(readFileSync(running.former ?? '', 'utf8'), working(free), 'not the one that did not start')
  assert.equal(readFileSync(file, 'utf8'), working(free))
  assert.equal((await daemon.end('SIGTERM')).code, 0)
})
