/**
 * Programs and modules of this tree as the launcher makes them, one file each: a child that compiles its sources anew takes a second and a
 * half of the processor before its first word, and what tsx compiles names every function at each making of it, a third of a fold's time.
 */
import { rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** The launcher's, without types. */
const { bundledForNode } = (await import(new URL('../src/bundling.mjs', import.meta.url).href)) as {
  readonly bundledForNode: (source: string, outfile: string, firstLine: string) => BuildOptions
}
const made = new Map<string, Promise<string>>()

/** `module`: `src/tools/doctor.ts`, or its URL. Resolves to a file for Node, made once a process and gone with it. */
export function bundled(module: string | URL): Promise<string> {
  const source = typeof module === 'string' ? module : relative(ROOT, fileURLToPath(module))
  const known = made.get(source) ?? bundle(source)
  made.set(source, known)
  return known
}

async function bundle(source: string): Promise<string> {
  const outfile = join(ROOT, 'dist/tests', `${process.pid}-${source.replaceAll(/\W/g, '-')}.js`)
  process.once('exit', () => rmSync(outfile, { force: true }))
  await build(bundledForNode(join(ROOT, source), outfile, `// ${source}`))
  return outfile
}
