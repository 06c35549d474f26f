/** Saves a table of the soak, so that a person can replay it: its configuration, a capture, and the failures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { captureLines } from '../../../simulators/table/capture.ts'
import { DEVICE_NAMES } from '../../daemon/pipeline/heard-play.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'
import type { Failure } from '../../evenings/judges.ts'
import { playScene, type Scene, sceneText, toldIn } from './scene.ts'

const yaml = ({ house, boxes, spots, spotLagMs, chipEvidence, collectAfter, rounding }: Scene): string =>
  [
    'property: soak',
    'pit: p1',
    'table: t1',
    `house: ${house}`,
    `limits: { min: ${LIMITS.min}, max: ${LIMITS.max}, unit: ${LIMITS.unit} }`,
    `chips: [${CHIPS.join(', ')}]`,
    `rounding: ${rounding}`,
    `boxes: ${boxes}`,
    `spots: [${spots.join(', ')}]`,
    `spotLagMs: ${spotLagMs}`,
    `chipEvidence: ${chipEvidence}`,
    'pointerLagMs: 1500',
    `collectAfter: ${collectAfter}`,
    'devices:',
    ...Object.values(DEVICE_NAMES).map(
      (name) => `  - { name: ${name}, driver: tlp, role: ${name}, path: /dev/${name}, serial: ${name.toUpperCase()}-1 }`,
    ),
    'journal: journal',
    '',
  ].join('\n')

/** Writes `table.yaml`, `capture.jsonl` and `case.json`; returns their folder. */
export function writeCase(folder: string, scene: Scene, failures: readonly Failure[], repeat: string): string {
  const path = join(folder, `seed-${scene.seed}-table-${scene.number}`)
  mkdirSync(path, { recursive: true })
  const rounds = playScene(scene)
  const lines = captureLines([{ actions: toldIn(scene, rounds) }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  writeFileSync(join(path, 'table.yaml'), yaml(scene))
  writeFileSync(join(path, 'capture.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const replay = `npm run -s replay -- --config ${join(path, 'table.yaml')} ${join(path, 'capture.jsonl')}`
  const wrong = new Set(failures.map(({ round }) => round))
  const truths = rounds.map(({ truth }) => truth).filter(({ number }) => wrong.has(number))
  writeFileSync(
    join(path, 'case.json'),
    `${JSON.stringify({ table: sceneText(scene), repeat, replay, failures, truths, scene }, null, 2)}\n`,
  )
  return path
}
