/** The book's own key, with which it vouches for the journals it holds. It is kept next to the store and made at the first start. */
import { dirname, join } from 'node:path'
import { reasonOf } from '../base/process/reason.ts'
import { newSigningKey, type SigningKey, signingKeyOf } from '../base/records/seal.ts'
import { diskFiles } from '../daemon/journal/files.ts'
import { SIGNING_KEY_NAME } from '../daemon/journal/kept-head.ts'
import { openSigningKey } from '../daemon/journal/signing-key.ts'
import { isEmbedded, StoreFault } from './store/open.ts'

/** The key file of a store that is a file. A database has no place next to it, so its key needs one in the configuration. */
export const keyFileBeside = (store: string): string | null => (isEmbedded({ store }) ? join(dirname(store), SIGNING_KEY_NAME) : null)

/** `file` null: the key lasts as long as the process. @throws StoreFault when the file cannot be used */
export async function openBookKey(file: string | null, notice: (text: string) => void): Promise<SigningKey> {
  if (file === null) return signingKeyOf(newSigningKey())
  try {
    const { key, isNew } = await openSigningKey(file, diskFiles)
    if (isNew)
      notice(
        `book: a signing key was made: ${file}. Keep a copy of it, and give the public key to the tables and to those who verify journals`,
      )
    notice(`book: signs what it holds with the public key ${key.publicKey}`)
    return key
  } catch (error) {
    throw new StoreFault(reasonOf(error), { cause: error })
  }
}
