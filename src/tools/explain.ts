/** `npm run explain -- FILE --round R`: explains one round of a capture or a journal as a person would. */
import { writeFileSync } from 'node:fs'
import { readTable } from '../base/config/read-table.ts'
import { rulesSha256 } from '../base/config/rules-hash.ts'
import type { TableConfig } from '../base/config/table-config.ts'
import { print, readArgs, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_NO_INPUT, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { codeOf } from '../base/process/reason.ts'
import { COLUMNS, type Line, lineText, padded, piece } from '../base/terminal/line.ts'
import { type CoreContext, coreContext } from '../daemon/stations/core.ts'
import { excerptOfJournal } from '../display/dispute/from-journal.ts'
import { disputePage } from '../display/dispute/page.ts'
import { gainLine } from '../display/terminal/pieces.ts'
import { exponentOf } from '../rules/house/currency.ts'
import { countText } from '../wire/account/text.ts'
import { accountOf } from './explain/account.ts'
import { type Chronicle, chronicleOf, type RoundSummary, type Wanted } from './explain/chronicle.ts'
import { accountJson, listJson } from './explain/json.ts'
import { accountLines, verdictText } from './explain/tell.ts'
import { openRecords } from './record-file.ts'

const EXIT_NO_ROUND = 1
const COLUMNS_MIN = 80
const COLUMNS_MAX = 120
const CONFIG_DEFAULT = 'table.yaml'

const HELP = `Usage: npm run -s explain -- FILE --round R [options]
       npm run -s explain -- FILE --list [options]
       npm run -s explain -- JOURNAL --round R --dispute PAGE [options]

Explains one round of FILE, a capture or a journal (a segment file or the journal's folder): the felt as it was dealt; every observation, what
it ruled out and what it made certain; the felt at the end; and the readings that are left, where they differ and what could not settle it.
Until the hole card is turned, it shows only what is known without it, like the table's displays.

  -r, --round R       the round, by its id (1-7) or by its number in the file (1 = the first)
  -l, --list          list the rounds of the file, one line each
  -c, --config FILE   the table's configuration (house, rules, spots, device names); default ${CONFIG_DEFAULT}
      --table ID      which table, if the configuration has several
      --full          show everything that was ruled out, not only the four most common cases
      --json          print one JSON object (with --list: one for each round) instead of the page
      --dispute PAGE  write the round's dispute file to PAGE instead: one HTML page with the round, its records and the table's signature, for
                      anybody who has to trust it; npm run verify -- PAGE checks it. Only from a journal, and only once the round is over
      --no-color      no colour; the environment variable NO_COLOR does the same
  -h, --help          show this text

The page is as wide as the terminal, at least ${COLUMNS_MIN} columns, and in colour on a terminal.

Examples
  npm run -s explain -- capture.jsonl --list --config table.example.yaml
  npm run -s explain -- journal/ --round 1-217 | less
  npm run -s explain -- journal/ --round 1-217 --dispute dispute-bj07-1-217.html

Exit codes: 0 printed; ${EXIT_NO_ROUND} FILE has no such round, or no dispute file can be made; ${EXIT_BAD_RECORD} a bad record was skipped; ${EXIT_USAGE} wrong usage; ${EXIT_NO_INPUT} FILE cannot be read; ${EXIT_CONFIG} bad configuration
`

interface Options {
  readonly file: string
  /** null: list all rounds. */
  readonly round: Wanted | null
  readonly config: string
  readonly table: string | null
  readonly full: boolean
  readonly json: boolean
  readonly colour: boolean
  /** Where the round's dispute file goes; null: print the explanation instead. */
  readonly dispute: string | null
}

const readOptions = (args: readonly string[]): Options | null => {
  const wrong = (why: string) => new Ending(EXIT_USAGE, `${why}\n\n${HELP}`)
  const { values, positionals } = readArgs(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        round: { type: 'string', short: 'r' },
        list: { type: 'boolean', short: 'l' },
        config: { type: 'string', short: 'c' },
        table: { type: 'string' },
        full: { type: 'boolean' },
        json: { type: 'boolean' },
        dispute: { type: 'string' },
        'no-color': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    },
    HELP,
  )
  if (values.help) return null
  const [file] = positionals
  if (!file || positionals.length > 1) throw wrong('exactly one FILE is needed')
  if ((values.round === undefined) === (values.list !== true)) throw wrong('either --round or --list is needed')
  const { round = null, config = CONFIG_DEFAULT, table = null, full = false, json = false, dispute = null } = values
  if (dispute !== null && (round === null || full || json))
    throw wrong('--dispute needs --round, and cannot be combined with --full or --json')
  return { file, round: round === null ? null : wantedOf(round), config, table, full, json, dispute, colour: values['no-color'] !== true }
}

