/**
 * F20: messages on the table's own topics that the table did not write. At the embedded broker nobody can write there. At another broker
 * the access rules should prevent it, and this shows where they do not.
 *
 *   on ev/+, alarm/+ ──> alarm `forged-words`, which ends a minute after the last one
 *   on alarm/{id} ─────> the table publishes its own state there again; an alarm it has not raised is removed
 *   on status ─────────> second-daemon.ts
 *   on log ────────────> the book, which compares the sealed hash of the journal
 */
import { asyncScheduler, buffer, connect, filter, map, type Observable, type SchedulerLike, type Subscription, throttleTime } from 'rxjs'
import { encodeRemoval, type Message } from '../../wire/envelope.ts'
import { forgedWords } from '../../wire/host-alarms.ts'
import { baseTopic, type TableName, topicFilter } from '../../wire/topics.ts'
import type { ForeignWords } from '../broker/inbound.ts'
import { type Telling, toldForAWhile } from './host-news.ts'

/** The topics of its own that a table listens to, besides its status: filters that end in `/+`. */
export const ownTopics = (name: TableName): readonly string[] => [`${baseTopic(name)}/ev/+`, topicFilter(name, 'alarm/{id}')]

/** Even a thousand messages a second make no more records than this. */
const TOLD_EVERY_MS = 30_000
/** A forged alarm stays on displays no longer than this. */
const CORRECT_EVERY_MS = 250
/** Limit for one such interval. The alarm is raised; whatever exceeds the limit is corrected when it is published again. */
const CORRECTED_MAX = 100

export interface ForeignWordsOptions {
  readonly name: TableName
  readonly foreign$: Observable<ForeignWords>
  readonly wallMs: () => number
  /** Another daemon claims to be this table. That has an alarm of its own, and two daemons that correct each other would never stop. */
  readonly isImitated: () => boolean
  readonly link: {
    /** Whether the table has something retained on that topic. */
    holds(topic: string): boolean
    publish(messages: readonly Message[]): void
    republish(): void
  }
}

export const watchForeignWords = (
  { name, foreign$, wallMs, isImitated, link }: ForeignWordsOptions,
  { tell, warn }: Telling,
  scheduler: SchedulerLike = asyncScheduler,
): Subscription => {
  const base = `${baseTopic(name)}/`
  // Removing an alarm that does not exist changes nothing: `npm run doctor` does it to test whether it may publish.
  const isNews = ({ topic, payload }: ForeignWords): boolean => payload.length > 0 || link.holds(topic)
  const strange$ = foreign$.pipe(filter((words) => isNews(words) && !isImitated()))
  const told$ = strange$.pipe(
    // A message the broker kept may be the table's own, from before its start.
    filter(({ isKept }) => !isKept),
    throttleTime(TOLD_EVERY_MS, scheduler),
    map(({ topic }) => forgedWords(topic.slice(base.length), wallMs())),
  )
  const watching = toldForAWhile(told$, scheduler).subscribe((words) => {
    tell('forged-words', words)
    if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
  })
  const alarms$ = strange$.pipe(
    filter(({ topic }) => topic.startsWith(`${base}alarm/`)),
    connect((words$) => words$.pipe(buffer(words$.pipe(throttleTime(CORRECT_EVERY_MS, scheduler, { leading: false, trailing: true }))))),
    filter((words) => words.length > 0),
    map((words) => words.slice(0, CORRECTED_MAX)),
  )
  watching.add(
    alarms$.subscribe((words) => {
      const topics = [...new Set(words.map(({ topic }) => topic))]
      const made = topics.filter((topic) => !link.holds(topic))
      link.publish(
        made.flatMap((topic) => encodeRemoval(name, { topic: 'alarm/{id}', name: topic.slice(base.length + 'alarm/'.length) }) ?? []),
      )
      // The table's own kept alarms have been published again at the connection.
      if (words.some(({ topic, isKept }) => !isKept && link.holds(topic) && !made.includes(topic))) link.republish()
    }),
  )
  return watching
}
