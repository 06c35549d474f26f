/** An authority and what it signs, by Debian's openssl: certificates of brokers and tables that begin and end when a test wants it. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

export interface Authority {
  /** Its own certificate, PEM. */
  readonly file: string
  /** Writes `{name}.crt` and `{name}.key`; good for so many days from now. -1: it ended yesterday. */
  issue(name: string, days: number): { readonly cert: string; readonly key: string }
}

/** @throws Error with what openssl says */
export function authorityIn(folder: string, name: string): Authority {
  const path = (file: string): string => join(folder, file)
  const openssl = (...words: readonly string[]): void => {
    const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`)
  }
  const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const [file, key] = [path(`${name}.crt`), path(`${name}.key`)]
  openssl('req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`, '-days', '3650', '-keyout', key, '-out', file)
  return {
    file,
    issue: (whose, days) => {
      const own = { cert: path(`${whose}.crt`), key: path(`${whose}.key`) }
      const request = path(`${whose}.csr`)
      openssl('req', '-new', ...NEW_KEY, '-subj', `/CN=${whose}`, '-keyout', own.key, '-out', request)
      writeFileSync(path('names'), 'subjectAltName=DNS:localhost\n')
      const signed = ['-CA', file, '-CAkey', key, '-CAcreateserial', '-days', String(days), '-extfile', path('names')]
      openssl('x509', '-req', '-in', request, ...signed, '-out', own.cert)
      return own
    },
  }
}
