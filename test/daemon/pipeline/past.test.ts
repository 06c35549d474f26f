/**
 * P10, the past stays judged: an evening with errors is restarted again and again under other limits, another house, fewer boxes, other
 * chips, and by software that finds less. What was said of a closed round stays as it was said.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLines } from '../../../simulators/table/capture.ts'
import { playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { recover } from '../../../src/daemon/pipeline/recovery.ts'
import { CATALOGUE } from '../../../src/procedure/catalogue/index.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { JournalRecord, RecordOf } from '../../../src/wire/record.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'
import { isAll } from '../../runner/rotation.ts'
import { type FakeDisk, fakeDisk } from '../journal/fake-disk.ts'
import { CODE, checkSame, type Daemon, startDaemon } from './daemon.ts'
import { configFor, DEVICE_NAMES } from './heard-play.ts'
import { recordsOf } from './records.ts'

const SEED = Number(process.env.SEED ?? 5)
const RESTARTS = Number(process.env.ROUNDS ?? (isAll ? 40 : 3))
const FOLDER = '/j'
/** An error that is only for the record raises no alarm. */
const CODES: readonly FindingCode[] = ERROR_CODES.filter((code) => CATALOGUE[code].severity !== 'info')
/** Other software, which finds none of these. */
const OTHER_CODE = 'f'.repeat(64)

const RULES = HOUSES.gld.rules
const TABLE = { rules: RULES, limits: LIMITS, chips: CHIPS, boxes: 3, spots: ['main'] as const }
const CONFIG = configFor({ ...TABLE, house: 'gld', spotLagMs: 0, chipEvidence: 'payouts' })

interface Start {
  readonly config: TableConfig
  readonly code?: string
}

const OTHERS: readonly Start[] = [
  { config: { ...CONFIG, limits: { ...LIMITS, min: LIMITS.min * 4 } } },
  { config: { ...CONFIG, limits: { ...LIMITS, max: LIMITS.min } } },
  { config: { ...CONFIG, house: 'ingo', rules: HOUSES.ingo.rules } },
  { config: { ...CONFIG, boxes: 2 } },
  { config: { ...CONFIG, chips: [2500, 10_000] } },
  { config: CONFIG, code: OTHER_CODE },
]

const played = (rounds: number, seed: number) => {
  const play = playErring({ ...TABLE, pointer: true, random: seededRandom(seed) }, { codes: CODES, share: 0.5 })
  const actions = Array.from({ length: rounds }, () => play.next().value).flatMap((round) => round.actions)
  return recordsOf(captureLines([{ actions }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES }), CONFIG)
}

/** A start of this software, or of other software. */
const starting = async <T>({ config, code = CODE }: Start, files: FakeDisk, run: (daemon: Daemon) => Promise<T>): Promise<T> => {
  const rows = CATALOGUE as { -readonly [C in FindingCode]: (typeof CATALOGUE)[C] }
  const known = CODES.map((each) => [each, rows[each]] as const)
  if (code === OTHER_CODE) for (const [each, row] of known) rows[each] = { ...row, raised: { closed: 'found no more' } }
  try {
    const daemon = await startDaemon({ folder: FOLDER, config, files, code })
    await checkSame(daemon)
    const result = await run(daemon)
    await daemon.quiet()
    await daemon.end()
    assert.deepEqual(daemon.warnings, [])
    return result
  } finally {
    for (const [each, row] of known) rows[each] = row as never
  }
}

const recordsIn = async (disk: FakeDisk): Promise<readonly JournalRecord[]> => {
  const daemon = await startDaemon({ folder: FOLDER, config: CONFIG, files: disk.afterPowerCut(() => 0.99) })
  const records: JournalRecord[] = []
  for await (const record of daemon.journal.records()) records.push(record)
  await daemon.stop()
  return records
}

type Envelope = RecordOf<'event'>['envelope']
const roundOf = ({ data }: Envelope): string | null =>
  typeof data === 'object' && data !== null && 'round' in data && typeof data.round === 'string' ? data.round : null
const isJudging = ({ type }: Envelope): boolean => /^(?:finding\.|round\.(?:closed|revised|incomplete|void))/.test(String(type))

/** What was said of a round after a start before which it had closed. */
const saidLate = (records: readonly JournalRecord[]): readonly string[] => {
  const closed = new Set<string>()
  let past: ReadonlySet<string> = new Set()
  const late: string[] = []
  for (const record of records) {
    if (record.kind === 'start') past = new Set(closed)
    if (record.kind !== 'event') continue
    const round = roundOf(record.envelope)
    if (round === null || !isJudging(record.envelope)) continue
    if (past.has(round)) late.push(`record ${record.n}: ${String(record.envelope.type)} of round ${round}`)
    if (record.envelope.type === 'round.closed') closed.add(round)
  }
  return late
}

const words = (records: readonly JournalRecord[]): readonly string[] =>
  records.flatMap((record) => (record.kind === 'event' && isJudging(record.envelope) ? [JSON.stringify(record.envelope)] : []))

const hearAll = async (daemon: Daemon, records: readonly JournalRecord[]): Promise<void> => {
  for (const record of records) {
    daemon.hear(record)
    await daemon.quiet()
  }
}

