/**
 * Who may import whom; what is not in the table is forbidden. Data flows from left to right, imports point to the left.
 *
 *   firmware-bridge  <-  devices  <-  src  <-  simulators  <-  test
 *
 *   src:  words <- rules <- engine <- procedure <- wire               pure: no package but zod's schemas, no clock, no chance
 *         <- base                                                     what every process and every command needs
 *         <- display                                                  what people look at
 *         <- daemon <- book                                           the two processes
 *         <- tools                                                    one command each
 *
 *   daemon:  {journal, archive, broker, stations} <- {doctor, pipeline} <- {serve, setup} <- main.ts
 *
 *   engine:  evidence <- lattice <- state <- errors <- words <- accounts <- facts <- fold
 *
 * Everybody knows the notation of sentences, `src/words`. The simulators and the enumerator know the houses' data and nothing else of the rules or the engine: those who are examined do not write the exam.
 */
import { importsOf, type SourceFile } from './source.ts'

interface Boundary {
  /** A folder, or a single file; the first row that fits counts. */
  readonly of: string
  /** Folders and files of ours, besides the folder itself. */
  readonly from: readonly string[]
  /** Those of which only types are known. */
  readonly typesFrom?: readonly string[]
  /** `node:` stands for all of Node's modules. */
  readonly packages: readonly string[]
}

const LINE = ['firmware-bridge', 'devices']
/** The rows that people read: devices say what they cannot do in them, too. */
const WORDS = 'src/words'
/** The engine's outward nouns, and below them its layers, each of which knows those before it. */
const NOUNS = ['context', 'event', 'deviation', 'observation', 'view', 'work', 'workspace'].map((noun) => `src/engine/${noun}.ts`)
const LAYERS = ['evidence', 'lattice', 'state', 'errors', 'words', 'accounts', 'facts', 'fold'].map((layer) => `src/engine/${layer}`)
/** What the judge may know of the engine: what the table remembers, and what is asked of a round. Of the evidence he has the types alone. */
const JUDGED = [...NOUNS, 'src/engine/state', 'src/engine/facts']
/** What others may know of it beside that: the evidence, its readings, what is said of it, and the fold that they drive. */
const OPEN = [...JUDGED, ...['evidence', 'words', 'fold', 'readings.ts', 'round-readings.ts'].map((part) => `src/engine/${part}`)]
const PURE = ['devices', 'src/rules', ...OPEN, 'src/procedure', 'src/wire']
const BASE = 'src/base'
/** The daemon's parts that another process may use. */
const SHELL = ['journal', 'archive', 'broker', 'stations'].map((part) => `src/daemon/${part}`)
const BELOW = [...LINE, ...PURE, BASE, ...SHELL]

/** What those who are examined may know of the rules. */
const HOUSES = ['src/rules/house', 'src/rules/table.ts']

const NODE = ['node:', 'rxjs', 'mqtt', 'zod']

