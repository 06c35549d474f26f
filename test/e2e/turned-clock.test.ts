/** A device counts milliseconds in 32 bits: its clock begins again in the middle of a round, and the replay of its lines is the same. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { captureLines } from '../../simulators/table/capture.ts'
import { replay, temporaryFolder } from './processes.ts'
import { FREE_BET, freeBetRounds, writeConfig } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const TURN_MS = 2 ** 32
const NAMES = { shoe: 'shoe', spots: 'spots', pointer: 'pointer' } as const

test('a capture in which the clocks turn within a round gives the same events as one in which they do not', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const folder = temporaryFolder()
  const devices = [
    { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/shoe', serial: 'SH-1' },
    { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/spots', serial: 'SP-1' },
  ] as const
  const config = writeConfig(folder, { ...FREE_BET, devices, brokerUrl: 'mqtt://localhost:1', lagMs: 1500 })
  const rounds = freeBetRounds(3, SEED)
  const middle = rounds[1]?.truth.cards[4]?.atMs ?? assert.fail('the second round has cards')
  const lines = captureLines(rounds, { baseMs: TURN_MS - middle, deviceNames: NAMES })
  const turned = lines.map(({ line, ...rest }) => ({
    ...rest,
    line: line.replace(/^(\w+ \d+) (\d+)/, (_, head, at) => `${head} ${at % TURN_MS}`),
  }))
  assert.ok(
    lines.some(({ line }, at) => turned[at]?.line !== line),
    'the clocks turn',
  )
  const beats = ({ t, device }: { t: number; device: string }) => ({ t, device, line: `HB ${t % TURN_MS} 0 0` })
  const replayed = async (name: string, all: readonly object[]) => {
    const file = join(folder, name)
    writeFileSync(file, all.map((each) => `${JSON.stringify(each)}\n`).join(''))
    return replay('--config', config, file)
  }
  const straight = await replayed('straight.jsonl', lines)
  assert.deepEqual([straight.code, straight.stderr], [0, ''])
  assert.equal(straight.stdout.split('"round.closed"').length - 1, 3)
  assert.deepEqual(await replayed('turned.jsonl', turned), straight)
  const last = turned.at(-1) ?? assert.fail()
  assert.deepEqual(await replayed('with-heartbeats.jsonl', [...turned, beats({ ...last, t: lines.at(-1)?.t ?? 0 })]), straight)
})
