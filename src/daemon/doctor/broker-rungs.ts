/** The steps for a broker, one row each. Pure: facts in, advice out. */
import type { MqttConfig } from '../config/table-config.ts'
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

/** A fact is null if the one before it failed. */
export interface BrokerFacts {
  readonly url: string
  readonly mqtt: MqttConfig
  readonly address: { readonly ok: true; readonly address: string; readonly ms: number } | Failure | null
  /** `plain`: the URL does not ask for TLS. */
  readonly tls: 'plain' | Encrypted | Failure | null
  readonly login: { readonly ok: true; readonly ms: number } | Failure | null
  readonly commands: { readonly ok: true; readonly topic: string } | Failure | Guest | null
  readonly publish: Published | Failure | Guest | null
  readonly sink: SinkFacts | Guest | null
}

const unknown = failed('not checked')

/** The first row whose pattern matches gives the advice. */
type Advice = readonly (readonly [pattern: RegExp, todo: string])[]
const adviceFor = (rows: Advice, { code, text }: Failure): string | undefined =>
  rows.find(([pattern]) => pattern.test(`${code} ${text}`))?.[1]

const ADDRESS_ADVICE: Advice = [
  [
    /ENOTFOUND|EAI_/,
    "The host name cannot be resolved: check its spelling in mqtt.url and this machine's DNS settings (`getent hosts NAME`).",
  ],
  [/ECONNREFUSED/, 'The host answers, but nothing listens on that port: start the broker, or correct the port in mqtt.url.'],
  [
    /ETIMEDOUT|did not answer/,
    "Nothing answers: check the address, that the broker's machine is switched on, and any firewall in between.",
  ],
  [/EHOSTUNREACH|ENETUNREACH/, "That network cannot be reached: check this machine's network cable, address and gateway."],
  [/is taken/, 'Stop the other broker on this machine, or use it: set mqtt.url in the configuration.'],
]

/** From this many days before its end, somebody has to renew a certificate. */
const DAYS_LEFT_MIN = 30

const TLS_ADVICE: Advice = [
  [
    /CERT_HAS_EXPIRED/,
    "The broker's certificate has expired: ask whoever runs the broker to renew it. Check this machine's date as well (`timedatectl`).",
  ],
  [/CERT_NOT_YET_VALID/, "The broker's certificate is not valid yet: check this machine's date (`timedatectl`)."],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    "The broker's certificate is signed by an unknown authority: set mqtt.ca to the certificate file of that authority.",
  ],
  [/ALTNAME/, 'The certificate was issued for another host name: use the name in the certificate in mqtt.url.'],
  [
    /PROTOCOL_VERSION|protocol version/i,
    'The broker offers only versions of TLS before 1.3, which the table does not speak: set its minimum to TLS 1.3 (mosquitto: `tls_version tlsv1.3`).',
  ],
  [
    /WRONG_VERSION|packet length|EPROTO|ECONNRESET|ended the connection/,
    'That port does not speak TLS: check the port in mqtt.url (usually 8883 for mqtts, 1883 for mqtt). The table never falls back to plain text.',
  ],
]

const LOGIN_ADVICE: Advice = [
  [/^(4|134) |bad user ?name or password/i, 'Check mqtt.username and the file mqtt.passwordFile (one line, no trailing space).'],
  [
    /^(5|135) |not authori[sz]ed/i,
    "The broker does not know this login, or requires one: check mqtt.username, mqtt.passwordFile and the broker's list of users.",
  ],
  [/^(1|132) |unacceptable protocol|unsupported protocol/i, 'The broker does not support MQTT 5: set mqtt.protocol to 4.'],
  [/^(2|133) |identifier/i, "The broker rejects unknown client ids: allow every client id that begins with the table's id."],
  [/^(3|136) |server unavailable/i, 'The broker is running but unavailable: look at its log.'],
  [/certificate required|handshake failure|bad certificate/i, 'The broker requires a client certificate: set mqtt.cert and mqtt.key.'],
  [/passwordFile|mqtt\.(ca|cert|key)/, 'Give this user permission to read that file.'],
]

const remarksOn = ({ daysLeft, ownDaysLeft }: Encrypted): string | null => {
  const soon = (days: number | null, whose: string): string[] =>
    days !== null && days <= DAYS_LEFT_MIN ? [`${whose} expires in ${days} day${days === 1 ? '' : 's'}: have it renewed.`] : []
  return [...soon(daysLeft, "The broker's certificate"), ...soon(ownDaysLeft, "The table's own certificate (mqtt.cert)")].join(' ') || null
}

/** A table publishes this many records in a few minutes; a sink that is closer than this is keeping up. */
const BEHIND_MAX = 1000

