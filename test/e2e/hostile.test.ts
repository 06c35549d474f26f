/**
 * P7, F20 over a real process: somebody who may publish whatever he likes does so while a table is played. What the journal holds of cards, chips and
 * rounds is what it holds of the same play undisturbed, the daemon is never held up, and whoever may be answered is told.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import type { JournalRecord } from '../../src/wire/record.ts'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { BASE, type Heard, type Listener, listen } from '../daemon/broker/parts.ts'
import { todays } from '../runner/rotation.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, readJournal, startBroker, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 23)
const ROUNDS = 2
/** Before each card and each chip: in a second of play some thousands. */
const COMMANDS_A_BURST = 150
/** As many as the table keeps apart; more are one. */
const NAMES = 100
/** Twice the goal of 50 ms: a noisy machine takes 45 to 70 ms for what a quiet one does in 30. Each run tells its figure. */
const HELD_UP_MS_MAX = 100
const LOOP_LAG = join(import.meta.dirname, 'loop-lag.mjs')
const REPLIES = 'casino/v1/demo/reply'
const MEGABYTES_10 = 10 * 1024 * 1024

interface Attack {
  readonly user?: string
  readonly name: string
  readonly payload: string | Buffer
  /** What he is told; null: nothing, for nobody knows where to. */
  readonly told: RegExp | null
}

const order = (correlation: string, more: object = {}, user = 'eve') =>
  JSON.stringify({ replyTo: `${REPLIES}/${user}/e1`, correlation, ...more })
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Each correlation is the row's own. */
const ATTACKS: readonly Attack[] = [
  { name: 'round-void', payload: order('late', { expires: 1000 }), told: /^expired/ },
  { name: 'round-void', payload: order('stale', { rev: 999_999 }), told: /^stale/ },
  { name: 'round-void', payload: JSON.stringify({ replyTo: `${REPLIES}/eve/e1`, correlation: '' }), told: /correlation is missing/ },
  { name: 'round-void', payload: JSON.stringify({ replyTo: `${REPLIES}/ann/a1`, correlation: 'theirs' }), told: null },
  { name: 'card-name', payload: order('card', { card: 'AS', seq: 1 }), told: /^refused/ },
  { name: 'card-name', payload: order('joker', { card: 'XX', seq: 1 }), told: /^malformed/ },
  { name: 'limits', payload: order('limits', { min: -1, max: 1e300, unit: 0.5 }), told: /^malformed/ },
  { name: 'alarm-close', payload: order('alarm', { alarm: 'journal', rev: 0 }), told: /^(refused|unknown)/ },
  { name: 'replay', payload: order('none', { fromSeq: 5_000_000, toSeq: 5_000_001 }), told: /^refused: there is no record/ },
  { name: 'shutdown', payload: order('shutdown'), told: /^unknown: there is no command/ },
  { name: 'constructor', payload: order('built'), told: /^unknown: there is no command/ },
  { name: 'snapshot', payload: `{"replyTo":"${REPLIES}/eve/e1","correlation":"deep","a":${nested(1000)}}`, told: null },
  { name: 'snapshot', payload: `{"replyTo":"${REPLIES}/eve/e1","correlation":"proto","__proto__":{"ok":true}}`, told: null },
  { name: 'dealer', payload: `{"correlation":"c","id":{"__proto__":{"length":1}}}`, told: null },
  { name: 'snapshot', payload: nested(30_000), told: null },
  { name: 'snapshot', payload: Buffer.alloc(60_000, 0xff), told: null },
  { user: 'EVE', name: 'round-void', payload: order('capitals'), told: null },
  { user: '$SYS', name: 'round-void', payload: order('dollar'), told: null },
]

/** What only the table itself says, said by somebody else. */
const FOREIGN: readonly (readonly [topic: string, payload: object])[] = [
  ['status', { type: 'status', data: { state: 'lost', instance: '00000000', conn: 1 } }],
  ['state/round', { type: 'state.round', data: { round: '1-1', cards: ['AS', 'AS', 'AS'] } }],
  ['ev/round', { type: 'round.closed', data: { round: '1-1', net: { house: -1_000_000 } } }],
  ['alarm/forged', { type: 'alarm', data: { code: 'PAID-TOO-MUCH' } }],
  ['describe', { type: 'describe', data: {} }],
]

