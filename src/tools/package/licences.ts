/** Debian's copyright file, from the licences of everything that a package holds. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_VERSION } from './contents.ts'
import { readLock } from './modules.ts'

const LICENCE = /^licen[cs]e/i
/** Their texts are on every Debian system. */
const COMMON: { readonly [licence: string]: string } = {
  'Apache-2.0': 'The text is in /usr/share/common-licenses/Apache-2.0.',
}

interface Manifest {
  readonly author?: string | { readonly name: string }
  readonly homepage?: string
}

function textOf(folder: string, licence: string): string {
  const common = COMMON[licence]
  if (common !== undefined) return common
  const file = readdirSync(folder).find((name) => LICENCE.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  const { author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const name = typeof author === 'object' ? author.name : (author ?? 'its authors')
  return `Copyright ${name}${homepage === undefined ? '' : ` (${homepage})`}. The package carries no text of its licence.`
}

const section = (name: string, licence: string, text: string): string => `${name}\nLicence: ${licence}\n\n${text}\n`

/** `places`: of the packages, in the lock file. `nodeLicence`: the file that came with Node, which names all that is in it. */
export function copyrightText(root: string, places: readonly string[], nodeLicence: string): string {
  const lock = readLock(root)
  const parts = [...new Set(places)]
    .filter((place) => existsSync(join(root, place)))
    .map((place) => {
      const { version = '', license = 'unknown' } = lock[place] ?? {}
      return section(`${place.replace(/^.*node_modules\//, '')} ${version}`, license, textOf(join(root, place), license))
    })
  const rule = `\n${'-'.repeat(78)}\n\n`
  return [
    section('The program', 'MIT', readFileSync(join(root, 'LICENSE'), 'utf8').trim()),
    `It holds the following software of others.\n`,
    ...parts,
    section(`Node.js ${NODE_VERSION}`, 'MIT, and those of what it holds', readFileSync(nodeLicence, 'utf8').trim()),
  ].join(rule)
}
