/** What a display may read must not depend on a card that lies face down: the same round with other hole cards, told in the same bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card, Rank, ScannedCard } from '../../devices/scan.ts'
import { RECORDED_TABLE, recordedRounds } from '../../simulators/recorded/recorded.ts'
import { type CaptureLine, captureLines } from '../../simulators/table/capture.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { loadConfig } from '../../src/base/config/load.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { captureReader } from '../../src/daemon/pipeline/capture.ts'
import { createPublisher } from '../../src/daemon/pipeline/publisher.ts'
import { coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import type { Message } from '../../src/wire/envelope.ts'
import { CAPTURE_STREAM } from '../../src/wire/stream.ts'
import { todays } from '../runner/rotation.ts'
import { temporaryFolder } from './processes.ts'
import { isPitTopic } from './subscriber.ts'
import { writeConfig } from './table.ts'

const BASE_MS = Date.UTC(2026, 0, 1)
const TOPIC = 'casino/v1/demo/p1/bj07/'
/** One of each kind that matters to a dealer's hand. */
const HOLES: readonly Rank[] = ['A', '2', '5', '6', '7', '9', 'T']
const { rules, ...recordedTable } = RECORDED_TABLE

function recordedConfig(): TableConfig {
  const devices = (['shoe', 'spots'] as const).map((role) => ({
    name: role,
    driver: 'tlp',
    role,
    path: `/dev/${role}`,
    serial: `X-${role}`,
  }))
  const file = writeConfig(temporaryFolder(), {
    table: recordedTable,
    overrides: rules,
    devices,
    brokerUrl: 'mqtt://127.0.0.1:9',
    lagMs: 1500,
  })
  const read = loadConfig(file)
  const [table] = read.ok ? read.tables : []
  assert.ok(table, 'the configuration has a table')
  return table
}

/** All the table sends, line by line as it is asked for: the daemon's own stations and publisher, with a time that stands still. */
function* messagesOf(config: TableConfig, lines: readonly CaptureLine[]): Generator<readonly Message[]> {
  const context = coreContext(config)
  let sent: Message[] = []
  let state = initialCore()
  const publisher = createPublisher({
    config,
    context,
    software: 'test',
    boot: 1,
    stream: CAPTURE_STREAM,
    journal: { durable: async () => undefined, append: () => null },
    link: { publish: (messages) => sent.push(...messages) },
    clock: { wallMs: () => BASE_MS, tableMs: () => BASE_MS },
    refuse: ({ reason }) => assert.fail(reason),
    recovered: { state, boots: 0, resume: new Map(), unwritten: [], unsure: [] },
    later: () => undefined,
  })
  publisher.begin()
  const reader = captureReader(config.devices)
  for (const [index, line] of lines.entries()) {
    const records = reader.line({ ...line, number: index + 1 })
    assert.ok(typeof records !== 'string', String(records))
    for (const record of records) {
      const [next, written] = stepCore(state, record, context)
      state = next
      publisher.written(written)
      publisher.flush()
    }
    yield sent
    sent = []
  }
}

/** Index of the hole card among the cards: the last of the deal. */
const holeAt = ({ truth }: PlayedRound): number => 2 * truth.boxes.length + 1

/** The round with another hole card. */
function withHole(round: PlayedRound, hole: ScannedCard): PlayedRound {
  let cards = 0
  const actions = round.actions.map((action) =>
    action.scan.kind === 'card' && cards++ === holeAt(round) ? { ...action, scan: { ...action.scan, card: hole } } : action,
  )
  return { ...round, actions }
}

/** The round's lines, behind what lay on the spots before it. */
const linesOf = (round: PlayedRound, before: readonly PlayedRound[]): CaptureLine[] =>
  captureLines([{ ...round, actions: [...lying(before), ...round.actions] }], {
    baseMs: BASE_MS,
    deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'puck' },
  })

/** The last word of each spot. */
function lying(rounds: readonly PlayedRound[]): TableAction[] {
  const last = new Map<string, TableAction>()
  for (const action of rounds.flatMap(({ actions }) => actions)) {
    if (action.scan.kind !== 'spot') continue
    last.delete(action.scan.spot)
    last.set(action.scan.spot, action)
  }
  return [...last.values()]
}

/** With the up card no natural. */
function otherHoles(round: PlayedRound): Card[] {
  const [up = '', hole = ''] = round.truth.dealer.cards
  const isTen = (rank: string): boolean => 'TJQK'.includes(rank)
  const makesNatural = (rank: Rank): boolean => (up[0] === 'A' && isTen(rank)) || (isTen(up[0] ?? '') && rank === 'A')
  return HOLES.filter((rank) => rank !== hole[0] && !makesNatural(rank)).map((rank) => `${rank}S` as Card)
}

/** What happens before the dealer turns his card: after the last player's card he draws, moves chips or closes the shoe. */
function untilTurned(round: PlayedRound): PlayedRound {
  const { actions, truth } = round
  const cards = actions.flatMap(({ scan }, at) => (scan.kind === 'card' ? [at] : []))
  const last = cards.at(1 - truth.dealer.cards.length) ?? cards.length
  const after = actions.findIndex(({ scan }, at) => at > last && scan.kind !== 'pointer')
  return { ...round, actions: after === -1 ? actions : actions.slice(0, after) }
}

/** Pit messages, `topic payload` each. */
const toldIn = (lines: Iterable<readonly Message[]>): string[] =>
  [...lines]
    .flat()
    .filter(({ topic }) => isPitTopic(topic.slice(TOPIC.length)))
    .map(({ topic, payload }) => `${topic.slice(TOPIC.length)} ${payload}`)

test('the same round with another hole card is told in the same bytes until that card is turned', (t) => {
  const config = recordedConfig()
  let compared = 0
  const rounds = recordedRounds()
  for (const [index, round] of todays([...rounds.entries()], 5)) {
    const before = rounds.slice(0, index)
    const [first, ...others] = [...otherHoles(round), ...round.truth.dealer.cards.slice(1, 2)].filter((card) => card !== '??')
    assert.ok(first, 'there is a first one')
    const told = (hole: ScannedCard): string[] => toldIn(messagesOf(config, linesOf(untilTurned(withHole(round, hole)), before)))
    const expected = told(first)
    assert.ok(
      expected.some((text) => text.includes('"hidden"')),
      'it lies face down for a while',
    )
    for (const other of others) {
      assert.deepEqual(told(other), expected, `round ${index}: ${other} instead of ${first}`)
      compared += expected.length
    }
  }
  t.diagnostic(`compared ${compared} messages`)
})
