/** What the style tests read: the tree's own files, their imports, and their text without comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CODE_FOLDERS = ['firmware-bridge', 'devices', 'src', 'simulators', 'test']
const CODE = /\.(tsx?|mjs)$/
/** Folders at the top that hold no text of ours. */
const NOT_OURS = new Set(['node_modules', 'dist', 'run', 'journal', '.git'])
const TEXT = /(\.(tsx?|mjs|css|html|json|md|yaml|yml)|\/run|LICENSE|\.npmrc|\.gitignore)$/

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string
  readonly text: string
}

export interface Import {
  /** A path from the root for a file of ours, else the name of the package: `rxjs`, `node:fs`, `@serialport/parser-readline`. */
  readonly to: string
  /** Gone at run time: `import type` or `export type`. */
  readonly typeOnly: boolean
}

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).split(sep).join('/'))

const read = (path: string): SourceFile => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })

/** Every TypeScript and JavaScript file of the five folders. */
export const codeFiles = (): readonly SourceFile[] =>
  CODE_FOLDERS.flatMap(filesUnder)
    .filter((path) => CODE.test(path))
    .map(read)

/** Every text of ours: the code, the configuration, the documentation. */
export function textFiles(): readonly SourceFile[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => !NOT_OURS.has(entry.name))
  const paths = top.flatMap((entry) => (entry.isDirectory() ? filesUnder(entry.name) : entry.isFile() ? [entry.name] : []))
  return paths.filter((path) => TEXT.test(`/${path}`) && path !== 'package-lock.json').map(read)
}

// Strings, templates and regular expressions come first, so that what looks like a comment inside them stays.
const TOKEN =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** The text with every comment blanked; lines stay where they are. */
export const withoutComments = (text: string): string =>
  text.replace(TOKEN, (token) => (/^\/[*/]/.test(token) ? token.replace(/[^\n]/g, ' ') : token))

/** The text with every comment blanked, and every string emptied; templates that hold code stay. */
export const withoutStrings = (text: string): string =>
  withoutComments(text).replace(TOKEN, (token) => (/^['"]|^`[^$]*$/.test(token) ? `${token[0]}${token[0]}` : token))

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s+(?:(type)\s+(?!from\b)|)(?:[\w*{}\s,$]+?\sfrom\s*)?(['"])([^'"\n]+)\2/g
const LOADED = /\b(?:import|require)\(\s*(['"])([^'"\n]+)\1/g

function resolveImport(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  if (name.startsWith('node:')) return name
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

export function importsOf({ path, text }: SourceFile): readonly Import[] {
  const code = withoutComments(text)
  const declared = [...code.matchAll(IMPORT)].map((found) => ({ to: resolveImport(path, found[3] ?? ''), typeOnly: found[1] === 'type' }))
  const loaded = [...code.matchAll(LOADED)].map((found) => ({ to: resolveImport(path, found[2] ?? ''), typeOnly: false }))
  return [...declared, ...loaded]
}
