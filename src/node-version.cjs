/**
 * Loaded before anything else by every command of package.json. If Node is too old, it ends the process with one line instead of the
 * stack trace of whatever is missing first. That old Node has to read this file, so nothing in it is newer than ES2015.
 */
'use strict'

/** Every line is checked with zlib.crc32, which came with 20.15 and, in the newer series, with 22.2. */
const NEEDED = [
  [20, 15],
  [22, 2],
]
/** The code from src/base/process/exit-codes.ts, which this Node may be too old to read: a restart does not help, so a person has to look. */
const EXIT_CONFIG = 78

const isEnough = (version) => {
  const parts = version.split('.').map(Number)
  const major = parts[0]
  const newest = NEEDED[NEEDED.length - 1]
  return major > newest[0] || NEEDED.some((needed) => major === needed[0] && parts[1] >= needed[1])
}

const needed = NEEDED.map((each) => each.join('.'))
const found = process.versions.node
if (!isEnough(found)) {
  process.stderr.write(
    `This program needs Node ${needed[0]} or newer (of the series after 20: ${needed[1]} or newer). This is Node ${found}: install a newer one, see https://nodejs.org\n`,
  )
  process.exit(EXIT_CONFIG)
}
