/** `npm start -- --config table.yaml`: production. Real ports and the configured broker, no simulator. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadConfig } from '../base/config/load.ts'
import { formatProblems } from '../base/config/problems.ts'
import type { TableConfig } from '../base/config/table-config.ts'
import { Ending, EXIT_BROKER, EXIT_CONFIG, EXIT_FAILED, EXIT_JOURNAL, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { reasonOf } from '../base/process/reason.ts'
import { SOFTWARE } from '../base/process/version.ts'
import { inClearText } from '../base/serving/names.ts'
import { JournalError } from './journal/errors.ts'
import { foldersOf, unwritable, userHere } from './journal/writable.ts'
import { serve } from './serve/serve.ts'
import { devicesUnderstood, understood, warnings } from './serve/understood.ts'
import { startWatchdog } from './serve/watchdog.ts'
import { cannotMake } from './setup/files.ts'
import type { SetupServer } from './setup/setup.ts'

const HELP = `${SOFTWARE}

Usage: npm start -- --config table.yaml    run the configured tables on real ports and a real broker
       npm start -- backup FILE            write configuration, keys, users and journals to a file, while the tables run
       npm start -- restore FILE           put them back (see npm start -- backup --help)
       npm start                           run a demonstration table on simulated devices (see npm start -- --demo-help)

  -c, --config FILE   the configuration; table.example.yaml explains every key. If there is no such file yet, set-up makes it in your browser
      --setup         change the configuration in your browser, with its comments kept, and then run it
      --setup-listen ADDRESS
                      serve set-up to other machines, with a certificate made by this program (default: this machine only)
      --check         check the configuration: report its problems, or the amounts as they were understood, and whether this user can
                      write its folders; start nothing
      --accept-journal REASON
                      start although the journal is not the one the daemon had written (it was cut, altered, replaced, or a
                      file kept next to it is missing); a person must have looked at it. The reason is journaled and an alarm is raised
  -h, --help          show this text

Runs until SIGINT (Ctrl-C) or SIGTERM. Notices go to standard error.
If a device or the broker does not work, run \`npm run doctor -- --config table.yaml\`.

Examples
  npm start
  npm start -- --config table.yaml --check
  npm start -- --config table.yaml
  npm start -- --config table.yaml --setup
  npm start -- --config table.yaml --accept-journal "restored from last night's backup, M. Braun"

Exit codes: 0 stopped; ${EXIT_USAGE} wrong usage; ${EXIT_BROKER} the embedded broker's port is in use; ${EXIT_FAILED} fatal error; ${EXIT_JOURNAL} the journal cannot be used; ${EXIT_CONFIG} bad configuration
`

/**
 * MQTT.js keeps a 4-byte buffer for every message length it has sent, up to 16,384. Each buffer keeps alive the pool it was cut from,
 * so with pools of 8 KB memory would grow by 20 MB within days.
 */
Buffer.poolSize = 512

