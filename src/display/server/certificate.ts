/**
 * The display's certificate and key, read again while the display runs. A renewed pair serves new connections; those that are open stay. A
 * pair that cannot be used is told, and the last good one stays.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import { reasonOf } from '../../base/process/reason.ts'

export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

export interface CertificateOptions {
  readonly files: CertificateFiles
  /** @default 5000 */
  readonly everyMs?: number | undefined
  readonly notice: (text: string) => void
  /** Called once, when the first pair is in use. */
  readonly onFirst: () => void
}

/** Programs that renew certificates replace one file after the other. */
const EVERY_MS = 5000

/** Returns what stops it. */
export function keepCertificate(server: Server, { files, everyMs = EVERY_MS, notice, onFirst }: CertificateOptions): () => void {
  let used = ''
  let seen = ''
  let told = ''
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tell = (fault: string): void => {
    if (fault === told) return
    told = fault
    notice(`display: ${fault}; ${used === '' ? 'the display waits for a pair that it can use' : 'the old certificate stays in use'}`)
  }
  const look = async (): Promise<void> => {
    const pair = await readPair(files)
    if (isStopped) return
    const now = pair.cert + pair.key + pair.fault
    const isHalf = now !== seen
    seen = now
    if (now === used) {
      told = ''
      return
    }
    const fault = pair.fault || faultOf(pair)
    const old = fault === '' && isExpired(pair.cert) ? `the certificate has expired, ${untilText(pair.cert)}` : ''
    // What was seen only once may be half replaced.
    if (fault !== '' || (old !== '' && used !== '')) return isHalf && used !== '' ? undefined : tell(fault || old)
    server.setSecureContext({ cert: pair.cert, key: pair.key, minVersion: 'TLSv1.2' })
    const isFirst = used === ''
    used = now
    told = ''
    if (isFirst) onFirst()
    if (!isFirst) notice(`display: the new certificate is in use, ${untilText(pair.cert)}`)
    else if (old !== '') notice(`display: ${old}: browsers warn of it`)
  }
  const again = (): void => {
    void look().finally(() => {
      if (!isStopped) timer = setTimeout(again, everyMs)
    })
  }
  again()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

interface Pair {
  readonly cert: string
  readonly key: string
  /** Why the files cannot be read; empty: they were. */
  readonly fault: string
}

async function readPair({ cert, key }: CertificateFiles): Promise<Pair> {
  try {
    const [first, second] = await Promise.all([readFile(cert, 'latin1'), readFile(key, 'latin1')])
    return { cert: first, key: second, fault: '' }
  } catch (error) {
    return { cert: '', key: '', fault: `the certificate ${cert} or its key cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Empty: the pair can be used. */
function faultOf({ cert, key }: Pair): string {
  try {
    createSecureContext({ cert, key })
    untilText(cert)
    return ''
  } catch (error) {
    return `the certificate and its key cannot be used (${reasonOf(error)})`
  }
}

const isExpired = (cert: string): boolean => Date.parse(new X509Certificate(cert).validTo) < Date.now()

const untilText = (cert: string): string => `valid until ${new Date(new X509Certificate(cert).validTo).toISOString()}`
