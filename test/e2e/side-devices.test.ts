/**
 * What may lie beside shoe and spots, all at one real daemon over real pseudo-terminals, in one evening: the dealer's keys, a device at which he
 * looks at his hole card, a reader of the discards, one of the dealers' badges, and ids of chips. The rounds are told as without them.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { realTiming } from '../../simulators/device/timing.ts'
import { openPty, type Pty } from '../../simulators/pty.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { type SimulatedBadgeReader, startBadgeReader } from '../../simulators/talkers/badge-twin.ts'
import { BADGE_TWINS } from '../../simulators/talkers/index.ts'
import { todays } from '../runner/rotation.ts'
import type { Daemon } from './processes.ts'
import { run } from './processes.ts'
import { assertReplayed, type Rig, startRig } from './rig.ts'
import type { Frame } from './subscriber.ts'
import { freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const STRANGE_BADGE = 'FF00000000'
const [OWN_CHIP, FOREIGN_CHIP] = ['E004010012345678', 'E00401FFFFFFFFFF']

const [twin = assert.fail('there is a reader of badges')] = todays(BADGE_TWINS)
const [[first, [badge = '']], [second, [other = '']]] = [...twin.badges] as unknown as readonly [
  readonly [string, readonly string[]],
  readonly [string, readonly string[]],
]

interface Evening {
  readonly rig: Rig
  readonly daemon: Daemon
  readonly chipFile: string
  readonly badgePort: Pty
  readonly reader: SimulatedBadgeReader
}

async function startEvening(t: TestContext): Promise<Evening> {
  let [badgePath, chipFile] = ['', '']
  const rig = await startRig(t, {
    devicesOptions: { roles: ['shoe', 'spots', 'key', 'peek', 'discards'] },
    devices: (are) => {
      const folder = dirname(are[0]?.path ?? '')
      badgePath = join(folder, 'badge')
      chipFile = join(folder, 'chips.yaml')
      const badgeFile = join(folder, 'badges.yaml')
      writeFileSync(badgeFile, [...twin.badges].map(([dealer, own]) => `${dealer}: [${own.join(', ')}]\n`).join(''))
      writeFileSync(chipFile, `500: [${OWN_CHIP}]\n`)
      const withChips = are.map((device) => (device.role === 'spots' ? { ...device, chipFile } : device))
      return [...withChips, { name: 'badge', driver: twin.driver, role: 'badge', path: badgePath, serial: twin.serial, badgeFile }]
    },
  })
  const daemon = await rig.startDaemon()
  // The daemon is there before it: it would hold its end of the line open.
  const badgePort = await openPty({ link: badgePath })
  t.after(() => badgePort.close())
  const reader = startBadgeReader({ twin, port: badgePort, timing: realTiming })
  t.after(() => reader.end())
  await rig.subscriber.sees('state/device/badge', ({ data }) => data.up)
  return { rig, daemon, chipFile, badgePort, reader }
}

const isNamed =
  (dealer: string) =>
  ({ said }: Frame): boolean =>
    said?.type === 'dealer.changed' && said.data.dealer === dealer

const isPressed =
  (key: string) =>
  ({ said }: Frame): boolean =>
    said?.type === 'key.pressed' && said.data.key === key

/** The lines of a device in the journal, without the device's time. */
const linesOf = ({ journal }: Rig, name: string): readonly string[] =>
  readJournal(journal).flatMap((record) =>
    record.kind === 'line' && record.device === name ? [record.line.replace(/^(\w+ \d+) \d+ ?/, '$1 ')] : [],
  )

/** The cable of each is pulled: it is told, and so is an alarm. */
async function pulled({ subscriber, ptys }: Rig, role: 'key' | 'peek' | 'discards', name: string): Promise<void> {
  const from = subscriber.frames.length
  await ptys[role]?.unplug()
  await subscriber.hears(`${name}: away`, isLink(name, false), from)
  const alarm = await subscriber.hears(`${name}: the alarm`, ({ topic, said }) => topic === `alarm/link-${name}` && said !== null, from)
  assert.match(alarm.said?.data.text, new RegExp(`^No connection to ${name}`))
}

