/**
 * A table's computer is replaced in the middle of a round: a new journal begins, and the devices have told the former one half of the round. Of
 * that round nothing is said, nobody is accused, and the next one is told as it was played.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { startRig } from './rig.ts'
import { freeBetRounds, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const MOMENTS = Number(process.env.MOMENTS ?? 1)

for (let nth = 0; nth < MOMENTS; nth++)
  test('devices that are first heard in the middle of a round', async (t) => {
    const seed = SEED + nth
    const random = seededRandom(seed)
    const rounds = freeBetRounds(5, seed, { spotLagMs: 0 })
    const rig = await startRig(t)
    const { subscriber } = rig
    const actions = withoutPauses(rounds)
    const counts = rounds.map((round) => round.actions.length)
    const [first = 0, second = 0] = counts
    const at = first + 1 + Math.floor(random() * (second - 1))
    t.diagnostic(`SEED=${seed}: replaced before action ${at - first} of ${second} of the second round`)

    const former = await rig.startDaemon()
    await rig.play(actions.slice(0, at))
    assert.deepEqual(await former.end('SIGTERM'), { code: 0, signal: null })
    rmSync(rig.journal, { recursive: true })
    const from = subscriber.frames.length
    const daemon = await rig.startDaemon({ words: ['--accept-journal', 'a new computer'] })
    await rig.play(actions.slice(at))
    rig.devices.shoe?.shoe('close')
    const truth = rounds.map(({ truth: { net } }) => net.house)
    const isFourth = ({ said }: (typeof subscriber.frames)[number]) => said?.type === 'round.closed' && said.data.net.house === truth[3]
    await subscriber.hears('the fourth round', isFourth, from)
    const heard = subscriber.frames.slice(from).flatMap(({ topic, said }) => (topic.startsWith('ev/') && said !== null ? [said] : []))
    const closed = heard.filter(({ type }) => type === 'round.closed').map(({ data }) => (data.complete ? data.net.house : 'incomplete'))
    const place = closed.indexOf(truth[3])
    // Where the half round ended may not have been seen either.
    assert.ok(place <= 2 && (closed[place - 1] === truth[2] || closed[place - 1] === 'incomplete'), `${closed} for ${truth}`)
    for (const each of closed.slice(0, Math.max(0, place - 1))) assert.equal(each, 'incomplete')
    assert.deepEqual(
      heard.filter(({ type }) => type === 'finding.raised').map(({ data }) => data.code),
      [],
    )
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  })
