/** The fold's bench as a program of its own, bundled as the daemon is. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { EngineAsked, EngineFigures } from './engine.ts'

/** Bundles it into `folder` and runs it there. @throws Error with its last words when it fails */
export function benchEngine(asked: EngineAsked, folder: string): readonly EngineFigures[] {
  const bundle = join(folder, 'engine.mjs')
  const contents = `import { runEngine } from './engine.ts'\nprocess.stdout.write(JSON.stringify(runEngine(${JSON.stringify(asked)})))`
  buildSync({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile: bundle, logLevel: 'error' },
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', bundle], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the fold could not be measured: ${stderr.slice(-2000)}`)
  return JSON.parse(stdout) as readonly EngineFigures[]
}