test('the same two rounds, undisturbed and under attack, stand in the journal with the same cards, chips and conclusions', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const undisturbed = await played(t, (await startBroker(t)).url, nobody)

  const open = { name: 'a broker that lets everything through', skip: false as const, url: async () => (await startBroker(t)).url }
  const mosquitto = {
    name: 'a mosquitto without access rules',
    skip: withoutMosquitto,
    url: async () => `mqtt://127.0.0.1:${(await runMosquitto(t, () => ['allow_anonymous true', 'set_tcp_nodelay true'])).port}`,
  }
  for (const { name, skip, url: start } of todays([open, mosquitto], 2))
    await t.test(`over ${name}`, { skip }, async (t) => {
      const url = await start()
      await keepCommand(url)
      checkSame(t, await played(t, url, attacking), undisturbed)
    })
})

interface Played {
  readonly records: readonly JournalRecord[]
  /** Of the time of play, ms. */
  readonly heldUpMs: number
}

/** Gives what he does before each action. */
type Attacker = (t: TestContext, url: string) => Promise<() => Promise<void>>

const nobody: Attacker = async () => async () => undefined

/** Two rounds at a table of its own, each action behind what the attacker does before it. */
async function played(t: TestContext, brokerUrl: string, attacker: Attacker): Promise<Played> {
  const rig = await startRig(t, { brokerUrl })
  const { subscriber } = rig
  const daemon = await rig.startDaemon({ preload: LOOP_LAG })
  for (const id of ['d17', 'd18']) {
    await subscriber.publish('cmd/ann/dealer', dealerIs(id))
    await subscriber.hears(`the answer of ${id}`, ({ topic, text }) => topic === `${REPLIES}/ann/a1` && text.includes(`"${id}","ok":true`))
  }
  daemon.signal('SIGUSR2')
  const attack = await attacker(t, brokerUrl)
  await rig.play(withoutPauses(freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })), attack)
  rig.devices.shoe?.shoe('close')
  const closed = new Set<string>()
  await subscriber.hears(
    'all closed',
    ({ topic, said }) => topic === 'log' && said !== null && isClosing(said.data) && closed.add(said.id).size === ROUNDS,
  )
  daemon.signal('SIGUSR2')
  await daemon.says(/event loop held up for/)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  if (attacker === nobody) await assertReplayed(rig)
  return { records: readJournal(rig.journal), heldUpMs: Number(/held up for ([\d.]+) ms/.exec(daemon.said())?.[1]) }
}

const dealerIs = (id: string): string => order(id, { id }, 'ann').replace('/e1', '/a1')
const isClosing = (record: JournalRecord): boolean => record.kind === 'event' && record.envelope.type === 'round.closed'

/** It lies there before the table comes: nobody is sending it when the table is. */
async function keepCommand(url: string): Promise<void> {
  const eve = await listen(url, `${REPLIES}/#`)
  await eve.client.publishAsync(`${BASE}/cmd/eve/round-void`, order('kept'), { qos: 1, retain: true })
  await eve.close()
}

/** Everything once, and then a burst of commands before each action. Whoever floods is somebody else, so that each refusal has its answer. */
async function attacking(t: TestContext, url: string): Promise<() => Promise<void>> {
  const eve = await listen(url, `${REPLIES}/#`)
  t.after(() => eve.close())
  await tellingAll(eve)
  for (const [topic, payload] of FOREIGN)
    await eve.client.publishAsync(`${BASE}/${topic}`, JSON.stringify(payload), { qos: 1, retain: true })
  // Ann's own words once more, heard by somebody who listens: the dealer is not d17 again.
  await eve.client.publishAsync(`${BASE}/cmd/ann/dealer`, dealerIs('d17'), { qos: 1 })
  await publishHuge(t, url)
  let sent = 0
  t.after(() => t.diagnostic(`${sent} commands in bursts`))
  return async () => {
    const burst = Array.from({ length: COMMANDS_A_BURST }, (_, n) =>
      eve.client.publishAsync(`${BASE}/cmd/flood-${n % NAMES}/round-void`, order(`f${sent + n}`, { expires: 1 }, `flood-${n % NAMES}`), {
        qos: 1,
      }),
    )
    await Promise.all(burst)
    sent += COMMANDS_A_BURST
  }
}

