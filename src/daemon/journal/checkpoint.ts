/**
 * A checkpoint is the fold's state after one record, so that a start need not fold the earlier records again. It is made from the journal
 * and is trusted only if the journal vouches for it:
 *
 *   journal            ... record n ... {"kind":"checkpoint","covers":n,"sha256":"S"} ...
 *   checkpoint-1.state     {"checkpoint":1,"n":n,"crc":"<chained crc of record n>",...}\n STATE\n {"sha256":"S"}\n
 *
 * The record comes first: a file is written once its basis and its name are durable. Two files are written in turn and in place. A torn
 * write leaves the other one, and no file is created or renamed while the journal syncs. A start folds everything if they are damaged. But the
 * newest seal says how far they reached: if both are whole or gone and none reaches that far, the start is refused (doubts.ts).
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { isObject, parseJson } from '../../base/records/shape.ts'
import { formatCrc } from './codec.ts'
import { type JournalFiles, readUpTo, writeAll } from './files.ts'

export interface Checkpoint {
  /** The last record it covers, and the crc of the chain there. */
  readonly n: number
  readonly crc: number
  /** The first record to read again when continuing from it, 1 to n + 1. */
  readonly from: number
  /** Digest of the code that folded; other code does not trust it. */
  readonly software: string
  /** JSON, one line. */
  readonly state: string
}

/** `bytes`: the file. `sha256`: of all of it except its last line. */
export interface SealedCheckpoint {
  readonly n: number
  readonly sha256: string
  readonly bytes: Buffer
}

export interface FoundCheckpoint {
  /** Path. */
  readonly file: string
  readonly checkpoint: Checkpoint
  readonly sha256: string
}

/** `reason` completes "FILE is not used: ". */
export interface RefusedCheckpoint {
  readonly file: string
  readonly reason: string
}

/** What a reader of the chain has seen: the crc after a record, and whether a record names this checkpoint. */
export interface ChainWitness {
  /** First and last record of the journal. */
  readonly firstN: number
  readonly n: number
  /** null: the record is not there. */
  readonly crcBehind: (n: number) => number | null
  readonly names: (checkpoint: FoundCheckpoint) => boolean
}

const FORM = 1
const NAMES = ['checkpoint-1.state', 'checkpoint-2.state'] as const
/** A table between rounds takes 20 KB; a start reads two such files. */
const BYTES_MAX = 1024 * 1024
const DIGEST = /^[0-9a-f]{64}$/

/** @throws RangeError if it is larger than a start may read */
export function sealCheckpoint({ n, crc, from, software, state }: Checkpoint): SealedCheckpoint {
  const head = JSON.stringify({ checkpoint: FORM, n, crc: formatCrc(crc), from, software })
  const text = `${head}\n${state}\n`
  const sha256 = digestOf(text)
  const bytes = Buffer.from(`${text}${lastLine(sha256)}`)
  if (bytes.length > BYTES_MAX) throw new RangeError(`the checkpoint would have ${bytes.length} bytes; at most ${BYTES_MAX} are allowed`)
  return { n, sha256, bytes }
}

function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

function lastLine(sha256: string): string {
  return `${JSON.stringify({ sha256 })}\n`
}

/** A string says why these bytes are not a checkpoint. Ignores bytes after the last line, left over from a longer one. */
function openCheckpoint(bytes: Buffer): Omit<FoundCheckpoint, 'file'> | string {
  const headEnd = bytes.indexOf(0x0a)
  const stateEnd = headEnd < 0 ? -1 : bytes.indexOf(0x0a, headEnd + 1)
  if (stateEnd < 0) return bytes.length === 0 ? 'it is empty' : 'it was not written completely'
  const sha256 = digestOf(bytes.subarray(0, stateEnd + 1))
  const seal = Buffer.from(lastLine(sha256))
  if (!bytes.subarray(stateEnd + 1, stateEnd + 1 + seal.length).equals(seal)) return 'it was not written completely, or it was altered'
  const head = parseJson(bytes.toString('utf8', 0, headEnd))
  if (!isObject(head) || head.checkpoint !== FORM) return 'this version does not know its format'
  const { n, crc, from, software } = head
  const isWhole = isCount(n) && typeof crc === 'string' && isCount(from) && from >= 1 && from <= n + 1 && isDigest(software)
  if (!isWhole) return 'its first line is incomplete'
  const state = bytes.toString('utf8', headEnd + 1, stateEnd)
  return { sha256, checkpoint: { n, crc: Number.parseInt(crc, 16), from, software, state } }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value)
}

