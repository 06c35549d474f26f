/**
 * Writes docs/configuration.md from the schema and the catalogue of rules: `node --import tsx src/config/document.ts`. With `--check`
 * it writes nothing and ends with 1 when the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { RULE_NAMES, RULES } from '../house/catalogue.ts'
import { writtenValue } from '../house/describe.ts'
import { HOUSE_IDS, HOUSES } from '../house/index.ts'
import type { RuleName } from '../house/rules.ts'
import { bare, docOf, tableSchema } from './schema.ts'

type Row = readonly string[]

const cell = (text: string) => text.replaceAll('|', '\\|')
const table = (head: Row, rows: readonly Row[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** A row for each key of a group, with the keys of the groups inside it after it. */
function keyRows(schema: z.ZodType, prefix: string): readonly Row[] {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return keyRows(inner.element as z.ZodType, `${prefix.slice(0, -1)}[].`)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, field]) => {
    const doc = docOf(field)
    const row = [`\`${prefix}${name}\``, doc?.form ?? '', doc?.default ?? 'required', doc?.unit ?? '', doc?.range ?? '', doc?.means ?? '']
    return [row, ...keyRows(field, `${prefix}${name}.`)]
  })
}

function valueText(name: RuleName, house: (typeof HOUSE_IDS)[number]): string {
  const value = writtenValue(name, HOUSES[house].rules)
  return JSON.stringify(value)
    .replaceAll('"', '')
    .replaceAll(',', ', ')
    .replaceAll(':', ': ')
    .replaceAll(': up', ':up')
    .replaceAll(': down', ':down')
}

function ruleRows(use: 'judged' | 'stated' | 'fixed'): readonly Row[] {
  const names = RULE_NAMES.filter((name) => RULES[name].use === use)
  return names.map((name) => [
    `\`${name}\``,
    RULES[name].form.allowed,
    RULES[name].means,
    ...HOUSE_IDS.map((house) => valueText(name, house)),
  ])
}

export function configurationPage(): string {
  const ruleHead = ['rule', 'form', 'meaning', ...HOUSE_IDS]
  return `# A table's configuration

Written by \`src/config/document.ts\` from the schema; do not edit by hand. A commented model is \`table.example.yaml\`.

YAML in UTF-8, up to 256 kB, one group of keys for a table, or a list of such groups under \`tables:\`. Unknown keys are errors,
aliases are refused, relative paths start from the file's directory. A file with anything wrong starts nothing: every
problem is printed with its line, its key, what is wrong and what is allowed, and the exit code is 78.

## Keys

${table(['key', 'form', 'default', 'unit', 'range', 'meaning'], keyRows(tableSchema, ''))}

## Rules of the house

Each rule has a value in each house; \`npm run houses -- HOUSE\` prints it with its clause. Those of the first two tables may stand
under \`rules:\` with another value; the house's own value is always accepted. In a group (\`insurance\`, \`push22\`, \`sevens\`) fields
left out keep the house's value. What is published of a rule names the house's clause, or the table where it overrides.
\`splitAcesMaxHands\` follows \`maxHands\` down, and \`cutCardFromBackDecks\` moves into a smaller shoe, where they are not given.

### Rules that decide a round

${table(ruleHead, ruleRows('judged'))}

### Rules that are published only

No sensor sees what they speak of; another value changes what is published and printed.

${table(ruleHead, ruleRows('stated'))}

### Rules that a table cannot change

Rounds are judged by the house's own value alone.

${table(ruleHead, ruleRows('fixed'))}
`
}

const PAGE = new URL('../../docs/configuration.md', import.meta.url)

if (process.argv[1] !== undefined && import.meta.url === new URL(process.argv[1], 'file:').href) {
  if (!process.argv.includes('--check')) writeFileSync(PAGE, configurationPage())
  else if (readFileSync(PAGE, 'utf8') !== configurationPage()) {
    process.stderr.write('docs/configuration.md differs from the schema: run node --import tsx src/config/document.ts\n')
    process.exitCode = 1
  }
}
