/** F24 over a real process: a daemon whose event loop stalls in the middle of a round ends by itself, and the next one goes on with the round. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWatchdog } from '../../src/daemon/serve/watchdog.ts'
import { run, temporaryFolder } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 19)
const STALLING = join(import.meta.dirname, 'stalling.mjs')

test('a daemon that stalls in the middle of a round ends by itself, and the round is told whole by the next', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(1, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const stalled = await rig.startDaemon({ preload: STALLING })
  const actions = withoutPauses(rounds)
  const middle = Math.floor(actions.length / 2)
  await rig.play(actions.slice(0, middle))

  const from = subscriber.frames.length
  const { code, signal } = await stalled.end('SIGUSR2')
  assert.deepEqual([code, signal], [null, 'SIGKILL'])
  assert.match(stalled.said(), /watchdog: the program has not answered for \d+ s; it is ended so that it can be started again\n$/)
  await subscriber.hears('that the table is lost', ({ topic, said }) => topic === 'status' && said?.data.state === 'lost', from)

  const daemon = await rig.startDaemon()
  await rig.play(actions.slice(middle))
  const [closed] = await rig.closeShoe(1)
  assert.equal(closed.complete, true)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  await assertReplayed(rig)
})

test('a start that gets no processor time is left alone, and one that takes it without an end is not; once all is started, time counts', async () => {
  const standing = (...words: readonly string[]) => run('test/e2e/starting.ts', ...words)
  const [starved, waiting, working] = await Promise.all([standing('waits'), standing('waits', 'ready'), standing('works')])
  assert.deepEqual([starved.code, starved.stdout], [0, 'went on\n'], starved.stderr)
  for (const { signal, stderr } of [waiting, working])
    assert.deepEqual([signal, /has not answered for \d+ s/.test(stderr)], ['SIGKILL', true], stderr)
})

/** A socket as systemd's: datagrams, which Node cannot receive. Prints what it hears, a line each. */
const LISTENER = `use Socket; $| = 1; socket(my $s, PF_UNIX, SOCK_DGRAM, 0) or die $!; bind($s, pack_sockaddr_un($ARGV[0])) or die $!;
print "listening\\n"; while (defined recv($s, my $text, 4096, 0)) { print join(' ', split(/\\n/, $text)), "\\n" }`

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

test('systemd hears that all is started, that it is not stalled, and that it stops', async (t) => {
  const missing = ['systemd-notify', 'perl'].filter((command) => !has(command))
  if (missing.length > 0) return t.skip(`NOT TESTED: ${missing.join(' and ')} not installed (Debian: systemd, perl)`)
  const socket = join(temporaryFolder(), 'notify')
  const listener = spawn('perl', ['-e', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => listener.kill())
  let heard = ''
  listener.stdout.on('data', (bytes: Buffer) => {
    heard += bytes
  })
  const hears = async (pattern: RegExp) => {
    while (!pattern.test(heard)) await once(listener.stdout, 'data')
  }
  await hears(/^listening$/m)
  const former = process.env.NOTIFY_SOCKET
  process.env.NOTIFY_SOCKET = socket
  t.after(() => {
    if (former === undefined) delete process.env.NOTIFY_SOCKET
    else process.env.NOTIFY_SOCKET = former
  })
  const warnings: string[] = []
  const environment = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '200000' }
  const watchdog = startWatchdog(environment, { warn: (text) => void warnings.push(text) })
  watchdog.ready('bj07: started')
  await hears(/READY=1/)
  await hears(/WATCHDOG=1[\s\S]*WATCHDOG=1/)
  watchdog.stop()
  await hears(/STOPPING=1/)
  assert.match(heard, /STATUS=bj07: started/)
  assert.deepEqual(warnings, [])
})
