/** What distinguishes this software from any other that might fold the same journal to a different result. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDERS = ['firmware-bridge', 'devices', 'src']
/** Lists the packages with their exact versions. */
const LOCK = 'package-lock.json'

/** SHA-256 of the sources, the package versions and Node's version. If a source cannot be read, a random value that equals no other. */
export function codeDigest(): string {
  try {
    return digestOfSources()
  } catch {
    return randomBytes(32).toString('hex')
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|json)$/.test(path))
      .map((path) => join(folder, path)),
  )
  for (const path of [...paths.sort(), LOCK]) hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}
