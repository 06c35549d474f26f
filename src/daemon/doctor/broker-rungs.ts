/** The steps for a broker, one row each. Pure: facts in, advice out. */

import type { MqttConfig } from '../../base/config/table-config.ts'
import { asIs, type Said } from '../../words/text.ts'
import { brokerWord as say } from './broker-words.ts'
import { type Failure, why } from './failure.ts'
import { failed, holds, type Judged, type Rung } from './rung.ts'
import type { SinkFacts } from './sink.ts'

export interface Encrypted {
  readonly ok: true
  readonly version: string
  readonly issuer: string
  /** Days until the broker's certificate expires; null if it does not say. */
  readonly daysLeft: number | null
  /** Days until the table's own certificate expires; null without one. */
  readonly ownDaysLeft: number | null
}

export interface Published {
  readonly ok: true
  readonly topic: string
  readonly ms: number
  /** The message came back to a subscriber: that shows more than an acknowledgement. */
  readonly seen: boolean
}

/** Not tried: a running daemon's own broker accepts nobody else as its table. */
export const GUEST = { ok: true, guest: true } as const
type Guest = typeof GUEST

/** It takes what is not to be kept. */
export const NO_RETAIN = { ok: true, keepsNothing: true } as const

/** A fact is null if the one before it failed. */
export interface BrokerFacts {
  readonly url: string
  readonly mqtt: MqttConfig
  readonly address: { readonly ok: true; readonly address: string; readonly ms: number } | Failure | null
  /** `plain`: the URL does not ask for TLS. */
  readonly tls: 'plain' | Encrypted | Failure | null
  readonly login: { readonly ok: true; readonly ms: number } | Failure | null
  readonly commands: { readonly ok: true; readonly topic: string } | Failure | Guest | null
  readonly publish: Published | Failure | Guest | typeof NO_RETAIN | null
  readonly sink: SinkFacts | Guest | null
}

const unknown = failed(say('not-checked'))

/** The first row whose pattern matches gives the advice. */
type Advice = readonly (readonly [pattern: RegExp, todo: Said])[]
const failedBy = (rows: Advice, failure: Failure): Judged => {
  const told = `${failure.code} ${failure.text}`
  return failed(asIs(why(failure)), rows.find(([pattern]) => pattern.test(told))?.[1] ?? null)
}

const ADDRESS_ADVICE: Advice = [
  [/ENOTFOUND|EAI_/, say('name-todo')],
  [/ECONNREFUSED/, say('refused-todo')],
  [/ETIMEDOUT|did not answer/, say('silent-todo')],
  [/EHOSTUNREACH|ENETUNREACH/, say('network-todo')],
  [/is taken/, say('taken-todo')],
]

/** From this many days before its end, somebody has to renew a certificate. */
const DAYS_LEFT_MIN = 30

const TLS_ADVICE: Advice = [
  [/CERT_HAS_EXPIRED/, say('expired-todo')],
  [/CERT_NOT_YET_VALID/, say('early-todo')],
  [/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/, say('authority-todo')],
  [/ALTNAME/, say('altname-todo')],
  [/PROTOCOL_VERSION|protocol version/i, say('old-tls-todo')],
  [/WRONG_VERSION|packet length|EPROTO|ECONNRESET|ended the connection/, say('no-tls-todo')],
]

const LOGIN_ADVICE: Advice = [
  [/^(4|134) |bad user ?name or password/i, say('password-todo')],
  [/^(5|135) |not authori[sz]ed/i, say('unknown-login-todo')],
  [/^(1|132) |unacceptable protocol|unsupported protocol/i, say('protocol-todo')],
  [/^(2|133) |identifier/i, say('client-todo')],
  [/^(3|136) |server unavailable/i, say('unavailable-todo')],
  [/certificate required|handshake failure|bad certificate/i, say('certificate-todo')],
  [/passwordFile|mqtt\.(ca|cert|key)/, say('file-todo')],
]

const soon = (days: number | null, code: 'ends-soon' | 'own-ends-soon'): Said[] =>
  days !== null && days <= DAYS_LEFT_MIN ? [say(code, { days: days === 1 ? say('day') : say('days', { days }) })] : []

const remarksOn = ({ daysLeft, ownDaysLeft }: Encrypted): Said | null => {
  const [one, other] = [...soon(daysLeft, 'ends-soon'), ...soon(ownDaysLeft, 'own-ends-soon')]
  return one === undefined || other === undefined ? (one ?? null) : say('both', { one, other })
}

/** A table publishes this many records in a few minutes; a sink that is closer than this is keeping up. */
const BEHIND_MAX = 1000

