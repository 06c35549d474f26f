/** An evening heard twice: by a table that goes on, and by one that is written out and read back before each line, with an empty workspace. */
import assert from 'node:assert/strict'
import { usualSpots } from '../../../simulators/device/options.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import { type ErringRound, playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { TableOptions } from '../../../simulators/table/types.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { parseState, stateText } from '../../../src/daemon/pipeline/state-text.ts'
import {
  type CoreContext,
  type CoreState,
  type CoreStep,
  coreContext,
  endCore,
  initialCore,
  stepCore,
} from '../../../src/daemon/stations/core.ts'
import { assertInvariants } from '../../../src/daemon/stations/invariants.ts'
import { nextDeadline } from '../../../src/engine/words/table-views.ts'
import { Workspace } from '../../../src/engine/workspace.ts'
import { type HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import type { ChipEvidence } from '../../../src/rules/table.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'
import { configFor, DEVICE_NAMES } from './heard-play.ts'

export interface RevivedEvening {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly rounds: number
  readonly pointer: boolean
  readonly chipEvidence: ChipEvidence
  readonly seed: number
  /** What the searches of one observation may cost. */
  readonly searchWork: number
}

const SPOT_LAG_MS = 1500

/** Who erred in each round, and how often the table was revived. */
export interface Revivals {
  readonly errors: readonly string[]
  readonly count: number
}

const reading = (context: CoreContext, searchWork: number): CoreContext => {
  const own = { workspace: new Workspace(), searchWork }
  return { ...context, table: { ...context.table, ...own }, judge: { ...context.judge, ...own } }
}

/** What was said of it. */
const wordsOf = ([, { encoded, fault }]: CoreStep): readonly string[] => {
  assert.equal(fault, undefined)
  return encoded.map((each) => (each.ok ? each.message.payload : JSON.stringify(each)))
}

/** The first evening, by seeds a thousand apart, in which somebody erred. */
const playedFrom = (seed: number, rounds: number, options: Omit<TableOptions, 'random'>): readonly ErringRound[] => {
  const play = playErring({ ...options, random: seededRandom(seed) }, { codes: ERROR_CODES, share: 1 })
  const played = Array.from({ length: rounds }, () => play.next().value)
  return played.some(({ mistake }) => mistake !== null) ? played : playedFrom(seed + 1000, rounds, options)
}

/** Fails at the first line at which the revived table says another thing, or comes to another state. */
export function reviveEvening({ house, boxes, rounds, pointer, chipEvidence, seed, searchWork }: RevivedEvening): Revivals {
  const { rules } = HOUSES[house]
  const table = { rules, limits: LIMITS, chips: CHIPS, boxes, spots: usualSpots(house) }
  const played = playedFrom(seed, rounds, { ...table, pointer })
  const config = configFor({ ...table, house, spotLagMs: SPOT_LAG_MS, chipEvidence })
  const reader = captureReader(config.devices)
  const context = reading(coreContext(config), searchWork)
  const where = `${house}, ${chipEvidence}${pointer ? ', the pointer' : ''}, seed ${seed}`
  let live = initialCore()
  let count = 0
  const both = (line: number, step: (state: CoreState, context: CoreContext) => CoreStep): void => {
    const text = stateText(live)
    const revived = step(parseState(text) as CoreState, reading(context, searchWork))
    const went = step(live, context)
    assert.deepEqual(wordsOf(revived), wordsOf(went), `${where}: revived before line ${line} it says something else`)
    assert.deepEqual(revived[0], went[0], `${where}: revived before line ${line} it comes to another state`)
    live = went[0]
    assertInvariants(live, context.table)
    count += 1
  }
  const hear = (records: readonly JournalRecord[] | string, line: number): void => {
    assert.ok(typeof records !== 'string', String(records))
    for (const record of records) both(line, (state, own) => stepCore(state, record, own))
  }
  const lines = captureLines(played, { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  for (const [index, line] of lines.entries()) {
    const deadline = nextDeadline(live.table, context.table)
    if (deadline !== null && deadline < line.t) hear([{ n: 0, t: deadline, kind: 'tick' }], index)
    hear(reader.line({ ...line, number: index + 1 }), index)
  }
  hear(reader.end(), lines.length)
  both(lines.length, endCore)
  return { errors: played.flatMap(({ mistake }) => mistake?.code ?? []), count }
}
