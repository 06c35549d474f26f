/**
 * `npm run -s replay -- --config table.yaml [--type round.closed] FILE`: reads a capture or a journal and prints the table's events as
 * JSON Lines. No clock, broker, port or journal is involved; standard output is JSON Lines only.
 */
import { parseArgs } from 'node:util'
import { loadConfig } from './config/load.ts'
import { EXIT_CONFIG, formatProblems } from './config/problems.ts'
import type { TableConfig } from './config/table-config.ts'
import type { JournalRecord } from './journal/record.ts'
import { readRecords } from './journal/replay-input.ts'
import { captureReader } from './pipeline/capture.ts'
import { type CoreState, type CoreStep, coreContext, endCore, initialCore, stepCore } from './pipeline/core.ts'

const EXIT_USAGE = 64
const EXIT_BAD_RECORD = 65
const EXIT_NO_INPUT = 66

const HELP = `Usage: npm run -s replay -- --config table.yaml [options] FILE

Reads FILE, a capture or a journal (a segment file or the journal's folder), and prints the table's events as JSON Lines.

  -c, --config FILE   the table's configuration (house, rules, spots, device names); its ports and journal are not touched
      --table ID      which table, if the configuration has several
      --type TYPE     print only events of this type; may be given more than once
  -h, --help          this text

Examples
  npm run -s replay -- --config table.example.yaml capture.jsonl
  npm run -s replay -- --config table.yaml --type round.closed journal/

Exit codes: 0 read to the end; ${EXIT_BAD_RECORD} a bad record was reported and skipped; ${EXIT_USAGE} wrong use; ${EXIT_NO_INPUT} FILE cannot be read; ${EXIT_CONFIG} bad configuration
`

interface Options {
  readonly config: string
  readonly table: string | null
  readonly types: ReadonlySet<string>
  readonly file: string
}

class Stop extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

const readOptions = (args: readonly string[]): Options | null => {
  const parse = () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string', short: 'c' },
        table: { type: 'string' },
        type: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (error) {
    throw new Stop(EXIT_USAGE, `${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
  const { values, positionals } = parsed
  if (values.help) return null
  const [file] = positionals
  if (!values.config || !file || positionals.length > 1) {
    throw new Stop(EXIT_USAGE, `${!values.config ? '--config is missing' : 'exactly one FILE is needed'}\n\n${HELP}`)
  }
  return { config: values.config, table: values.table ?? null, types: new Set(values.type ?? []), file }
}

const readConfig = ({ config, table }: Options): TableConfig => {
  const read = loadConfig(config, { purpose: 'replay' })
  if (!read.ok) throw new Stop(EXIT_CONFIG, formatProblems(config, read.problems))
  const found = table === null ? read.tables : read.tables.filter((each) => each.table === table)
  const [only] = found
  if (!only || found.length > 1) {
    const names = read.tables.map((each) => each.table).join(', ')
    throw new Stop(EXIT_USAGE, `${config} has the tables ${names}: name one with --table`)
  }
  return only
}

/** Prints, waiting where the reader of the pipe is slower. */
const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

const replay = async (options: Options): Promise<number> => {
  const config = readConfig(options)
  const context = coreContext(config)
  let bad = 0
  const onBad = (file: string, line: number, reason: string) => {
    bad++
    process.stderr.write(`${file}:${line}: ${reason}; skipped\n`)
  }
  const input = await readRecords(options.file, ({ file, line, reason }) => onBad(file, line, reason)).catch((error: unknown) => {
    throw new Stop(EXIT_NO_INPUT, `${options.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  let state: CoreState = initialCore()
  const say = ([next, { encoded }]: CoreStep): string => {
    state = next
    let text = ''
    for (const each of encoded) {
      if (!each.ok) process.stderr.write(`${each.refusal.id}: ${each.refusal.reason}\n`)
      else if (options.types.size === 0 || options.types.has(each.message.type)) text += `${each.message.payload}\n`
    }
    return text
  }
  const fold = (records: readonly JournalRecord[]): string => records.map((record) => say(stepCore(state, record, context))).join('')
  if (input.form === 'journal') {
    // A journal goes on where the daemon does: what is open at its end stays open.
    for await (const record of input.records) await print(fold([record]))
  } else if (input.form === 'capture') {
    const reader = captureReader(config.devices)
    for await (const capture of input.lines) {
      const records = reader.line(capture)
      if (typeof records === 'string') onBad(options.file, capture.number, records)
      else await print(fold(records))
    }
    await print(fold(reader.end()))
    await print(say(endCore(state, context)))
  }
  return bad > 0 ? EXIT_BAD_RECORD : 0
}

const main = async (): Promise<void> => {
  // A reader that has seen enough (`| head`) ends the replay; it is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  try {
    const options = readOptions(process.argv.slice(2))
    if (options) process.exitCode = await replay(options)
    else process.stdout.write(HELP)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.code
  }
}

await main()
