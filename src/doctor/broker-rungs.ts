/** The ladder of a broker, a row a rung. Pure: what was found in, what to do out. */
import type { MqttConfig } from '../config/table-config.ts'
import { type Failure, why } from './failure.ts'
import { failed, holds, type Judged, type Rung } from './rung.ts'
import type { SinkFacts } from './sink.ts'

export interface Encrypted {
  readonly ok: true
  readonly version: string
  readonly issuer: string
  /** Until the broker's certificate ends; null where it says none. */
  readonly daysLeft: number | null
  /** Until the table's own ends; null without one. */
  readonly ownDaysLeft: number | null
}

export interface Published {
  readonly ok: true
  readonly topic: string
  readonly ms: number
  /** It came back to a subscriber: more than an acknowledgement. */
  readonly seen: boolean
}

/** Not tried: a running daemon's own broker lets nobody else be its table. */
export const GUEST = { ok: true, guest: true } as const
type Guest = typeof GUEST

/** A fact is null where the one before it failed. */
export interface BrokerFacts {
  readonly url: string
  readonly mqtt: MqttConfig
  readonly address: { readonly ok: true; readonly address: string; readonly ms: number } | Failure | null
  /** `plain`: the URL asks for none. */
  readonly tls: 'plain' | Encrypted | Failure | null
  readonly login: { readonly ok: true; readonly ms: number } | Failure | null
  readonly commands: { readonly ok: true; readonly topic: string } | Failure | Guest | null
  readonly publish: Published | Failure | Guest | null
  readonly sink: SinkFacts | Guest | null
}

const unknown = failed('it was not looked at')

/** The first row whose pattern fits says what to do. */
type Advice = readonly (readonly [pattern: RegExp, todo: string])[]
const adviceFor = (rows: Advice, { code, text }: Failure): string | undefined =>
  rows.find(([pattern]) => pattern.test(`${code} ${text}`))?.[1]

const ADDRESS_ADVICE: Advice = [
  [
    /ENOTFOUND|EAI_/,
    "The name does not resolve: look at its spelling in mqtt.url, and at this machine's name server (`getent hosts NAME`).",
  ],
  [/ECONNREFUSED/, 'The machine is there, but no broker listens on that port: start the broker, or correct the port in mqtt.url.'],
  [/ETIMEDOUT|did not answer/, 'Nothing answers: a firewall in between, a wrong address, or the machine is off.'],
  [/EHOSTUNREACH|ENETUNREACH/, "There is no way to that network: look at this machine's cable, address and gateway."],
  [/is taken/, 'Stop the other broker on this machine, or name it under mqtt.url in the configuration.'],
]

/** Days before its end from which on a certificate is somebody's task. */
const DAYS_LEFT_MIN = 30

const TLS_ADVICE: Advice = [
  [/CERT_HAS_EXPIRED/, "The broker's certificate has ended: whoever runs the broker has to renew it. Look at this machine's date as well."],
  [/CERT_NOT_YET_VALID/, "The broker's certificate is not valid yet: look at this machine's date (`timedatectl`)."],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    "The authority is not known: set mqtt.ca to the file of the one that signs the broker's certificate.",
  ],
  [/ALTNAME/, 'The certificate is for another name: use in mqtt.url the name that stands in it.'],
  [
    /WRONG_VERSION|packet length|EPROTO|ECONNRESET|ended the connection/,
    'That port does not speak TLS: 8883 is usual for mqtts, 1883 for mqtt. There is no way back to plain text.',
  ],
]

const LOGIN_ADVICE: Advice = [
  [/^(4|134) |bad user ?name or password/i, 'Look at mqtt.username and at the file mqtt.passwordFile (one line, no blank behind it).'],
  [
    /^(5|135) |not authori[sz]ed/i,
    'The broker knows no such login, or asks for one: look at mqtt.username and mqtt.passwordFile, and at its list of users.',
  ],
  [/^(1|132) |unacceptable protocol|unsupported protocol/i, 'The broker speaks no MQTT 5: set mqtt.protocol to 4.'],
  [/^(2|133) |identifier/i, 'The broker takes no client ids it does not know: let it take any that begins with the id of the table.'],
  [/^(3|136) |server unavailable/i, 'The broker is up, but does not serve: look at its log.'],
  [
    /certificate required|handshake failure|bad certificate/i,
    "The broker asks for the table's own certificate: set mqtt.cert and mqtt.key.",
  ],
  [/passwordFile|mqtt\.(ca|cert|key)/, 'Let this user read that file.'],
]

const remarksOn = ({ daysLeft, ownDaysLeft }: Encrypted): string | null => {
  const soon = (days: number | null, whose: string): string[] =>
    days !== null && days <= DAYS_LEFT_MIN ? [`${whose} ends in ${days} day${days === 1 ? '' : 's'}: have it renewed.`] : []
  return [...soon(daysLeft, "The broker's certificate"), ...soon(ownDaysLeft, "The table's own certificate (mqtt.cert)")].join(' ') || null
}

/** So many records a table says in some minutes; a sink that is nearer follows. */
const BEHIND_MAX = 1000