/** The folder's checkpoints, newest first, and the files that are not valid checkpoints. */
export async function readCheckpoints(
  folder: string,
  files: JournalFiles,
): Promise<{ readonly found: readonly FoundCheckpoint[]; readonly refused: readonly RefusedCheckpoint[] }> {
  const there = new Set(await files.list(folder))
  const found: FoundCheckpoint[] = []
  const refused: RefusedCheckpoint[] = []
  for (const name of NAMES) {
    if (!there.has(name)) continue
    const file = join(folder, name)
    const opened = await readUpTo(file, BYTES_MAX, files).then(openCheckpoint, (error: unknown) => `it cannot be read: ${reasonOf(error)}`)
    if (typeof opened === 'string') refused.push({ file, reason: opened })
    else found.push({ file, ...opened })
  }
  return { found: found.sort((one, other) => other.checkpoint.n - one.checkpoint.n), refused }
}

/**
 * The checkpoints the journal vouches for, newest first. If one is whole but was made from another journal, the fault is the journal's: a
 * checkpoint becomes durable only after its journal (F11), so it is returned among the `doubted`.
 */
export function soundCheckpoints(
  found: readonly FoundCheckpoint[],
  witness: ChainWitness,
): {
  readonly sound: readonly FoundCheckpoint[]
  readonly refused: readonly RefusedCheckpoint[]
  readonly doubted: readonly RefusedCheckpoint[]
} {
  const refused: RefusedCheckpoint[] = []
  const doubted: RefusedCheckpoint[] = []
  const sound = found.filter((each) => {
    const { file } = each
    const { n, crc } = each.checkpoint
    if (n > witness.n)
      doubted.push({
        file,
        reason: `record ${n} was on disk when the checkpoint was written, but the journal now ends at record ${witness.n}`,
      })
    else if (n >= witness.firstN && witness.crcBehind(n) !== crc)
      doubted.push({ file, reason: `the records up to ${n} are not the ones the checkpoint was made from` })
    else if (witness.names(each)) return true
    else
      refused.push({
        file,
        reason: 'no record of the journal mentions it: it is forged, or the daemon crashed before it could record it',
      })
    return false
  })
  return { sound, refused: [...refused, ...doubted], doubted }
}

/** Writes the two files in turn, but never over `keep`, the checkpoint this start continued from. */
export function checkpointFiles(
  folder: string,
  files: JournalFiles,
  keep: string | null,
): { write(sealed: SealedCheckpoint): Promise<void> } {
  let next = keep === join(folder, NAMES[0]) ? 1 : 0
  return {
    write: async ({ bytes }) => {
      await writeInPlace(join(folder, NAMES[next] ?? NAMES[0]), bytes, folder, files)
      next = 1 - next
    },
  }
}

async function writeInPlace(path: string, bytes: Buffer, folder: string, files: JournalFiles): Promise<void> {
  let isNew = false
  const file = await files.open(path, 'write').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    isNew = true
    return files.open(path, 'create')
  })
  try {
    if ((await file.size()) > bytes.length) await file.truncate(bytes.length)
    await writeAll(file, bytes, 0)
    if (isNew) await files.syncFolder(folder)
  } finally {
    await file.close()
  }
}
