/** Binary packages of the npm registry, fetched by npm itself, checked against what this tree pins, and kept in `dist/fetched`. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ending, EXIT_FAILED } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'

const digestOf = (file: string): string => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

/** The tarball of this package. @throws Ending if it cannot be had, or is not the one that is pinned */
export function fetched(root: string, spec: string, integrity: string): string {
  const folder = join(root, 'dist/fetched')
  const kept = join(folder, `${spec.replaceAll(/\W+/g, '-')}.tgz`)
  if (existsSync(kept) && digestOf(kept) === integrity) return kept
  mkdirSync(folder, { recursive: true })
  // A folder of its own: packages with a scope are not named alike by every npm.
  const own = mkdtempSync(join(folder, 'new-'))
  try {
    execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', own], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    const [name = ''] = readdirSync(own)
    const found = digestOf(join(own, name))
    if (found !== integrity) throw new Ending(EXIT_FAILED, `${spec} is not the package that was pinned: ${found}, not ${integrity}`)
    renameSync(join(own, name), kept)
  } catch (error) {
    if (error instanceof Ending) throw error
    throw new Ending(EXIT_FAILED, `${spec} cannot be fetched: ${reasonOf(error)}`)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
  return kept
}

/** Unpacks files of a tarball into a folder, without the `package/` before them. */
export function unpack(tarball: string, into: string, files: readonly string[] = []): void {
  mkdirSync(into, { recursive: true })
  const inside = files.map((file) => `package/${file}`)
  execFileSync('tar', ['-xzf', tarball, '-C', into, '--strip-components=1', '--no-same-owner', ...inside])
}
