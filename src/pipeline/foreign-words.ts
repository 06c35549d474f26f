/**
 * F20: messages on the table's own topics that the table did not write. At the embedded broker nobody can write there. At another broker
 * the access rules should prevent it, and this shows where they do not.
 *
 *   on ev/+, alarm/+ ──> alarm `forged-words`, a minute after the last one over
 *   on alarm/{id} ─────> what the table says there is said again; an alarm that it has not raised is removed
 *   on status ─────────> second-daemon.ts
 *   on log ────────────> the book, by the sealed hash of the journal
 */
import { asyncScheduler, bufferTime, filter, map, type Observable, type SchedulerLike, type Subscription, throttleTime } from 'rxjs'
import type { ForeignWords } from '../broker/inbound.ts'
import { encodeRemoval, type Message } from '../wire/envelope.ts'
import { forgedWords } from '../wire/host-alarms.ts'
import { baseTopic, type TableName, topicFilter } from '../wire/topics.ts'
import { type Telling, toldForAWhile } from './host-watch.ts'

/** What of its own a table listens to, besides its status: filters that end in `/+`. */
export const ownTopics = (name: TableName): readonly string[] => [`${baseTopic(name)}/ev/+`, topicFilter(name, 'alarm/{id}')]

/** Even a thousand messages a second make no more records than this. */
const TOLD_EVERY_MS = 30_000
/** A forged alarm stands on displays no longer than this. */
const CORRECT_EVERY_MS = 250
/** Of one such time; the alarm stands, and what is beyond is put right when it is published again. */
const CORRECTED_MAX = 100

export interface ForeignWordsOptions {
  readonly name: TableName
  readonly foreign$: Observable<ForeignWords>
  readonly wallMs: () => number
  /** Another daemon says that it is this table, which has an alarm of its own: two that corrected each other would not end. */
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
  // Removing an alarm that there is not changes nothing for anybody: so `npm run doctor` tries whether it may publish.
  const isNews = ({ topic, payload }: ForeignWords): boolean => payload.length > 0 || link.holds(topic)
  const strange$ = foreign$.pipe(filter((words) => isNews(words) && !isImitated()))
  const told$ = strange$.pipe(
    // What the broker kept may be the table's own, from before its start.
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
    bufferTime(CORRECT_EVERY_MS, scheduler),
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
      // What was kept of the table's own alarms has been said again at the connect.
      if (words.some(({ topic, isKept }) => !isKept && link.holds(topic) && !made.includes(topic))) link.republish()
    }),
  )
  return watching
}
