/**
 * `npm run verify -- PATH`: proves that a journal, or the file of a disputed round, is what its table wrote, or names the first record that
 * is not. It is for people who must trust it without trusting us: except for `--replay` it needs only Node and the files that this one
 * imports.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Ending, EXIT_BAD_RECORD, EXIT_CONFIG, EXIT_NO_INPUT, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { codeOf, reasonOf } from '../base/process/reason.ts'
import { parseBookHead } from '../base/records/book-head.ts'
import { fingerprintOf, publicKeyIn } from '../base/records/seal.ts'
import { diskFiles, strangeKind } from '../daemon/journal/files.ts'
import { type KeptHead, parseHead } from '../daemon/journal/kept-head.ts'
import type { JournalRecord } from '../wire/record.ts'
import type { KeptByBook } from './verify/book.ts'
import { type Fault, type JournalReport, verifyJournal } from './verify/journal.ts'

const HELP = `Usage: npm run verify -- [options] DIR
       npm run verify -- [--key KEY] FILE

Checks the journal in the folder DIR: that no record was altered, removed, added or moved since it was written, and that the table's
key signed it. Prints what the journal contains and OK, or the file, line and number of the first wrong record. Writes nothing.
FILE is the dispute file of a round: the command follows its records to the seal, checks the signature, and rebuilds the page to compare it.

      --key KEY       the table's public key: base64, or a file with it (PEM, or base64). Without it, the key that the journal names is
                      printed: compare it with the one you were given. May be given more than once, for a table that changed its key
      --head FILE     what you kept of this journal: a message of the topic \`checkpoint\`, an acknowledgement of the audit sink, or a
                      copy of head.json. Only this shows that nothing was cut off at the end. May be given more than once.
                      DIR/head.json is always compared, where it exists
      --book FILE     the book's signature over this journal, printed by npm run book -- export --table ID --head. It does not depend on
                      the table's key, so it exposes even changes made with that key. May be given more than once
      --book-key KEY  the book's public key, as --key. --book needs it: anybody can make a book that vouches for his own journal
      --replay        also work out every conclusion again with this software, and compare it with the recorded one
  -c, --config FILE   the table's configuration, for --replay
      --table ID      which table, if the configuration has several
  -h, --help          show this text

Examples
  npm run verify -- /var/lib/blackjack-table/journal
  npm run verify -- --key bj07.pub --head kept/bj07-2026-11-21.json copy/journal
  npm run verify -- --book bj07-head.json --book-key book.pub copy/journal
  npm run verify -- --replay --config table.yaml copy/journal
  npm run verify -- --key bj07.pub dispute-bj07-1-217.html

Exit codes: 0 OK; ${EXIT_BAD_RECORD} not OK, or --replay reached another conclusion; ${EXIT_USAGE} wrong usage; ${EXIT_NO_INPUT} DIR or a file cannot be read; ${EXIT_CONFIG} bad configuration
`

interface Options {
  readonly keys: readonly string[]
  readonly heads: readonly KeptHead[]
  readonly books: readonly KeptByBook[]
  readonly replay: { readonly config: string; readonly table: string | null } | null
}

/** Something that can be verified; the first row that recognises a path takes it. */
interface Verifier {
  readonly what: string
  readonly knows: (path: string) => boolean
  /** Resolves to the exit code. */
  readonly verify: (path: string, options: Options) => Promise<number>
}

const say = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`)

const verifyFolder = async (path: string, { keys, heads, books, replay }: Options): Promise<number> => {
  const own = join(path, 'head.json')
  if (exists(own)) refuseStrange(own)
  const kept = exists(own) ? [...heads, headIn(own)] : heads
  const comparing = replay === null ? null : (await import('./verify/with-replay.ts')).comparingWith(replay.config, replay.table)
  const onRecord = comparing === null ? {} : { onRecord: (record: JournalRecord) => comparing.record(record) }
  const report = await verifyJournal(path, { keys, heads: kept, books, files: diskFiles, ...onRecord }).catch((error: unknown) => {
    throw new Ending(EXIT_NO_INPUT, `${path} cannot be read: ${reasonOf(error)}`)
  })
  say(reportLines(path, report, books))
  if (report.fault !== null) return EXIT_BAD_RECORD
  const compared = comparing?.end()
  if (compared === undefined) return 0
  const { same, count, differences } = compared
  say([
    `${count === 0 ? 'OK' : 'NOT OK'} replay: ${same} conclusions are the same, ${count} are not`,
    ...differences.map((text) => `  ${text}`),
  ])
  return count === 0 ? 0 : EXIT_BAD_RECORD
}

const verifyFile = async (path: string, { keys }: Options): Promise<number> => {
  const { disputeLines, verifyDispute } = await import('./verify/dispute.ts')
  const report = verifyDispute(textOf(path), keys)
  say(disputeLines(path, report, keys.length > 0))
  return report.fault === null ? 0 : EXIT_BAD_RECORD
}

const VERIFIERS: readonly Verifier[] = [
  { what: "a journal's folder", knows: (path) => statSync(path).isDirectory(), verify: verifyFolder },
  { what: 'a dispute file (.html)', knows: (path) => statSync(path).isFile() && /\.html?$/i.test(path), verify: verifyFile },
]

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Reading a pipe would wait for whoever writes to it. */
const refuseStrange = (path: string): void => {
  const strange = strangeKind(path, statSync(path))
  if (strange !== null) throw new Ending(EXIT_NO_INPUT, strange)
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Ending(EXIT_NO_INPUT, `${path} cannot be read (${codeOf(error) || 'unknown error'})`)
  }
}

const headIn = (path: string): KeptHead => {
  const head = parseHead(textOf(path), path)
  if (typeof head === 'string') throw new Ending(EXIT_BAD_RECORD, `NOT OK ${path} is not the head of a journal: ${head}`)
  return head
}

/** `trusted`: the book's public keys. Anybody can make a book, so without a key to compare nobody vouches for this one. */
const bookIn = (path: string, trusted: readonly string[]): KeptByBook => {
  const head = parseBookHead(textOf(path))
  if (typeof head === 'string') throw new Ending(EXIT_BAD_RECORD, `NOT OK ${path} is not a book's signature over a journal: ${head}`)
  if (trusted.length === 0)
    throw new Ending(
      EXIT_BAD_RECORD,
      `NOT OK nobody vouches for the book that signed ${path}: compare its key with the one that you were given when the book was installed, and name that one with --book-key. It signed with ${head.key} (fingerprint ${fingerprintOf(head.key)})`,
    )
  if (!trusted.includes(head.key))
    throw new Ending(EXIT_BAD_RECORD, `NOT OK ${path} was signed with a key other than those given with --book-key: ${head.key}`)
  return { source: path, head }
}

