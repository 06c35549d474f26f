/** What Home Assistant was told of the table by an earlier start is taken back once the configuration no longer asks for it. */
import { filter, type Observable, type Subscription, switchMap, take } from 'rxjs'
import type { TableConfig } from '../../base/config/table-config.ts'
import { discoveryMessage, discoveryTopic } from '../../wire/home-assistant.ts'
import type { TableName } from '../../wire/topics.ts'
import type { BrokerLink, LinkState } from '../broker/link.ts'
import { hearRetained } from '../broker/retained.ts'

/**
 * The broker is asked first, over a connection of its own: its rules may not know that topic, and some brokers cut off whoever writes where
 * he may not.
 */
export const takeBackDiscovery = (
  { mqtt, table }: Pick<TableConfig, 'mqtt' | 'table'>,
  name: TableName,
  link: Pick<BrokerLink, 'publish'> & { readonly state$: Observable<Pick<LinkState, 'kind'>> },
): readonly Subscription[] => {
  if (mqtt === null || mqtt.discovery !== undefined) return []
  const topic = discoveryTopic(name)
  const told$ = link.state$.pipe(
    filter(({ kind }) => kind === 'connected'),
    take(1),
    switchMap(() => hearRetained(mqtt, `${table}-discovery`, [topic])),
    filter((heard) => heard.has(topic)),
  )
  return [told$.subscribe(() => link.publish([discoveryMessage(name, null)]))]
}
