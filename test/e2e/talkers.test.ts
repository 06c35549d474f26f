/** A shoe of another maker at a real daemon: its cards are dealt, and what it cannot say leaves a round without a verdict. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { TWINS } from '../../simulators/talkers/index.ts'
import { todays } from '../runner/rotation.ts'
import { replay } from './processes.ts'
import type { Subscriber } from './subscriber.ts'
import {
  allHeard,
  cardsIn,
  cardsOf,
  clocksAgree,
  commonClock,
  FREE_BET,
  freeBetRounds,
  isLink,
  readJournal,
  startBroker,
  startReady,
  startSubscriber,
  startTable,
  type Table,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 1)
const DEADLINE_MS = 15_000

/** Nothing of one device is said before the daemon has all of the other. */
async function* inOrder(actions: readonly TableAction[], { journal, devices }: Table): AsyncGenerator<TableAction> {
  let cards = cardsIn(journal).length
  for (const action of actions) {
    await allHeard(devices.spots)
    await until('the cards before', () => cardsIn(journal).length >= cards)
    if (action.scan.kind === 'card') cards++
    yield action
  }
  await until('the last card', () => cardsIn(journal).length >= cards)
}

async function until(what: string, isIt: () => boolean): Promise<void> {
  const endMs = performance.now() + DEADLINE_MS
  while (!isIt()) {
    assert.ok(performance.now() < endMs, `in vain: ${what}`)
    await new Promise((wake) => setTimeout(wake, 2))
  }
}

interface Rig {
  readonly table: Table
  readonly subscriber: Subscriber
  readonly play: (actions: readonly TableAction[]) => Promise<unknown>
}

async function rig(t: TestContext, driver: string): Promise<Rig> {
  const { url: brokerUrl } = await startBroker(t)
  const subscriber = await startSubscriber(t, brokerUrl)
  const timing = commonClock()
  // The daemon is there before them: it would hold their ends of the lines open.
  const table = await startTable(t, { brokerUrl, lagMs: 100, devicesOptions: { timing, shoe: { driver } } }, (config) =>
    startReady(t, config, subscriber),
  )
  timing.start()
  for (const device of ['shoe', 'spots']) await subscriber.sees(`state/device/${device}`, ({ data }) => data.up)
  await clocksAgree(subscriber, 0, 1)
  // Many boards start again when their port is opened.
  await table.ptys.shoe?.write(TWINS.find((twin) => twin.driver === driver)?.hello ?? '')
  return { table, subscriber, play: (actions) => playActions(inOrder(actions, table), table.played, { speed: 20 }) }
}

/** Each speaks in its own words; what they have in common the tests below show each day. An eighth of them a day. */
for (const { driver } of todays(TWINS, 8)) {
  test(`${driver}: a round is dealt as it was played, and a replay says the same (SEED=${SEED})`, async (t) => {
    const { table, subscriber, play } = await rig(t, driver)
    const rounds = freeBetRounds(1, SEED)
    await play(withoutPauses(rounds))
    assert.deepEqual(cardsIn(table.journal), cardsOf(...rounds))
    await until(
      'all cards are published',
      () => subscriber.events().filter(({ type }) => type === 'card.dealt').length >= cardsOf(...rounds).length,
    )
    assert.ok(!subscriber.events().some(({ type }) => type === 'cards.missing' || type === 'round.incomplete'), 'nothing is missing')
    const { code, stdout } = await replay('--config', table.config, table.journal)
    assert.equal(code, 0)
    assert.equal(stdout.split('\n').filter((line) => line.includes('"card.dealt"')).length, cardsOf(...rounds).length)
  })
}

test('a cable that is out in a round: what was said meanwhile is missing, and the round is incomplete', async (t) => {
  const { table, subscriber, play } = await rig(t, 'bee-tek')
  const [round] = freeBetRounds(1, SEED)
  const actions = withoutPauses(round ? [round] : [])
  const half = actions.findLastIndex(({ scan }) => scan.kind === 'card')
  await play(actions.slice(0, half - 4))
  const from = subscriber.frames.length
  await table.ptys.shoe?.unplug()
  await subscriber.hears('the shoe is down', isLink('shoe', false), from)
  await table.ptys.shoe?.replug()
  await subscriber.hears('a card may be missing', ({ said }) => said?.type === 'cards.missing', from)
  await subscriber.hears('the round is incomplete', ({ said }) => said?.type === 'round.incomplete', from)
})