const wantedOf = (text: string): Wanted => (/^\d+$/.test(text) ? { number: Number(text) } : { id: text })

const columns = (): number => {
  const { columns: own } = process.stdout
  const wanted = own ?? (Number(process.env.COLUMNS) || COLUMNS)
  return Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, wanted))
}

const page = (lines: readonly Line[], mayColour: boolean): string => {
  const colour = mayColour && process.stdout.isTTY === true && !process.env.NO_COLOR
  const width = columns()
  return lines.map((line) => `${lineText(line, colour, width)}\n`).join('')
}

/** Reads until the requested round can be explained. */
const follow = async (
  { file, round }: Options,
  config: TableConfig,
  context: CoreContext,
): Promise<{ readonly chronicle: Chronicle; readonly bad: number }> => {
  const input = await openRecords(file, config)
  const chronicle = chronicleOf(context, round)
  let rules = rulesSha256(config.rules)
  for await (const record of input.records) {
    if (record.kind === 'start' && record.rulesSha256 !== rules) {
      process.stderr.write(
        `${file}: boot ${record.boot} was played under rules that differ from this configuration; the explanation may be wrong\n`,
      )
      rules = record.rulesSha256
    }
    chronicle.take(record)
    if (chronicle.followed) return { chronicle, bad: input.bad() }
  }
  chronicle.end(input.form === 'capture')
  return { chronicle, bad: input.bad() }
}

const writeDispute = async (file: string, round: Wanted, page: string, config: TableConfig): Promise<number> => {
  const read = async () => {
    const input = await openRecords(file, config)
    if (input.form !== 'journal') throw new Ending(EXIT_NO_INPUT, `${file} is not a journal; nothing in a capture is signed`)
    return input.records
  }
  const { currency } = config
  const found = await excerptOfJournal(read, round, { currency, exponent: exponentOf(currency) })
  if (!found.ok) throw new Ending(EXIT_NO_ROUND, `${file}: ${found.fault.text}`)
  const made = disputePage(found.value)
  if (typeof made === 'string') throw new Ending(EXIT_NO_ROUND, `${file}: ${made}`)
  try {
    writeFileSync(page, made.html)
  } catch (error) {
    throw new Ending(EXIT_NO_INPUT, `${page} cannot be written (${codeOf(error) || 'unknown error'})`)
  }
  await print(`${page} holds round ${found.value.round}\n`)
  return 0
}

const explain = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args)
  if (!options) {
    await print(HELP)
    return 0
  }
  const config = readTable(options.config, options.table)
  if (options.dispute !== null && options.round !== null) return writeDispute(options.file, options.round, options.dispute, config)
  const context = coreContext(config)
  const { chronicle, bad } = await follow(options, config, context)
  const { rounds, followed } = chronicle
  if (options.round === null)
    await print(options.json ? listJson(rounds) : page(listLines(rounds, exponentOf(config.currency)), options.colour))
  else if (!followed) {
    const [first, last] = [rounds[0], rounds.at(-1)]
    const there = first && last ? `its rounds are 1 to ${last.number} (${first.id} to ${last.id}); --list shows them` : 'it has no rounds'
    throw new Ending(
      EXIT_NO_ROUND,
      `${options.file} has no round ${'id' in options.round ? options.round.id : options.round.number}: ${there}`,
    )
  } else {
    const account = accountOf(followed, followed.context)
    await print(
      options.json ? accountJson(account) : page(accountLines(account, { columns: columns(), full: options.full }), options.colour),
    )
  }
  return bad > 0 ? EXIT_BAD_RECORD : 0
}

/** `2  1-2  2026-01-01 00:02:23  5 boxes  complete, 1 reading  house +12.00  1 finding`. `exponent`: decimals of the table's currency. */
const listLines = (rounds: readonly RoundSummary[], exponent: number): Line[] => {
  const numbers = Math.max(0, ...rounds.map(({ number }) => String(number).length))
  const ids = Math.max(0, ...rounds.map(({ id }) => id.length))
  return rounds.map((round): Line => {
    const { number, id, openedAt, boxes, result } = round
    const findings = result?.findings.length ?? 0
    return [
      ...padded([piece(String(number))], numbers, 'before'),
      piece('  '),
      ...padded([piece(id, 'strong')], ids),
      piece(`  ${openedAt.slice(0, 10)} ${openedAt.slice(11, 19)}  ${boxes.length} box${boxes.length === 1 ? '' : 'es'}  `),
      ...(result ? [piece('house '), ...padded(gainLine(result.net.house, result.net.best, exponent), 9, 'before'), piece('  ')] : []),
      piece(verdictText(round, false)),
      ...(findings > 0 ? [piece(`, ${countText(findings, 'finding')}`, 'alarm')] : []),
    ]
  })
}

await runCommand(explain)
