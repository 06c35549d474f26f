/** The npm packages that stay outside of a bundle because they load native code: copied with what they depend on, without what only builds them. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { Architecture } from './contents.ts'
import { write } from './debian.ts'
import { fetched, unpack } from './fetched.ts'

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly optionalDependencies?: { readonly [name: string]: string }
}
export type Lock = { readonly [place: string]: Locked }

export const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Lock }).packages

const FOLDER = 'node_modules/'
/** Headers for a compiler. */
const BUILDS_ONLY = new Set(['node-addon-api'])
const RUNS = /\.(c|m)?js$|\.node$|^package\.json$|^LICEN[CS]E/
const NEVER_RUNS = new Set(['node_modules', 'test', 'tests'])

/** What a package runs on, and its licence; of its native code that for this machine. What begins with `#!` is a command of its own. */
function filesOf(folder: string, native: string): readonly string[] {
  const isWanted = (file: string): boolean => {
    const parts = file.split(sep)
    if (parts.some((part) => NEVER_RUNS.has(part)) || !RUNS.test(basename(file))) return false
    if (parts[0] === 'prebuilds') return parts[1] === native && !file.includes('.musl.')
    return !readFileSync(join(folder, file)).subarray(0, 2).equals(Buffer.from('#!'))
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isWanted)
}

/** Where Node finds a package that is asked for at `from`, a place in the lock file. */
function placeOf(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
    const place = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`
    if (lock[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

/** The places of these packages and of all that they need to run, in order. */
function placesOf(lock: Lock, names: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const add = (name: string, from: string): void => {
    const place = placeOf(lock, name, from)
    if (place === undefined || BUILDS_ONLY.has(name) || found.has(place)) return
    found.add(place)
    for (const needed of Object.keys(lock[place]?.dependencies ?? {})) add(needed, place)
  }
  for (const name of names) add(name, '')
  return [...found].sort()
}

/** Copies them below `into`; native code only of this architecture, and of the C library that Debian has. */
export function copyModules(root: string, into: string, names: readonly string[], { node }: Architecture): readonly string[] {
  const lock = readLock(root)
  const places = placesOf(lock, names)
  for (const place of places) {
    const from = join(root, place)
    for (const file of filesOf(from, `linux-${node}`)) write(join(into, place, file), readFileSync(join(from, file)))
    // A package may name its binaries as packages of their own, one for each machine.
    const binaries = Object.keys(lock[place]?.optionalDependencies ?? {}).filter((name) => name.endsWith(`/linux-${node}-gnu`))
    for (const name of binaries) {
      const { version, integrity = '' } = lock[`${FOLDER}${name}`] ?? { version: '' }
      unpack(fetched(root, `${name}@${version}`, integrity), join(into, FOLDER, name), ['index.node', 'package.json'])
      chmodSync(join(into, FOLDER, name, 'index.node'), 0o644)
    }
  }
  return places
}
