/** How long the certificates are valid, as news of the machine. */
import {
  combineLatest,
  distinctUntilChanged,
  exhaustMap,
  interval,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  scan,
  startWith,
  throttleTime,
} from 'rxjs'
import type { MqttConfig } from '../../base/config/table-config.ts'
import type { HostWords } from '../../engine/observation.ts'
import { certificateWords } from '../../wire/host-alarms.ts'
import { ownUntilMs, placeOf, shakeHands } from '../broker/certificates.ts'
import type { Telling } from './host-news.ts'

/** A certificate as reported; `whose` is the start of a sentence. */
export interface Ending {
  readonly whose: string
  readonly untilMs: number
}

const DAY_MS = 86_400_000
/** F23: days before the end. */
const DAYS_TOLD = [1, 7, 30] as const

/** What to report about the certificate that expires first; null: all are valid for long. The text changes at days 30, 7 and 1. */
export const endingWords = (endings: readonly Ending[], nowMs: number): HostWords | null => {
  const [first] = endings.toSorted((one, other) => one.untilMs - other.untilMs)
  if (first === undefined) return null
  const leftMs = first.untilMs - nowMs
  const days = leftMs <= 0 ? 0 : DAYS_TOLD.find((each) => leftMs <= each * DAY_MS)
  if (days === undefined) return null
  return certificateWords(first.whose, days, `${new Date(first.untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`)
}

/** Time between checks, and so the delay until a renewed certificate is noticed; a handshake costs next to nothing. */
const LOOK_MS = 600_000
/** The start of a day is reported within 5 s (P6). */
const DAY_BEGINS_MS = 1000
const ANSWER_MS_MAX = 4000

export interface CertificateOptions {
  readonly mqtt: MqttConfig
  /** Emits with every connection to the broker: then there is a certificate to check. */
  readonly connected$: Observable<unknown>
  readonly wallMs: () => number
}

/** What to report about the certificates, whenever it changes; never anything without encryption. */
export const certificates = ({ mqtt, connected$, wallMs }: CertificateOptions, scheduler?: SchedulerLike): Observable<HostWords | null> => {
  // If a broker disconnects every second, its certificate is not checked as often.
  const look$ = merge(interval(LOOK_MS, scheduler), connected$.pipe(throttleTime(LOOK_MS, scheduler)))
  const endings$ = look$.pipe(
    exhaustMap(() => lookAtAll(mqtt)),
    // For one that does not answer now, its last known date remains.
    scan((known, found) => new Map([...known, ...found]), new Map<string, number>()),
    map((known) => [...known].map(([whose, untilMs]) => ({ whose, untilMs }))),
  )
  return combineLatest([endings$, interval(DAY_BEGINS_MS, scheduler).pipe(startWith(0))]).pipe(
    map(([endings]) => endingWords(endings, wallMs())),
    distinctUntilChanged((one, other) => one?.text === other?.text),
  )
}

const lookAtAll = async (mqtt: MqttConfig): Promise<ReadonlyMap<string, number>> => {
  const encrypted = mqtt.urls.map(placeOf).filter((place) => place.encrypted)
  const looks = encrypted.map(async (place): Promise<readonly [string, number | null]> => {
    const { untilMs } = await shakeHands(place, mqtt, within(ANSWER_MS_MAX))
    return [`The certificate of the broker ${place.host}:${place.port}`, untilMs]
  })
  const own = encrypted.length > 0 && mqtt.cert !== null ? [ownUntilMs(mqtt.cert).then((untilMs) => [OWN, untilMs] as const)] : []
  // If a certificate cannot be checked, the connection fails as well, and says why.
  const settled = await Promise.allSettled([...looks, ...own])
  return new Map(settled.flatMap((each) => (each.status === 'fulfilled' && each.value[1] !== null ? [[each.value[0], each.value[1]]] : [])))
}

const OWN = "The table's own certificate (mqtt.cert)"

const within =
  (ms: number) =>
  async (attempt: Promise<unknown>): Promise<unknown> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    })
    return Promise.race([attempt, late]).finally(() => clearTimeout(timer))
  }

export const tellCertificate = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('certificate', words)
  if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
}
