/**
 * `npm run test:display`: the display in a real browser, with the daemon, a broker and simulated devices. Needs a Chromium, which `npm
 * test` does not. Words select files by their path, as in `npm test`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = dirname(fileURLToPath(import.meta.url))
/** A file that takes longer has hung. */
const FILE_MS_MAX = 180_000

const HELP = `Usage: npm run test:display -- [words]

Tests the pit display in a real Chromium (\`apt-get install chromium\`) with the daemon, a broker and simulated devices. Words select test files
by name; without words, all of them run.

  -h, --help          show this text

Examples
  npm run test:display
  npm run test:display -- load

Exit codes: 0 all passed; 1 a test failed, or no file matches the words
`

const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const files = readdirSync(HERE)
  .filter((name) => name.endsWith('.browser.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()
  .map((name) => join(HERE, name))
if (files.length === 0) {
  process.stderr.write(`no *.browser.ts of test/display/page has ${words.join(' or ')} in its name\n`)
  process.exit(1)
}
// One after the other, because each file has its own browser, daemon and devices.
const options = ['--import', 'tsx', '--import', './test/mortal.mjs']
const testing = ['--test', '--test-concurrency=1', `--test-timeout=${FILE_MS_MAX}`, '--test-reporter=spec']
const runner = spawn(process.execPath, [...options, ...testing, ...files], { cwd: join(HERE, '../../..'), stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
const [code] = await once(runner, 'exit')
process.exitCode = code ?? 1
