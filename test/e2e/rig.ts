/** A table that is played at a pace, with a broker and somebody who hears all of it; everything ends with the test. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { readTable } from '../../src/base/config/read-table.ts'
import { coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { openRecords } from '../../src/tools/record-file.ts'
import { type Daemon, type Launch, startDaemon } from './processes.ts'
import type { Said, Subscriber } from './subscriber.ts'
import {
  clocksAgree,
  commonClock,
  heardInOrder,
  PACED_LAG_MS,
  ready,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  type Table,
  type TableOptions,
} from './table.ts'

export interface Rig extends Table {
  readonly brokerUrl: string
  readonly subscriber: Subscriber
  /** A daemon that has every device, and knows that their clocks show the same. */
  startDaemon(launch?: Launch): Promise<Daemon>
  /** Plays: nothing of one device is said before the daemon has all of the other. `before`: what comes before each action. */
  play(actions: readonly TableAction[], before?: () => Promise<void>): Promise<void>
  /** Plays while no daemon may be there to hear it: by the clock alone. */
  playUnheard(actions: readonly TableAction[]): Promise<void>
  /** The shoe is closed, and this many rounds are heard closed: what is said of each. */
  closeShoe(rounds: number): Promise<readonly Said['data'][]>
}

export interface RigOptions extends Partial<TableOptions> {
  /** Where the subscriber listens, if not at the daemon's broker. */
  readonly listenUrl?: string
}

/** The clocks of its devices show the same: what happens is in order by them. `brokerUrl`: default, a broker of its own. */
export async function startRig(t: TestContext, options: RigOptions = {}): Promise<Rig> {
  const brokerUrl = options.brokerUrl ?? (await startBroker(t)).url
  const subscriber = await startSubscriber(t, options.listenUrl ?? brokerUrl)
  const timing = commonClock()
  const table = await startTable(t, {
    lagMs: PACED_LAG_MS,
    ...options,
    brokerUrl,
    devicesOptions: { ...options.devicesOptions, timing },
  })
  timing.start()
  const { config, configs, devices } = table
  return {
    ...table,
    brokerUrl,
    subscriber,
    startDaemon: async (launch) => {
      const from = subscriber.frames.length
      const names = configs.map(({ name }) => name)
      const daemon = await ready(t, () => startDaemon(config, launch), subscriber, names)
      await clocksAgree(subscriber, from, names.length)
      return daemon
    },
    play: async (actions, before = async () => undefined) => {
      await playActions(behind(before, heardInOrder(actions, table)), devices, { speed: SPEED })
    },
    playUnheard: async (actions) => {
      await playActions(actions, devices, { speed: SPEED })
    },
    closeShoe: async (rounds) => {
      devices.shoe?.shoe('close')
      const closed = new Map<string, Said['data']>()
      const isLast = ({ id, type, data }: Said) => type === 'round.closed' && closed.set(id, data).size === rounds
      await subscriber.hears(`${rounds} rounds closed`, ({ said }) => said !== null && isLast(said))
      return [...closed.values()]
    },
  }
}

async function* behind(before: () => Promise<void>, actions: AsyncIterable<TableAction>): AsyncGenerator<TableAction> {
  for await (const action of actions) {
    await before()
    yield action
  }
}

/** What `npm run replay` prints of a journal; in this process, which has compiled already what it takes. */
async function replayed(config: string, journal: string): Promise<string> {
  const table = readTable(config, null)
  const context = coreContext(table)
  const { records } = await openRecords(journal, table)
  let state = initialCore()
  let text = ''
  for await (const record of records) {
    const [next, { encoded, fault }] = stepCore(state, record, context)
    assert.equal(fault, undefined, `record ${record.n}`)
    state = next
    for (const each of encoded) text += each.ok ? `${each.message.payload}\n` : assert.fail(each.refusal.reason)
  }
  return text
}

/** A replay of the journal prints every event that was heard, in the same bytes and in the order of their sequence, and nothing else. */
export async function assertReplayed({ config, journal, subscriber }: Pick<Rig, 'config' | 'journal' | 'subscriber'>): Promise<void> {
  const texts = new Map(subscriber.frames.flatMap(({ said, text }) => (said ? [[said.id, text]] : [])))
  assert.equal(
    await replayed(config, journal),
    subscriber
      .events()
      .map(({ id }) => `${texts.get(id)}\n`)
      .join(''),
  )
}
