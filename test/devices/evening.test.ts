/**
 * An evening on each shoe of another maker, on one of them a long one each day: the same cards and chips as from the native devices are told as the same rounds, less what the device has
 * no word for.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDriver, TALKERS } from '../../devices/registry.ts'
import type { Scan } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { coreContext, endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import { configFor } from '../daemon/pipeline/heard-play.ts'
import { FREE_BET, freeBetRounds } from '../e2e/table.ts'
import { todays } from '../runner/rotation.ts'
import { listen, twinOf } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)
const [ROUNDS_LONG, ROUNDS_SHORT] = [40, 6]
const BASE_MS = 1_764_200_000_000
const TOLD: ReadonlySet<string> = new Set([
  'round.opened',
  'card.dealt',
  'round.closed',
  'finding.raised',
  'round.incomplete',
  'cards.missing',
])

/** What a table tells of the records of its devices. */
function told(driver: string, serial: string, records: Iterable<{ readonly t: number; readonly body: RecordBody }>): readonly unknown[] {
  const { boxes, spots } = FREE_BET.table
  const rules = { ...HOUSES['free-bet-european'].rules, burn: 0 as const }
  const config = configFor({ house: 'free-bet-european', rules, boxes, spots, spotLagMs: 1500, chipEvidence: 'payouts' })
  const devices = config.devices.map((device) => (device.role === 'shoe' ? { ...device, driver, serial } : device))
  const context = coreContext({ ...config, devices })
  let state = initialCore()
  let n = 0
  const said: unknown[] = []
  const hear = ({ encoded }: ReturnType<typeof stepCore>[1]): void => {
    for (const each of encoded)
      if (each.ok && TOLD.has(each.envelope.type)) said.push([each.envelope.type, each.envelope.round, withoutCause(each.envelope.data)])
  }
  for (const { t, body } of records) {
    const [next, written] = stepCore(state, { n: ++n, t, ...body } as JournalRecord, context)
    state = next
    hear(written)
  }
  hear(endCore(state, context)[1])
  return said
}

/** The lines on which something rests are another device's. */
const withoutCause = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (/^(cause|causes|lines|evidence)$/.test(key) ? undefined : value)))

const lineOf = (device: string, serial: string, seq: number, line: string): RecordBody => ({
  ...{ kind: 'line', device, serial, boot: 1, seq, offset: null, line },
})

function* heard(actions: readonly TableAction[], shoe: (atMs: number, scan: Scan) => readonly RecordBody[]) {
  const spots = findDriver('tlp', 'spots')
  let seq = 0
  for (const { atMs, device, scan } of actions) {
    const t = BASE_MS + Math.round(atMs)
    yield { t: t - 1, body: { kind: 'tick' } as RecordBody }
    if (device === 'shoe') for (const body of shoe(atMs, scan)) yield { t, body }
    else yield { t, body: lineOf('spots', 'SP-1', ++seq, spots.encodeLine({ seq, t, scan }) ?? '') }
  }
}

const SHOES = TALKERS.filter(({ role }) => role === 'shoe')
const long = todays(SHOES)
for (const talker of SHOES) {
  const rounds = long.includes(talker) ? ROUNDS_LONG : ROUNDS_SHORT
  test(`${talker.name}: ${rounds} rounds are told as from the native shoe (SEED=${SEED})`, () => {
    const twin = twinOf(talker.name)
    const actions = freeBetRounds(rounds, SEED).flatMap((round) => round.actions)
    const first = Math.min(...actions.map(({ atMs }) => atMs))
    const evening = actions.map((action) => ({ ...action, atMs: action.atMs - first + 2000 })).filter(({ device }) => device !== 'pointer')
    const [ear, voice, random] = [listen(talker, twin), twin.begin(), seededRandom(SEED)]
    ear.hear(twin.hello, random)
    ear.reports.splice(0)
    let nowMs = 1000
    const foreign = told(
      talker.name,
      twin.serial,
      heard(evening, (atMs, scan) => {
        ear.pass(atMs - nowMs)
        nowMs = atMs
        ear.hear(voice(scan) ?? '', random, 99)
        return ear.reports.splice(0).flatMap((report): readonly RecordBody[] => {
          if (report.kind === 'line') return [lineOf('shoe', twin.serial, report.seq, report.body)]
          assert.ok(report.kind !== 'missing', 'nothing is missing')
          return []
        })
      }),
    )
    const native = findDriver('tlp', 'shoe')
    const [words, counted] = [twin.begin(), { seq: 0 }]
    const own = told(
      'tlp',
      'SH-1',
      heard(evening, (atMs, scan) => {
        if (words(scan) === null) return []
        counted.seq++
        const t = BASE_MS + Math.round(atMs)
        return [lineOf('shoe', 'SH-1', counted.seq, native.encodeLine({ seq: counted.seq, t, scan }) ?? '')]
      }),
    )
    assert.deepEqual(foreign, own)
    assert.equal(foreign.filter((each) => (each as readonly string[])[0] === 'round.closed').length, rounds)
  })
}
