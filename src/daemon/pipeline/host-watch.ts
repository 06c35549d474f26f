/** Watches the machine under a table: joins each kind of news in `host-news.ts` to what it is read from. */
import { distinctUntilChanged, EMPTY, filter, map, merge, type Observable, of, type Subscription } from 'rxjs'
import type { MqttConfig } from '../../base/config/table-config.ts'
import type { BrokerLink } from '../broker/link.ts'
import type { Journal } from '../journal/journal.ts'
import type { Filling } from '../journal/room.ts'
import { certificates, tellCertificate } from './certificate-news.ts'
import type { TableClock } from './clock.ts'
import {
  brokerNews,
  clockNews,
  fullNews,
  leftOutNews,
  openingWords,
  refusedNews,
  type Telling,
  takeoverNews,
  tellBroker,
  tellClock,
  tellFull,
  tellLeftOut,
  tellRefusing,
  tellRoom,
  tellTakeover,
  toldOnce,
} from './host-news.ts'
import { watchSecondDaemon } from './second-daemon.ts'

interface Host {
  readonly journal: Journal
  readonly mqtt: MqttConfig
  readonly instance: string
  readonly link: BrokerLink
  readonly clock: TableClock
  readonly steps$: Observable<number>
  readonly acceptJournal: string | undefined
  readonly fillings$: Observable<Filling | null>
  readonly ownBroker: OwnBroker | undefined
}

/** What the embedded broker has to tell the tables that use it. */
export interface OwnBroker {
  /** All places for clients without a login are taken. */
  readonly isFull$: Observable<boolean>
  /** A table's client id, whenever somebody else tried to connect with it. */
  readonly imitated$: Observable<string>
}

export const watchHost = (
  { journal, acceptJournal, mqtt, instance, link, clock, steps$, fillings$, ownBroker }: Host,
  telling: Telling,
): Subscription => {
  const connected$ = link.state$.pipe(
    map(({ kind }) => kind),
    distinctUntilChanged(),
    filter((kind) => kind === 'connected'),
  )
  const watching = fillings$.subscribe((filling) => tellRoom(filling, telling))
  watching.add(certificates({ mqtt, connected$, wallMs: clock.machineMs }).subscribe((words) => tellCertificate(words, telling)))
  watching.add(brokerNews(link.state$, mqtt.urls[0] ?? '', clock.wallMs).subscribe((words) => tellBroker(words, telling)))
  const prevented$ = (ownBroker?.imitated$ ?? EMPTY).pipe(
    filter((id) => id === link.clientId),
    map(() => ({ url: mqtt.urls[0] ?? '', how: 'prevented' }) as const),
  )
  watching.add(takeoverNews(merge(link.takenOver$, prevented$)).subscribe((words) => tellTakeover(words, telling)))
  watching.add(fullNews(ownBroker?.isFull$ ?? of(false)).subscribe((words) => tellFull(words, telling)))
  watching.add(refusedNews(link.state$).subscribe((words) => tellRefusing(words, telling)))
  watching.add(leftOutNews(link.leftOut$).subscribe((words) => tellLeftOut(words, telling)))
  const { statuses$, announce } = link
  watching.add(watchSecondDaemon({ instance, statuses$, connected$, wallMs: clock.wallMs, announce }, telling))
  for (const [alarm, words] of openingWords(journal, clock.wallMs(), acceptJournal))
    watching.add(toldOnce(words).subscribe((each) => telling.tell(alarm, each)))
  watching.add(clockNews(steps$, clock.wallMs).subscribe((words) => tellClock(words, telling)))
  return watching
}
