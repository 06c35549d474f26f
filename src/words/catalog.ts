/**
 * The registry of all tables of sentences. A sentence's key is its place: `display.view.alarms` is the row `view.alarms` of the table `display`,
 * `finding.PAY-SHORT.remedy` a part of a row. A row that stands in several places has several keys.
 */
import { isText, type Text } from './text.ts'

/** A process has the tables of the modules that it has loaded. */
const CATALOG_NAMES = [
  ...(['alarm', 'book', 'broker', 'clause', 'config', 'config-file', 'config-key', 'config-may', 'config-noun', 'device'] as const),
  ...([
    'display',
    'driver',
    'field',
    'figure',
    'finding',
    'folder',
    'language',
    'night',
    'phrase',
    'place',
    'question',
    'reason',
    'refusal',
  ] as const),
  ...(['rule', 'rule-may', 'ruling', 'setup', 'setup-page', 'understood'] as const),
] as const
export type CatalogName = (typeof CATALOG_NAMES)[number]

const CATALOGS = new Map<CatalogName, object>()

/** Puts a table, at any depth of which rows are, into the registry. */
export function catalog(name: CatalogName, rows: object): void {
  CATALOGS.set(name, rows)
}

/** Every sentence of this process by its keys, tables in the order of their names. */
export function sentences(): ReadonlyMap<string, Text> {
  const found = new Map<string, Text>()
  const walk = (key: string, value: unknown): void => {
    if (isText(value)) found.set(key, value)
    else if (typeof value === 'object' && value !== null) for (const [part, inner] of Object.entries(value)) walk(`${key}.${part}`, inner)
  }
  for (const name of [...CATALOGS.keys()].sort()) walk(name, CATALOGS.get(name))
  return found
}

/** Whether a key may be of a table that this process has not loaded. */
export const isElsewhere = (key: string): boolean => CATALOG_NAMES.some((name) => key.startsWith(`${name}.`) && !CATALOGS.has(name))
