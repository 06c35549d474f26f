/** The end of a connection: how it is ended, and how it is reported. */
import type { MqttClient } from 'mqtt'
import type { Message } from '../../wire/envelope.ts'
import { publishOptions } from './connect-options.ts'

/** Calls back once after `ms`; returns a function that cancels. */
export type Schedule = (callback: () => void, ms: number) => () => void

export const systemSchedule: Schedule = (callback, ms) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

export interface Goodbye {
  readonly client: MqttClient
  /** The connection is up; otherwise there is nobody to send anything to. */
  readonly online: boolean
  readonly protocol: 4 | 5
  readonly msMax: number
}

/** Sends the final status, waits for its acknowledgement, then sends DISCONNECT so that the broker drops the will; all in bounded time. */
export function sayGoodbye({ client, online, protocol, msMax }: Goodbye, final: Message, schedule: Schedule): Promise<void> {
  return new Promise<void>((resolve) => {
    const finish = (force: boolean) => {
      cancel()
      client.end(force, () => resolve())
      // The callback of a forced end may not come if the socket is stuck.
      if (force) resolve()
    }
    const cancel = schedule(() => finish(true), msMax)
    if (!online) finish(true)
    else client.publish(final.topic, final.payload, publishOptions(final, protocol), (error) => finish(Boolean(error)))
  })
}

export function explain(error: Error, protocol: 4 | 5): string {
  const text = messageOf(error)
  const version = 'code' in error && (error.code === 1 || error.code === 132)
  return version && protocol === 5 ? `${text}: the broker does not support MQTT 5; set \`mqtt: protocol: 4\`` : text
}

/** The other side closed the connection while something was on its way. */
export const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** MQTT 5, 3.14.2.1 */
export function isTakeover(code: number | undefined): boolean {
  return code === 0x8e
}

export function disconnectReason(code: number | undefined): string {
  return isTakeover(code)
    ? 'another client took over this client id: is a second daemon running for this table?'
    : `the broker disconnected (reason ${code ?? 'not given'})`
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
