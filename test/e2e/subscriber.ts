/** A real subscriber that keeps all it hears, checks it against the schemas and waits for what it expects. */
import mqtt from 'mqtt'
import type { MessageType } from '../../src/wire/payloads.ts'
import { BARE_SCHEMAS, envelopeSchema } from '../../src/wire/schemas.ts'
import { within } from './processes.ts'

/** What the tests read of an envelope; `data` is checked by its schema before anything else looks at it. */
export interface Said {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly sequence: string
  readonly round?: string
  readonly roundKey?: string
  readonly cause?: string
  // biome-ignore lint/suspicious/noExplicitAny: each type has data of its own, proven by its schema
  readonly data: any
}

export interface Frame {
  /** Below the table's base; replies in full. */
  readonly topic: string
  readonly text: string
  readonly retained: boolean
  /** performance.now() at arrival. */
  readonly atMs: number
  /** null where it is no envelope: an empty payload, a reply, a command. */
  readonly said: Said | null
  /** Why it is not as its schema wants it; null when it is. */
  readonly fault: string | null
}

export interface Subscriber {
  readonly frames: readonly Frame[]
  /** The first frame, from number `from` on, for which `is` holds; waits for it. */
  hears(what: string, is: (frame: Frame) => boolean, from?: number): Promise<Frame>
  /** Resolves when the last frame heard on a topic fulfils `is`. */
  sees(topic: string, is: (said: Said) => boolean): Promise<Frame>
  publish(topic: string, payload: string, retain?: boolean): Promise<void>
  /** Round and finding events heard so far, each once by its id, in order of their sequence. */
  events(...topics: readonly string[]): readonly Said[]
  close(): Promise<void>
}

/** Topics a display may read. */
export const isPitTopic = (topic: string): boolean => /^(status|describe|state\/|alarm\/|ev\/)/.test(topic)
const EVENT_TOPICS = ['ev/round', 'ev/procedure', 'ev/system']

/** The first messages that are not as their schemas want them, and why. */
export const faultsOf = ({ frames }: Subscriber): string[] =>
  frames
    .flatMap(({ topic, text, fault }) => (fault === null ? [] : [`${topic}: ${fault.slice(0, 400)}: ${text.slice(0, 400)}`]))
    .slice(0, 3)

const schemas = new Map<string, ReturnType<typeof envelopeSchema>>()
function schemaOf(type: MessageType) {
  const known = schemas.get(type) ?? envelopeSchema(type)
  schemas.set(type, known)
  return known
}

function read(topic: string, text: string): Pick<Frame, 'said' | 'fault'> {
  // Anybody may send what he likes there.
  if (topic.startsWith('cmd/')) return { said: null, fault: null }
  if (text === '') return { said: null, fault: topic.startsWith('alarm/') ? null : 'empty payload' }
  const value = JSON.parse(text)
  if (topic.startsWith('casino/')) return { said: null, fault: BARE_SCHEMAS.reply.safeParse(value).error?.message ?? null }
  return { said: value, fault: schemaOf(value.type).safeParse(value).error?.message ?? null }
}

/** Hears everything of a table and the replies beside it. */
export async function subscribe(url: string, table = 'bj07'): Promise<Subscriber> {
  const base = `casino/v1/demo/p1/${table}`
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, clientId: `test-${table}-${process.hrtime.bigint()}` })
  client.on('error', () => undefined)
  const frames: Frame[] = []
  const latest = new Map<string, Frame>()
  const waiting = new Set<() => void>()
  let isClosing = false
  const lost = new Promise<never>((_, reject) => {
    client.once('close', () => {
      if (!isClosing) reject(new Error('the broker has closed the connection of the test itself'))
    })
  })
  // It is told to whoever waits for something to be heard.
  lost.catch(() => undefined)
  client.on('message', (name, payload, { retain }) => {
    const topic = name.startsWith(`${base}/`) ? name.slice(base.length + 1) : name
    const text = payload.toString()
    const frame = { topic, text, retained: retain, atMs: performance.now(), ...read(topic, text) }
    frames.push(frame)
    latest.set(topic, frame)
    for (const look of waiting) look()
  })
  await client.subscribeAsync([`${base}/#`, 'casino/v1/demo/reply/#'], { qos: 1 })

  const waitFor = async (what: string, find: () => Frame | undefined): Promise<Frame> => {
    let look = () => {}
    const found = new Promise<Frame>((resolve) => {
      look = () => {
        const frame = find()
        if (frame !== undefined) resolve(frame)
      }
      waiting.add(look)
      look()
    })
    // Each device says each second how it is, and the table how fast it is.
    const heard = () =>
      frames
        .filter(({ topic }) => !topic.startsWith('state/device/') && topic !== 'state/pace')
        .slice(-8)
        .map(({ topic, text }) => `\n  ${topic} ${text.slice(0, 300)}`)
    return within(Promise.race([found, lost]), () => `${what}; the last of ${frames.length} frames:${heard()}`).finally(() =>
      waiting.delete(look),
    )
  }
  return {
    frames,
    hears: (what, is, from = 0) => {
      let at = from
      return waitFor(what, () => {
        while (at < frames.length) {
          const frame = frames[at++]
          if (frame !== undefined && is(frame)) return frame
        }
        return undefined
      })
    },
    sees: (topic, is) =>
      waitFor(topic, () => {
        const frame = latest.get(topic)
        return frame?.said && is(frame.said) ? frame : undefined
      }),
    publish: async (topic, payload, retain = false) => {
      await client.publishAsync(topic.startsWith('casino/') ? topic : `${base}/${topic}`, payload, { qos: 1, retain })
    },
    events: (...topics) => {
      const wanted = topics.length === 0 ? EVENT_TOPICS : topics
      const byId = new Map<string, Said>()
      for (const { topic, said } of frames) if (said && wanted.includes(topic)) byId.set(said.id, said)
      return [...byId.values()].sort((a, b) => Number(a.sequence) - Number(b.sequence))
    },
    close: async () => {
      isClosing = true
      await client.endAsync(true)
    },
  }
}
