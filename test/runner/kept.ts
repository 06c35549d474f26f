/**
 * What takes long to make and is the same for a state of the sources: in a run of the tests it is made by whoever asks first, kept in the
 * build, and read by all others, processes side by side and later runs.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** `key`: all that the value follows from. The value is plain data; each caller has one of its own. */
export function kept<T>(folder: string, key: object, make: () => T): T {
  const place = process.env.TESTS_BUILT
  if (place === undefined) return make()
  const digest = createHash('sha256').update(serialize(key)).digest('hex')
  const file = join(place, folder, digest.slice(0, 16))
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    // Others may be making it as well: whoever reads it finds it whole.
    const beside = `${file}.${process.pid}`
    writeFileSync(beside, serialize(make()))
    renameSync(beside, file)
  }
  return deserialize(readFileSync(file)) as T
}
