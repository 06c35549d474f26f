/**
 * `npm run docs`: writes the generated parts of docs: whole pages, blocks inside pages written by hand, the JSON Schemas, the AsyncAPI
 * document and the OpenAPI document of the book. With `--check` it writes nothing, and ends with 1 if a file differs, is missing or is
 * obsolete.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { EXIT_USAGE } from '../../daemon/process/exit-codes.ts'
import { SOFTWARE } from '../../daemon/process/version.ts'
import { commandsPage } from '../../wire/commands-page.ts'
import { ACCESS_RULES, accessRules } from './access-rules.ts'
import { asyncApiPage } from './asyncapi.ts'
import { bookApiPage } from './book-api.ts'
import { bookBlocks } from './book-blocks.ts'
import { bookConfigurationPage } from './book-configuration-page.ts'
import { configurationPage } from './configuration-page.ts'
import { findingsPage } from './findings-page.ts'
import { housesPage } from './houses-page.ts'
import { jsonSchemaFiles, jsonText } from './json-schemas.ts'
import { withBlocks } from './markdown.ts'
import { pitBlocks } from './pit-blocks.ts'
import { protocolBlocks } from './protocol-blocks.ts'
import { technicianBlocks } from './technician-blocks.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const SCHEMAS = 'schemas'

/** Pages written by hand that contain generated blocks. */
const WITH_BLOCKS = {
  'book.md': bookBlocks,
  'pit.md': pitBlocks,
  'protocol.md': protocolBlocks,
  'technician.md': technicianBlocks,
} as const

const read = (name: string): string => readFileSync(new URL(name, DOCS), 'utf8')

/** Every generated file below docs, with its content. */
export function documents(): ReadonlyMap<string, string> {
  const version = SOFTWARE.split(' ').at(-1) ?? ''
  return new Map([
    ['configuration.md', configurationPage()],
    ['book-configuration.md', bookConfigurationPage()],
    ['houses.md', housesPage()],
    ['findings.md', findingsPage()],
    ['commands.md', commandsPage()],
    ...Object.entries(WITH_BLOCKS).map(([name, blocks]) => [name, withBlocks(read(name), `docs/${name}`, blocks())] as const),
    [ACCESS_RULES, accessRules()],
    ['asyncapi.yaml', asyncApiPage(version)],
    ['book-openapi.yaml', bookApiPage(version)],
    ...[...jsonSchemaFiles()].map(([name, schema]) => [`${SCHEMAS}/${name}.json`, jsonText(schema)] as const),
  ])
}

/** Schemas of messages that the program no longer publishes. */
function staleSchemas(written: ReadonlyMap<string, string>): readonly string[] {
  const folder = new URL(`${SCHEMAS}/`, DOCS)
  const there = existsSync(folder) ? readdirSync(folder) : []
  return there.map((name) => `${SCHEMAS}/${name}`).filter((name) => !written.has(name))
}

function write(written: ReadonlyMap<string, string>): void {
  mkdirSync(new URL(`${SCHEMAS}/`, DOCS), { recursive: true })
  for (const [name, text] of written) writeFileSync(new URL(name, DOCS), text)
  for (const name of staleSchemas(written)) rmSync(new URL(name, DOCS))
}

function check(written: ReadonlyMap<string, string>): readonly string[] {
  const differs = [...written].filter(([name, text]) => {
    const file = new URL(name, DOCS)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  return [
    ...differs.map(([name]) => `docs/${name} differs from the sources: run npm run docs`),
    ...staleSchemas(written).map((name) => `docs/${name} describes nothing that is published: run npm run docs`),
  ]
}

const HELP = `Usage: npm run docs -- [options]

Writes those parts of docs/ that are generated from the source: pages, blocks in the guides, asyncapi.yaml, book-openapi.yaml and the JSON
Schemas.

      --check         write nothing; report which files differ from the sources
  -h, --help          show this text

Examples
  npm run docs
  npm run docs -- --check

Exit codes: 0 written, or nothing differs; 1 a file differs; ${EXIT_USAGE} wrong usage
`

function main(args: readonly string[]): number {
  let asked: { readonly check?: boolean | undefined; readonly help?: boolean | undefined }
  try {
    asked = parseArgs({ args: [...args], options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    // A misspelt option must not overwrite anything.
    process.stderr.write(`docs: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return EXIT_USAGE
  }
  if (asked.help) {
    process.stdout.write(HELP)
    return 0
  }
  const written = documents()
  if (!asked.check) write(written)
  const faults = asked.check ? check(written) : []
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  return faults.length > 0 ? 1 : 0
}

const isCommand = process.argv[1] !== undefined && import.meta.url === new URL(process.argv[1], 'file:').href
if (isCommand) process.exitCode = main(process.argv.slice(2))
