/** `node src/run.mjs PROGRAM.ts [arguments]`: compiles a program of this tree in memory and runs it in this process. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'

const program = resolve(process.argv[2])
// The program finds its arguments where Node would have put them.
process.argv.splice(1, 2, program)
register()
await import(pathToFileURL(program).href)
