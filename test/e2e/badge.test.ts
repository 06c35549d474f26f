/** A reader of badges at a real daemon: whose badge lies there deals, and its rounds say so. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { realTiming } from '../../simulators/device/timing.ts'
import { openPty } from '../../simulators/pty.ts'
import { startBadgeReader } from '../../simulators/talkers/badge-twin.ts'
import { BADGE_TWINS } from '../../simulators/talkers/index.ts'
import { replay } from './processes.ts'
import { startRig } from './rig.ts'
import type { Frame } from './subscriber.ts'
import { freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 1)
const STRANGE = 'FF00000000'

for (const twin of BADGE_TWINS) {
  const [[first, [badge = '']], [second, [other = '']]] = [...twin.badges] as unknown as readonly [
    readonly [string, readonly string[]],
    readonly [string, readonly string[]],
  ]

  test(`${twin.driver}: rounds carry the dealer whose badge lay there; a strange badge names nobody (SEED=${SEED})`, async (t) => {
    let path = ''
    const rig = await startRig(t, {
      devices: (are) => {
        const folder = dirname(are[0]?.path ?? '')
        path = join(folder, 'badge')
        const badgeFile = join(folder, 'badges.yaml')
        writeFileSync(badgeFile, [...twin.badges].map(([dealer, own]) => `${dealer}: [${own.join(', ')}]\n`).join(''))
        return [...are, { name: 'badge', driver: twin.driver, role: 'badge', path, serial: twin.serial, badgeFile }]
      },
    })
    const { subscriber, journal } = rig
    await rig.startDaemon()
    // The daemon is there before it: it would hold its end of the line open.
    const pty = await openPty({ link: path })
    t.after(() => pty.close())
    const reader = startBadgeReader({ twin, port: pty, timing: realTiming })
    t.after(() => reader.end())
    await subscriber.sees('state/device/badge', ({ data }) => data.up)
    const named = (dealer: string) => subscriber.hears(`${dealer} deals`, isNamed(dealer))
    const [one, two] = freeBetRounds(2, SEED)
    assert.ok(one && two, 'there are two rounds')

    reader.lay(badge)
    await named(first)
    await rig.play(withoutPauses([one]))
    const strange = subscriber.frames.length
    reader.lay(STRANGE)
    const told = await subscriber.hears('a strange badge', ({ said }) => said?.type === 'device.incident', strange)
    assert.deepEqual(told.said?.data, {
      ...{ device: 'badge', code: 'unknown-tag', text: `no file names ${STRANGE}; enter it in the file of this device` },
    })
    const alarm = await subscriber.hears('its alarm', ({ topic }) => topic === 'alarm/incident-badge', strange)
    assert.match(alarm.said?.data.remedy, /no file names FF00000000/)
    reader.lay(other)
    await named(second)
    const from = subscriber.frames.length
    await pty.unplug()
    await subscriber.hears('it is away', isLink('badge', false), from)
    await rig.play(withoutPauses([two]))
    const closed = await rig.closeShoe(2)
    assert.deepEqual(
      closed.map(({ dealerId, complete }) => [dealerId, complete]),
      [
        [first, true],
        [second, true],
      ],
    )
    await pty.replug()
    await subscriber.hears('it is back', isLink('badge', true), from)
    const changes = subscriber.events().flatMap(({ type, data }) => (type === 'dealer.changed' ? [data] : []))
    assert.deepEqual(changes, [
      { dealer: first, user: 'badge' },
      { dealer: second, user: 'badge' },
    ])
    const lines = readJournal(journal).flatMap((record) => (record.kind === 'line' && record.device === 'badge' ? [record.line] : []))
    assert.deepEqual(
      lines.map((line) => line.replace(/^(\S+) \d+ \d+ (\S+) < (.{10}).*$/, '$1 $2 $3')),
      [`B ${first} ${badge}`, `B ${second} ${other}`],
      'repetitions are not journaled',
    )
    const { code, stdout } = await replay('--config', rig.config, journal)
    assert.equal(code, 0)
    assert.equal(stdout.split('\n').filter((line) => line.includes('"dealer.changed"')).length, 2)
  })
}

const isNamed =
  (dealer: string) =>
  ({ said }: Frame): boolean =>
    said?.type === 'dealer.changed' && said.data.dealer === dealer