const keyOf = (option: string, word: string): string => {
  const key = publicKeyIn(exists(word) ? textOf(word) : word)
  if (key === null) throw new Ending(EXIT_USAGE, `--${option} ${word}: neither a file nor an Ed25519 public key in base64`)
  return key
}

const readWords = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        head: { type: 'string', multiple: true },
        book: { type: 'string', multiple: true },
        'book-key': { type: 'string', multiple: true },
        replay: { type: 'boolean' },
        config: { type: 'string', short: 'c' },
        table: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Ending(EXIT_USAGE, `${reasonOf(error)}\n\n${HELP}`)
  }
}

const main = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = readWords(args)
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new Ending(EXIT_USAGE, `exactly one DIR or FILE is needed\n\n${HELP}`)
  if (values.replay && values.config === undefined) throw new Ending(EXIT_USAGE, '--replay needs --config: the rules to judge by')
  if (!exists(path)) throw new Ending(EXIT_NO_INPUT, `${path} does not exist`)
  const verifier = VERIFIERS.find(({ knows }) => knows(path))
  if (verifier?.verify === verifyFile && (values.head !== undefined || values.book !== undefined || values.replay))
    throw new Ending(EXIT_USAGE, '--head, --book and --replay are for the folder of a journal')
  if (verifier === undefined) throw new Ending(EXIT_USAGE, `${path} is not ${VERIFIERS.map(({ what }) => what).join(' or ')}`)
  const bookKeys = (values['book-key'] ?? []).map((word) => keyOf('book-key', word))
  return verifier.verify(path, {
    keys: (values.key ?? []).map((word) => keyOf('key', word)),
    heads: (values.head ?? []).map(headIn),
    books: (values.book ?? []).map((file) => bookIn(file, bookKeys)),
    replay: values.replay && values.config !== undefined ? { config: values.config, table: values.table ?? null } : null,
  })
}

const reportLines = (path: string, report: JournalReport, books: readonly KeptByBook[] = []): readonly string[] => {
  const { fault, n, firstN, segments, head, seals, sealedTo, keys, starts, software, accepted, isTorn } = report
  const lines: (readonly [string, string])[] = [
    ['table', head === null ? 'it does not say' : `${head.property}/${head.pit}/${head.table}, house ${head.house}`],
    ['stream', head?.stream ?? 'it does not say'],
    ['records', n < firstN ? 'none' : `${firstN} to ${n}, ${n - firstN + 1} in ${segments} ${segments === 1 ? 'file' : 'files'}`],
    ...(n < firstN ? [] : [['from', `${timeOf(report.firstMs)} to ${timeOf(report.lastMs)}, by the clock of the machine`] as const]),
    ...(firstN > 1 ? [['released', `records 1 to ${firstN - 1} are not here; an audit sink had acknowledged them`] as const] : []),
    ['seals', seals === 0 ? 'none' : `${seals}, the last over the records up to ${sealedTo}`],
    ...(n > sealedTo + 1 && seals > 0
      ? [['unsealed', `${n - sealedTo - 1} records after the last seal: only a kept head vouches for them`] as const]
      : []),
    ...keys.map((key) => ['key', `${key.publicKey} (${fingerprintOf(key.publicKey)}) from record ${key.n}`] as const),
    ...books.map(
      ({ head }) =>
        [
          'book',
          `has received records up to ${head.seq}${head.sealed === undefined ? '' : `, sealed up to ${head.sealed.seq}`}, signed ${head.at} with key ${head.key} (${fingerprintOf(head.key)})`,
        ] as const,
    ),
    ['starts', `${starts} of the daemon: ${software.join(', ') || 'no version named'}`],
    ...accepted.map(
      (each) => ['accepted', `record ${each.n}, ${timeOf(each.t)}: ${each.reason}; despite: ${each.doubts.join('; ')}`] as const,
    ),
    ...(isTorn ? [['torn', 'the last line is not complete: the daemon is writing it, or it lost its power'] as const] : []),
  ]
  const told = lines.map(([what, text]) => `  ${what.padEnd(9)} ${text}`)
  return [...told, fault === null ? `OK ${path}` : `NOT OK ${faultText(fault)}`]
}

const faultText = ({ file, line, n, reason }: Fault): string =>
  `${file}${line === null ? '' : `:${line}`}: ${n === null ? '' : `record ${n}: `}${reason}`

const timeOf = (ms: number): string => new Date(ms).toISOString()

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Ending)) throw error
  process.stderr.write(`${error.message}\n`)
  return error.code
})
