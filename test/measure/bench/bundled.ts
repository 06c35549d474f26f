/** The fold's bench as its own program, bundled as the daemon is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildSync } from 'esbuild'
import type { EngineAsked, EngineFigures } from './engine.ts'

const program = (asked: EngineAsked): string => `import { FOLDS_IN_ALL, runEngine } from './engine.ts'
import { progressOf } from '../long/progress.ts'
const progress = progressOf('bench', FOLDS_IN_ALL)
const figures = runEngine(${JSON.stringify(asked)}, progress.step)
progress.end()
process.stdout.write(JSON.stringify(figures))
`

/** Bundles the bench into `folder` and runs it there; its progress and errors go to standard error. @throws Error when it fails */
export async function benchEngine(asked: EngineAsked, folder: string): Promise<readonly EngineFigures[]> {
  const bundle = join(folder, 'engine.mjs')
  buildSync({
    stdin: { contents: program(asked), resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: bundle, logLevel: 'error' },
  })
  const child = spawn(process.execPath, ['--expose-gc', bundle], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [figures, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the fold could not be measured: it ended with ${signal ?? `code ${code}`}`)
  return JSON.parse(figures) as readonly EngineFigures[]
}
