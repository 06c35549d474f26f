/** The demo as a newcomer starts it: one process, real pseudo-terminals, real serialport, real broker, real subscriber. */
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import mqtt from 'mqtt'
import { bundled } from '../runner/bundled.ts'

const SILENCE_MS_MAX = 60_000
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly cwd: string
  readonly text: () => string
}

async function demo(...args: string[]): Promise<Running> {
  const cwd = mkdtempSync(join(tmpdir(), 'demo-'))
  folders.push(cwd)
  const child = spawn(process.execPath, [await bundled('simulators/demo.ts'), ...args], { cwd })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  return { child, cwd, text: () => text }
}

/** Resolves when the child has printed this; rejects with all it printed when it ended, or printed nothing for long. */
function prints({ child, text }: Running, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`not printed: ${pattern}\n${text()}`))
    let late = setTimeout(fail, SILENCE_MS_MAX)
    child.once('close', fail)
    const look = (): void => {
      clearTimeout(late)
      if (!pattern.test(text())) {
        late = setTimeout(fail, SILENCE_MS_MAX)
        return
      }
      child.off('close', fail)
      child.stdout.off('data', look)
      resolve()
    }
    child.stdout.on('data', look)
    look()
  })
}

const ended = async ({ child }: Running): Promise<unknown> => (child.exitCode === null ? (await once(child, 'close'))[0] : child.exitCode)

test('the recorded rounds end as recorded and leave nothing on the broker, play goes on with the next table, and Ctrl-C leaves nothing behind', async () => {
  const running = await demo('--speed', '1000', '--port', '0', '--display', '0')
  await prints(running, /^recording ended[\s\S]*^ {2}as played: (\d+) of \1$/m)
  const [, url = ''] = /broker {2}(mqtt:\S+)/.exec(running.text()) ?? []
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 })
  const retained: string[] = []
  const simulated = new Promise((resolve) => {
    client.on('message', (topic, _payload, { retain }) => {
      if (retain) retained.push(topic)
      if (topic.endsWith('/simulated/status')) resolve(topic)
    })
  })
  await client.subscribeAsync(['casino/v1/demo/p1/recorded/#', 'casino/v1/demo/p1/simulated/status'])
  await simulated
  await client.endAsync()
  running.child.kill('SIGINT')
  assert.equal(await ended(running), 0)
  assert.deepEqual(retained, ['casino/v1/demo/p1/simulated/status'])
  const text = running.text()
  assert.match(text, /^53 of 53 hands as recorded, 2 rounds incomplete\n0 wrong accusations$/m)
  assert.match(text, /^ {2}recorded results: 8 of 8$/m)
  assert.match(text, /mosquitto_sub -h 127\.0\.0\.1 -p \d+ -v -t 'casino\/v1\/demo\/p1\/recorded\/#'/)
  assert.match(text, /house free-bet-european, /)
  assert.match(text, /^recording ended: its table has left the display$/m)
  assert.match(text, /^ {2}planned mistake: box \d: .*\(BET-OVER-MAX\): found, proven$/m)
  assert.doesNotMatch(text, /EARLY-SHUFFLE/, 'the recording is cut between its rounds, no shoe was shuffled early')
  assert.doesNotMatch(text, /(shoe|spots) down: closed/, 'the end of a table is no news of its devices')
  for (const line of text.split('\n')) assert.ok([...line].length <= 100, line)
  assert.deepEqual(readdirSync(join(running.cwd, 'run')), [])
})

test('with a number of rounds it ends by itself, on another port when its own is taken, keeps what it is told to, and a shoe of another maker is told as it was played', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const table = ['--house', 'ingo', '--pointer', '--shoe', 'bee-tek', '--boxes', '2', '--rounds', '1', '--speed', '100', '--errors', 'none']
  const running = await demo('--skip-recorded', ...table, '--port', String(port), '--keep', 'kept')
  assert.equal(await ended(running), 0, running.text())
  taken.close()
  assert.match(running.text(), new RegExp(`^! port ${port} is not available; the broker listens on \\d+$`, 'm'))
  assert.match(running.text(), /shoe is none, firmware bee-tek/)
  assert.match(running.text(), /^ {2}as played: (\d+) of \1$/m)
  assert.match(running.text(), /^([1-9]\d*) of \1 hands as played, 0 rounds incomplete$/m)
  assert.deepEqual(readdirSync(join(running.cwd, 'kept')).sort(), ['book', 'book.yaml', 'simulated', 'simulated-journal', 'simulated.yaml'])
  assert.deepEqual(readdirSync(join(running.cwd, 'kept/simulated')), [])
  assert.equal(existsSync(join(running.cwd, 'run')), false)
})

test('an error done at the simulated table is told beside what was found of it', async () => {
  const errors = ['--errors', 'PAY-OVER', '--error-share', '1', '--seed', '4']
  const running = await demo(
    '--skip-recorded',
    '--boxes',
    '2',
    '--rounds',
    '1',
    '--speed',
    '100',
    '--port',
    '0',
    '--display',
    '0',
    ...errors,
  )
  assert.equal(await ended(running), 0, running.text())
  assert.match(running.text(), /^! PAY-OVER-\d+ (now )?(proven|likely|one-of), money\. /m)
  assert.match(running.text(), /^ {2}mistake: box \d: [^(]+ \(PAY-OVER\): found, (proven|one of several|likely)$/m)
  assert.match(
    running.text(),
    /^1 mistake: (1 proven, 0 one of several, 0 likely|0 proven, 1 one of several, 0 likely|0 proven, 0 one of several, 1 likely), 0 not noticed$/m,
  )
})

test('a wrong option is refused with code 64 before anything is opened', async () => {
  const running = await demo('--colour')
  assert.equal(await ended(running), 64)
  assert.match(running.text(), /Unknown option '--colour'/)
  assert.deepEqual(readdirSync(running.cwd), [])
})