const judgeSink = ({ topic, told }: SinkFacts): Judged => {
  if (told === null) return holds(say('no-sink', { topic }))
  if (told.kind === 'refused') return holds(say('sink-unknown'), say('sink-unread-todo', { topic, why: told.reason }))
  if (told.kind === 'malformed') return failed(say('sink-malformed', { topic, fault: told.fault }), say('sink-malformed-todo'))
  const { ack, journal } = told
  const says = say('sink-says', { sink: ack.sink, seq: ack.seq, boot: ack.boot })
  if ('unread' in journal) return holds(says, say('sink-uncompared-todo', { why: journal.unread }))
  const { n, at, fault } = journal
  if (fault !== null) return failed(say('journal-damaged', { says, fault }), say('journal-damaged-todo'))
  if (at === null) return failed(say('journal-short', { says, n }), say('journal-short-todo'))
  if (ack.seq > 0 && (at.boot !== ack.boot || at.hash !== ack.hash)) {
    const boot = at.boot === ack.boot ? '' : say('differs-boot', { boot: at.boot })
    return failed(say('journal-differs', { says, boot }), say('journal-differs-todo'))
  }
  const behind = n - ack.seq
  if (behind === 0) return holds(say('sink-whole', { says }))
  return holds(say('sink-behind', { says, behind }), behind > BEHIND_MAX ? say('sink-behind-todo') : null)
}

const ONLY_THE_TABLE = holds(say('only-the-table'))

const LOOPBACK = /^\[?(127\.|::1|localhost)/

const inMs = (ms: number): string => ms.toFixed(0)

export const BROKER_RUNGS: readonly Rung<BrokerFacts>[] = [
  {
    name: say('address-answers'),
    shows: 'the host name resolves, and something listens on the port',
    todo: say('address-todo'),
    judge: ({ address }) => {
      if (address === null) return unknown
      return address.ok ? holds(say('address', { address: address.address, ms: inMs(address.ms) })) : failedBy(ADDRESS_ADVICE, address)
    },
  },
  {
    name: say('tls'),
    shows: 'the connection is encrypted, and the certificate is valid',
    todo: say('tls-todo'),
    judge: ({ tls, url }) => {
      if (tls === null) return unknown
      if (tls === 'plain') return holds(say('plain'), LOOPBACK.test(new URL(url).host) ? null : say('plain-todo'))
      if (!tls.ok) return failedBy(TLS_ADVICE, tls)
      const { version, issuer, daysLeft, ownDaysLeft } = tls
      const days = daysLeft === null ? '' : say('days-left', { days: daysLeft })
      const own = ownDaysLeft === null ? '' : say('own-days-left', { days: ownDaysLeft })
      return holds(say('encrypted', { version, issuer, days, own }), remarksOn(tls))
    },
  },
  {
    name: say('login'),
    shows: 'the broker accepts the login',
    todo: say('login-todo'),
    judge: ({ login, mqtt: { username, protocol } }) => {
      if (login === null) return unknown
      if (!login.ok) return failedBy(LOGIN_ADVICE, login)
      const as = username === null ? say('as-nobody') : say('as-user', { user: username })
      return holds(say('logged-in', { as, version: protocol === 5 ? '5' : '3.1.1', ms: inMs(login.ms) }))
    },
  },
  {
    name: say('hears-commands'),
    shows: "this login may subscribe to the table's commands; without that the daemon cannot work",
    todo: say('hears-todo'),
    judge: ({ commands }) => {
      if (commands === null) return unknown
      if ('guest' in commands) return ONLY_THE_TABLE
      return commands.ok ? holds(asIs(commands.topic)) : failed(asIs(why(commands)))
    },
  },
  {
    name: say('may-publish'),
    shows: "this login may publish to the table's topics; tested by clearing an alarm that does not exist",
    todo: say('publish-todo'),
    judge: ({ publish }) => {
      if (publish === null) return unknown
      if ('guest' in publish) return ONLY_THE_TABLE
      if ('keepsNothing' in publish) return failed(say('no-retain'), say('no-retain-todo'))
      if (!publish.ok) return failed(asIs(why(publish)))
      const { topic, seen } = publish
      const ms = inMs(publish.ms)
      return seen ? holds(say('came-back', { topic, ms })) : holds(say('acknowledged', { topic, ms }), say('acknowledged-todo'))
    },
  },
  {
    name: say('sink-answers'),
    shows: 'if an audit sink has announced itself, its records match the journal; a table need not have one',
    todo: say('sink-todo'),
    judge: ({ sink }) => (sink === null ? unknown : 'guest' in sink ? ONLY_THE_TABLE : judgeSink(sink)),
  },
]
