/** What a back-up of a table holds, and where each part of it lies: both follow from the configuration alone. */
import { basename, dirname, join, resolve } from 'node:path'
import { DRIVERS } from '../../../devices/registry.ts'
import { dataDirOf } from '../../base/config/load.ts'
import { parseConfig } from '../../base/config/parse.ts'
import { formatProblems } from '../../base/config/problems.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { Ending, EXIT_CONFIG } from '../../base/process/exit-codes.ts'
import { headFileOf, SIGNING_KEY_NAME } from '../../daemon/journal/kept-head.ts'

export const CONFIG_ENTRY = 'table.yaml'

export interface JournalPlace {
  readonly table: string
  /** Whose it is: `demo/p1/bj07`. */
  readonly name: string
  /** What the names of its entries begin with, `journal/bj07/`. */
  readonly prefix: string
  readonly folder: string
  /** Its key, wherever that lies. */
  readonly key: Named
  /** Its key and the newest seal, where they lie elsewhere. */
  readonly beside: readonly Named[]
}

/** A file, and what it is called in a back-up. */
export interface Named {
  readonly entry: string
  readonly path: string
}

export interface Places {
  /** The files that the configuration names, itself first; each once. */
  readonly files: readonly Named[]
  readonly journals: readonly JournalPlace[]
  /** The configuration's folder, and that of its data. */
  readonly roots: readonly string[]
}

/** `text`: that of the configuration, which lies at `file`, or will. @throws Ending that lists its problems */
export function placesOf(file: string, text: string): Places {
  const dir = dirname(resolve(file))
  const around = {
    dir,
    dataDir: dataDirOf(dir),
    fileFault: () => null,
    folderFault: () => null,
    drivers: DRIVERS,
    purpose: 'replay',
  } as const
  const read = parseConfig(text, around)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(file, read.problems))
  const named = read.tables.flatMap((table) => namedIn(table).map(([key, path]) => ({ entry: `named/${table.table}/${key}`, path })))
  const files = [{ entry: CONFIG_ENTRY, path: resolve(file) }, ...named]
  return {
    files: files.filter(({ path }, at) => files.findIndex((each) => each.path === path) === at),
    journals: read.tables.map(journalOf),
    roots: [...new Set([dir, around.dataDir])],
  }
}

function namedIn({ mqtt, broker, display, devices, languages = [] }: TableConfig): readonly (readonly [key: string, path: string])[] {
  const groups: readonly (readonly [string, { readonly [key: string]: unknown }])[] = [
    ['mqtt', { ca: mqtt?.ca, cert: mqtt?.cert, key: mqtt?.key, passwordFile: mqtt?.passwordFile }],
    ['broker', { users: broker?.users }],
    ['display', { cert: display?.cert, key: display?.key, kioskPasswordFile: display?.kioskPasswordFile }],
    ['languages', { ...languages }],
    ...devices.map(
      ({ name, keyFile, cardFile, chipFile, badgeFile }) => [`devices.${name}`, { keyFile, cardFile, chipFile, badgeFile }] as const,
    ),
  ]
  return groups.flatMap(([group, keys]) =>
    Object.entries(keys).flatMap(([key, path]) => (typeof path === 'string' ? [[`${group}.${key}`, path] as const] : [])),
  )
}

function journalOf({ table, property, pit, journal, signingKeyFile = join(journal, SIGNING_KEY_NAME) }: TableConfig): JournalPlace {
  const name = `${property}-${pit}-${table}`.slice(0, 60)
  const prefix = `journal/${name}/`
  const isBeside = signingKeyFile !== join(journal, SIGNING_KEY_NAME)
  const beside = isBeside ? [signingKeyFile, headFileOf(signingKeyFile)] : []
  const entryOf = (path: string): string => `keys/${name}/${basename(path)}`
  return {
    table,
    name: `${property}/${pit}/${table}`,
    prefix,
    folder: journal,
    key: { entry: isBeside ? entryOf(signingKeyFile) : prefix + SIGNING_KEY_NAME, path: signingKeyFile },
    beside: beside.map((path) => ({ entry: entryOf(path), path })),
  }
}

/** null: no journal has such an entry, or it is the name of no file of one. */
export function inJournal(entry: string, { journals }: Places): { readonly journal: JournalPlace; readonly name: string } | null {
  const journal = journals.find(({ prefix }) => entry.startsWith(prefix))
  const name = journal === undefined ? '' : entry.slice(journal.prefix.length)
  return journal !== undefined && KEPT.test(name) ? { journal, name } : null
}

/** The files of a journal's folder that a back-up holds: segments, checkpoints, key, newest seal, how far the broker has them. */
export const KEPT = /^(\d{6}\.jsonl|checkpoint-\d\.state|signing\.key|head\.json|delivered\.json)$/
export const SEGMENT = /^\d{6}\.jsonl$/

export const pathIn = (folder: string, name: string): string => join(folder, name)