export const BOUNDARIES: readonly Boundary[] = [
  { of: 'firmware-bridge', from: [], packages: ['node:', 'rxjs', 'serialport', '@serialport/parser-readline'] },
  { of: 'devices', from: ['firmware-bridge'], packages: [] },

  { of: WORDS, from: [], packages: [] },
  { of: 'src/rules/house', from: [], packages: [] },
  { of: 'src/rules/figures', from: ['devices', 'src/rules'], packages: ['node:util', 'node:worker_threads', 'tsx'] },
  { of: 'src/rules', from: ['devices'], packages: [] },

  ...LAYERS.map((of, at) => ({ of, from: ['devices', 'src/rules', ...NOUNS, ...LAYERS.slice(0, at)], packages: [] })),
  { of: 'src/engine', from: ['devices', 'src/rules'], packages: [] },

  { of: 'src/procedure', from: ['devices', 'src/rules', ...JUDGED], typesFrom: ['src/engine/evidence'], packages: [] },
  {
    of: 'src/wire',
    from: ['devices', 'src/rules', ...JUDGED, 'src/engine/evidence/rulings.ts', 'src/procedure'],
    typesFrom: ['src/engine/evidence'],
    packages: ['zod'],
  },

  { of: 'src/base/config', from: [...LINE, 'src/rules', 'src/base/process'], packages: ['node:', 'yaml', 'zod'] },
  { of: 'src/base/terminal', from: [], packages: [] },
  { of: 'src/base/records', from: ['src/wire'], packages: ['node:'] },
  { of: 'src/base', from: [], packages: ['node:'] },

  { of: 'src/display/page', from: PURE, packages: ['preact', '@preact/signals', 'mqtt'] },
  { of: 'src/display/terminal', from: [...PURE, 'src/base/terminal', 'src/display/page'], packages: [] },
  { of: 'src/display/dispute', from: [...PURE, 'src/base/terminal', 'src/base/records', 'src/display'], packages: ['zod'] },
  { of: 'src/display', from: [BASE], packages: ['node:', 'ws'] },

  {
    of: 'src/daemon/journal',
    from: ['firmware-bridge', 'src/wire', 'src/base/process', 'src/base/records'],
    typesFrom: ['devices', 'src/engine', 'src/base/config'],
    packages: NODE,
  },
  { of: 'src/daemon/archive', from: [BASE, 'src/daemon/journal'], packages: ['node:'] },
  { of: 'src/daemon/broker', from: ['src/wire', BASE], packages: [...NODE, 'aedes'] },
  { of: 'src/daemon/stations', from: [...PURE, 'src/base/records'], typesFrom: ['src/base/config'], packages: [] },
  { of: 'src/daemon/doctor', from: BELOW, packages: [...NODE, 'serialport'] },
  { of: 'src/daemon/pipeline', from: BELOW, packages: ['node:', 'rxjs'] },
  { of: 'src/daemon/serve', from: [...BELOW, 'src/display/server', 'src/daemon/pipeline'], packages: ['node:', 'rxjs', 'prom-client'] },
  {
    of: 'src/daemon/setup',
    from: [...BELOW, 'src/daemon/doctor', 'src/daemon/serve/understood.ts'],
    packages: [...NODE, 'hono', 'hono/body-limit', 'hono/cookie', 'hono/secure-headers', '@hono/node-server'],
  },
  { of: 'src/daemon', from: BELOW, packages: ['node:'] },

  { of: 'src/book/reports/theory-start.mjs', from: ['src/book/reports'], packages: ['tsx'] },
  {
    of: 'src/book',
    from: [...BELOW, 'src/display'],
    packages: [...NODE, 'kysely', 'libsql', 'pg', 'hono', 'hono/cors', 'hono/secure-headers', '@hono/node-server', 'prom-client'],
  },
  { of: 'src/tools/package', from: ['src/base/process'], packages: ['node:', 'esbuild'] },
  {
    of: 'src/tools',
    from: [...BELOW, 'src/engine/accounts/round-end.ts', 'src/display', 'src/daemon', 'src/book'],
    packages: [...NODE, 'serialport', 'yaml'],
  },
  { of: 'src', from: [], packages: ['node:', 'esbuild', 'tsx'] },

  { of: 'simulators/demo.ts', from: [...LINE, 'src', 'simulators'], packages: ['node:', 'rxjs'] },
  { of: 'simulators/demo/book.ts', from: ['src/base/process', 'src/book', 'src/daemon/broker', 'src/daemon/journal'], packages: ['node:'] },
  {
    of: 'simulators/demo',
    from: [...LINE, ...HOUSES, 'src/wire/receive.ts', 'src/base/terminal', 'src/display/terminal', 'simulators'],
    typesFrom: ['src/base/config', 'src/wire'],
    packages: ['node:', 'rxjs', 'mqtt'],
  },
  {
    of: 'simulators',
    from: [...LINE, ...HOUSES, 'src/base/process'],
    typesFrom: ['src/base/config'],
    packages: ['node:', 'rxjs', '@lydell/node-pty'],
  },
  { of: 'test/engine/enumerator', from: HOUSES, packages: [] },
  {
    of: 'test',
    from: ['firmware-bridge', 'devices', 'src', 'simulators'],
    packages: [
      ...[...NODE, 'aedes', 'serialport', '@serialport/parser-readline', 'esbuild', 'fast-check', 'tinyqueue', 'axe-core', 'ws', 'yaml'],
      ...['playwright-core', '@lydell/node-pty', 'kysely', 'ajv', 'ajv-formats', 'ajv/dist/2020.js', '@asyncapi/specs', 'avr8js'],
      '@seriousme/openapi-schema-validator',
    ],
  },
]

/** Holds for all that the row of `simulators/demo.ts` allows, too. */
const NEVER = { of: 'simulators', from: ['src/engine', 'src/rules/game'] }

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** One sentence for each import that the table does not allow. */
export function boundaryOffences(file: SourceFile): readonly string[] {
  const row = BOUNDARIES.find(({ of }) => within(file.path, of))
  if (row === undefined) return [`${file.path} is in no folder of the table`]
  return importsOf(file).flatMap(({ to, typeOnly }) => {
    const ours = /\.(tsx?|mjs|json)$/.test(to)
    const allowed = ours
      ? [row.of, WORDS, ...row.from, ...(typeOnly ? (row.typesFrom ?? []) : [])].some((folder) => within(to, folder))
      : row.packages.some((name) => to === name || (name === 'node:' && to.startsWith(name)))
    const never = within(file.path, NEVER.of) && NEVER.from.some((folder) => within(to, folder))
    return allowed && !never ? [] : [`${file.path} may not import ${typeOnly ? 'even types of ' : ''}${to}`]
  })
}
