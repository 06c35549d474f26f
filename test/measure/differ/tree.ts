/** The sources of another commit, next to this tree, and the program built from them. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { git } from '../long/git.ts'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const HEAR = 'test/measure/differ/hear.ts'
const { bundledForNode } = (await import(new URL('../../../src/bundling.mjs', import.meta.url).href)) as {
  readonly bundledForNode: (source: string, outfile: string, firstLine: string) => BuildOptions
}

/**
 * Bundles the hearing program over the engine of the commit, and returns the file. Its sources lie under `run/differ` meanwhile, with the packages of
 * this tree: a commit with other packages hears with these.
 */
export async function hearingOf(hash: string): Promise<string> {
  const folder = join(ROOT, 'run/differ', hash)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = git(['archive', hash, 'src', 'devices', 'firmware-bridge', 'package.json', 'tsconfig.json'])
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(dirname(join(folder, HEAR)), { recursive: true })
  cpSync(join(ROOT, HEAR), join(folder, HEAR))
  const outfile = join(ROOT, 'dist/tests', `${process.pid}-hear-${hash}.js`)
  process.once('exit', () => {
    rmSync(outfile, { force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  await build(bundledForNode(join(folder, HEAR), outfile, `// ${hash}`))
  return outfile
}
