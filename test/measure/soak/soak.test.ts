/** The soak in short: it plays what it claims to play, finds nothing if nothing is wrong, and finds what is wrong if something is. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FEATURES, HABIT_NAMES, type PlayedRound } from '../../../simulators/table/types.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../../src/rules/table.ts'
import { believing } from '../../daemon/pipeline/heard-play.ts'
import { bundled } from '../../runner/bundled.ts'
import { todays } from '../../runner/rotation.ts'
import { checkPlayed, checkScene } from './check.ts'
import { contextOf, daemonOf, playScene, ROUNDS_A_TABLE, sceneOf } from './scene.ts'
import { work } from './work.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const run = async (program: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [await bundled(program), ...words], { cwd: ROOT, encoding: 'utf8' })
const soak = (...words: readonly string[]) => run('test/measure/soak/soak.ts', ...words)

describe('the tables of the soak', () => {
  const scenes = Array.from({ length: 400 }, (_, number) => sceneOf(1, number))

  it('are the same for the same seed and number, and others for others', () => {
    assert.deepEqual(sceneOf(1, 7), sceneOf(1, 7))
    assert.notDeepEqual({ ...sceneOf(1, 7), number: 8 }, sceneOf(1, 8))
    assert.notDeepEqual({ ...sceneOf(1, 7), seed: 2 }, sceneOf(2, 7))
  })

  it('are of every house, number of boxes and kind of sensors, with everything players do, some with a pointer', () => {
    const seen = (of: (scene: (typeof scenes)[number]) => unknown): number => new Set(scenes.map(of)).size
    assert.equal(
      seen(({ house }) => house),
      HOUSE_IDS.length,
    )
    assert.equal(
      seen(({ boxes }) => boxes),
      7,
    )
    assert.equal(
      seen(({ chipEvidence }) => chipEvidence),
      CHIP_EVIDENCE.length,
    )
    assert.equal(
      seen(({ collectAfter }) => collectAfter),
      2,
    )
    assert.ok(
      FEATURES.every((feature) => scenes.some(({ features }) => features.includes(feature))),
      'every feature is played somewhere',
    )
    const pointed = scenes.filter(({ pointer }) => pointer).length
    assert.ok(pointed > 30 && pointed < 120, `${pointed} of ${scenes.length}`)
  })

  it('have the usual configuration of their house where people have habits, with a rack and a pointer or without', () => {
    const habits = HABIT_NAMES
    const usual = Array.from({ length: 40 }, (_, number) => sceneOf(1, number, { habits }))
    for (const { collectAfter, chipEvidence, spotLagMs } of usual)
      assert.deepEqual([collectAfter, chipEvidence, spotLagMs], ['box-settled', 'payouts', 1500])
    const kinds = new Set(usual.map(({ spots, pointer }) => `${spots.includes('rack')} ${pointer}`))
    assert.equal(kinds.size, 4)
  })

  for (const house of todays(HOUSE_IDS)) {
    it(`of ${house} are told as they were played where people have habits`, () => {
      const { failures } = checkScene(sceneOf(1, HOUSE_IDS.indexOf(house), { house, boxes: 2, habits: HABIT_NAMES }))
      assert.deepEqual(failures, [])
    })
  }

  it('keep to what is held', () => {
    const held = { house: 'ingo', boxes: 3, chipEvidence: 'busts', pointer: false, without: ['absent'] } as const
    for (let number = 0; number < 20; number++) {
      const { house, boxes, chipEvidence, pointer, features } = sceneOf(1, number, held)
      assert.deepEqual([house, boxes, chipEvidence, pointer, features.includes('absent')], ['ingo', 3, 'busts', false, false])
    }
  })
})

describe('a table of the soak', () => {
  const sceneAt = (number: number) =>
    ({ ...sceneOf(1, number), house: 'gld', boxes: 2, chipEvidence: 'payouts', pointer: false, odd: 0, spots: ['main'] }) as const
  // A different payout for naturals shows only if there is a natural.
  const isNatural = ({ truth }: PlayedRound): boolean =>
    truth.boxes.some(({ hands }) => hands.some(({ outcome }) => outcome === 'blackjack'))
  const scene =
    [0, 1, 2, 3, 4, 5].map(sceneAt).find((each) => playScene(each).some(isNatural)) ?? assert.fail('no table of six has a natural')

  it('that is read as it is has no failure', () => {
    const { rounds, failures } = checkScene(scene)
    assert.deepEqual([rounds, failures], [ROUNDS_A_TABLE, []])
  })

  it('that is read with a rule of another house fails, and is told with the observation that went wrong', () => {
    const context = contextOf(scene)
    const otherwise = { ...context, rules: { ...context.rules, dealerSoft17: 'hit', blackjackPay: [6, 5] } } as const
    // Up to the first natural and the round that closes it: what is read by wrong rules takes long.
    const rounds = playScene(scene)
    const played = rounds.slice(0, rounds.findIndex(isNatural) + 2)
    const { failures } = checkPlayed(scene, believing(daemonOf(scene), otherwise), played)
    assert.ok(failures.length > 0, 'no round fails')
    const late = work({ ...scene, boxes: 1, spotLagMs: 0, pointer: true, pointerLateMs: 60_000 })
    assert.ok(
      late.failures.some(({ cause }) => cause !== undefined),
      'no failure has a cause',
    )
  })
})

describe('npm run measure -- soak', () => {
  it('ends well after a table without a failure, and says where to go on', async () => {
    const table = '--house gld --boxes 1 --evidence payouts --pointer yes'
    const { status, stdout, stderr } = await soak('--rounds', '20', ...table.split(' '))
    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, /\| gld \| pointer \| 20 \|.*\| 0 \|/)
    assert.match(stdout, /the next: --from 1/)
  })

  it('refuses what it does not know', async () => {
    const { status, stderr } = await soak('--house', 'nowhere')
    assert.equal(status, 64)
    assert.match(stderr, /--house nowhere: must be one of/)
  })

  it('writes a table that fails so that it can be replayed', async () => {
    const { writeCase } = await import('./case-file.ts')
    const folder = mkdtempSync(join(tmpdir(), 'soak-'))
    try {
      const scene = sceneOf(3, 5, { boxes: 1 })
      const path = writeCase(folder, scene, [{ kind: 'truth missing', round: 2, text: 'gone' }], 'npm run measure -- soak')
      assert.deepEqual(readdirSync(path).sort(), ['capture.jsonl', 'case.json', 'table.yaml'])
      const { truths } = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8'))
      assert.deepEqual(
        truths.map(({ number }: { number: number }) => number),
        [2],
      )
      const words = ['--config', join(path, 'table.yaml'), '--type', 'round.closed', join(path, 'capture.jsonl')]
      const { status, stdout, stderr } = await run('src/tools/replay.ts', ...words)
      assert.equal(status, 0, stderr)
      assert.ok(stdout.split('\n').length > ROUNDS_A_TABLE / 2, `${stdout.split('\n').length} lines`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
