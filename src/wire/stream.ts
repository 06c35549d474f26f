/**
 * The name of one journal in everything the table publishes. A new journal counts rounds and events from 1 again; its own stream keeps
 * their ids distinct for ever.
 */

/** The stream of a capture, which has no journal. */
export const CAPTURE_STREAM = '0'

/** Letters and digits that are not easily confused. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS = 23
const SIGNS_IN_NAME = 8

/** Random bytes for a stream's name. Eight signs of 31: a chance of one in a million that a property ever repeats one in 1,000 journals. */
export const STREAM_BYTES = SIGNS_IN_NAME

/** Begins with a letter, so that it is never mistaken for the number of a boot. */
export const streamName = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, STREAM_BYTES)].map((byte, at) => SIGNS[byte % (at === 0 ? LETTERS : SIGNS.length)]).join('')

/** `3kf9/57-412`: unique for ever; `57-412` is unique only within its journal. */
export const roundKey = (stream: string, round: string): string => `${stream}/${round}`

/** Adds a round's key to every `round`: the engine counts rounds, the wire makes them unique. */
export type Keyed<D> = D extends { readonly round: infer R } ? D & { readonly roundKey: R } : D

export const keyed = <D extends object>(stream: string, data: D): Keyed<D> => {
  if (!('round' in data)) return data as Keyed<D>
  const entries = Object.entries(data).flatMap(([name, value]) =>
    name === 'round'
      ? [[name, value] as const, ['roundKey', value === null ? null : roundKey(stream, String(value))] as const]
      : [[name, value] as const],
  )
  return Object.fromEntries(entries) as Keyed<D>
}
