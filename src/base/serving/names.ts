/** Whose name and address is whose. Pure. */
import { isIP } from 'node:net'

/** IPv4 may come as `::ffff:127.0.0.1`. */
export const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

export const isOwnHost = (host: string): boolean => isLoopback(host) || host === 'localhost'

export const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

interface Named {
  readonly host: string
  readonly names?: readonly string[]
}

/**
 * An address, or a name from the configuration. Any other name may belong to a page from elsewhere that points it here: the browser would
 * take this display for that page's own server.
 */
export function isOurName(name: string | undefined, { host, names = [] }: Named): boolean {
  if (name === undefined || !URL.canParse(`http://${name}/`)) return false
  const given = new URL(`http://${name}/`).hostname.replace(/^\[|\]$/g, '')
  return isIP(given) !== 0 || [host.toLowerCase(), 'localhost', ...names].includes(given)
}

export interface ServedAt {
  readonly host: string
  readonly port: number
  readonly cert?: string | undefined
  readonly insecure?: boolean | undefined
}

export const urlOf = ({ host, port, cert }: ServedAt): string =>
  `${cert === undefined ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`

/** Whether people may send a password to this display: it crosses no network, or only encrypted. */
export const takesLogins = ({ host, cert, insecure }: ServedAt): boolean => cert !== undefined || insecure === true || isOwnHost(host)

/** What people must know of a display that is served to other machines in clear; null: it is not. */
export function inClearText(display: ServedAt): string | null {
  if (display.cert !== undefined || isOwnHost(display.host)) return null
  const what = `${urlOf(display)} is not encrypted`
  const remedy =
    'set display: cert and key, or serve it on 127.0.0.1 behind a reverse proxy with TLS (docs/technician.md, "The display on other computers")'
  return takesLogins(display)
    ? `${what}: whoever logs in there sends name and password across the network in clear; ${remedy}`
    : `${what}, so it refuses the logins of people, who can watch there but give no commands; ${remedy}; insecure: true takes logins in clear`
}