const notice = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`)

const main = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args)
  if (options.help) {
    process.stdout.write(HELP)
    return 0
  }
  const file = options.config
  if (file === undefined) throw new Ending(EXIT_USAGE, `--config is missing\n\n${HELP}`)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const acceptJournal = options['accept-journal']
  if (acceptJournal?.trim() === '') throw new Ending(EXIT_USAGE, '--accept-journal needs a reason: what happened, and who says so')
  const isWanted = options.setup === true || options['setup-listen'] !== undefined || (!existsSync(file) && cannotMake(file) === null)
  if (options.check || !isWanted) {
    const tables = readTables(file)
    return options.check
      ? check(file, tables)
      : run(tables, { acceptJournal, ending, watchdog: startWatchdog(process.env, { warn: notice }) })
  }
  const watchdog = startWatchdog(process.env, { warn: notice })
  const { serveSetup } = await import('./setup/setup.ts')
  const setup = await serveSetup({ file, listen: options['setup-listen'], print: (text) => void process.stderr.write(text) }).catch(
    (error: Error) => {
      throw new Ending(error instanceof JournalError ? EXIT_JOURNAL : EXIT_CONFIG, error.message)
    },
  )
  return setUp(file, { acceptJournal, ending, watchdog, setup })
}

/** Until a table that was set up runs: whoever has written one that does not start changes it where he is. */
const setUp = async (file: string, options: RunOptions & { readonly setup: SetupServer }): Promise<number> => {
  const { setup, watchdog, ending } = options
  for (;;) {
    watchdog.ready(`set-up: ${setup.url}`)
    const isWritten = await Promise.race([setup.written().then(() => true), aborted(ending.signal).then(() => false)])
    if (!isWritten) break
    try {
      return await run(readTables(file), options)
    } catch (error) {
      const why = reasonOf(error)
      notice(`the table did not start: ${why}; set-up goes on`)
      setup.failed(why)
    }
  }
  watchdog.stop()
  await setup.close()
  notice('set-up was stopped')
  return 0
}

/** @throws Ending with every problem of the file */
const readTables = (file: string): readonly TableConfig[] => {
  const read = loadConfig(file)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(file, read.problems))
  return read.tables
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
  })

interface RunOptions {
  readonly acceptJournal: string | undefined
  readonly ending: AbortController
  readonly watchdog: ReturnType<typeof startWatchdog>
  /** Whoever has just set the table up is told how its start went. */
  readonly setup?: SetupServer
}

const run = async (tables: readonly TableConfig[], { acceptJournal, ending, watchdog, setup }: RunOptions): Promise<number> => {
  const stopped = aborted(ending.signal).then(() => 0)
  watchdog.starting()
  const serving = await serve(tables, { notice, acceptJournal, signal: ending.signal }).catch((error: unknown) => {
    if (ending.signal.aborted) return null
    throw error
  })
  if (serving === null) {
    watchdog.stop()
    notice('stopped while a journal was still being read')
    return 0
  }
  for (const table of tables) for (const { en } of warnings(table)) notice(`${table.table}: ${en}`)
  for (const [index, table] of serving.tables.entries()) notice(`${tables[index]?.table}: started, boot ${table.boot}`)
  const failed = new Promise<number>((resolve) => {
    serving.failed$.subscribe((error) => {
      notice(error.message)
      resolve(EXIT_FAILED)
    })
  })
  watchdog.ready(`${tables.map(({ table }) => table).join(', ')}: started`)
  void setup?.running(displayUrl(tables))
  const code = await Promise.race([stopped, failed])
  watchdog.stop()
  await serving.stop()
  notice('stopped')
  return code
}

const displayUrl = ([table]: readonly TableConfig[]): string | null =>
  table?.display ? `http://${table.display.host}:${table.display.port}/` : null

const inClear = ({ display }: TableConfig): readonly string[] => (display === null ? [] : [inClearText(display) ?? []].flat())

/** Reports what was understood, and what the user who runs this could not write. */
const check = (file: string, tables: readonly TableConfig[]): number => {
  const user = userHere()
  const denied = tables.flatMap((table) => foldersOf(table).flatMap((folder) => unwritable(folder) ?? []))
  const lines = tables.flatMap((table) => [
    `${table.table}:`,
    ...understood(table).map(({ en }) => `  ${en}`),
    ...devicesUnderstood(table).map(({ en }) => `  ${en}`),
    `  journal in ${table.journal}`,
    ...inClear(table).map((text) => `  display: ${text}`),
    ...warnings(table).map(({ en }) => `  warning: ${en}`),
  ])
  if (denied.length > 0) {
    process.stderr.write(denied.map(({ problem, todo }) => `${file}: ${problem}\n    what to do: ${todo}\n`).join(''))
    process.stdout.write(`${lines.join('\n')}\n`)
    return EXIT_CONFIG
  }
  process.stdout.write(`${file}: ${tables.map((table) => table.table).join(', ')}: the configuration is valid\n${lines.join('\n')}\n`)
  const asked = user === 'root' ? '; a service runs as another user, so check as that one, too: sudo -u USER' : ''
  process.stdout.write(`its folders were checked as user ${user}, who can write them${asked}\n`)
  return 0
}

const readOptions = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        config: { type: 'string', short: 'c' },
        check: { type: 'boolean' },
        setup: { type: 'boolean' },
        'setup-listen': { type: 'string' },
        'accept-journal': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new Ending(EXIT_USAGE, `${reasonOf(error)}\n\n${HELP}`)
  }
}

// Whoever reads its output may end (`2>&1 | tee log`, and tee is gone): without a listener the next notice would end the daemon.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
void main(process.argv.slice(2))
  .catch((error: unknown) => {
    if (!(error instanceof Ending)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.code
  })
  // Not process.exitCode: a reader in a hung driver must not keep a stopped daemon alive.
  .then((code) => process.exit(code))