const judgeSink = ({ topic, told }: SinkFacts): Judged => {
  if (told === null) return holds(`no audit sink has announced itself: nothing stands on ${topic}`)
  if (told.kind === 'refused')
    return holds(
      'whether there is one is not known',
      `This login may not read ${topic} (${told.reason}): let it, in the access rules of the broker.`,
    )
  if (told.kind === 'malformed')
    return failed(
      `${topic}: ${told.fault}`,
      'What stands there is no acknowledgement: find out who writes that topic, and let nobody but the sink write it.',
    )
  const { ack, journal } = told
  const says = `${ack.sink} has all up to record ${ack.seq}, boot ${ack.boot}`
  if ('unread' in journal)
    return holds(says, `It was not compared, for the journal cannot be read: ${journal.unread}. Ask as the user of the daemon.`)
  const { n, at, fault } = journal
  if (fault !== null)
    return failed(`${says}; the journal is damaged before that: ${fault}`, 'Keep the folder as evidence, and restore it from the sink.')
  if (at === null)
    return failed(
      `${says}; the journal ends at record ${n}`,
      'The sink has records that this journal lost or never had: it was cut back, replaced by an older copy, or begun anew. Start nothing, keep the folder, and restore it from the sink.',
    )
  if (ack.seq > 0 && (at.boot !== ack.boot || at.hash !== ack.hash))
    return failed(
      `${says}; the journal has other records up to there${at.boot === ack.boot ? '' : `, boot ${at.boot}`}`,
      'One of the two was altered or exchanged, or the sink hears another table under this name. Keep both as they are, and compare them record by record.',
    )
  const behind = n - ack.seq
  if (behind === 0) return holds(`${says}: all there is`)
  return holds(
    `${says}: ${behind} behind`,
    behind > BEHIND_MAX ? 'If that does not become less while the daemon runs, look at the sink.' : null,
  )
}

const ONLY_THE_TABLE = holds('not tried: the daemon runs, and its own broker lets nobody else be its table')

const LOOPBACK = /^\[?(127\.|::1|localhost)/

export const BROKER_RUNGS: readonly Rung<BrokerFacts>[] = [
  {
    name: 'address answers',
    shows: 'its name resolves, and something listens there',
    todo: 'Look at the address in mqtt.url, and at the network of this machine.',
    judge: ({ address }) => {
      if (address === null) return unknown
      return address.ok
        ? holds(`${address.address}, ${address.ms.toFixed(0)} ms`)
        : failed(why(address), adviceFor(ADDRESS_ADVICE, address))
    },
  },
  {
    name: 'TLS',
    shows: 'the connection is encrypted, and the certificate is good',
    todo: 'Look at mqtt.ca, mqtt.cert and mqtt.key; `openssl s_client -connect HOST:PORT` shows what the broker says.',
    judge: ({ tls, url }) => {
      if (tls === null) return unknown
      if (tls === 'plain') {
        const isNear = LOOPBACK.test(new URL(url).host)
        return holds('not asked for', isNear ? null : 'Everything, the login too, goes over the network in plain text: use mqtts://.')
      }
      if (!tls.ok) return failed(why(tls), adviceFor(TLS_ADVICE, tls))
      const days = tls.daysLeft === null ? '' : `, ${tls.daysLeft} days left`
      const own = tls.ownDaysLeft === null ? '' : `; own certificate ${tls.ownDaysLeft} days`
      return holds(`${tls.version}, certificate of ${tls.issuer}${days}${own}`, remarksOn(tls))
    },
  },
  {
    name: 'login',
    shows: 'the broker lets this table in',
    todo: "Look at the broker's log: it says why it let nobody in.",
    judge: ({ login, mqtt }) => {
      if (login === null) return unknown
      if (!login.ok) return failed(why(login), adviceFor(LOGIN_ADVICE, login))
      return holds(
        `${mqtt.username === null ? 'without a name' : `as ${mqtt.username}`}, MQTT ${mqtt.protocol === 5 ? '5' : '3.1.1'}, ${login.ms.toFixed(0)} ms`,
      )
    },
  },
  {
    name: 'hears commands',
    shows: 'it may subscribe to the commands for this table; the daemon does not go on without',
    todo: 'Let this login read that topic in the access rules of the broker.',
    judge: ({ commands }) => {
      if (commands === null) return unknown
      if ('guest' in commands) return ONLY_THE_TABLE
      return commands.ok ? holds(commands.topic) : failed(why(commands))
    },
  },
  {
    name: 'may publish',
    shows: "it may write into the table's topics; tried by removing an alarm that there is not",
    todo: "Let this login write to the table's topics in the access rules of the broker.",
    judge: ({ publish }) => {
      if (publish === null) return unknown
      if ('guest' in publish) return ONLY_THE_TABLE
      if (!publish.ok) return failed(why(publish))
      const { topic, ms, seen } = publish
      if (seen) return holds(`${topic}, came back after ${ms.toFixed(0)} ms`)
      return holds(
        `${topic}, acknowledged after ${ms.toFixed(0)} ms`,
        'It did not come back to this login, so the acknowledgement is all that is known; some brokers acknowledge what their rules drop.',
      )
    },
  },
  {
    name: 'sink answers',
    shows: 'the audit sink has the journal as far as it says, where one has announced itself; a table may be without',
    todo: 'Look at the audit sink.',
    judge: ({ sink }) => (sink === null ? unknown : 'guest' in sink ? ONLY_THE_TABLE : judgeSink(sink)),
  },
]
