/** The real system behind a page: simulated devices on pseudo-terminals, the daemon as a process, a broker, a subscriber. */
import { appendFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { playActions } from '../../../simulators/device/player.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import type { EmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import type { Daemon } from '../../e2e/processes.ts'
import type { Subscriber } from '../../e2e/subscriber.ts'
import { startBroker, startReady, startSubscriber, startTable, type TableOptions } from '../../e2e/table.ts'
import { lastingPorts } from '../../free-port.ts'

export interface Shown {
  readonly url: string
  readonly broker: EmbeddedBroker
  readonly subscriber: Subscriber
  readonly daemon: Daemon
  play(actions: Iterable<TableAction>): Promise<void>
}

/** How much faster than real time the devices report. */
const SPEED = 10

export async function startShown(t: TestContext, options: Omit<TableOptions, 'brokerUrl'> = {}): Promise<Shown> {
  await refreshPages()
  const [port = 0, brokerPort = 0] = await lastingPorts(2)
  const broker = await startBroker(t, brokerPort)
  const subscriber = await startSubscriber(t, broker.url)
  const table = await startTable(t, { ...options, brokerUrl: broker.url })
  appendFileSync(table.config, `display: { port: ${port} }\n`)
  const daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  await daemon.says(/display: http/)
  return {
    url: `http://127.0.0.1:${port}/`,
    broker,
    subscriber,
    daemon,
    play: async (actions) => {
      await playActions(actions, table.devices, { speed: SPEED })
    },
  }
}