const judgeSink = ({ topic, told }: SinkFacts): Judged => {
  if (told === null) return holds(`no audit sink has announced itself: ${topic} is empty`)
  if (told.kind === 'refused')
    return holds(
      'unknown whether there is a sink',
      `This login may not read ${topic} (${told.reason}): allow it in the broker's access rules.`,
    )
  if (told.kind === 'malformed')
    return failed(
      `${topic}: ${told.fault}`,
      'The retained message is not an acknowledgement: find out who writes to that topic, and allow only the sink to.',
    )
  const { ack, journal } = told
  const says = `${ack.sink} has everything up to record ${ack.seq}, boot ${ack.boot}`
  if ('unread' in journal)
    return holds(says, `Not compared with the journal, which cannot be read: ${journal.unread}. Run the doctor as the daemon's user.`)
  const { n, at, fault } = journal
  if (fault !== null)
    return failed(
      `${says}; the journal is damaged before that: ${fault}`,
      'Keep the folder as evidence, and restore the journal from the sink.',
    )
  if (at === null)
    return failed(
      `${says}; the journal ends at record ${n}`,
      'The sink has records that this journal does not: the journal was truncated, replaced by an older copy, or started again. Do not start the daemon; keep the folder, and restore the journal from the sink.',
    )
  if (ack.seq > 0 && (at.boot !== ack.boot || at.hash !== ack.hash))
    return failed(
      `${says}; the journal's records up to there differ${at.boot === ack.boot ? '' : `: boot ${at.boot}`}`,
      'One of the two was altered or replaced, or the sink receives another table under this name. Keep both as they are, and compare them record by record.',
    )
  const behind = n - ack.seq
  if (behind === 0) return holds(`${says}: the whole journal`)
  return holds(
    `${says}: ${behind} behind the journal`,
    behind > BEHIND_MAX ? 'If the gap does not shrink while the daemon runs, check the sink.' : null,
  )
}

const ONLY_THE_TABLE = holds('not tested: the daemon is running, and its own broker accepts no other client as its table')

const LOOPBACK = /^\[?(127\.|::1|localhost)/

export const BROKER_RUNGS: readonly Rung<BrokerFacts>[] = [
  {
    name: 'address answers',
    shows: 'the host name resolves, and something listens on the port',
    todo: "Check the address in mqtt.url and this machine's network.",
    judge: ({ address }) => {
      if (address === null) return unknown
      return address.ok
        ? holds(`${address.address}, ${address.ms.toFixed(0)} ms`)
        : failed(why(address), adviceFor(ADDRESS_ADVICE, address))
    },
  },
  {
    name: 'TLS',
    shows: 'the connection is encrypted, and the certificate is valid',
    todo: 'Check mqtt.ca, mqtt.cert and mqtt.key; `openssl s_client -connect HOST:PORT` shows what the broker sends.',
    judge: ({ tls, url }) => {
      if (tls === null) return unknown
      if (tls === 'plain') {
        const isNear = LOOPBACK.test(new URL(url).host)
        return holds('not used', isNear ? null : 'Everything, including the password, crosses the network unencrypted: use mqtts://.')
      }
      if (!tls.ok) return failed(why(tls), adviceFor(TLS_ADVICE, tls))
      const days = tls.daysLeft === null ? '' : `, ${tls.daysLeft} days left`
      const own = tls.ownDaysLeft === null ? '' : `; table's own certificate ${tls.ownDaysLeft} days left`
      return holds(`${tls.version}, certificate issued by ${tls.issuer}${days}${own}`, remarksOn(tls))
    },
  },
  {
    name: 'login',
    shows: 'the broker accepts the login',
    todo: "Look at the broker's log: it says why it refused the login.",
    judge: ({ login, mqtt }) => {
      if (login === null) return unknown
      if (!login.ok) return failed(why(login), adviceFor(LOGIN_ADVICE, login))
      return holds(
        `${mqtt.username === null ? 'without a username' : `as ${mqtt.username}`}, MQTT ${mqtt.protocol === 5 ? '5' : '3.1.1'}, ${login.ms.toFixed(0)} ms`,
      )
    },
  },
  {
    name: 'hears commands',
    shows: "this login may subscribe to the table's commands; without that the daemon cannot work",
    todo: "Allow this login to read that topic in the broker's access rules.",
    judge: ({ commands }) => {
      if (commands === null) return unknown
      if ('guest' in commands) return ONLY_THE_TABLE
      return commands.ok ? holds(commands.topic) : failed(why(commands))
    },
  },
  {
    name: 'may publish',
    shows: "this login may publish to the table's topics; tested by clearing an alarm that does not exist",
    todo: "Allow this login to write to the table's topics in the broker's access rules.",
    judge: ({ publish }) => {
      if (publish === null) return unknown
      if ('guest' in publish) return ONLY_THE_TABLE
      if (!publish.ok) return failed(why(publish))
      const { topic, ms, seen } = publish
      if (seen) return holds(`${topic}, received back after ${ms.toFixed(0)} ms`)
      return holds(
        `${topic}, acknowledged after ${ms.toFixed(0)} ms`,
        'The message did not come back to this login, so only the acknowledgement is known; some brokers acknowledge messages that their access rules then drop.',
      )
    },
  },
  {
    name: 'sink answers',
    shows: 'if an audit sink has announced itself, its records match the journal; a table need not have one',
    todo: 'Check the audit sink.',
    judge: ({ sink }) => (sink === null ? unknown : 'guest' in sink ? ONLY_THE_TABLE : judgeSink(sink)),
  },
]
