/**
 * Start-up with a long past: a journal as the daemon itself writes it, including checkpoints, then the shipped daemon. For comparison, the
 * same start with the checkpoints removed.
 */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { captureLines } from '../../../simulators/table/capture.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { playTable } from '../../../simulators/table/table.ts'
import { loadConfig } from '../../../src/base/config/load.ts'
import { sealCheckpoint } from '../../../src/daemon/journal/checkpoint.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { stateText } from '../../../src/daemon/pipeline/state-text.ts'
import { codeDigest } from '../../../src/daemon/serve/code-digest.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { DeviceConfig } from '../../../src/rules/table.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { CODE, type Daemon, startDaemon as startPipe } from '../../daemon/pipeline/daemon.ts'
import { startDaemon } from './daemon.ts'
import { type Figures, figuresOf } from './figures.ts'
import { residentMb } from './processes.ts'
import { BOXES, CHIPS, HOUSE, LIMITS, SPOTS, tableYaml } from './table.ts'

export interface PastFigures {
  /** Device lines in the journal; including conclusions it has about twice as many records. */
  readonly lines: number
  readonly megabytes: number
  /** Time until a subscriber hears that the table is ready. */
  readonly checkpointMs: Figures
  readonly foldedMs: number
  readonly residentMb: number
  /** The time to save a state between rounds in a checkpoint, on the daemon's only thread. */
  readonly takingMs: Figures
}

export interface PastOptions {
  readonly folder: string
  readonly devices: readonly DeviceConfig[]
  readonly brokerUrl: string
  readonly seed: number
  readonly starts: number
  readonly progress: (text: string) => void
}

const TAKEN = 200
/** Some milliseconds per line on a busy machine. */
const FOLDED_MS_MAX = 600_000
/** Lines to feed before waiting for the disk: faster than any table plays, with pauses for checkpoints. */
const LINES_AT_ONCE = 10

export async function benchPast(lines: number, options: PastOptions): Promise<PastFigures> {
  const { folder, devices, brokerUrl, starts, progress } = options
  const table = `past-${lines}`
  const journal = join(folder, `journal-${table}`)
  progress(`a journal of ${lines} lines`)
  const taking = await writePast(lines, table, journal, options)
  const { size } = statSync(join(journal, '000001.jsonl'))
  const readyMs: number[] = []
  let resident = 0
  for (let start = 1; start <= starts; start++) {
    progress(`start-up ${start} of ${starts} behind ${lines} lines`)
    const { started, readyMs: ms } = await startDaemon({ table, folder, devices, brokerUrl })
    if (!started.lastWords().includes('goes on from')) throw new Error(`it did not go on from a checkpoint: ${started.lastWords()}`)
    readyMs.push(ms)
    resident = Math.max(resident, residentMb(started.pid))
    await started.stop()
  }
  progress(`start-up behind ${lines} lines without a checkpoint`)
  for (const file of [1, 2]) rmSync(join(journal, `checkpoint-${file}.state`), { force: true })
  const { started, readyMs: foldedMs } = await startDaemon({ table, folder, devices, brokerUrl, readyMsMax: FOLDED_MS_MAX })
  await started.stop()
  return { lines, megabytes: size / 1e6, checkpointMs: figuresOf(readyMs), foldedMs, residentMb: resident, takingMs: figuresOf(taking) }
}

async function writePast(lines: number, table: string, journal: string, options: PastOptions): Promise<readonly number[]> {
  const { folder, devices, brokerUrl, seed } = options
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${table}.yaml`)
  writeFileSync(file, tableYaml(table, devices, brokerUrl, journal))
  const read = loadConfig(file)
  const [config] = read.ok ? read.tables : []
  assert.ok(config, 'the configuration has a table')
  const daemon = await startPipe({ folder: journal, config, code: await codeDigest(), holdsSent: false })
  let heard = 0
  for (const record of pastRecords(seed, devices)) {
    daemon.hear(record)
    if (record.kind === 'line') heard += 1
    if (heard % LINES_AT_ONCE === 0) await daemon.quiet()
    if (heard >= lines) break
  }
  await daemon.quiet()
  await daemon.journal.close()
  return takingMs(daemon)
}

function takingMs({ paused, recovery }: Daemon): readonly number[] {
  const standing = { state: paused(), boots: 1, resume: recovery.resume }
  return Array.from({ length: TAKEN }, () => {
    const beganMs = performance.now()
    sealCheckpoint({ n: 1, crc: 0, from: 1, software: CODE, state: stateText(standing) })
    return performance.now() - beganMs
  })
}

/** Endless rounds, in the form in which a capture of them is read. */
function* pastRecords(seed: number, devices: readonly DeviceConfig[]): Generator<JournalRecord, void> {
  const rounds = playTable({
    ...{ rules: HOUSES[HOUSE].rules, limits: LIMITS, chips: CHIPS, boxes: BOXES, spots: SPOTS, pointer: true },
    ...{ random: seededRandom(seed), spotLagMs: 0, pointerLagMs: 0 },
  })
  const reader = captureReader(devices)
  const sequences = { shoe: 0, spots: 0, pointer: 0 }
  let number = 0
  for (;;) {
    const played = [rounds.next().value]
    for (const line of captureLines(played, {
      baseMs: Date.UTC(2026, 0, 1),
      deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'pointer' },
      sequences,
    })) {
      const records = reader.line({ ...line, number: ++number })
      assert.ok(typeof records !== 'string', String(records))
      yield* records
    }
  }
}
