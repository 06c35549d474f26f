/** The daemon on a machine that gives it little of the processor, and ends it again and again while it reads the journal of an evening. */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JournalRecord } from '../../src/wire/record.ts'
import { KEY_PEM, startDaemon as startPipe } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { type Daemon, startDaemon, temporaryFolder } from './processes.ts'

const SEED = Number(process.env.SEED ?? 11)
/** Of the processor: enough to begin, and for a part of the journal. */
const TRY_MS = 2500
const TRIES_MAX = 20
const TICKS_A_SECOND = 100

const CONFIG = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 10.00, max: 500.00, unit: 5.00 }
chips: [1.00, 5.00, 25.00, 100.00]
boxes: 3
spots: [main]
mqtt: { url: mqtt://127.0.0.1:9 }
journal: journal
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/no-such-shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/no-such-spots, serial: SP-1 }
  - { name: pointer, driver: tlp, role: pointer, path: /dev/no-such-pointer, serial: PT-1 }
`

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Of the processor, so far; null: it has ended. */
function usedMs(pid: number): number | null {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return ((user + system) * 1000) / TICKS_A_SECOND
  } catch {
    return null
  }
}

/** Lets it run one moment in three, until it has started or used that much. Whether it has started. */
async function starved(daemon: Daemon): Promise<boolean> {
  for (;;) {
    if (/started, boot/.test(daemon.said())) return true
    const used = usedMs(daemon.pid)
    assert.notEqual(used, null, daemon.said())
    if ((used ?? 0) > TRY_MS) return false
    daemon.signal('SIGSTOP')
    await pause(40)
    daemon.signal('SIGCONT')
    await pause(20)
  }
}

const conclusionsIn = (journal: string): readonly string[] =>
  readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(journal, name), 'utf8').trimEnd().split('\n'))
    .flatMap((line) => {
      const record = JSON.parse(line) as JournalRecord
      return record.kind === 'event' ? [`${record.envelope.type} ${record.envelope.id} ${JSON.stringify(record.envelope.data)}`] : []
    })

test('a starved start that is ended again and again gets further each time, and says what an unhindered one says', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const { config, records } = playRecords('gld', 3, 60, SEED)
  const folder = temporaryFolder()
  const pipe = await startPipe({ folder: join(folder, 'journal'), config, holdsSent: false })
  for (const [at, record] of records.entries()) {
    pipe.hear(record)
    if (at % 10 === 0) await pipe.quiet()
  }
  await pipe.quiet()
  await pipe.end()
  writeFileSync(join(folder, 'journal', 'signing.key'), KEY_PEM, { mode: 0o600 })
  writeFileSync(join(folder, 'table.yaml'), CONFIG)
  const unhindered = temporaryFolder()
  cpSync(folder, unhindered, { recursive: true })
  const free = await startDaemon(join(unhindered, 'table.yaml'))
  await free.says(/started, boot 2/)
  t.diagnostic(`unhindered: ${usedMs(free.pid)} ms of the processor`)
  await free.end('SIGTERM')

  const reached: number[] = []
  for (let tries = 1; ; tries++) {
    assert.ok(tries <= TRIES_MAX, `it gets nowhere: ${reached.join(' ')}`)
    const daemon = await startDaemon(join(folder, 'table.yaml'))
    const isStarted = await starved(daemon)
    const [, behind] = /going on behind record (\d+)/.exec(daemon.said()) ?? []
    reached.push(Number(behind ?? 0))
    await daemon.end(isStarted ? 'SIGTERM' : 'SIGKILL')
    if (isStarted) break
  }
  t.diagnostic(`reached: ${reached.join(' ')}`)
  assert.ok(reached.length > 2, `it was ended often enough: ${reached.join(' ')}`)
  for (const [at, behind] of reached.entries())
    assert.ok(at === 0 || behind > (reached[at - 1] ?? 0), `each gets further: ${reached.join(' ')}`)
  const said = conclusionsIn(join(unhindered, 'journal'))
  assert.ok(said.length > 200, `${said.length} conclusions`)
  assert.deepEqual(conclusionsIn(join(folder, 'journal')), said)
})
