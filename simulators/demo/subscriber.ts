/** A subscriber as anybody could write one: an MQTT client over TCP that receives a table's topics. */
import mqtt from 'mqtt'

export interface Subscriber {
  /** Receives everything below these topics from now on; resolves when the broker has confirmed it. */
  subscribe(topics: readonly string[]): Promise<void>
  /** Topics seen so far that a broker keeps for later subscribers: all but the events. */
  standing(): readonly string[]
  close(): Promise<void>
}

/** @throws Error when the broker does not answer */
export async function connectSubscriber(url: string, onMessage: (topic: string, payload: string) => void): Promise<Subscriber> {
  // The broker lives as long as this process: there is nothing to connect to again.
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, clientId: 'demo-screen' }, false)
  client.on('error', () => undefined)
  const standing = new Set<string>()
  client.on('message', (topic, payload) => {
    if (payload.length === 0) standing.delete(topic)
    else if (!topic.includes('/ev/')) standing.add(topic)
    onMessage(topic, payload.toString('utf8'))
  })
  return {
    subscribe: async (topics) => {
      await client.subscribeAsync([...topics], { qos: 1 })
    },
    standing: () => [...standing],
    close: () => client.endAsync(true),
  }
}

/** A broker, and the login a table uses there. */
interface TablesBroker {
  readonly url: string
  readonly login: { readonly username: string; readonly password: string }
}

/**
 * Makes the broker forget these topics, because what is retained from a table that has ended would stay on every display. Its status goes
 * last.
 */
export async function takeAway({ url, login }: TablesBroker, topics: readonly string[]): Promise<void> {
  const client = await mqtt.connectAsync(url, { ...login, reconnectPeriod: 0, clientId: 'demo-take-away' }, false)
  client.on('error', () => undefined)
  const isStatus = (topic: string): boolean => topic.endsWith('/status')
  for (const topic of [...topics.filter((each) => !isStatus(each)), ...topics.filter(isStatus)]) {
    await client.publishAsync(topic, '', { retain: true, qos: 1 })
  }
  await client.endAsync()
}
