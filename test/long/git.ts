/** What this repository's history holds. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Far more than all sources together. */
const BYTES_MAX = 1 << 28

export const git = (words: readonly string[], input = ''): Buffer =>
  execFileSync('git', words, { cwd: ROOT, input, maxBuffer: BYTES_MAX, stdio: ['pipe', 'pipe', 'ignore'] })

/** @throws Error where there is no such commit */
export const hashOf = (commit: string): string =>
  git(['rev-parse', '--verify', '--short=12', `${commit}^{commit}`])
    .toString()
    .trim()
