/** What must hold of a table that was played, however often its daemon ended meanwhile. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { loadConfig } from '../../src/base/config/load.ts'
import { coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import type { Said } from './subscriber.ts'
import { readJournal, type Table } from './table.ts'

/** All that a device was told to forget stands in the journal. */
export function checkAcknowledged({ devices, configs, journal }: Table): void {
  // Killed early enough, the first daemon leaves none.
  const held = existsSync(join(journal, '000001.jsonl')) ? readJournal(journal) : []
  for (const { name, role } of configs) {
    const ack = devices[role]?.model.memory.ack ?? 0
    const seqs = new Set(held.flatMap((record) => (record.kind === 'line' && record.device === name ? [record.seq] : [])))
    for (let seq = 1; seq <= ack; seq++) assert.ok(seqs.has(seq), `${name} was acknowledged up to ${ack}; the journal lacks ${seq}`)
  }
}

/** All are complete and without a finding; where the evidence leaves one reading, it is what was played. */
export function checkPlayed(closed: readonly Said['data'][], rounds: readonly PlayedRound[]): void {
  assert.equal(closed.length, rounds.length)
  let certain = 0
  for (const [index, { complete, readings, dealer, boxes, net, findings }] of closed.entries()) {
    assert.deepEqual([complete, findings], [true, []], `round ${index}`)
    const truth = rounds[index]?.truth
    if (readings !== 1 || !truth) continue
    certain++
    assert.deepEqual(
      { dealer: dealer.cards, boxes: boxes.map(mainOf), net: { house: net.best } },
      { dealer: truth.dealer.cards, boxes: truth.boxes.map(mainOf), net: truth.net },
      `round ${index}`,
    )
  }
  assert.ok(certain > 0, 'some round has one reading')
}

const mainOf = ({ box, hands, spots }: Said['data']) => ({
  box,
  outcomes: hands.map(({ outcome }: Said['data']) => outcome),
  main: numbersOf(spots.main.best ?? spots.main),
})

const numbersOf = ({ staked, due, moved }: Said['data']) => ({ staked, due, moved })

/** What was said of the rounds, without what a restart is bound to change: the boot in ids, and the numbers of events. */
export function wordsOf({ type, round, data }: Said): string[] {
  if (type.startsWith('device.') || type.startsWith('system.')) return []
  return [`${type} ${round} ${JSON.stringify(data)}`.replace(/\b\d+-(\d+)\b(?=["\s])/g, 'r-$1')]
}

/** The journal without its restarts, folded in one run. */
export function uninterrupted({ config, journal }: Table): Said[] {
  const read = loadConfig(config)
  const [only] = read.ok ? read.tables : []
  assert.ok(only, 'there is one')
  const context = coreContext(only)
  let state = initialCore()
  const isOfRestart = ({ kind, n }: JournalRecord) => (kind === 'start' && n > 1) || kind === 'link' || kind === 'identity'
  return readJournal(journal).flatMap((record) => {
    if (isOfRestart(record)) return []
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    return encoded.flatMap((each) => (each.ok ? [each.envelope as Said] : []))
  })
}
