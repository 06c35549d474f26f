/**
 * `npm run doctor`: lists the serial ports, and tests the configured devices and the broker step by step, up to the first step that fails.
 */
import { realpathSync } from 'node:fs'
import { fileFault, type NamedFile } from '../base/config/files.ts'
import { loadConfig } from '../base/config/load.ts'
import { formatProblems } from '../base/config/problems.ts'
import type { TableConfig } from '../base/config/table-config.ts'
import { print, readArgs, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_INTERRUPTED, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { COLUMNS, lineText } from '../base/terminal/line.ts'
import { progressText } from '../base/terminal/progress.ts'
import { BROKER_RUNGS } from '../daemon/doctor/broker-rungs.ts'
import { DEVICE_RUNGS } from '../daemon/doctor/device-rungs.ts'
import { learnTags } from '../daemon/doctor/learn.ts'
import { type Findings, findingsJson, pageLines, type Verdict, verdictOf } from '../daemon/doctor/page.ts'
import type { Person } from '../daemon/doctor/person.ts'
import { PERSON_RUNGS } from '../daemon/doctor/person-rungs.ts'
import { listPorts } from '../daemon/doctor/ports.ts'
import type { Rung } from '../daemon/doctor/rung.ts'
import { TALKER_RUNGS } from '../daemon/doctor/talker-rungs.ts'
import { walkTables } from '../daemon/doctor/walk.ts'
import { isId } from '../wire/topics.ts'
import type { Text } from '../words/text.ts'

/** The numbers of sysexits(3): bad data, service unavailable, cannot create a file. */
const EXIT_OF: { readonly [verdict in Verdict]: number } = { well: 0, warning: 65, failed: 69, unseen: 73 }
const CONFIG_DEFAULT = 'table.yaml'
const SECONDS = { usual: 5, min: 1, max: 3600 }
const DECKS_MAX = 16
const COLUMNS_MIN = 60
const COLUMNS_MAX = 120

const rungLines = (rungs: readonly Rung<never>[]): string => rungs.map(({ name, shows }) => `  ${name.en.padEnd(22)} ${shows}`).join('\n')

const HELP = `Usage: npm run doctor -- [options]

Lists the serial ports with manufacturer and serial number, then checks each configured device and the broker, step by step, up to the first
step that fails, and says what to do about it. It changes nothing: devices keep their events, and nothing is left on the broker.
If a daemon is running for the table, its ports are not opened; what the daemon reports about its devices is shown instead.

  -c, --config FILE   the configuration (default ${CONFIG_DEFAULT})
      --table ID      check only this table, if the configuration has several
      --seconds N     how long to listen to each device, ${SECONDS.min} to ${SECONDS.max} (default ${SECONDS.usual}); longer catches intermittent faults and measures drift better
      --user NAME     also check the broker as this person, who gives commands at a display
      --password-file FILE  file with the password of that person: one line
      --learn DEVICE  write the card, chip or badge file of this device while cards, chips or badges are shown to it; asks a person
      --decks N       for --learn: how many decks have tags, 1 to 16 (default 1)
      --list          list the serial ports only; needs no configuration
      --json          print one JSON object instead of the page
      --no-color      no colour; the environment variable NO_COLOR does the same
  -h, --help          show this text

It also checks whether the user who runs it can write the table's folders; run it as the user of the service.

Steps for a device
${rungLines(DEVICE_RUNGS)}

Steps for a device of another maker
${rungLines(TALKER_RUNGS)}

Steps for a broker
${rungLines(BROKER_RUNGS)}

Steps for a person at a broker, with --user
${rungLines(PERSON_RUNGS)}

Examples
  npm run doctor
  npm run doctor -- --list
  npm run doctor -- --config table.yaml --seconds 60
  npm run doctor -- --config table.yaml --user mary --password-file mary.password
  npm run doctor -- --config table.yaml --learn shoe --decks 6
  npm run -s doctor -- --config table.yaml --json > doctor.json

Exit codes: 0 all is well, or a running daemon reports that it is; ${EXIT_USAGE} wrong usage; ${EXIT_OF.warning} nothing failed, but something
needs attention (for example damaged lines); ${EXIT_OF.failed} a step failed, or a running daemon reports a device down;
${EXIT_OF.unseen} nothing failed, but the devices were not checked because it is unknown whether a daemon is running; ${EXIT_CONFIG} bad or missing configuration;
${EXIT_INTERRUPTED} interrupted
`

interface Options {
  readonly config: string
  readonly table: string | null
  readonly seconds: number
  readonly person: Person | null
  readonly list: boolean
  /** The device whose file of tags is written. */
  readonly learn: string | null
  readonly decks: number
  readonly json: boolean
  readonly colour: boolean
}

const readOptions = (args: readonly string[]): Options | null => {
  const wrong = (why: string) => new Ending(EXIT_USAGE, `${why}\n\n${HELP}`)
  const { values } = readArgs(
    {
      args: [...args],
      options: {
        config: { type: 'string', short: 'c' },
        table: { type: 'string' },
        seconds: { type: 'string' },
        user: { type: 'string' },
        'password-file': { type: 'string' },
        learn: { type: 'string' },
        decks: { type: 'string' },
        list: { type: 'boolean' },
        json: { type: 'boolean' },
        'no-color': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    },
    HELP,
  )
  if (values.help) return null
  const seconds = Number(values.seconds ?? SECONDS.usual)
  if (!(seconds >= SECONDS.min && seconds <= SECONDS.max))
    throw wrong(`--seconds ${values.seconds}: must be a number from ${SECONDS.min} to ${SECONDS.max}`)
  const { user = null, 'password-file': passwordFile = null } = values
  if (user === null && passwordFile !== null) throw wrong('--password-file needs --user NAME')
  if (user !== null && !isId(user)) throw wrong(`--user ${user}: must have 1 to 32 characters: a-z, 0-9 and -`)
  return {
    person: user === null ? null : { user, passwordFile },
    config: values.config ?? CONFIG_DEFAULT,
    table: values.table ?? null,
    seconds,
    list: values.list === true,
    learn: values.learn ?? null,
    decks: decksOf(values.decks, wrong),
    json: values.json === true,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && values['no-color'] !== true,
  }
}

const decksOf = (said: string | undefined, wrong: (why: string) => Ending): number => {
  const decks = Number(said ?? 1)
  if (Number.isInteger(decks) && decks >= 1 && decks <= DECKS_MAX) return decks
  throw wrong(`--decks ${said}: must be a whole number from 1 to ${DECKS_MAX}`)
}

const readTables = ({ config, table, list, learn }: Options): readonly TableConfig[] => {
  if (list) return []
  // The files that are to be written may not be there yet.
  const isWritten = ({ kind }: NamedFile): boolean => learn !== null && (kind === 'cards' || kind === 'chips' || kind === 'badges')
  const read = loadConfig(config, { fileFault: (file) => (isWritten(file) ? null : fileFault(file)) })
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const found = table === null ? read.tables : read.tables.filter((each) => each.table === table)
  if (found.length > 0) return found
  throw new Ending(EXIT_USAGE, `${config} has no table ${table}; its tables: ${read.tables.map((each) => each.table).join(', ')}`)
}

/** The configured devices by the real paths of their ports: a configured path is often a symbolic link. */
const namesOf = (tables: readonly TableConfig[]): ReadonlyMap<string, string> =>
  new Map(
    tables.flatMap(({ table, devices }) =>
      devices.flatMap(({ name, path }) => {
        try {
          return [[realpathSync(path), tables.length > 1 ? `${table} ${name}` : name] as const]
        } catch {
          return []
        }
      }),
    ),
  )

const width = (): number => Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, process.stdout.columns ?? (Number(process.env.COLUMNS) || COLUMNS)))

