/**
 * What a start has folded is kept on the way, so that the next one goes on from there if this one is ended. The file is no checkpoint, which
 * a record of the journal names: a start writes no record before it has read them all. The table's key signs it instead, over the same code,
 * configuration and beginning, and the hash of the whole journal: with any other of these it is as if there were none, and so it is if it is
 * damaged. That costs time and nothing else.
 *
 *   {"start":1,"n":n,"basis":"<sha-256>"}\n STATE\n {"signature":"..."}\n
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { reasonOf } from '../../base/process/reason.ts'
import { isTextSignedBy, type SigningKey } from '../../base/records/seal.ts'
import { isObject, parseJson } from '../../base/records/shape.ts'
import { type JournalFiles, readUpTo, replaceFile } from '../journal/files.ts'
import { parseState, stateText } from './state-text.ts'

export interface Unfinished<Folding> {
  /** What an earlier start had folded that began alike; null: nothing that can be used. `beginning`: where the fold begins, and how. */
  found(beginning: string): Promise<Folding | null>
  /** Called after each record that is folded; keeps it now and then. */
  passed(folding: Folding): Promise<void>
  /** The start has read everything. */
  remove(): Promise<void>
}

/** Behind record `n`. */
interface Behind {
  readonly n: number
}

export interface UnfinishedDeps<Folding> {
  readonly folder: string
  readonly files: JournalFiles
  readonly key: Pick<SigningKey, 'publicKey' | 'signText'>
  /** The code, and the terms of the configuration. */
  readonly basis: string
  /** Whether a fold can go on from there. */
  readonly isKeepable: (folding: Folding) => boolean
  /** Of the journal's last record. */
  readonly hash: string
  /** Processor time of this process, ms: a start that gets little of it keeps no less of what it has done. */
  readonly usedMs: () => number
  readonly notice: (text: string) => void
}

/** Keeping takes some milliseconds. */
const EVERY_MS = 1000
const BYTES_MAX = 16 * 1024 * 1024
const FORM = 'blackjack-table unfinished start 1'
const NAME = 'start.state'

export function unfinishedStart<Folding extends Behind>(deps: UnfinishedDeps<Folding>): Unfinished<Folding> {
  const { folder, files, isKeepable, usedMs, notice } = deps
  const path = join(folder, NAME)
  let began = ''
  let keptMs = usedMs()
  let isFailing = false
  return {
    found: async (beginning) => {
      began = beginning
      const bytes = await readUpTo(path, BYTES_MAX, files).catch(() => null)
      const folding = bytes === null ? null : opened<Folding>(bytes.toString('utf8'), basisOf(deps, beginning), deps.key.publicKey)
      if (folding !== null) notice(`journal: an earlier start was ended before it had read everything; going on behind record ${folding.n}`)
      return folding
    },
    passed: async (folding) => {
      if (isFailing || usedMs() - keptMs < EVERY_MS || !isKeepable(folding)) return
      try {
        await replaceFile(path, sealed(folding, basisOf(deps, began), deps.key), files)
      } catch (error) {
        isFailing = true
        notice(
          `journal: what this start has read cannot be kept: ${reasonOf(error)}. If it is ended, the next one begins anew; nothing else is affected`,
        )
      }
      keptMs = usedMs()
    },
    remove: () => files.remove(path).catch(() => undefined),
  }
}

/** Everything that the folded state follows from. */
const basisOf = ({ basis, hash }: Pick<UnfinishedDeps<Behind>, 'basis' | 'hash'>, beginning: string): string =>
  createHash('sha256').update(JSON.stringify({ basis, hash, beginning })).digest('hex')

const signedText = (text: string): string => `${FORM}\n${createHash('sha256').update(text).digest('hex')}\n`

function sealed(folding: Behind, basis: string, key: UnfinishedDeps<Behind>['key']): string {
  const text = `${JSON.stringify({ start: 1, n: folding.n, basis })}\n${stateText(folding)}\n`
  return `${text}${JSON.stringify({ signature: key.signText(signedText(text)) })}\n`
}

function opened<Folding>(text: string, basis: string, publicKey: string): Folding | null {
  const [head = '', state = '', last = ''] = text.split('\n')
  const [said, seal] = [parseJson(head), parseJson(last)]
  if (!isObject(said) || said.basis !== basis || !isObject(seal) || typeof seal.signature !== 'string') return null
  if (!isTextSignedBy(publicKey, signedText(`${head}\n${state}\n`), seal.signature)) return null
  try {
    return parseState(state) as Folding
  } catch {
    return null
  }
}
