/**
 * `npm run -s replay -- --config table.yaml [--type round.closed] FILE`: reads a capture or a journal and prints the table's events as
 * JSON Lines. No clock, broker, port or journal is involved; standard output is JSON Lines only.
 */

import { readTable } from '../base/config/read-table.ts'
import { print, readArgs, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_NO_INPUT, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { standingOf } from '../daemon/pipeline/base.ts'
import { type CoreState, type CoreStep, coreContext, endCore, initialCore, stepCore } from '../daemon/stations/core.ts'
import { openRecords } from './record-file.ts'

const HELP = `Usage: npm run -s replay -- --config table.yaml [options] FILE

Reads FILE, a capture or a journal (a segment file or the journal's folder), and prints the table's events as JSON Lines.
It starts from the first record. The daemon continues from a checkpoint next to the journal instead, and must reach the same result.

  -c, --config FILE   the table's configuration (house, rules, spots, device names); its ports and journal are not touched
      --table ID      which table, if the configuration has several
      --type TYPE     print only events of this type; may be given more than once
  -h, --help          show this text

Examples
  npm run -s replay -- --config table.example.yaml capture.jsonl
  npm run -s replay -- --config table.yaml --type round.closed journal/

Exit codes: 0 read to the end; ${EXIT_BAD_RECORD} a bad record was reported and skipped; ${EXIT_USAGE} wrong usage; ${EXIT_NO_INPUT} FILE cannot be read; ${EXIT_CONFIG} bad configuration
`

interface Options {
  readonly config: string
  readonly table: string | null
  readonly types: ReadonlySet<string>
  readonly file: string
}

const readOptions = (args: readonly string[]): Options | null => {
  const { values, positionals } = readArgs(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string', short: 'c' },
        table: { type: 'string' },
        type: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    },
    HELP,
  )
  if (values.help) return null
  const [file] = positionals
  if (!values.config || !file || positionals.length > 1) {
    throw new Ending(EXIT_USAGE, `${!values.config ? '--config is missing' : 'exactly one FILE is needed'}\n\n${HELP}`)
  }
  return { config: values.config, table: values.table ?? null, types: new Set(values.type ?? []), file }
}

const replay = async (options: Options): Promise<number> => {
  const config = readTable(options.config, options.table)
  const context = coreContext(config)
  const input = await openRecords(options.file, config)
  let state: CoreState = initialCore()
  const say = ([next, { record, encoded, fault }]: CoreStep): string => {
    state = next
    if (fault !== undefined) process.stderr.write(`record ${record.n}: internal error: ${fault}\n`)
    let text = ''
    for (const each of encoded) {
      if (!each.ok) process.stderr.write(`${each.refusal.id}: ${each.refusal.reason}\n`)
      else if (options.types.size === 0 || options.types.has(each.message.type)) text += `${each.message.payload}\n`
    }
    return text
  }
  let isFirst = true
  for await (const record of input.records) {
    // A journal whose beginning was released starts with the state at that point.
    if (isFirst && record.kind === 'base') ({ state } = standingOf(record))
    isFirst = false
    await print(say(stepCore(state, record, context)))
  }
  // A journal continues where the daemon does: whatever is open at its end stays open.
  if (input.form === 'capture') await print(say(endCore(state, context)))
  return input.bad() > 0 ? EXIT_BAD_RECORD : 0
}

await runCommand(async (args) => {
  const options = readOptions(args)
  if (options) return replay(options)
  await print(HELP)
  return 0
})