/** The first round: the dealer with his badge there, a key and a look at the hole card behind the deal. */
async function playFirst({ rig, reader }: Evening, actions: readonly TableAction[]): Promise<void> {
  const { subscriber, devices } = rig
  reader.lay(badge)
  await subscriber.hears(`${first} deals`, isNamed(first))
  const dealt = actions.findLastIndex(({ device }) => device === 'shoe')
  await rig.play(actions.slice(0, dealt + 1))
  devices.key?.key({ key: 'hand-over' })
  const hand = await subscriber.hears('a hand complete', isPressed('hand-over'))
  assert.equal(hand.said?.round, '1-1')
  devices.peek?.sense({ kind: 'peek', outcome: 'blackjack' })
  const check = await subscriber.hears('the check', ({ said }) => said?.type === 'dealer.peeked')
  assert.deepEqual([check.said?.round, check.said?.data], ['1-1', { device: 'peek' }])
  await rig.play(actions.slice(dealt + 1))
}

/** Another dealer comes, behind a badge that nobody knows. */
async function changeDealer({ rig: { subscriber }, reader }: Evening): Promise<void> {
  const from = subscriber.frames.length
  reader.lay(STRANGE_BADGE)
  const told = await subscriber.hears('a strange badge', ({ said }) => said?.type === 'device.incident', from)
  assert.deepEqual(told.said?.data, {
    ...{ device: 'badge', code: 'unknown-tag', text: `no file names ${STRANGE_BADGE}; enter it in the file of this device` },
  })
  const alarm = await subscriber.hears('its alarm', ({ topic }) => topic === 'alarm/incident-badge', from)
  assert.match(alarm.said?.data.remedy, /no file names FF00000000/)
  reader.lay(other)
  await subscriber.hears(`${second} deals`, isNamed(second))
}

/** Chips with ids lie there: one of another casino stops the game. */
async function layForeignChip({ rig: { subscriber, devices } }: Evening): Promise<void> {
  assert.ok(!subscriber.frames.some(({ said }) => said?.data?.code === 'CHIP-FOREIGN'), 'chips without ids are nobody else’s')
  const ids = [OWN_CHIP, FOREIGN_CHIP] as const
  devices.spots?.sense({ kind: 'spot', spot: '2.main', rev: 0, chips: [{ value: 500, count: 2 }], amount: 1000, ids })
  const found = await subscriber.hears('the finding', ({ said }) => said?.type === 'finding.raised' && said.data.code === 'CHIP-FOREIGN')
  assert.deepEqual([found.said?.data.spot, found.said?.data.grade, found.said?.data.severity], ['2.main', 'proven', 'stop'])
  const alarm = await subscriber.hears('its alarm', ({ topic, said }) => topic.startsWith('alarm/chip-foreign') && said !== null)
  assert.match(alarm.said?.data.text, /chips that are not in the chip file: E0/)
}

