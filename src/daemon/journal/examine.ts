/** What opening a journal finds before anything is written: the chain, its checkpoints, and what contradicts them. */
import { type FoundCheckpoint, type RefusedCheckpoint, readCheckpoints, soundCheckpoints } from './checkpoint.ts'
import { type Doubts, doubtsOf, type Evidence } from './doubts.ts'
import type { JournalFiles } from './files.ts'
import { type KeptHead, readHeadFile } from './kept-head.ts'
import { type Recovered, recover } from './recover.ts'

/** `sound`: the journal vouches for them. `refused`: it does not, or they cannot be read. */
export interface FoundCheckpoints {
  readonly sound: readonly FoundCheckpoint[]
  readonly refused: readonly RefusedCheckpoint[]
}

export interface Examined {
  readonly found: Recovered
  readonly checkpoints: FoundCheckpoints
  readonly doubts: Doubts
  /** The last record covered by the kept head; 0: there is no head, or it is doubted. */
  readonly headN: number
}

/** `evidence` null: only the checkpoints are compared. @throws JournalError `damaged` if the chain itself is broken */
export async function examine(folder: string, files: JournalFiles, evidence: Evidence | null): Promise<Examined> {
  const { found: states, refused } = await readCheckpoints(folder, files)
  const kept = evidence === null ? null : await readHeadFile(evidence.headFile, files)
  const asked = [...headsIn(kept), ...(evidence?.heard ?? [])].map(({ seq }) => seq)
  const found = await recover(folder, files, states, asked)
  const { sound, doubted, ...vouched } = soundCheckpoints(states, {
    firstN: found.firsts[0] ?? 1,
    n: found.n,
    crcBehind: (n) => found.marks.get(n)?.crc ?? null,
    names: ({ sha256 }) => found.named.has(sha256),
  })
  const stateN = refused.length > 0 ? null : (states[0]?.checkpoint.n ?? 0)
  const compared = evidence === null ? NO_DOUBTS : doubtsOf({ evidence, found, kept, stateN })
  const texts = [...doubted.map(({ file, reason }) => `${file}: ${reason}`), ...compared.texts]
  return {
    found,
    checkpoints: { sound, refused: [...refused, ...vouched.refused] },
    doubts: { ...compared, texts },
    headN: texts.length > 0 ? 0 : (headsIn(kept)[0]?.seq ?? 0),
  }
}

const NO_DOUBTS: Doubts = { texts: [], heads: [], strangers: [] }

const headsIn = (kept: KeptHead | string | null): readonly KeptHead[] => (kept === null || typeof kept === 'string' ? [] : [kept])