const printPage = async (findings: Findings, { colour }: Options): Promise<void> =>
  print(
    pageLines(findings, width())
      .map((line) => `${lineText(line, colour, width())}\n`)
      .join(''),
  )

/** Somebody without a configuration needs the list of ports to write one. */
const readOrList = async (options: Options): Promise<readonly TableConfig[]> => {
  try {
    return readTables(options)
  } catch (error) {
    if (error instanceof Ending && error.code === EXIT_CONFIG && !options.json) {
      await printPage({ list: await listPorts(), names: new Map(), tables: [] }, options)
    }
    throw error
  }
}

const doctor = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args)
  if (!options) {
    await print(HELP)
    return 0
  }
  const tables = await readOrList(options)
  if (options.learn !== null) return learnTags(tables, options.learn, options.decks)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const progress = waiting(options.seconds * 1000, tables.length > 0)
  const clock = { nowMs: () => performance.now(), wallMs: () => Date.now() }
  const watch = { ...clock, watchMs: options.seconds * 1000, signal: stop.signal, person: options.person, onStep: progress.step }
  const [list, walks] = await Promise.all([listPorts(), walkTables(tables, watch)]).finally(progress.end)
  // Do not report steps that were interrupted: they would look like faults.
  if (stop.signal.aborted) return EXIT_INTERRUPTED
  const findings: Findings = { list, names: namesOf(tables), tables: walks }
  if (options.json) await print(findingsJson(findings))
  else await printPage(findings, options)
  return EXIT_OF[verdictOf(walks)]
}

/** What the doctor is waiting for, on standard error: one line that is overwritten at a terminal, a single sentence elsewhere. */
interface Waiting {
  /** An empty text: this one is done. */
  readonly step: (name: string, what: Text | null) => void
  readonly end: () => void
}

const REDRAW_MS = 200

function waiting(watchMs: number, isLong: boolean): Waiting {
  const { stderr } = process
  const startMs = performance.now()
  const steps = new Map<string, string>()
  const draw = (): void => {
    const elapsedMs = Math.min(performance.now() - startMs, watchMs)
    const told = [...steps].map(([name, text]) => `${name} ${text}`).join('; ')
    const text = `${progressText(Math.round(elapsedMs), watchMs, 'listening', elapsedMs)}  ${told}`
    stderr.write(`\r${text.slice(0, Math.max(10, (stderr.columns ?? 80) - 1))}\u001b[K`)
  }
  if (isLong && !stderr.isTTY) stderr.write(`doctor: listening to the devices for ${Math.round(watchMs / 1000)} s\n`)
  const timer = isLong && stderr.isTTY ? setInterval(draw, REDRAW_MS) : null
  return {
    step: (name, what) => {
      if (what === null) steps.delete(name)
      else steps.set(name, what.en)
    },
    end: () => {
      if (timer === null) return
      clearInterval(timer)
      stderr.write('\r\u001b[K')
    },
  }
}

await runCommand(doctor)
