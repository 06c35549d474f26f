/**
 * Who may import whom; what is not in the table is forbidden. Data flows from left to right, imports point to the left.
 *
 *   firmware-bridge  <-  devices  <-  src  <-  simulators  <-  test
 *   src:  house <- engine <- procedure <- wire          pure: no package but zod's schemas, no clock, no chance
 *         engine: game <- evidence <- lattice <- state <- errors <- words <- accounts <- facts <- fold
 *         house, the engine's state, facts <- procedure  the judge asks no readings himself
 *         house <- engine <- strategy                   the players' best decisions, pure as well
 *         play, strategy <- figures                     what simulated rounds come to, on threads
 *         config, journal, broker <- pipeline <- the commands in src itself
 *         pit-display's words <- terminal               what a person is shown of the messages, pure as well
 *         pipeline's steps, terminal <- explain         one round told to a person, pure as well
 *         wire <- pit-display                           in the browser: a shell of its own, nothing of Node
 *         display                                       serves it
 *         line, broker, journal's lock <- doctor        looks at them one by one
 *         wire, journal, terminal <- dispute            one round with its records and its seal, as a page; pure
 *         journal, dispute <- verify                    proves a journal; the engine only where it is asked to replay
 *         wire, journal, broker <- book                 the property's book: what the tables' journals hold, kept and asked
 *         documents                                     what of docs is made from all this
 *
 * The simulators never see the engine: those who are examined do not write the exam.
 */
import { importsOf, type SourceFile } from './source.ts'

interface Boundary {
  /** A folder, or a single file; the first row that fits counts. */
  readonly of: string
  /** Folders and files of ours, besides the folder itself. */
  readonly from: readonly string[]
  /** Those of which only types are known. */
  readonly typesFrom: readonly string[]
  /** `node:` stands for all of Node's modules. */
  readonly packages: readonly string[]
}

const LINE = ['firmware-bridge', 'devices']
const PURE = ['src/rules/house', 'src/engine', 'src/procedure', 'src/wire']
/** The engine's outward nouns, and below them its layers, each of which knows those before it. */
const NOUNS = ['context', 'event', 'deviation', 'view', 'workspace'].map((noun) => `src/engine/${noun}.ts`)
const LAYERS = ['game', 'evidence', 'lattice', 'state', 'errors', 'words', 'accounts', 'facts', 'fold'].map(
  (layer) => `src/engine/${layer}`,
)
/** What the judge may know of the engine: what the table remembers, and what is asked of a round. Of the evidence he has the types alone. */
const JUDGED = [...NOUNS, ...['game', 'state', 'facts'].map((layer) => `src/engine/${layer}`)]
/** What the stations and an explanation may know of it beside that: the evidence, its readings, what is said of it, and the fold that they drive. */
const OPEN = [...JUDGED, ...['evidence', 'words', 'fold', 'readings.ts'].map((part) => `src/engine/${part}`)]
const PUBLIC = ['src/rules/house', ...OPEN, 'src/procedure', 'src/wire']
const STATIONS = [
  ...LINE,
  ...PUBLIC,
  'src/engine/observation.ts',
  'src/daemon/stations/observe.ts',
  'src/daemon/config',
  'src/daemon/journal',
  'src/daemon/broker',
]
/** What people read on every screen, a column a language. */
const WORDS = ['src/display/page/strings.ts', 'src/display/page/alarm-names.ts', 'src/display/page/rulings.ts']
const TYPES = ['src/engine/observation.ts', 'src/daemon/config', 'src/wire/record.ts']

