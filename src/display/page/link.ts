/**
 * The one connection: MQTT over WebSocket. It subscribes on every connect, so that retained messages fill the page. It reconnects by
 * itself, with a fresh client after ever longer pauses, and at once when the network is back.
 */
import { type Signal, signal } from '@preact/signals'
import mqtt, { type MqttClient } from 'mqtt'
import type { Heard } from './intake.ts'
import type { Login, Session } from './session.ts'

export type LinkState =
  | { readonly kind: 'connecting' | 'up' }
  /** `atMs`: monotonic. */
  | { readonly kind: 'lost'; readonly atMs: number }
  /** The broker wants a login, or a different one. */
  | { readonly kind: 'refused'; readonly hadLogin: boolean }

export interface Link {
  readonly state: Signal<LinkState>
  readonly clientId: string
  /** Number of connections so far. */
  readonly connection: Signal<number>
  /** Subscribes to these from now on, in every connection. */
  hear(filters: readonly string[]): void
  unhear(filters: readonly string[]): void
  /** Returns false without a connection, or if this display only watches. */
  publish(topic: string, payload: string): boolean
  /** Connects again, as whoever is logged in now. */
  renew(): void
}

const BACKOFF_MS = [250, 500, 1000, 2000, 4000]
/** A ping that is not answered reveals a half-open connection. */
const KEEPALIVE_SECONDS = 5
const CONNECT_MS_MAX = 5000
/** MQTT 3.1.1, 3.2.2.3: bad user name or password, not authorized. */
const REFUSED_CODES: readonly unknown[] = [4, 5, 134, 135]

/** Only a logged-in user receives replies, so a broker that refuses them wants a login. */
function subscribe(client: MqttClient, wanted: readonly string[], onRefused: () => void): void {
  client.subscribe([...wanted], { qos: 1 }, (error) => {
    const granted = (error as { readonly packet?: { readonly granted?: readonly number[] } } | null)?.packet?.granted ?? []
    if (wanted.some((topic, at) => topic.includes('/reply/') && (granted[at] ?? 0) >= 128)) onRefused()
  })
}

function connect(url: string, clientId: string, login: Login | null): MqttClient {
  return mqtt.connect(url, {
    clientId,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS_MAX,
    keepalive: KEEPALIVE_SECONDS,
    // The package's own timers run in a worker made from text, which the page's policy forbids.
    timerVariant: 'native',
    ...(login === null ? {} : { username: login.user, password: login.password }),
  })
}

/** The present client. */
interface Present {
  /** null: there is none. */
  client(): MqttClient | null
  /** Leaves it for a new one at once. */
  renew(): void
  /** The broker wants a login. */
  refused(): void
}

/** A client that is replaced whenever it is lost. `open`: makes one; `onUp`: it has connected. */
function keepConnected(state: Link['state'], session: Session, open: () => MqttClient, onUp: (client: MqttClient) => void): Present {
  let present: MqttClient | null = null
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const lose = (from: MqttClient): void => {
    if (from !== present) return
    present = null
    from.removeAllListeners('message')
    from.end(true)
    if (state.peek().kind === 'refused') return
    // The session may have ended.
    void session.refresh()
    if (state.peek().kind !== 'lost') state.value = { kind: 'lost', atMs: performance.now() }
    const waitMs = BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)] ?? 0
    clearTimeout(retry)
    // Many displays lose the same broker at once, so random pauses spread their return.
    retry = setTimeout(start, waitMs * (0.75 + Math.random() / 2))
  }
  const refused = async (): Promise<void> => {
    const user = session.user.peek()
    state.value = { kind: 'refused', hadLogin: user !== null }
    await session.refresh()
    // Somebody has logged in on another page of this browser.
    const next = session.user.peek()
    if (next !== null && next !== user && state.peek().kind === 'refused') renew()
  }
  const renew = (): void => {
    const old = present
    present = null
    old?.end(true)
    state.value = { kind: 'connecting' }
    start()
  }
  const start = (): void => {
    clearTimeout(retry)
    const own = open()
    present = own
    own.on('connect', () => {
      failures = 0
      onUp(own)
    })
    own.on('error', (error) => {
      if ('code' in error && REFUSED_CODES.includes(error.code)) void refused()
      lose(own)
    })
    own.on('close', () => lose(own))
  }
  addEventListener('online', () => {
    if (present === null && state.peek().kind === 'lost') start()
  })
  start()
  return { client: () => present, renew, refused: () => void refused() }
}

export function connectLink(url: string, session: Session, onMessage: (heard: Heard) => void): Link {
  const state = signal<LinkState>({ kind: 'connecting' })
  const connection = signal(0)
  const clientId = `display-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`
  const filters = new Set<string>()
  const listen = (own: MqttClient, wanted: readonly string[]): void =>
    subscribe(own, wanted, () => {
      if (own === present.client()) present.refused()
    })
  const open = (): MqttClient =>
    connect(url, clientId, session.credentials()).on('message', (topic, payload, { retain }) =>
      onMessage({ topic, payload, isRetained: retain }),
    )
  const present = keepConnected(state, session, open, (own) => {
    connection.value += 1
    state.value = { kind: 'up' }
    if (filters.size > 0) listen(own, [...filters])
  })
  // Nobody hears what is answered to another.
  session.user.subscribe((user) => {
    for (const filter of filters) if (filter.includes('/reply/') && !filter.includes(`/reply/${user}/`)) filters.delete(filter)
  })
  /** null: it is not connected. */
  const connected = (): MqttClient | null => (present.client()?.connected ? present.client() : null)

  return {
    state,
    clientId,
    connection,
    hear(wanted) {
      for (const filter of wanted) filters.add(filter)
      const client = connected()
      if (client !== null) listen(client, wanted)
    },
    unhear(wanted) {
      for (const filter of wanted) filters.delete(filter)
      connected()?.unsubscribe([...wanted])
    },
    publish(topic, payload) {
      const client = session.onlyWatches.peek() ? null : connected()
      client?.publish(topic, payload, { qos: 1 })
      return client !== null
    },
    renew: present.renew,
  }
}
