/** The table's package as an older commit makes it, for upgrades from there. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../e2e/processes.ts'

/** The first whose packages are installed by a test. */
export const OLDER = { commit: '2128f8f4991e8ab2786bfd34cb399bd24c65c6ab', version: '0.9.0' } as const

/** Resolves to the package's file. `tree`: this repository, whose modules and whose fetched Node are used. */
export async function buildOlder(tree: string): Promise<string> {
  const folder = temporaryFolder()
  try {
    execFileSync('git', ['cat-file', '-e', `${OLDER.commit}^{commit}`], { cwd: tree, stdio: 'ignore' })
  } catch {
    throw new Error(
      `commit ${OLDER.commit} is not in this clone, from which a version is upgraded: fetch the whole history (git fetch --unshallow)`,
    )
  }
  const sources = execFileSync('git', ['archive', OLDER.commit], { cwd: tree, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  mkdirSync(join(folder, 'dist'))
  for (const shared of ['node_modules', 'dist/fetched']) symlinkSync(join(tree, shared), join(folder, shared))
  const words = ['--version', OLDER.version, '--architecture', 'amd64', 'blackjack-table']
  // What was exported knows no commits, so it is told the time.
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' }
  await promisify(execFile)(process.execPath, ['src/run.mjs', 'src/tools/package/package.ts', ...words], {
    cwd: folder,
    env,
    maxBuffer: 1e8,
  })
  return join(folder, `dist/packages/blackjack-table_${OLDER.version}_amd64.deb`)
}
