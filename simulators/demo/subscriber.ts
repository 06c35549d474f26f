/** A subscriber as anybody could write one: an MQTT client over TCP that hears a table's topics. */
import mqtt from 'mqtt'

export interface Subscriber {
  /** Hears all below these topics from now on; resolves when the broker has said so. */
  subscribe(topics: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** @throws Error when the broker does not answer */
export async function connectSubscriber(url: string, onMessage: (payload: string) => void): Promise<Subscriber> {
  // The broker lives as long as this process: there is nothing to connect to again.
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, clientId: 'demo-screen' }, false)
  client.on('error', () => undefined)
  client.on('message', (_topic, payload) => onMessage(payload.toString('utf8')))
  return {
    subscribe: async (topics) => {
      await client.subscribeAsync([...topics], { qos: 1 })
    },
    close: () => client.endAsync(true),
  }
}
