/** What the two packages hold, as tables: their commands, files, and what Debian has to know. */

/** A command of a package. */
interface Command {
  readonly source: string
  /** Its script in package.json, whose options for Node it is given; null: none. */
  readonly script: string | null
  /** One line for the list of commands. */
  readonly means: string
  /** Verbs with a help of their own. */
  readonly verbs?: readonly string[]
  /** The program does several things, and is told which by the command's name as its first word. */
  readonly isTold?: true
}

/** A file of this tree, with its place in the installed system. */
type Placed = readonly [from: string, to: string]

export interface Package {
  readonly name: string
  readonly summary: string
  /** Debian's long description. */
  readonly about: string
  /** The user of its unit, and what sysusers.d names him. */
  readonly user: string
  readonly gecos: string
  /** Groups he joins. */
  readonly groups: readonly string[]
  /** Run by name. A new command is a row here. */
  readonly commands: { readonly [name: string]: Command }
  /** Runs if the first word names no command; null: a command must be named. */
  readonly usual: string | null
  readonly files: readonly Placed[]
  /** Next to its bundles: what they load by name. */
  readonly beside: readonly string[]
  readonly hasDisplay: boolean
}

const PAGES = [
  'installing',
  'set-up',
  'technician',
  'configuration',
  'houses',
  'devices',
  'neighbours',
  'pit',
  'proof',
  'findings',
  'commands',
  'reliability',
  'regulator',
  'protocol',
]

/** That the pages show. */
const PICTURES = ['set-up', 'tables-wall', 'table-desk', 'alarms-desk', 'ruling-desk']

const TABLE: Package = {
  name: 'blackjack-table',
  summary: 'table-side controller for live blackjack',
  about:
    'Reads every card that leaves the shoe and every chip on the spots of a blackjack table, reconstructs each round, and raises an alarm when the ' +
    'dealer pays, takes or deals something wrong. It publishes over MQTT, serves the pit display, and keeps a signed journal.',
  user: 'blackjack',
  gecos: 'Blackjack table controller',
  groups: ['dialout'],
  commands: {
    run: { source: 'src/daemon/main.ts', script: 'start', means: 'runs the tables of a configuration; --check only checks it' },
    doctor: { source: 'src/tools/doctor.ts', script: null, means: 'tests devices and broker step by step; --list lists the ports' },
    users: { source: 'src/tools/users.ts', script: null, means: 'manages who may give commands' },
    houses: { source: 'src/tools/houses.ts', script: null, means: 'prints the rules of a house with their sources' },
    explain: { source: 'src/tools/explain.ts', script: null, means: 'explains a round line by line, or writes its dispute file' },
    backup: { source: 'src/tools/backup.ts', script: null, means: 'writes configuration, keys and journals to one file', isTold: true },
    restore: { source: 'src/tools/backup.ts', script: null, means: 'puts back what is in such a file', isTold: true },
    verify: { source: 'src/tools/verify.ts', script: null, means: 'proves that a journal or a dispute file was not altered' },
    words: { source: 'src/tools/words.ts', script: null, means: 'prints the sentences for a translator, and checks a language file' },
    replay: { source: 'src/tools/replay.ts', script: null, means: 'prints the events of a journal or a capture as JSON Lines' },
  },
  usual: null,
  files: [
    ['src/tools/package/60-blackjack-table.rules', 'usr/lib/udev/rules.d/60-blackjack-table.rules'],
    ['table.example.yaml', 'usr/share/doc/blackjack-table/examples/table.example.yaml'],
    ['docs/install/99-blackjack-table.rules', 'usr/share/doc/blackjack-table/examples/99-blackjack-table.rules'],
    ['docs/install/mosquitto.acl', 'usr/share/doc/blackjack-table/examples/mosquitto.acl'],
    ['docs/install/mosquitto.conf', 'usr/share/doc/blackjack-table/examples/mosquitto.conf'],
    ['docs/install/nginx.conf', 'usr/share/doc/blackjack-table/examples/nginx.conf'],
    ...['telegraf.conf', 'grafana-tables.json', 'node-red-flow.json'].map(
      (name): Placed => [`docs/install/neighbours/${name}`, `usr/share/doc/blackjack-table/examples/${name}`],
    ),
    ['docs/asyncapi.yaml', 'usr/share/doc/blackjack-table/asyncapi.yaml'],
    ['CHANGELOG.md', 'usr/share/doc/blackjack-table/CHANGELOG.md'],
    ...PICTURES.map((name): Placed => [`docs/pictures/${name}.png`, `usr/share/doc/blackjack-table/pictures/${name}.png`]),
    ...PAGES.map((page): Placed => [`docs/${page}.md`, `usr/share/doc/blackjack-table/${page}.md`]),
  ],
  beside: ['src/daemon/serve/watchdog-thread.mjs'],
  hasDisplay: true,
}