test('two equal cards that a serial server hands on in one piece are two cards, and no fault of the reader', async (t) => {
  const { table, subscriber } = await rig(t, 'bee-tek')
  await table.ptys.shoe?.write(' [Game]<Card:KH> [Game]<Card:KH> [Game]<Card:4S> ')
  await until('all three are journaled', () => cardsIn(table.journal).length >= 3)
  assert.deepEqual(cardsIn(table.journal), ['KH', 'KH', '4S'])
  // What is said of a card comes before the next device's news.
  const from = subscriber.frames.length
  await table.ptys.shoe?.unplug()
  await subscriber.hears('the shoe is down', isLink('shoe', false), from)
  assert.ok(!subscriber.events().some(({ type }) => type === 'device.incident'), 'nothing is said of the reader')
})

/** Chips that lie there one after the other, as the journal has them: each level of each spot. */
const levelsIn = (journal: string): readonly string[] =>
  readJournal(journal).flatMap((record) => {
    const [, spot, amount] = record.kind === 'line' ? (/^S \d+ \d+ (\S+) \d+ \S+ (\d+)(?: ids=\S+)? < /.exec(record.line) ?? []) : []
    return spot === undefined ? [] : [`${spot} ${amount}`]
  })

const changesOf = (levels: readonly string[], spot: string): readonly string[] =>
  levels.filter((level) => level.startsWith(`${spot} `)).filter((level, at, own) => level !== own[at - 1])

for (const driver of todays(['feig', 'thingmagic'], 2)) {
  test(`bee-tek and ${driver}: a round on devices of other makers alone is told as it was played (SEED=${SEED})`, async (t) => {
    const { url: brokerUrl } = await startBroker(t)
    const subscriber = await startSubscriber(t, brokerUrl)
    const { chips } = FREE_BET.table
    const devicesOptions = { shoe: { driver: 'bee-tek' }, chipReaders: { driver, chips } }
    const table = await startTable(t, { brokerUrl, lagMs: 100, devicesOptions }, (config) => startReady(t, config, subscriber))
    for (const device of ['shoe', 'reader-1']) await subscriber.sees(`state/device/${device}`, ({ data }) => data.up)
    await until(
      'every spot is told at first',
      () => levelsIn(table.journal).length >= table.configs.flatMap(({ antennas }) => Object.keys(antennas ?? {})).length,
    )
    const [round] = freeBetRounds(1, SEED)
    assert.ok(round, 'there is a round')
    // A level that lasts too short to come to rest is none to a reader: each waits until it is told.
    async function* atRest(): AsyncGenerator<TableAction> {
      const due = new Map<string, number>()
      let cards = 0
      for (const action of withoutPauses(round === undefined ? [] : [round])) {
        const { scan } = action
        if (scan.kind !== 'card' && scan.kind !== 'spot') continue
        if (scan.kind === 'card') cards++
        else due.set(scan.spot, scan.amount)
        yield action
        await until('it is told', () => {
          const told = new Map(levelsIn(table.journal).map((level) => level.split(' ') as [string, string]))
          return cardsIn(table.journal).length >= cards && [...due].every(([spot, amount]) => told.get(spot) === String(amount))
        })
      }
    }
    await playActions(atRest(), table.played, { speed: 20 })
    assert.deepEqual(cardsIn(table.journal), cardsOf(round))
    const played = round.actions.flatMap(({ scan }) => (scan.kind === 'spot' ? [`${scan.spot} ${scan.amount}`] : []))
    for (const spot of new Set(played.map((level) => level.split(' ')[0] ?? '')))
      assert.deepEqual(changesOf(levelsIn(table.journal), spot), changesOf([`${spot} 0`, ...played], spot))
    const missing = subscriber.events().filter(({ type }) => type === 'cards.missing' || type === 'device.incident')
    assert.deepEqual(missing, [])
    const { code, stdout } = await replay('--config', table.config, table.journal)
    assert.equal(code, 0)
    assert.match(stdout, /"card\.dealt"/)
  })
}
