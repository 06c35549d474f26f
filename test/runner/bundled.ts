/**
 * Programs and modules of this tree as the launcher makes them, one file each: a child that compiles its sources anew takes a second and a
 * half of the processor before its first word, and what tsx compiles names every function at each making of it, a third of a fold's time.
 */
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Without types: the runner needs it before anything is compiled. */
const { buildProgram, placeOf } = (await import(new URL('build.mjs', import.meta.url).href)) as {
  readonly buildProgram: (root: string, place: string, source: string) => Promise<string>
  readonly placeOf: (root: string) => string
}
/** The runner says where the build lies. */
const place = process.env.TESTS_BUILT ?? placeOf(ROOT)
const made = new Map<string, Promise<string>>()

/** `module`: `src/tools/doctor.ts`, or its URL. Resolves to a file for Node, made once for a state of the tree. */
export function bundled(module: string | URL): Promise<string> {
  const source = typeof module === 'string' ? module : relative(ROOT, fileURLToPath(module))
  const known = made.get(source) ?? buildProgram(ROOT, place, source)
  made.set(source, known)
  return known
}
