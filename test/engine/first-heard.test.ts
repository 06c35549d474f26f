/**
 * A journal that begins at any line of an evening, with devices that told the lines before to somebody else: no round is told whole that was not
 * heard whole, nobody is accused, and where a table was seen empty first, its next round is whole.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { type Play, playRecords } from '../daemon/pipeline/records.ts'
import { todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 3)
const ROUNDS = 3
const BOXES = 2

type LineRecord = Extract<JournalRecord, { kind: 'line' }>
interface Told {
  readonly openedAt: string
  readonly complete: boolean
  readonly house: number | null
}

const toldIn = ({ context }: Play, records: readonly JournalRecord[]): { rounds: readonly Told[]; findings: readonly string[] } => {
  const rounds: Told[] = []
  const findings: string[] = []
  let state = initialCore()
  const hear = ({ encoded }: { readonly encoded: readonly { readonly ok: boolean }[] }) => {
    for (const each of encoded as readonly { readonly ok: true; readonly message: { readonly payload: string } }[]) {
      const { type, data } = JSON.parse(each.message.payload)
      if (type === 'round.closed') rounds.push({ openedAt: data.openedAt, complete: data.complete, house: data.net.house })
      if (type === 'finding.raised') findings.push(`${data.code} ${data.grade}`)
    }
  }
  for (const record of records) {
    const [next, written] = stepCore(state, record, context)
    state = next
    hear(written)
  }
  hear(endCore(state, context)[1])
  return { rounds, findings }
}

const SERIALS = { shoe: 'SH-1', spots: 'SP-1' } as const

/** What a daemon hears that begins before record `at`: who is there, what lies on the spots, and all that follows. */
const heardFrom = ({ records }: Play, at: number): readonly JournalRecord[] => {
  const { t = 0, m = t } = records[at] ?? {}
  const identities = Object.entries(SERIALS).map(([device, serial]) => ({
    ...{ n: 0, t, m, kind: 'identity' as const, device, serial, boot: 1, firmware: '1', continued: true, unheard: true as const },
  }))
  const lines = records.filter((record): record is LineRecord => record.kind === 'line' && record.device === 'spots')
  const before = lines.filter((line) => records.indexOf(line) < at)
  const [any] = lines
  const shown = Array.from({ length: BOXES }, (_, box): LineRecord => {
    const spot = `${box + 1}.main`
    const last = before.findLast(({ line }) => line.split(' ')[3] === spot)
    const said = last === undefined ? ['0', '-', '0'] : last.line.split(' ').slice(4)
    const time = t - (any?.offset ?? 0)
    return { ...(any ?? assert.fail('a bet is laid')), t, m, line: ['S', String(any?.seq ?? 1), String(time), spot, ...said].join(' ') }
  })
  return [...identities, ...shown, ...records.slice(at)] as readonly JournalRecord[]
}

for (const house of todays(['gld', 'free-bet-european', 'ingo', 'sevens-prizes'] as const, 4))
  it(`${house}: from every line on (SEED=${SEED})`, () => {
    const play = playRecords(house, BOXES, ROUNDS, SEED)
    const whole = toldIn(play, play.records)
    assert.deepEqual(whole.findings, [])
    let told = 0
    for (let at = 0; at < play.records.length; at++) {
      if (play.records[at]?.kind !== 'line') continue
      const { rounds, findings } = toldIn(play, heardFrom(play, at))
      assert.deepEqual(findings, [], `from record ${at} on`)
      for (const round of rounds.filter(({ complete }) => complete)) {
        const same = whole.rounds.find(({ openedAt }) => openedAt === round.openedAt)
        assert.equal(round.house, same?.house, `from record ${at} on: ${JSON.stringify(round)}`)
        told++
      }
    }
    assert.ok(told > 0, 'whole rounds are told')
  })
