/** F11, F20: what somebody has retained on a table's `checkpoint` before it starts, and the configuration of its signing key; at the real daemon. */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSigningKey, type SealedHead, type SigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { encodeState } from '../../src/wire/envelope.ts'
import { run, temporaryFolder } from './processes.ts'
import { FREE_BET, readJournal, startBroker, startReady, startSubscriber, writeConfig } from './table.ts'

const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const EXIT_JOURNAL = 73
const AT = '2026-01-01T00:00:00.000Z'

/** A table whose devices are not there. `keyFile`: where its signing key is, else it is in the journal's folder. */
function tableAt(brokerUrl: string, keyFile?: string) {
  const folder = temporaryFolder()
  const devices = (['shoe', 'spots'] as const).map((role) => ({
    ...{ name: role, role, driver: 'tlp', serial: `${role.toUpperCase()}-1`, path: join(folder, role) },
  }))
  const config = writeConfig(folder, { ...FREE_BET, devices, brokerUrl })
  if (keyFile !== undefined) appendFileSync(config, `signingKeyFile: ${join(folder, keyFile)}\n`)
  const journal = join(folder, 'journal')
  return { folder, config, journal, keyFile: keyFile === undefined ? join(journal, 'signing.key') : join(folder, keyFile) }
}

/** As the table itself would say it. */
function checkpointOf(head: SealedHead): string {
  const at = { stream: head.stream, boot: 1, sequence: 7, counter: 1, at: Date.parse(AT) }
  const encoded = encodeState(NAME, { topic: 'checkpoint' }, at, head)
  return encoded.ok ? encoded.message.payload : assert.fail('it is a checkpoint')
}

const keyIn = (file: string): SigningKey => signingKeyOf(readFileSync(file, 'utf8'))
const streamOf = (journal: string): string => {
  const [head] = readJournal(journal)
  return head?.kind === 'head' ? head.stream : assert.fail('the journal begins with its head')
}

test("a checkpoint that a stranger signed starts no doubt and is told; one that the table's own key signed stops the start", async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config, journal, keyFile } = tableAt(broker.url)
  const first = await startReady(t, config, subscriber)
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
  assert.doesNotMatch(first.said(), /is signed with/)

  const stranger = signingKeyOf(newSigningKey())
  const said = { seq: 1_000_000, hash: 'ab'.repeat(32), at: AT }
  for (const stream of [streamOf(journal), 'zzzz9abc']) {
    await subscriber.publish('checkpoint', checkpointOf(stranger.sign({ ...said, stream })), true)
    const from = subscriber.frames.length
    const daemon = await startReady(t, config, subscriber)
    assert.ok(daemon.said().includes(`record 1000000 of the journal ${stream} and is signed with ${stranger.publicKey}`), daemon.said())
    const isTold = ({ topic, said: each }: (typeof subscriber.frames)[number]) =>
      topic === 'alarm/forged-words' && each?.data.state === 'unacknowledged'
    const alarm = await subscriber.hears('the alarm', isTold, from)
    assert.match(alarm.said?.data.text, /^Somebody else is publishing as this table: a message on checkpoint /)
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
    assert.equal(readJournal(journal).filter(({ kind }) => kind === 'accepted').length, 0, 'nobody had to be asked')
  }

  const own = keyIn(keyFile).sign({ ...said, stream: streamOf(journal) })
  await subscriber.publish('checkpoint', checkpointOf(own), true)
  const { code, stderr } = await run('src/daemon/main.ts', '--config', config)
  assert.equal(code, EXIT_JOURNAL, stderr)
  assert.match(stderr, /the checkpoint that the broker has retained covers record 1000000, but the journal ends at record \d+/)
})

test('the signing key lies where the configuration says, with the head beside it; another key, or none that can be read, stops the start', async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config, journal, keyFile } = tableAt(broker.url, 'keys/bj07.pem')
  const first = await startReady(t, config, subscriber)
  assert.match(first.said(), /a signing key was made: .*keys\/bj07\.pem\. Keep a copy of it/)
  assert.ok(first.said().includes(keyIn(keyFile).publicKey), 'its public key is said')
  assert.ok(!first.said().includes('PRIVATE'), 'and nothing of the private one')
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)
  assert.ok(!existsSync(join(journal, 'signing.key')) && !existsSync(join(journal, 'head.json')), 'nothing of it is in the journal')
  const head = `${keyFile}.head.json`
  const { publicKey, stream, seq } = JSON.parse(readFileSync(head, 'utf8'))
  assert.deepEqual([publicKey, stream], [keyIn(keyFile).publicKey, streamOf(journal)])
  assert.ok(seq > 0 && seq <= readJournal(journal).length, `it is sealed up to record ${seq}`)
  const verified = await run('src/tools/verify.ts', '--key', publicKey, '--head', head, journal)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)

  const again = await startReady(t, config, subscriber)
  assert.doesNotMatch(again.said(), /a signing key was made/)
  assert.deepEqual(await again.end('SIGTERM'), { code: 0, signal: null })

  const kept = `${keyFile}.kept`
  renameSync(keyFile, kept)
  writeFileSync(keyFile, 'no key', { mode: 0o600 })
  const broken = await run('src/daemon/main.ts', '--config', config)
  assert.equal(broken.code, EXIT_JOURNAL, broken.stderr)
  assert.match(broken.stderr, /keys\/bj07\.pem: the signing key cannot be used: .*; restore it from a backup, or move it away/)
  writeFileSync(keyFile, newSigningKey(), { mode: 0o600 })
  const exchanged = await run('src/daemon/main.ts', '--config', config)
  assert.equal(exchanged.code, EXIT_JOURNAL, exchanged.stderr)
  assert.match(exchanged.stderr, /the journal was signed with a key other than the one the daemon has now/)
  renameSync(kept, keyFile)
  await (await startReady(t, config, subscriber)).end('SIGTERM')
})
