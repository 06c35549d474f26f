/** Ids of chips on the native line, at the real daemon over real pseudo-terminals: a chip that is not in the chip file is told, and the journal keeps why. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 6)
const [OWN, FOREIGN] = ['E004010012345678', 'E00401FFFFFFFFFF']

test(`a chip that is not in the chip file stops the game; after the file has changed, the journal still says the same (SEED=${SEED})`, async (t) => {
  let chipFile = ''
  const rig = await startRig(t, {
    devices: (are) => {
      chipFile = join(dirname(are[0]?.path ?? ''), 'chips.yaml')
      writeFileSync(chipFile, `500: [${OWN}]\n`)
      return are.map((device) => (device.role === 'spots' ? { ...device, chipFile } : device))
    },
  })
  const { subscriber, devices } = rig
  const daemon = await rig.startDaemon()
  const [round] = freeBetRounds(1, SEED)
  assert.ok(round && devices.spots, 'there are a round and a board')
  await rig.play(withoutPauses([round]))
  const [closed] = await rig.closeShoe(1)
  assert.deepEqual([closed?.complete, closed?.findings], [true, []], 'chips without ids are nobody else’s')

  const level = (ids: readonly string[]) =>
    ({ kind: 'spot', spot: '2.main', rev: 0, chips: [{ value: 500, count: 2 }], amount: 1000, ids }) as const
  devices.spots.sense(level([OWN, FOREIGN]))
  const found = await subscriber.hears('the finding', ({ said }) => said?.type === 'finding.raised' && said.data.code === 'CHIP-FOREIGN')
  assert.deepEqual([found.said?.data.spot, found.said?.data.grade, found.said?.data.severity], ['2.main', 'proven', 'stop'])
  const alarm = await subscriber.hears('its alarm', ({ topic, said }) => topic.startsWith('alarm/chip-foreign') && said !== null)
  assert.match(alarm.said?.data.text, /chips that are not in the chip file: 1/)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })

  const lines = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.line.includes('ids=') ? [record] : []))
  assert.deepEqual(
    lines.map(({ line, foreign }) => [line.split(' ids=')[1], foreign]),
    [[`${OWN},${FOREIGN}`, [FOREIGN]]],
  )
  writeFileSync(chipFile, `500: [${OWN}, ${FOREIGN}]\n`)
  await assertReplayed(rig)
  const { code } = await run('src/tools/verify.ts', rig.journal)
  assert.equal(code, 0)
})
