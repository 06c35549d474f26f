/**
 * A private key that signs journals, a table's or the book's. It is made at the first start, is never shown, and only the service can read
 * it.
 */
import { dirname } from 'node:path'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { newSigningKey, type SigningKey, signingKeyOf } from '../../base/records/seal.ts'
import { JournalError } from './errors.ts'
import { type JournalFiles, writeBeside } from './files.ts'
import { unwritable } from './writable.ts'

/** `isNew`: there was none, so one was made. @throws JournalError `unusable` */
export const openSigningKey = async (path: string, files: JournalFiles): Promise<{ readonly key: SigningKey; readonly isNew: boolean }> => {
  try {
    const pem = await files.readText(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    return pem === null ? { key: signingKeyOf(await make(path, files)), isNew: true } : { key: signingKeyOf(pem), isNew: false }
  } catch (error) {
    const denied = unwritable(dirname(path))
    if (denied !== null) throw new JournalError('unusable', `${denied.problem}; ${denied.todo}`, error)
    throw new JournalError(
      'unusable',
      `${path}: the signing key cannot be used: ${reasonOf(error)}; restore it from a backup, or move it away so that a new one is made`,
      error,
    )
  }
}

/** Writes a new file and links it: a half-written key would prevent every later start. */
const make = async (path: string, files: JournalFiles): Promise<string> => {
  const pem = newSigningKey()
  await files.makeFolder(dirname(path))
  const beside = await writeBeside(path, pem, files)
  await files.link(beside, path)
  await files.remove(beside)
  await files.syncFolder(dirname(path))
  return pem
}
