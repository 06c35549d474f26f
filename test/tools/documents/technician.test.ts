/** The guide for the technician: what it names exists, and what is to be copied can be read by what it is for. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { EXIT_BROKER, EXIT_CONFIG, EXIT_FAILED, EXIT_JOURNAL, EXIT_SECOND, EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { OUTBOX_LIMITS } from '../../../src/daemon/broker/outbox.ts'
import { DEVICE_RUNGS } from '../../../src/daemon/doctor/device-rungs.ts'
import { PACKAGES } from '../../../src/tools/package/contents.ts'
import { starter } from '../../../src/tools/package/maintainer-scripts.ts'

/** Files that the package installs, or that the guides have people copy. */
const INSTALLED = {
  names: 'docs/install/99-blackjack-table.rules',
  rules: 'src/tools/package/60-blackjack-table.rules',
  unit: 'src/tools/package/blackjack-table.service',
} as const
const BOOK_UNIT = 'src/tools/package/blackjack-book.service'

const ROOT = new URL('../../../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8')
const PAGE = read('docs/technician.md')
const sectionOf = (title: string): string =>
  new RegExp(`\\n#+ ${title}\\n([\\s\\S]*?)(?=\\n#+ |$)`).exec(PAGE)?.[1] ?? assert.fail(`no section ${title}`)
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: { readonly [name: string]: string } }
const example = parse(read('table.example.yaml')) as { readonly devices: readonly { readonly path: string }[] }

/** systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.resource-control(5): those used here and near them. */
const UNIT_KEYS: { readonly [section: string]: readonly string[] } = {
  Unit: ['Description', 'Documentation', 'Wants', 'Requires', 'After', 'StartLimitIntervalSec', 'StartLimitBurst'],
  Service: [
    ...['Type', 'ExecStart', 'Restart', 'RestartSec', 'RestartPreventExitStatus', 'TimeoutStopSec', 'KillSignal'],
    ...['NotifyAccess', 'WatchdogSec', 'TimeoutStartSec'],
    ...['User', 'Group', 'SupplementaryGroups', 'WorkingDirectory', 'Environment', 'StateDirectory', 'StateDirectoryMode', 'UMask'],
    ...[
      'MemoryMax',
      'LimitNOFILE',
      'NoNewPrivileges',
      'ProtectSystem',
      'ReadWritePaths',
      'ProtectHome',
      'PrivateTmp',
      'ProtectKernelTunables',
    ],
    ...[
      'ProtectKernelModules',
      'ProtectControlGroups',
      'RestrictSUIDSGID',
      'RestrictAddressFamilies',
      'DevicePolicy',
      'DeviceAllow',
      'PrivateDevices',
    ],
    ...['CapabilityBoundingSet', 'RestrictNamespaces', 'RestrictRealtime', 'LockPersonality'],
    ...['ProtectClock', 'ProtectHostname', 'ProtectKernelLogs', 'RemoveIPC', 'SystemCallArchitectures'],
    ...['SystemCallFilter', 'SystemCallErrorNumber', 'ProtectProc', 'ProcSubset', 'PrivateMounts'],
  ],
  Install: ['WantedBy'],
}

/** Section -> key -> values, in order; fails on a line that is neither. */
function readUnit(text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const unit = new Map<string, Map<string, string[]>>()
  let section = new Map<string, string[]>()
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    // None at all, for a set of what is allowed.
    const [, key, value] = /^(\w+)=(\S.*)$/.exec(line) ?? /^(CapabilityBoundingSet)=()$/.exec(line) ?? []
    if (name !== undefined) {
      section = new Map()
      unit.set(name, section)
    } else {
      assert.ok(key !== undefined && value !== undefined, `no line of a unit: ${line}`)
      section.set(key, [...(section.get(key) ?? []), value])
    }
  }
  return unit
}

/** The service of a unit whose sections and keys are all known; `only`: the value of a key that stands there once. */
function readService(file: string) {
  const unit = readUnit(read(file))
  assert.deepEqual([...unit.keys()], Object.keys(UNIT_KEYS))
  for (const [section, keys] of unit) for (const key of keys.keys()) assert.ok(UNIT_KEYS[section]?.includes(key), `[${section}] ${key}`)
  const service = unit.get('Service') ?? assert.fail('no service')
  const only = (key: string): string => (service.get(key)?.length === 1 ? (service.get(key)?.[0] ?? '') : assert.fail(`${key} once`))
  assert.ok(!only('ExecStart').includes('~') && !/[$;|&]/.test(only('ExecStart')), 'no shell reads it')
  return { service, only }
}

