/**
 * What somebody has kept of a journal outside its segment files: the sealed head beside the signing key, the one retained at the broker,
 * the acknowledgement of an audit sink. A journal that was cut, rolled back, altered or exchanged contradicts one of them.
 */
import { basename, dirname, join } from 'node:path'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { isSignedBy, type SealedHead } from '../../base/records/seal.ts'
import { isObject, parseJson } from '../../base/records/shape.ts'
import { type JournalFiles, replaceFile } from './files.ts'

export interface KeptHead {
  /** Where it was found; the start of a sentence. */
  readonly source: string
  /** The last record it covers, 0: none. */
  readonly seq: number
  readonly hash: string
  /** null: an acknowledgement, which names no journal and is not signed. */
  readonly sealed: SealedHead | null
  /** What a person should do if somebody made it up; left out: nobody else can have written it. */
  readonly ifMadeUp?: string
}

export const SIGNING_KEY_NAME = 'signing.key'
/** A head has some 500 bytes; a message on `checkpoint` has a kilobyte. */
const BYTES_MAX = 16 * 1024
const DIGEST = /^[0-9a-f]{64}$/
const BASE64 = /^[A-Za-z0-9+/]{1,400}={0,2}$/

/** `head.json` next to the key in the journal's own folder; elsewhere it is named after the key, because several keys may be there. */
export const headFileOf = (signingKeyFile: string): string => {
  const name = basename(signingKeyFile)
  return join(dirname(signingKeyFile), name === SIGNING_KEY_NAME ? 'head.json' : `${name}.head.json`)
}

/** Accepts any of three forms: a sealed head, a message on `checkpoint` with one, an acknowledgement. A string says what is wrong. */
export const parseHead = (text: string, source: string): KeptHead | string => {
  if (text.length > BYTES_MAX) return `it has more than ${BYTES_MAX} characters`
  const whole = parseJson(text)
  if (!isObject(whole)) return 'it is not a JSON object'
  const value = whole.type === 'checkpoint' && isObject(whole.data) ? whole.data : whole
  const { stream, seq, hash, at, signature, publicKey, sink } = value
  if (!Number.isSafeInteger(seq) || (seq as number) < 0) return 'seq is not a record number'
  if (typeof hash !== 'string' || !DIGEST.test(hash)) return 'hash is not 64 hexadecimal digits'
  const known = { source, seq: seq as number, hash }
  if (typeof sink === 'string') return { ...known, sealed: null }
  if (typeof stream !== 'string' || !/^[a-z0-9]{1,32}$/.test(stream)) return 'stream is not the name of a journal'
  if (typeof at !== 'string' || at.length > 32) return 'at is not a time'
  if (typeof signature !== 'string' || !BASE64.test(signature)) return 'signature is not base64'
  if (typeof publicKey !== 'string' || !BASE64.test(publicKey)) return 'publicKey is not base64'
  const sealed = { stream, seq: known.seq, hash, at, signature, publicKey }
  if (!isSignedBy(publicKey, sealed)) return 'its signature is not valid'
  return { ...known, sealed }
}

/** null: there is none. A string says why it cannot be used. */
export const readHeadFile = async (path: string, files: Pick<JournalFiles, 'readText'>): Promise<KeptHead | string | null> => {
  try {
    const read = parseHead(await files.readText(path), path)
    return typeof read === 'string' ? `${path} is not a sealed head: ${read}` : read
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : `${path} cannot be read: ${reasonOf(error)}`
  }
}

/** @throws the disk's error */
export const writeHeadFile = (path: string, head: SealedHead, files: JournalFiles): Promise<void> =>
  replaceFile(path, `${JSON.stringify(head)}\n`, files)

/** The state of the journal, for comparison. */
export interface HeadWitness {
  /** Its name; null: the journal does not say. */
  readonly stream: string | null
  /** The key of its newest head; null: it has none. */
  readonly publicKey: string | null
  /** Its first record, 1 unless its beginning was released, and its last. */
  readonly firstN: number
  readonly n: number
  /** The hash after a record that the journal holds. */
  readonly hashBehind: (n: number) => string | null
}

/** Why the head was not made from this journal; null: it was, or this cannot be decided. */
export const headDoubt = ({ source, seq, hash, sealed, ifMadeUp }: KeptHead, journal: HeadWitness): string | null => {
  if (sealed !== null && journal.stream !== null && sealed.stream !== journal.stream)
    return `${source} belongs to another journal: its stream is ${sealed.stream}, this one's is ${journal.stream}`
  if (sealed !== null && journal.publicKey !== null && sealed.publicKey !== journal.publicKey)
    return `${source} was signed with a key other than the one the journal names`
  if (seq > journal.n)
    return `${source} covers record ${seq}, but the journal ends at record ${journal.n}: it was cut, or an older copy was put in its place${ifMadeUp === undefined ? '' : `; or ${ifMadeUp}`}`
  // Records before the first were released only after somebody else had them.
  if (seq < journal.firstN) return null
  return journal.hashBehind(seq) === hash ? null : `${source} was made from other records up to ${seq} than the journal holds`
}