describe(`an evening with errors that is started again (SEED=${SEED})`, () => {
  it(`${RESTARTS} times under other terms and by other software: every word about its rounds stays, and none is added`, async (t) => {
    const disk = fakeDisk()
    await starting({ config: CONFIG }, disk, (daemon) => hearAll(daemon, played(isAll ? 9 : 6, SEED)))
    const first = words(await recordsIn(disk))
    const findings = first.filter((text) => text.includes('finding.raised')).length
    assert.ok(findings >= 1, `${findings} findings were raised: there is something to unsay`)
    const random = seededRandom(SEED)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const other = OTHERS[Math.floor(random() * OTHERS.length)] as Start
      await starting(random() < 0.3 ? { config: CONFIG } : other, disk, async () => undefined)
    }
    const records = await recordsIn(disk)
    assert.deepEqual(saidLate(records), [])
    const now = words(records)
    assert.deepEqual(now.slice(0, first.length), first)
    // The round that was open at the end of the play is all that may have been ended since.
    const open = new Set(now.slice(first.length).map((text) => roundOf(JSON.parse(text))))
    assert.ok(open.size <= 1, [...open].join(' '))
    t.diagnostic(`${first.length} words, ${findings} of them findings`)
  })

  it('while it goes on: each round is judged by the terms in force when it was dealt', async () => {
    const disk = fakeDisk()
    const all = played(12, SEED + 1)
    const random = seededRandom(SEED + 1)
    let left = all
    for (let start = 0; left.length > 0; start++) {
      const other = start % 2 === 0 ? { config: CONFIG } : (OTHERS[Math.floor(random() * OTHERS.length)] as Start)
      const now = left.slice(0, 40 + Math.floor(random() * 80))
      left = left.slice(now.length)
      await starting(other, disk, (daemon) => hearAll(daemon, now))
    }
    assert.deepEqual(saidLate(await recordsIn(disk)), [])
  })

  it('a raised minimum accuses nobody of the bets before it, and holds for those after it', async () => {
    const disk = fakeDisk()
    await starting({ config: CONFIG }, disk, (daemon) => hearAll(daemon, played(3, SEED + 2)))
    const raised = { config: { ...CONFIG, limits: { ...LIMITS, min: LIMITS.max } } }
    const codes = async (): Promise<number> => words(await recordsIn(disk)).filter((text) => text.includes('"BET-UNDER-MIN"')).length
    await starting(raised, disk, async () => undefined)
    assert.equal(await codes(), 0)
    const later = played(6, SEED + 2).map((record) => ({ ...record, t: record.t + 3_600_000 }))
    await starting(raised, disk, (daemon) => hearAll(daemon, later))
    assert.ok((await codes()) > 0, 'a bet after it is under the minimum')
  })

  it('what other software told is there for people: its alarms stand, and a command on one of them is carried out', async () => {
    const disk = fakeDisk()
    await starting({ config: CONFIG }, disk, (daemon) => hearAll(daemon, played(isAll ? 9 : 6, SEED)))
    const shown = ({ recovery }: Daemon) =>
      recovery.state.judge.alarms.open.flatMap(({ alarm, kind, box, state }) => (kind === 'finding' ? [{ alarm, box, state }] : []))
    const before = await starting({ config: CONFIG }, disk, async (daemon) => shown(daemon))
    assert.ok(before.length > 0, 'there are alarms')
    const [first] = before
    const after = await starting({ config: CONFIG, code: OTHER_CODE }, disk, async (daemon) => {
      const { rev } = daemon.recovery.state.judge.alarms.open.find(({ alarm }) => alarm === first?.alarm) ?? assert.fail('it is gone')
      const order = {
        kind: 'command',
        user: 'floor',
        name: 'alarm-close',
        correlation: 'c1',
        args: { alarm: first?.alarm, rev },
        error: null,
      }
      await daemon.quiet()
      daemon.hear({ n: 0, t: BASE_MS, ...order } as JournalRecord)
      return shown(daemon)
    })
    assert.deepEqual(after, before)
    await starting({ config: CONFIG }, disk, async () => undefined)
    const last = await starting({ config: CONFIG }, disk, async (daemon) => shown(daemon))
    assert.deepEqual(
      last.map(({ alarm }) => alarm),
      before.slice(1).map(({ alarm }) => alarm),
    )
  })

  it('is folded from its beginning to the same state as from its checkpoint, with every change of terms in between', async () => {
    const disk = fakeDisk()
    const all = played(10, SEED + 3)
    for (const [at, start] of [{ config: CONFIG }, OTHERS[0], { config: CONFIG }].entries()) {
      const third = Math.ceil(all.length / 3)
      await starting(start as Start, disk, (daemon) => hearAll(daemon, all.slice(at * third, (at + 1) * third)))
    }
    await starting({ config: CONFIG }, disk, async ({ journal, context, recovery }) => {
      assert.ok(recovery.covered > 0, 'a checkpoint was used')
      const anew = await recover({ records: journal.records, checkpoints: { sound: [], refused: [] }, opened: journal.opened }, context)
      assert.deepEqual(anew.state, recovery.state)
    })
  })
})
