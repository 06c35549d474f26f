/** Where a device is: the path of a serial port, or `tcp://host:port` of a serial server that passes its bytes on as they are. Pure. */

const SCHEME = 'tcp://'
const ADDRESS = /^tcp:\/\/(\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?):([0-9]{1,5})$/i
/** A drive or a folder has no such beginning. */
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i
const BARE = /^([a-z0-9][a-z0-9.-]*):(\d{1,5})$/i
const PORT_MAX = 65_535

export interface Address {
  readonly host: string
  readonly port: number
}

export const isAddress = (path: string): boolean => path.toLowerCase().startsWith(SCHEME)

/** null: it is no address, or not a whole one. */
export function addressOf(path: string): Address | null {
  const [, host, , digits] = ADDRESS.exec(path) ?? []
  const port = Number(digits)
  if (host === undefined || port < 1 || port > PORT_MAX) return null
  return { host: host.toLowerCase().replace(/^\[|\]$/g, ''), port }
}

/** One spelling for one place, so that two devices at one address are noticed. */
export function placeOf(path: string, resolve: (path: string) => string): string {
  const address = addressOf(path)
  if (address === null) return isAddress(path) ? path : resolve(path)
  const { host, port } = address
  return `${SCHEME}${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What is wrong with a path as the place of a device; null: nothing that its text shows. Quotes nothing: an address may hold a login. */
export function placeFault(path: string): string | null {
  if (isAddress(path)) return addressOf(path) === null ? 'is not a whole address: it needs a host and a port, and nothing else' : null
  if (URL_LIKE.test(path)) return 'looks like a URL, but the only one a device can have is tcp://host:port'
  const [, host, port] = BARE.exec(path) ?? []
  return host === undefined ? null : `is not a path; did you mean tcp://${host}:${port}?`
}
