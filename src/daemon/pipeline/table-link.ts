/** How one table connects to its broker: its client id, its birth and will, and its last word when it stops. */

import type { MqttConfig, TableConfig } from '../../base/config/table-config.ts'
import { auditTopic } from '../../wire/audit.ts'
import { type Encoded, encodeState, encodeWill, type Message, type StateHead } from '../../wire/envelope.ts'
import { topicFilter } from '../../wire/topics.ts'
import { connectBroker } from '../broker/client.ts'
import type { BrokerDeps, BrokerLink } from '../broker/link.ts'
import type { Journal } from '../journal/journal.ts'
import type { CoreContext } from '../stations/core.ts'
import type { TableClock } from './clock.ts'
import { ownTopics } from './foreign-words.ts'
import { readBackOf } from './read-back.ts'

interface LinkDeps {
  readonly mqtt: MqttConfig
  readonly notice: (text: string) => void
  readonly clock: TableClock
  readonly broker: BrokerDeps
  readonly journal: Journal
  /** null: the table keeps up. */
  readonly lagMs: () => number | null
}

export const linkToBroker = (
  config: TableConfig,
  context: CoreContext,
  head: Pick<StateHead, 'stream' | 'boot' | 'sequence'> & { readonly instance: string },
  { mqtt, broker, notice, clock, journal, lagMs }: LinkDeps,
): BrokerLink => {
  const { boot, instance } = head
  let births = 0
  const since = new Date(clock.wallMs()).toISOString()
  const opened = (encoded: Encoded): Message => {
    if (!encoded.ok) throw new Error(encoded.refusal.reason)
    return encoded.message
  }
  const options = {
    mqtt,
    clientId: `${config.table}-${instance}`,
    commandTopic: topicFilter(context.name, 'cmd/{user}/{name}'),
    receiptTopic: auditTopic(context.name),
    statusTopic: topicFilter(context.name, 'status'),
    ownTopics: ownTopics(context.name),
    warn: notice,
    birth: (conn: number) => {
      const late = lagMs()
      const data = { state: 'ready', instance, boot, conn, since, ...(late === null ? {} : { lagMs: late }) } as const
      return opened(encodeState(context.name, { topic: 'status' }, { ...head, counter: ++births, at: clock.wallMs() }, data))
    },
    readBack: readBackOf(journal, context.name, head.stream),
    will: (conn: number) => opened(encodeWill(context.name, { ...head, at: clock.wallMs() }, conn)),
  }
  return connectBroker(options, broker)
}

/** What `status` says from the end of the daemon on; null: it cannot be encoded. */
export const stoppedMessage = (context: CoreContext, head: StateHead, instance: string): Message | null => {
  const encoded = encodeState(context.name, { topic: 'status' }, head, { state: 'stopped', instance })
  return encoded.ok ? encoded.message : null
}