/** One after another, so that none of them is beyond the rate; each that can be answered is, and nobody hears what is not for him. */
async function tellingAll(eve: Listener): Promise<void> {
  for (const [index, { user = 'eve', name, payload, told }] of ATTACKS.entries()) {
    await eve.client.publishAsync(`${BASE}/cmd/${user}/${name}`, payload, { qos: 1 })
    if (told === null) await goesOn(eve, `probe-${index}`)
    else {
      const { correlation } = JSON.parse(String(payload))
      await eve.until(`the answer to ${name} ${correlation}`, (heard) => errorsOf(heard, correlation).length > 0)
      assert.match(errorsOf(eve.heard, correlation)[0] ?? '', told, `${name} ${correlation}`)
    }
  }
  const others = eve.heard.filter(({ topic }) => topic !== `${REPLIES}/eve/e1` && !topic.startsWith(`${REPLIES}/probe-`))
  assert.deepEqual(others, [])
  assert.equal(eve.heard.filter(({ topic }) => topic === `${REPLIES}/eve/e1`).length, ATTACKS.filter(({ told }) => told !== null).length)
}

/** The table answers somebody else. */
async function goesOn(eve: Listener, user: string): Promise<void> {
  await eve.client.publishAsync(`${BASE}/cmd/${user}/snapshot`, order('probe', {}, user), { qos: 1 })
  await eve.until(`the answer to ${user}`, (heard) => heard.some(({ topic }) => topic === `${REPLIES}/${user}/e1`))
}

const errorsOf = (heard: readonly Heard[], correlation: string): readonly string[] =>
  heard.map(({ text }) => JSON.parse(text)).flatMap((answer) => (answer.correlation === correlation ? [String(answer.error)] : []))

/** From a connection of its own: a broker may end it. */
async function publishHuge(t: TestContext, url: string): Promise<void> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 })
  client.on('error', () => undefined)
  t.after(() => client.end(true))
  await new Promise<void>((resolve) => {
    client.once('close', () => resolve())
    client.publish(`${BASE}/cmd/eve/snapshot`, Buffer.alloc(MEGABYTES_10, 0x5b), { qos: 1 }, () => resolve())
  })
}

function checkSame(t: TestContext, attacked: Played, undisturbed: Played): void {
  t.diagnostic(`event loop held up for ${attacked.heldUpMs} ms at most, undisturbed for ${undisturbed.heldUpMs} ms`)
  assert.deepEqual(attacked.records.flatMap(linesOf), undisturbed.records.flatMap(linesOf))
  assert.deepEqual(attacked.records.flatMap(wordsOf), undisturbed.records.flatMap(wordsOf))
  const dealers = attacked.records.filter((record) => record.kind === 'command' && record.name === 'dealer' && record.error === null)
  assert.equal(dealers.length, 2, 'what was sent again has no record')
  const refused = attacked.records.filter((record) => record.kind === 'command' && record.error?.includes('too many commands'))
  assert.ok(refused.length > 0, 'who floods was refused')
  assert.ok(attacked.heldUpMs < HELD_UP_MS_MAX, `the event loop was held up for ${attacked.heldUpMs} ms`)
}

/** A line as its device sent it, without the time, which is the play's own. */
const linesOf = (record: JournalRecord): readonly string[] =>
  record.kind === 'line' ? [`${record.device} ${record.line.replace(/^(\S+ \d+) \d+/, '$1')}`] : []

/**
 * What was concluded of the rounds, without times, and without what is a matter of time as well: what told first that a round was over, and whether a
 * movement was certain at once, because a stake that was just taken may yet be laid back. `round.closed` has what is certain in the end.
 */
const wordsOf = (record: JournalRecord): readonly string[] => {
  if (record.kind !== 'event' || !/^(round|card|hand|bet|chips|insurance|finding|shoe)\./.test(String(record.envelope.type))) return []
  const { type, data } = record.envelope
  const ofTime = String(type).startsWith('chips.') ? /At$|Ms$|^(roundKey|ended|certain)$/ : /At$|Ms$|^(roundKey|ended)$/
  return [`${type} ${JSON.stringify(data, (key, value) => (ofTime.test(key) ? undefined : value))}`]
}
