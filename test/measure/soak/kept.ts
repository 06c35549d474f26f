/**
 * Rounds that were once told wrongly, as their devices reported them: they stay what they are when the simulator plays other cards.
 * `kept/rounds.jsonl` has one a line.
 */
import { readFileSync } from 'node:fs'
import { decodeLine } from '../../../devices/tlp.ts'
import type { PlayedRound, RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { configFor, type Daemon, daemonFor } from '../../daemon/pipeline/heard-play.ts'
import type { Scene } from './scene.ts'

interface KeptRow {
  /** What the daemon once did. */
  readonly guards: string
  /** The commit that put it right: the one before it fails. */
  readonly commit: string
  /** `all`: nothing may fail. `certain`: a likely finding may be wrong. `after errors`: people erred, and the rounds without an error are told. */
  readonly judge: 'all' | 'certain' | 'after errors'
  readonly table: Pick<Scene, 'house' | 'boxes' | 'chipEvidence' | 'spotLagMs' | 'collectAfter' | 'rounding' | 'spots' | 'faults'>
  /** The time of a line, and its TLP/1 body without sequence number and time; `=` before them: the device sent the line again. */
  readonly lines: readonly string[]
  readonly truths: readonly RoundTruth[]
  /** Numbers of the rounds in which somebody erred. */
  readonly erred?: readonly number[]
  /** By the number of a round: boxes at which the dealer put something right himself. */
  readonly putRight?: { readonly [round: string]: readonly number[] }
}

export interface Kept extends KeptRow {
  readonly daemon: Daemon
  readonly actions: readonly TableAction[]
}

export const keptRounds = (): readonly Kept[] =>
  readFileSync(new URL('kept/rounds.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as KeptRow
      const { faults: _faults, ...table } = row.table
      const daemon = daemonFor(configFor({ ...table, rules: HOUSES[table.house].rules }))
      return { ...row, daemon, actions: row.lines.map(actionOf) }
    })

const DEVICE_OF: { readonly [verb: string]: TableAction['device'] } = { S: 'spots', P: 'pointer' }

/** @throws Error: no device sends such a line */
function actionOf(line: string): TableAction {
  const [time = '', verb = '', ...fields] = line.split(' ')
  const isAgain = time.startsWith('=')
  const atMs = Number(isAgain ? time.slice(1) : time)
  const device = DEVICE_OF[verb] ?? 'shoe'
  const decoded = decodeLine(device, [verb, 1, atMs, ...fields].join(' '))
  if (!('scan' in decoded)) throw new Error(`${line}: ${decoded.reason}`)
  return { atMs, device, scan: decoded.scan, ...(isAgain ? { again: true } : {}) }
}

/** The played rounds; all that was reported is the first one's. */
export const playedOf = ({ truths, actions, putRight = {} }: Kept): readonly PlayedRound[] =>
  truths.map((truth, at) => ({ truth, actions: at === 0 ? actions : [], putRight: putRight[truth.number] ?? [] }))
