/** Accounts of rounds without a file: simulated, scripted, recorded or told in words, through the capture reader and the chronicle. */
import assert from 'node:assert/strict'
import { DRIVERS } from '../../../devices/registry.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import { type TableText, tableYaml } from '../../../simulators/table-yaml.ts'
import { parseConfig } from '../../../src/base/config/parse.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { lineText } from '../../../src/base/terminal/line.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { coreContext } from '../../../src/daemon/stations/core.ts'
import type { ChipEvidence } from '../../../src/rules/table.ts'
import { type Account, accountOf } from '../../../src/tools/explain/account.ts'
import { type Chronicle, chronicleOf, type Wanted } from '../../../src/tools/explain/chronicle.ts'
import { accountLines } from '../../../src/tools/explain/tell.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { CHIPS, LIMITS } from '../../engine/table-play.ts'
import { scanOf } from '../../engine/told-round.ts'

const BASE_MS = Date.UTC(2026, 0, 1)
const DEVICE_NAMES = { shoe: 'shoe', spots: 'spots', pointer: 'puck' } as const
/** Between two words, ms. */
const STEP_MS = 5000

type Table = Pick<TableText['table'], 'house'> & Partial<TableText['table']>

/** A configuration as text. */
export const tableText = (table: Table, overrides: TableText['overrides'] = {}): string =>
  tableYaml({
    table: { limits: LIMITS, chips: CHIPS, boxes: 7, spots: ['main'], ...table },
    overrides,
    name: 'bj07',
    speed: 1,
    devices: (['shoe', 'spots', 'pointer'] as const).map((role) => ({
      name: DEVICE_NAMES[role],
      driver: 'tlp',
      role,
      path: `/dev/${role}`,
      serial: `${role.slice(0, 2).toUpperCase()}-1`,
    })),
  })

export const tableOf = (table: Table, overrides: TableText['overrides'] = {}, chipEvidence: ChipEvidence = 'payouts'): TableConfig => {
  const around = { dir: '/', fileFault: () => null, folderFault: () => null, drivers: DRIVERS, purpose: 'replay' } as const
  const read = parseConfig(`${tableText(table, overrides)}\nchipEvidence: ${chipEvidence}\n`, around)
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.problems))
  const [config] = read.tables
  assert.ok(config, 'the configuration has a table')
  return config
}

/** `5S`, `1=2000`, `1=2000+F`, `>1.2`, `>dealer`, `>-`, `??`, `close` as in the told rounds of the engine; five seconds before each, or `300:`. */
export const actionsOf = (words: string): TableAction[] => {
  let atMs = 0
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const [, ms, said = ''] = /^(?:(\d+):)?(.*)$/.exec(word) ?? []
      atMs += ms === undefined ? STEP_MS : Number(ms)
      const scan = scanOf(said)
      assert.ok(scan.kind !== 'tick', word)
      return { atMs, device: scan.kind === 'spot' ? 'spots' : scan.kind === 'pointer' ? 'pointer' : 'shoe', scan }
    })
}

export const captureText = (rounds: readonly Pick<PlayedRound, 'actions'>[]): string =>
  captureLines(rounds as readonly PlayedRound[], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

export const recordsOf = (config: TableConfig, rounds: readonly Pick<PlayedRound, 'actions'>[]): readonly JournalRecord[] => {
  const reader = captureReader(config.devices)
  const lines = captureLines(rounds as readonly PlayedRound[], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  const records = lines.flatMap((line, index) => {
    const found = reader.line({ ...line, number: index + 1 })
    assert.ok(typeof found !== 'string', String(found))
    return found
  })
  return [...records, ...reader.end()]
}

export const follow = (config: TableConfig, records: readonly JournalRecord[], wanted: Wanted | null, closes = true): Chronicle => {
  const chronicle = chronicleOf(coreContext(config), wanted)
  for (const record of records) {
    chronicle.take(record)
    if (chronicle.followed) return chronicle
  }
  chronicle.end(closes)
  return chronicle
}

export const accountFor = (config: TableConfig, records: readonly JournalRecord[], wanted: Wanted, closes = true): Account => {
  const { followed } = follow(config, records, wanted, closes)
  assert.ok(followed, `no round ${JSON.stringify(wanted)}`)
  return accountOf(followed, coreContext(config).table)
}

/** Of a round told in words: the first of them. */
export const toldAccount = (config: TableConfig, words: string, number = 1): Account =>
  accountFor(config, recordsOf(config, [{ actions: actionsOf(words) }]), { number })

export const pageOf = (account: Account, columns = 100, full = false): string =>
  accountLines(account, { columns, full })
    .map((line) => `${lineText(line, false, columns)}\n`)
    .join('')
