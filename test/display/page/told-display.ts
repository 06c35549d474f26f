/**
 * One table behind a display, with a real broker and the real server. The table publishes what the test tells it to, and lasts as long as
 * the test.
 */
import type { TestContext } from 'node:test'
import mqtt from 'mqtt'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import type { LanguageFile } from '../../../src/words/file.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { deviceMessage, ROLES, readyMessage, type ToldTable, workingDevice } from './told-tables.ts'

export interface ToldDisplay {
  readonly url: string
  readonly client: mqtt.MqttClient
  publish(messages: readonly Message[]): Promise<void>
}

const BEAT_MS = 500

/** `book`: the address of a book. `languages`: besides English and German. */
export async function startToldDisplay(
  t: TestContext,
  { name, birth }: Pick<ToldTable, 'name' | 'birth'>,
  book?: string,
  languages: readonly LanguageFile[] = [],
): Promise<ToldDisplay> {
  await refreshPages()
  const broker = await startOpenBroker({ port: 0 })
  const display = serveDisplay({
    host: '127.0.0.1',
    port: await freePort(),
    broker: { urls: [broker.url], ca: null },
    isLocalOnly: true,
    book,
    languages,
    notice: () => undefined,
  })
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 })
  const publish = async (messages: readonly Message[]): Promise<void> => {
    // Leaves out what a display may not read.
    const shown = messages.filter(({ topic }) => !topic.endsWith('/log'))
    await Promise.all(shown.map(({ topic, payload, qos, retain }) => client.publishAsync(topic, payload, { qos, retain })))
  }
  await publish([...birth, readyMessage(name)])
  let said = Promise.resolve()
  const beat = setInterval(() => {
    said = publish(ROLES.map((role) => deviceMessage(name, workingDevice(role, Date.now()))))
  }, BEAT_MS)
  t.after(async () => {
    clearInterval(beat)
    // Waits for what is on its way, because a connection that ended earlier would refuse it.
    await said
    await client.endAsync(true)
    await display.close()
    await broker.close()
  })
  return { url: display.url, client, publish }
}