test('the unit has sections and keys that systemd knows, and starts what npm start starts with a configuration', () => {
  const { service, only } = readService(INSTALLED.unit)
  assert.equal(only('ExecStart'), '/usr/bin/blackjack-table run --config /etc/blackjack-table/table.yaml')
  const options = (scripts.start ?? '').split(' ').filter((word) => word.startsWith('--'))
  assert.ok(options.length > 2, 'the options of Node were found')
  const started = `exec /usr/lib/blackjack-table/bin/node ${options.join(' ')} /usr/lib/blackjack-table/dist/run.js "$@"`
  assert.equal(/^ {2}run\) shift; (.*) ;;$/m.exec(starterOf('blackjack-table'))?.[1], started)
  assert.deepEqual(only('RestartPreventExitStatus').split(' ').map(Number), [EXIT_USAGE, EXIT_JOURNAL, EXIT_CONFIG])
  assert.deepEqual(service.get('DeviceAllow'), ['char-ttyUSB rw', 'char-ttyACM rw', 'char-ttyS rw'])
})

test("the book's unit starts what npm run book starts, and writes only to its own folder", () => {
  const { only } = readService(BOOK_UNIT)
  assert.equal(only('ExecStart'), '/usr/bin/blackjack-book --config /etc/blackjack-book/book.yaml')
  assert.deepEqual(only('RestartPreventExitStatus').split(' ').map(Number), [EXIT_USAGE, EXIT_SECOND, EXIT_CONFIG])
  assert.equal(only('Type'), 'exec', 'the book does not tell systemd when it is ready')
  assert.equal(only('StateDirectory'), 'blackjack-book')
})

const starterOf = (name: string): string => starter(fileURLToPath(ROOT), PACKAGES.find((own) => own.name === name) ?? assert.fail(name))

test('a unit that is wrong is found out', () => {
  assert.throws(() => readUnit('[Service]\nExecStart\n'))
  assert.throws(() => readUnit('[Service]\n Type=simple\n'))
})

const UDEV_KEYS = /^(ACTION|SUBSYSTEMS?|DRIVER|ENV|ATTR|ATTRS|SYMLINK|GROUP|MODE|GOTO|LABEL)(\{\w+\})?(==|!=|\+=|=)"([^"]+)"$/

test('every udev rule is a list of what udev knows, and the names are those of the example configuration', () => {
  const lines = (read(INSTALLED.rules) + read(INSTALLED.names)).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const rules = lines.map((line) => line.split(', ').map((part) => UDEV_KEYS.exec(part) ?? assert.fail(`no part of a rule: ${part}`)))
  assert.ok(rules.length >= 6, 'the rules were found')
  const named = rules.flatMap((parts) => parts.filter(([, key]) => key === 'SYMLINK').map(([, , , , value]) => `/dev/${value}`))
  assert.deepEqual(
    named,
    example.devices.map(({ path }) => path),
  )
  // A rule that matches before it assigns, and never assigns what it should match.
  for (const parts of rules)
    for (const [whole, key, , op] of parts)
      assert.ok(/^(ACTION|SUBSYSTEMS?|DRIVER|ATTRS)$/.test(key ?? '') === /^[=!]=$/.test(op ?? '') || key === 'ENV', whole)
  const labels = rules.flatMap((parts) => parts.filter(([, key]) => key === 'LABEL' || key === 'GOTO').map(([, , , , value]) => value))
  assert.equal(new Set(labels).size, 1, 'the jump has its label')
})

test('the steps name every key of the example, in its order', () => {
  const steps = sectionOf('Configuration, step by step')
  const keys = [...read('table.example.yaml').matchAll(/^(?:# )?(\w+):(?= |$)/gm)].map(([, key = '']) => key)
  assert.ok(keys.length > 14, keys.join(' '))
  const places = keys.map((key) => steps.indexOf(`\`${key}\``))
  for (const [index, place] of places.entries()) assert.ok(place > 0, `${keys[index]} is not explained`)
})

test('every command the page has typed is one of the package, or a script of the tree', () => {
  const typed = [...PAGE.matchAll(/blackjack-table ([a-z]+) (?:-|[A-Z]|add\b)|`blackjack-table ([a-z]+)`/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  assert.ok(typed.length > 10, 'commands were found')
  const commands = Object.keys(PACKAGES[0]?.commands ?? {})
  for (const name of typed) assert.ok(commands.includes(name), `blackjack-table ${name}`)
  const named = [...PAGE.matchAll(/npm (?:run (?:-s )?)?([a-z:-]+)/g)].map(([, name = '']) => name)
  for (const name of named) assert.ok(name === 'ci' || Object.hasOwn(scripts, name), `npm run ${name}`)
})

test('exit codes and limits are those of the program', () => {
  const codes = [...sectionOf('The program ends by itself').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  assert.deepEqual(codes, [EXIT_USAGE, EXIT_BROKER, EXIT_FAILED, EXIT_JOURNAL, EXIT_CONFIG])
  assert.ok(PAGE.includes(`more than ${OUTBOX_LIMITS.events.toLocaleString('en')} are waiting`), 'the outbox')
})

test("the doctor's page is shown with the rungs it has", () => {
  const shown = [...sectionOf('Configuration, step by step').matchAll(/^ {4}ok {6}(.{18})/gm)].map(([, name = '']) => name.trim())
  assert.deepEqual(
    shown,
    DEVICE_RUNGS.map(({ name }) => name.en),
  )
})