const BOOK: Package = {
  name: 'blackjack-book',
  summary: 'book of the blackjack tables of a property',
  about:
    'Keeps the records of all tables of a property: it subscribes to the journal of every table, stores each record once, requests what it ' +
    'missed, and answers shift managers, surveillance and the back office.',
  user: 'blackjack-book',
  gecos: 'Book of the blackjack tables',
  groups: [],
  commands: {
    book: {
      source: 'src/book/command.ts',
      script: null,
      means: 'keeps the records of all tables; its verbs read them',
      verbs: ['query', 'report', 'rebuild', 'export', 'trust-key', 'backup', 'restore'],
    },
    users: { source: 'src/tools/users.ts', script: null, means: 'manages who may read the book' },
  },
  usual: 'book',
  files: [
    ['book.example.yaml', 'usr/share/doc/blackjack-book/examples/book.example.yaml'],
    ['docs/install/grafana-dashboard.json', 'usr/share/doc/blackjack-book/examples/grafana-dashboard.json'],
    ['docs/book.md', 'usr/share/doc/blackjack-book/book.md'],
    ['docs/book-configuration.md', 'usr/share/doc/blackjack-book/book-configuration.md'],
    ['docs/book-openapi.yaml', 'usr/share/doc/blackjack-book/book-openapi.yaml'],
  ],
  beside: ['src/book/store/check-process.mjs'],
  hasDisplay: false,
}

export const PACKAGES: readonly Package[] = [TABLE, BOOK]

export interface Architecture {
  /** As Debian calls it, and as Node does. */
  readonly debian: string
  readonly node: string
  /** Of the Node that the packages carry (D-65). */
  readonly integrity: string
}

export const NODE_VERSION = '24.21.0'
export const ARCHITECTURES: readonly Architecture[] = [
  {
    debian: 'amd64',
    node: 'x64',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    debian: 'arm64',
    node: 'arm64',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
]

/**
 * The texts of the program name its commands as one types them in this tree; an installed program names its own. Applied to the sources when
 * they are bundled, so that there is one text only.
 */
export function inInstalledWords({ name, commands }: Package, text: string): string {
  const own = Object.keys(commands).filter((command) => command !== 'book')
  const ofTable = Object.keys(TABLE.commands)
  return (
    text
      // A demonstration needs the simulators, which no package has.
      .replaceAll(/^ +npm start(?! --(?! --demo)).*\n/gm, '')
      .replaceAll(/npm start -- (?=(?:backup|restore)\b)/g, `${TABLE.name} `)
      .replaceAll(/npm start --(?= |`)/g, `${TABLE.name} run`)
      .replaceAll(/npm run (?:-s )?book(?: --)?(?![\w-])/g, BOOK.name)
      .replaceAll(/npm run (?:-s )?([a-z]+)(?: --)?(?![\w-])/g, (whole, command: string) => {
        if (own.includes(command)) return `${name} ${command}`
        return ofTable.includes(command) ? `${TABLE.name} ${command}` : whole
      })
  )
}