export const BOUNDARIES: readonly Boundary[] = [
  { of: 'firmware-bridge', from: [], typesFrom: [], packages: ['node:', 'rxjs', 'serialport', '@serialport/parser-readline'] },
  { of: 'devices', from: ['firmware-bridge'], typesFrom: [], packages: [] },
  { of: 'src/engine/observation.ts', from: [], typesFrom: ['devices'], packages: [] },
  { of: 'src/rules/house', from: [], typesFrom: ['src/daemon/config'], packages: [] },
  ...LAYERS.map((of, at) => ({
    of,
    from: ['devices', 'src/rules/house', ...NOUNS, ...LAYERS.slice(0, at)],
    typesFrom: TYPES,
    packages: [],
  })),
  { of: 'src/engine', from: ['devices', 'src/rules/house'], typesFrom: TYPES, packages: [] },
  { of: 'src/rules/play', from: ['devices', 'src/rules/house', 'src/engine'], typesFrom: [], packages: [] },
  { of: 'src/rules/strategy', from: ['devices', 'src/rules/house', 'src/engine'], typesFrom: TYPES, packages: [] },
  {
    of: 'src/rules/figures',
    from: ['devices', 'src/rules/house', 'src/engine', 'src/rules/play', 'src/rules/strategy'],
    typesFrom: [],
    packages: ['node:util', 'node:worker_threads', 'tsx'],
  },
  {
    of: 'src/book/reports',
    from: [
      'devices',
      'src/rules/house',
      'src/engine',
      'src/rules/play',
      'src/rules/strategy',
      'src/rules/figures',
      'src/wire',
      'src/daemon/config',
      'src/book',
      'src/tools/explain',
      'src/procedure/catalogue',
      'src/daemon/stations/core.ts',
      'src/daemon/process/exit-codes.ts',
      'src/tools/offline.ts',
    ],
    typesFrom: ['src/wire/record.ts'],
    packages: ['node:util', 'kysely', 'zod'],
  },
  { of: 'src/procedure', from: ['devices', 'src/rules/house', ...JUDGED], typesFrom: [...TYPES, 'src/engine/evidence'], packages: [] },
  { of: 'src/wire', from: ['devices', 'src/rules/house', 'src/engine', 'src/procedure'], typesFrom: TYPES, packages: ['zod'] },
  { of: 'src/daemon/stations/observe.ts', from: ['src/engine/observation.ts'], typesFrom: ['devices', 'src/wire/record.ts'], packages: [] },
  {
    of: 'src/tools/documents',
    from: [
      ...[...LINE, ...PURE, ...WORDS, 'src/daemon/config', 'src/tools/doctor'],
      ...[
        'src/book/config.ts',
        'src/book/http',
        'src/book/incident-codes.ts',
        'src/daemon/process/exit-codes.ts',
        'src/daemon/process/version.ts',
      ],
    ],
    typesFrom: [],
    packages: ['node:', 'yaml', 'zod'],
  },
  { of: 'src/daemon/config', from: [...LINE, 'src/rules/house'], typesFrom: [], packages: ['node:', 'yaml', 'zod'] },
  {
    of: 'src/daemon/journal',
    from: ['firmware-bridge'],
    typesFrom: ['devices', 'src/engine/observation.ts', 'src/daemon/config'],
    packages: ['node:', 'rxjs'],
  },
  {
    of: 'src/daemon/broker',
    from: ['src/wire', 'src/daemon/config/users.ts', 'src/daemon/process/listening.ts'],
    typesFrom: ['src/daemon/config'],
    packages: ['node:', 'rxjs', 'mqtt', 'aedes'],
  },
  { of: 'src/display/terminal', from: ['devices', ...PURE, ...WORDS], typesFrom: TYPES, packages: [] },
  {
    of: 'src/tools/explain',
    from: [
      'devices',
      ...PUBLIC,
      'src/engine/observation.ts',
      'src/daemon/stations/observe.ts',
      'src/daemon/stations/core.ts',
      'src/display/terminal',
    ],
    typesFrom: TYPES,
    packages: [],
  },
  {
    of: 'src/display/dispute',
    from: [...PURE, 'src/daemon/journal', 'src/display/terminal', 'src/display/page/geometry.ts', 'src/display/markup.ts'],
    typesFrom: [],
    packages: ['zod'],
  },
  { of: 'src/display/page', from: ['devices', ...PURE], typesFrom: TYPES, packages: ['preact', '@preact/signals', 'mqtt'] },
  {
    of: 'src/display/server',
    from: ['src/daemon/process/health.ts', 'src/daemon/process/listening.ts'],
    typesFrom: ['src/daemon/config'],
    packages: ['node:', 'ws'],
  },
  {
    of: 'src/daemon/serve/health-server.ts',
    from: ['src/daemon/process/health.ts', 'src/daemon/process/listening.ts', 'src/display/server/sockets.ts'],
    typesFrom: ['src/daemon/config'],
    packages: ['node:', 'prom-client'],
  },
  {
    of: 'src/tools/doctor',
    from: [
      ...LINE,
      'src/wire',
      'src/daemon/config',
      'src/daemon/journal',
      'src/daemon/broker',
      'src/display/terminal',
      'src/daemon/process/progress.ts',
    ],
    typesFrom: [],
    packages: ['node:', 'rxjs', 'mqtt', 'serialport'],
  },
  {
    of: 'src/book/derive',
    from: ['src/daemon/journal/shape.ts', 'src/wire/topics.ts'],
    typesFrom: ['src/book/rows.ts'],
    packages: ['zod'],
  },
  {
    of: 'src/book/queries',
    from: ['src/book/derive/days.ts', 'src/procedure/finding.ts', 'src/display/dispute', 'src/daemon/journal/digest.ts'],
    typesFrom: ['src/book/rows.ts', 'src/wire/topics.ts'],
    packages: ['kysely', 'zod'],
  },
  {
    of: 'src/book/http',
    from: [
      ...[
        'firmware-bridge',
        'src/wire',
        'src/daemon/config',
        'src/daemon/broker',
        'src/display/server',
        'src/daemon/process/health.ts',
        'src/daemon/process/version.ts',
      ],
      ...['src/book/queries', 'src/book/store', 'src/display/dispute'],
    ],
    typesFrom: ['src/book/config.ts', 'src/book/start.ts'],
    packages: ['node:', 'zod', 'hono', 'hono/cors', 'hono/secure-headers', '@hono/node-server', 'prom-client'],
  },
  {
    of: 'src/book',
    from: [
      'src/wire',
      'src/daemon/config',
      'src/daemon/journal',
      'src/daemon/broker',
      'src/daemon/process/exit-codes.ts',
      'src/daemon/process/listening.ts',
      'src/tools/offline.ts',
      'src/daemon/process/table-text.ts',
      'src/rules/house/finding-code.ts',
      'src/rules/house/nearest.ts',
    ],
    typesFrom: [],
    packages: ['node:', 'rxjs', 'mqtt', 'zod', 'kysely', 'libsql', 'pg'],
  },
  { of: 'src/daemon/pipeline', from: STATIONS, typesFrom: [], packages: ['rxjs', 'node:crypto'] },
  {
    of: 'src/tools/verify',
    from: [
      'src/daemon/journal',
      'src/display/dispute',
      'src/daemon/config',
      'src/tools/offline.ts',
      'src/daemon/stations/core.ts',
      'src/daemon/pipeline/base.ts',
    ],
    typesFrom: [],
    packages: ['node:'],
  },
  { of: 'src', from: [], typesFrom: [], packages: ['node:', 'rxjs', 'esbuild', 'tsx'] },
  { of: 'simulators/demo.ts', from: [...LINE, 'src', 'simulators'], typesFrom: [], packages: ['node:', 'rxjs'] },
  {
    of: 'simulators/demo/book.ts',
    from: ['src/book', 'src/daemon/broker', 'src/daemon/journal/errors.ts'],
    typesFrom: [],
    packages: ['node:'],
  },
  {
    of: 'simulators/demo',
    from: [...LINE, 'src/rules/house', 'src/daemon/config/table-config.ts', 'src/display/terminal', 'simulators'],
    typesFrom: ['src/daemon/config', 'src/wire'],
    packages: ['node:', 'rxjs', 'mqtt'],
  },
  {
    of: 'simulators',
    from: [...LINE, 'src/rules/house', 'src/daemon/config/table-config.ts', 'src/daemon/process/exit-codes.ts'],
    typesFrom: ['src/daemon/config'],
    packages: ['node:', 'rxjs', '@lydell/node-pty'],
  },
  {
    of: 'test',
    from: ['firmware-bridge', 'devices', 'src', 'simulators'],
    typesFrom: [],
    packages: [
      'node:',
      'rxjs',
      'mqtt',
      'aedes',
      'serialport',
      '@serialport/parser-readline',
      'esbuild',
      'fast-check',
      'tinyqueue',
      'zod',
      'playwright-core',
      'axe-core',
      'ws',
      '@lydell/node-pty',
      'yaml',
      'kysely',
      'ajv',
      'ajv-formats',
      '@asyncapi/specs',
      '@seriousme/openapi-schema-validator',
      'ajv/dist/2020.js',
    ],
  },
]

/** Holds for all that the row of `simulators/demo.ts` allows, too. */
const NEVER = { of: 'simulators', from: 'src/engine' }

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** One sentence for each import that the table does not allow. */
export function boundaryOffences(file: SourceFile): readonly string[] {
  const row = BOUNDARIES.find(({ of }) => within(file.path, of))
  if (row === undefined) return [`${file.path} is in no folder of the table`]
  return importsOf(file).flatMap(({ to, typeOnly }) => {
    const ours = /\.(tsx?|mjs|json)$/.test(to)
    const allowed = ours
      ? [row.of, ...row.from, ...(typeOnly ? row.typesFrom : [])].some((folder) => within(to, folder))
      : row.packages.some((name) => to === name || (name === 'node:' && to.startsWith(name)))
    const never = within(file.path, NEVER.of) && within(to, NEVER.from)
    return allowed && !never ? [] : [`${file.path} may not import ${typeOnly ? 'even types of ' : ''}${to}`]
  })
}