test(`an evening with keys, a peek, discards, badges and ids of chips (${twin.driver}, SEED=${SEED})`, async (t) => {
  const rounds = freeBetRounds(3, SEED, { discards: true })
  const evening = await startEvening(t)
  const { rig, daemon, badgePort } = evening
  const { subscriber, devices, ptys } = rig
  const all = withoutPauses(rounds)
  const [one, two] = rounds.map(({ actions }) => actions.length) as [number, number, number]
  const actions = [all.slice(0, one), all.slice(one, one + two), all.slice(one + two)] as const
  // The dealer's last card of the second round is not read by the reader of discards.
  const missed = actions[1].findLast(({ device }) => device === 'discards')
  const card = missed?.scan.kind === 'discard' ? missed.scan.card : null
  assert.notEqual(card, null)

  await playFirst(evening, actions[0])
  await changeDealer(evening)
  const away = subscriber.frames.length
  await badgePort.unplug()
  await subscriber.hears('the badges are away', isLink('badge', false), away)
  await pulled(rig, 'key', 'keys')
  await pulled(rig, 'peek', 'peek')
  await rig.play(actions[1].filter((action) => action !== missed))
  devices.key?.key({ key: 'round-over' })
  // Behind a round that only the next card ends, nobody knows whose the missing card is.
  const isOver = ({ said }: Frame): boolean => said?.type === 'round.closed' && said.round === '1-2'
  await subscriber.hears('the second round is over', isOver)

  const from = subscriber.frames.length
  await rig.play(actions[2])
  const incident = await subscriber.hears('the incident', ({ said }) => said?.type === 'device.incident', from)
  assert.deepEqual(incident.said?.data, {
    device: 'discards',
    code: 'discard-missing',
    text: `Left the shoe, and is not with the discards of the round: ${card}.`,
  })
  await subscriber.hears('its alarm', ({ topic, said }) => topic === 'alarm/incident-discards' && said !== null, from)
  await pulled(rig, 'discards', 'discards')
  const closed = await rig.closeShoe(3)

  await ptys.key?.replug()
  await subscriber.hears('the press that was kept', isPressed('round-over'), away)
  const isQuiet = ({ topic, said }: Frame) => topic === 'alarm/link-keys' && said?.data.state !== 'unacknowledged'
  await subscriber.hears('the alarm is over', isQuiet, from)
  await ptys.peek?.replug()
  await subscriber.hears('the peek is back', isLink('peek', true), from)
  await badgePort.replug()
  await subscriber.hears('the badges are back', isLink('badge', true), from)
  await layForeignChip(evening)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })

  await t.test('the rounds are told as without them, each with its dealer', () => {
    assert.deepEqual(
      closed.map(({ complete, findings, net, dealerId }) => [complete, findings, net.house, dealerId]),
      rounds.map(({ truth }, at) => [true, [], truth.net.house, at === 0 ? first : second]),
    )
    const changes = subscriber.events().flatMap(({ type, data }) => (type === 'dealer.changed' ? [data] : []))
    assert.deepEqual(changes, [
      { dealer: first, user: 'badge' },
      { dealer: second, user: 'badge' },
    ])
    const discarded = subscriber.frames.flatMap(({ said }) => (said?.type === 'card.discarded' ? [said.round] : []))
    assert.deepEqual([...new Set(discarded)], ['1-1', '1-2', '1-3'])
  })

  await t.test('the journal has what each of them said, once', () => {
    assert.deepEqual(linesOf(rig, 'keys'), ['K 1 hand-over', 'K 2 round-over'])
    assert.deepEqual(linesOf(rig, 'peek'), ['PK 1 blackjack'])
    assert.deepEqual(
      linesOf(rig, 'discards').map((line) => line.replace(/^D \d+ /, '')),
      all.flatMap(({ scan }) => (scan.kind === 'discard' && scan !== missed?.scan ? [scan.card ?? '-'] : [])),
    )
    const badges = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.device === 'badge' ? [record.line] : []))
    assert.deepEqual(
      badges.map((line) => line.replace(/^(\S+) \d+ \d+ (\S+) < (.{10}).*$/, '$1 $2 $3')),
      [`B ${first} ${badge}`, `B ${second} ${other}`],
      'repetitions are not journaled',
    )
    const withIds = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.line.includes('ids=') ? [record] : []))
    assert.deepEqual(
      withIds.map(({ line, foreign }) => [line.split(' ids=')[1], foreign]),
      [[`${OWN_CHIP},${FOREIGN_CHIP}`, [FOREIGN_CHIP]]],
    )
  })

  await t.test('replay, verify and explain say the same, also after the file of chips has changed', async () => {
    writeFileSync(evening.chipFile, `500: [${OWN_CHIP}, ${FOREIGN_CHIP}]\n`)
    await assertReplayed(rig)
    const verified = await run('src/tools/verify.ts', rig.journal)
    assert.equal(verified.code, 0)
    const { code, stdout } = await run('src/tools/explain.ts', rig.journal, '--round', '1', '--config', rig.config)
    assert.equal(code, 0)
    for (const line of [
      /keys 1 .*key: the hand is complete/,
      /peek 1 .*the dealer looked at his hole card/,
      /discards \d+ .*a card was laid with the discards/,
    ])
      assert.match(stdout, line)
  })
})
