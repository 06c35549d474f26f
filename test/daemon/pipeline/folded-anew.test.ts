/**
 * An update in mid-evening: the journal was written by other software, which found otherwise. Folded anew, what both have found keeps its id; what only
 * the old one had is withdrawn by an event, and its alarm goes; what only the new one has is raised by one.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLines } from '../../../simulators/table/capture.ts'
import { inject } from '../../../simulators/table/errors/inject.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { recover } from '../../../src/daemon/pipeline/recovery.ts'
import { initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { BASE_MS } from '../../engine/table-play.ts'
import { daemonOf, type ErrorCell, playOptions } from '../../measure/accuracy/errors-table.ts'
import { DEVICE_NAMES } from './heard-play.ts'

const CODE = 'FB-WIN-UNPAID'
const CELL: ErrorCell = { house: 'free-bet-european', boxes: 3, sensors: 'payouts', play: 'main', prompt: false }
const { context, devices } = daemonOf(CELL)
const BASIS = { software: 'a'.repeat(64), table: 'b'.repeat(64) }

interface Said {
  readonly type: string
  readonly sequence: string
  readonly data: FindingData
}

/** The first play in which somebody errs. */
const actions = (() => {
  for (let seed = 0; seed < 200; seed++) {
    const play = inject(CODE, playOptions(CELL, CODE), seed)
    if (play !== null) return play.rounds.flatMap((round) => round.actions)
  }
  return assert.fail('there is no such play')
})()

/** The lines of a play in which somebody errs, each with what was concluded behind it; `heard`: the words as they stand in the journal. */
const journalOf = (heard: (said: Said) => readonly Said[]): readonly JournalRecord[] => {
  const reader = captureReader(devices)
  const records: JournalRecord[] = []
  let state = initialCore()
  let sequence = 0
  const hear = (bodies: ReturnType<typeof reader.line>): void => {
    assert.ok(typeof bodies !== 'string', String(bodies))
    for (const body of bodies) {
      const record = { ...body, n: records.length + 1 }
      records.push(record)
      const [next, { encoded }] = stepCore(state, record, context)
      state = next
      for (const each of encoded) {
        if (!each.ok) continue
        for (const envelope of heard(each.envelope as unknown as Said))
          records.push({
            n: records.length + 1,
            t: record.t,
            kind: 'event',
            envelope: { ...envelope, id: `x${++sequence}`, sequence: String(sequence) },
          } as never)
      }
    }
  }
  for (const [index, line] of captureLines([{ actions }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES }).entries())
    hear(reader.line({ ...line, number: index + 1 }))
  return records
}

const restarted = (records: readonly JournalRecord[]) =>
  recover(
    {
      async *records(from = 1) {
        for (const record of records) if (record.n >= from) yield record
      },
      checkpoints: { sound: [], refused: [] },
    },
    context,
    BASIS,
  )

const isFinding = ({ type }: Said): boolean => type.startsWith('finding.')
const standing = ({ state }: Awaited<ReturnType<typeof restarted>>) => state.judge.findings.standing.map(({ finding }) => finding.finding)
const owed = ({ unwritten }: Awaited<ReturnType<typeof restarted>>) =>
  unwritten.map((envelope) => envelope as unknown as Said).filter(isFinding)

describe('a journal folded anew', () => {
  it('by the software that wrote it: nothing is said again', async () => {
    const recovered = await restarted(journalOf((said) => [said]))
    assert.deepEqual([owed(recovered), recovered.gone], [[], []])
    assert.deepEqual(standing(recovered), [`${CODE}-1`])
  })

  it('what both have found keeps the id that it was given', async () => {
    const renamed = (said: Said): Said => ({ ...said, data: { ...said.data, finding: said.data.finding.replace(/-1$/, '-7') } })
    const recovered = await restarted(journalOf((said) => [isFinding(said) ? renamed(said) : said]))
    assert.deepEqual(standing(recovered), [`${CODE}-7`])
    assert.deepEqual([owed(recovered), recovered.gone], [[], []])
  })

  it('what only the other had is withdrawn, and its alarm goes', async () => {
    let data: FindingData | null = null
    const records = journalOf((said) => {
      if (said.type !== 'finding.raised' || data !== null) return [said]
      data = { ...said.data, finding: 'DEALER-HIT-17-1', code: 'DEALER-HIT-17', box: null, hand: null, spot: null }
      return [said, { ...said, data }]
    })
    const recovered = await restarted(records)
    assert.deepEqual(recovered.gone, ['DEALER-HIT-17-1'])
    assert.deepEqual(
      owed(recovered).map(({ type, data: { finding } }) => [type, finding]),
      [['finding.withdrawn', 'DEALER-HIT-17-1']],
    )
    const last = Math.max(...records.flatMap((record) => (record.kind === 'event' ? [Number(record.envelope.sequence)] : [])))
    assert.equal(Number(owed(recovered)[0]?.sequence), last + 1)
    assert.deepEqual(standing(recovered), [`${CODE}-1`])
  })

  it('what only this one has is raised, with an id that nothing else had', async () => {
    const other = (said: Said): Said => ({ ...said, data: { ...said.data, box: 99, round: '1-99' } })
    const recovered = await restarted(journalOf((said) => [isFinding(said) ? other(said) : said]))
    assert.deepEqual(recovered.gone, [`${CODE}-1`])
    assert.deepEqual(standing(recovered), [`${CODE}-2`])
    assert.deepEqual(
      owed(recovered).map(({ type, data: { finding } }) => `${type} ${finding}`),
      [`finding.withdrawn ${CODE}-1`, `finding.raised ${CODE}-2`],
    )
  })
})
