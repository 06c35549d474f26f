/** One process that runs test files: what it said, which tests ended, what it took; killed with all that it started when a test takes too long. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MARK } from './processor.mjs'

/** The shell says how much of the processor the command and all that it waited for have taken. */
const SHELL = ['-c', '"$@"; code=$?; times >&4; exit $code', 'sh']
/** Every core has a process: V8's helper threads would only compete with them. A larger young generation saves a tenth of the work. */
const NODE = ['--enable-source-maps', '--single-threaded-gc', '--max-semi-space-size=32', '--min-semi-space-size=16']
/**
 * A function that is optimized fifteen times as late saves a third to a half of the work, for most of what a test calls is called too seldom to pay
 * for that. Not every V8 knows the word.
 */
const SELDOM_OPTIMIZED = ['--interrupt-budget=1000000'].filter((flag) => spawnSync(process.execPath, [flag, '-e', '']).status === 0)

const CLOSE_MS_MAX = 1000

/** `0m1.230s 0m0.040s`, the second of two such lines: user and system time of what the shell waited for. */
const secondsIn = (text) =>
  [...(text.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  )

/**
 * `job`: { name, files, msMax, isMeasuring }, the built files of its tests, how long one of them may take, and whether they measure the code as it runs elsewhere. `running`: { root, folder, options, env, orphans,
 * ending: a signal that kills it }.
 * Resolves to { isWell, ended: tests that ended, text, seconds of processor, wallMs, killedIn: the test that took too long, left: the commands
 * of processes that were left behind }.
 */
export async function runJob({ name, files, msMax, isMeasuring }, { root, folder, options, env, orphans, ending }) {
  const path = (what) => join(folder, `${name.replaceAll(/\W/g, '-')}.${what}`)
  const program = [new URL('begun.mjs', import.meta.url).href, ...files.map((file) => pathToFileURL(file).href)]
  writeFileSync(path('mjs'), program.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
  writeFileSync(path('ended'), '')
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${new URL('reporter.mjs', import.meta.url).href}`, `--test-reporter-destination=${path('ended')}`],
  ]
  const began = performance.now()
  const node = isMeasuring ? NODE : [...NODE, ...SELDOM_OPTIMIZED]
  const child = spawn('/bin/sh', [...SHELL, process.execPath, ...node, ...reporters, ...options, path('mjs')], {
    cwd: root,
    env: { ...process.env, ...env, [MARK]: name },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, which can be killed as one.
    detached: true,
  })
  let text = ''
  let times = ''
  let test = 'before its first test'
  let killedIn = null
  let timer
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      killedIn = test
      kill()
    }, msMax)
  }
  wait()
  for (const out of [child.stdout, child.stderr]) out.setEncoding('utf8').on('data', (words) => (text += words))
  child.stdio[3].setEncoding('utf8').on('data', (names) => {
    test = names.trimEnd().split('\n').at(-1)
    wait()
  })
  child.stdio[4].setEncoding('utf8').on('data', (words) => (times += words))
  process.on('exit', kill)
  ending.addEventListener('abort', kill)
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', kill)
  ending.removeEventListener('abort', kill)
  const left = await orphans.endAll(name)
  // Somebody whom nobody knows may hold its output open for ever.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())])
  const seconds = secondsIn(times) + orphans.secondsOf(name)
  const ended = readFileSync(path('ended'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { isWell: code === 0, ended, text, seconds, wallMs: performance.now() - began, killedIn, left }
}
