/** What this repository's history holds. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { WrongUsage } from './command.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Far more than all sources together. */
const BYTES_MAX = 1 << 28

export const git = (words: readonly string[], input = ''): Buffer =>
  execFileSync('git', words, { cwd: ROOT, input, maxBuffer: BYTES_MAX, stdio: ['pipe', 'pipe', 'ignore'] })

/** Hash of a commit named on the command line. @throws WrongUsage when there is no such commit */
export const commitGiven = (commit: string): string => {
  try {
    return git(['rev-parse', '--verify', '--short=12', `${commit}^{commit}`])
      .toString()
      .trim()
  } catch {
    throw new WrongUsage(`--against ${commit}: no such commit here`)
  }
}
