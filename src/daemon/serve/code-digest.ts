/** What distinguishes this software from any other that might fold the same journal to a different result. */
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/** The launcher puts the digest of a bundle's sources here, so that a start need not read them all. */
declare const BUNDLED_SOURCES: string | undefined

/** SHA-256 of the sources, the package versions and Node's version. If a source cannot be read, a random value that equals no other. */
export async function codeDigest(): Promise<string> {
  try {
    const sources = typeof BUNDLED_SOURCES === 'string' ? BUNDLED_SOURCES : await digestOfSources()
    return createHash('sha256').update(`${process.version} ${sources}`).digest('hex')
  } catch {
    return randomBytes(32).toString('hex')
  }
}

async function digestOfSources(): Promise<string> {
  const { sourceDigest } = (await import(new URL('../../source-digest.mjs', import.meta.url).href)) as {
    readonly sourceDigest: (root: string) => string
  }
  return sourceDigest(fileURLToPath(new URL('../../..', import.meta.url)))
}
