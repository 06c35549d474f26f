/**
 * `npm run simulate`: a table's devices on pseudo-terminals, and people who play at it.
 *
 *   rounds (simulators/table) -> player -> shoe, spots, pointer -> run/shoe, run/spots, run/puck -> a daemon started elsewhere
 */
import { merge } from 'rxjs'
import type { DeviceRole } from '../devices/roles.ts'
import { isState, type Scan, STATE_KINDS } from '../devices/scan.ts'
import { EXIT_USAGE } from '../src/base/process/exit-codes.ts'
import { reasonOf } from '../src/base/process/reason.ts'
import { HOUSES } from '../src/rules/house/index.ts'
import { helpText, overridesFor, parseOptions, type SimulateOptions, USUAL_CHIPS, USUAL_LIMITS } from './device/options.ts'
import { playActions } from './device/player.ts'
import type { SimulatedDevice } from './device/rig.ts'
import { type SimulatedTable, spotIds, startSimulatedDevices } from './device/start.ts'
import { RECORDED_TABLE, recordedRounds } from './recorded/recorded.ts'
import { DEALERS } from './table/beside.ts'
import { lyingAtFirst } from './table/chips.ts'
import { type ErringRound, mistakeOf, mistakeText, playErring } from './table/errors/erring.ts'
import { seededRandom } from './table/random.ts'
import { playTable } from './table/table.ts'
import type { PlayedRound, RoundTruth, TableAction } from './table/types.ts'
import { type TableText, tableYaml } from './table-yaml.ts'

const EXIT_FAILED = 1
/** Devices that are simulated where somebody asks for them. */
const BESIDE = ['pointer', 'badge', 'key', 'peek', 'discards', ...STATE_KINDS] as const
/** How long the end waits for the last acknowledgements. */
const LAST_ACK_MS_MAX = 10_000

const print = (text: string): void => void process.stdout.write(`${text}\n`)

interface Play extends Pick<TableText, 'table' | 'overrides'> {
  readonly rounds: Iterable<PlayedRound | ErringRound>
}

function playOf(options: SimulateOptions): Play {
  const random = seededRandom(options.seed)
  if (options.recorded) {
    const { rules, ...table } = RECORDED_TABLE
    return { table, overrides: rules, rounds: recordedRounds({ random }) }
  }
  const { house, boxes, spots, pointer, badge, key, peek, discards, errors } = options
  const table = { house, limits: USUAL_LIMITS, chips: USUAL_CHIPS, boxes, spots }
  const overrides = overridesFor(options.shoe)
  const people = {
    ...table,
    rules: { ...HOUSES[house].rules, ...overrides },
    pointer,
    ...(badge ? { dealers: DEALERS } : {}),
    keys: key,
    peek,
    discards,
    states: STATE_KINDS.filter((kind) => options[kind]),
    random,
  }
  return { table, overrides, rounds: errors === null ? playTable(people) : playErring(people, errors) }
}

function scanText(scan: Scan): string {
  if (isState(scan)) return `${scan.kind} ${scan.state}`
  switch (scan.kind) {
    case 'card':
      return `card ${scan.card}`
    case 'cut-card':
      return 'cut card'
    case 'shoe':
      return `shoe ${scan.what}`
    case 'spot':
      return `${scan.spot} ${scan.chips.map(({ value, count }) => `${value}x${count}`).join(',') || 'empty'} = ${scan.amount}`
    case 'pointer':
      return `pointer ${typeof scan.place === 'object' ? `${scan.place.box}.${scan.place.hand}` : scan.place}`
    case 'badge':
      return `badge of ${scan.dealer}`
    case 'peek':
      return `hole card looked at: ${scan.outcome}`
    case 'discard':
      return scan.card === null ? 'next hand' : `discarded ${scan.card}`
    case 'key':
      return `key ${scan.press.key}${'box' in scan.press ? ` ${scan.press.box}` : ''}`
  }
}

function roundText({ number, dealer, boxes, net }: RoundTruth): string {
  const hands = boxes.flatMap(({ box, hands: played }) =>
    played.map(({ hand, cards, outcome }) => `${box}.${hand} ${cards.join(' ')} ${outcome ?? 'open'}`),
  )
  return `round ${number}: dealer ${dealer.cards.join(' ')} = ${dealer.total}; ${hands.join('; ')}; house ${net.house ?? 'unknown'}`
}

function* actionsOf(rounds: Play['rounds'], most: number | null): Generator<TableAction> {
  let played = 0
  for (const round of rounds) {
    yield* round.actions
    print(roundText(round.truth))
    const mistake = mistakeOf(round)
    if (mistake !== null) print(`mistake: ${mistakeText(mistake)}`)
    played++
    if (played === most) return
  }
}

/** Resolves at the first good line from a host, or when `signal` aborts. */
function hostSpoke(device: SimulatedDevice, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const notes = device.notes$.subscribe(({ what }) => what === 'heard' && done())
    const done = (): void => {
      notes.unsubscribe()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}

/** Resolves when every ring is empty, `signal` aborts, or the time is over, with the number of events still in a ring. */
function allAcknowledged(devices: readonly SimulatedDevice[], signal: AbortSignal): Promise<number> {
  const open = (): number => devices.reduce((sum, { model }) => sum + model.memory.ring.length, 0)
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(late)
      notes.unsubscribe()
      signal.removeEventListener('abort', done)
      resolve(open())
    }
    const late = setTimeout(done, LAST_ACK_MS_MAX)
    const notes = merge(...devices.map(({ notes$ }) => notes$)).subscribe(({ what }) => what === 'sent' && open() === 0 && done())
    signal.addEventListener('abort', done)
    if (open() === 0 || signal.aborted) done()
  })
}

async function play(options: SimulateOptions, rounds: Play['rounds'], table: SimulatedTable, signal: AbortSignal): Promise<void> {
  const devices = Object.values(table.devices)
  // A shoe that only talks is not spoken to: the spots hear whether there is a host.
  const spoken = table.devices.shoe ?? table.devices.spots
  if (spoken !== undefined && !options.now) {
    print(`\nwaiting for a host to contact the ${spoken.role} (use --now to start at once)`)
    await hostSpoke(spoken, signal)
  } else if (!options.now) {
    print('\nwaiting for a host to ask the readers of chips (use --now to start at once)')
    await Promise.race([table.asked, new Promise((resolve) => signal.addEventListener('abort', resolve))])
  }
  const beganAtMs = performance.now()
  const onAction = ({ device, scan }: TableAction): void => {
    const seq = table.devices[device]?.model.memory.hi ?? 0
    const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(1)
    print(`${seconds.padStart(8)} s  ${device.padEnd(7)} ${String(seq).padStart(5)}  ${scanText(scan)}`)
  }
  const report = await playActions(actionsOf(rounds, options.rounds), table.played, { speed: options.speed, signal, onAction })
  const left = signal.aborted ? 0 : await allAcknowledged(devices, signal)
  print(
    `\nplayed ${report.played} actions; play was paused for ${(report.heldMs / 1_000).toFixed(1)} s because a device was full or restarting, or this process was too slow`,
  )
  if (left > 0) print(`${left} events were not acknowledged within ${LAST_ACK_MS_MAX / 1_000} s`)
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') return print(helpText())
  if ('problems' in options) {
    for (const problem of options.problems) process.stderr.write(`simulate: ${problem}\n`)
    process.stderr.write('simulate: --help lists the options\n')
    process.exitCode = EXIT_USAGE
    return
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  // The reader of the output is gone (a closed pipe), so end as on Ctrl-C.
  process.stdout.on('error', () => stop.abort())
  process.stderr.on('error', () => undefined)
  const played = playOf(options)
  const roles: DeviceRole[] = ['shoe', 'spots', ...BESIDE.filter((role) => options[role])]
  const table = await startSimulatedDevices({
    dir: options.dir,
    roles,
    spots: spotIds(played.table.boxes, played.table.spots),
    lying: lyingAtFirst(played.table.chips),
    faults: options.faults,
    ...(options.shoe === 'tlp'
      ? {}
      : { shoe: { driver: options.shoe, faultShare: options.shoeFaults, onFault: (name) => print(`            shoe    fault: ${name}`) } }),
    ...(options.reader === 'tlp'
      ? {}
      : { chipReaders: { driver: options.reader, chips: played.table.chips, faultShare: options.shoeFaults } }),
    seed: options.seed,
    // A simulator that is started again has forgotten its ring, so it must come as a new boot, never as an old one.
    boot: Math.floor(Date.now() / 1_000) % 1_000_000_000,
  })
  try {
    for (const { role, path, serial } of table.configs) print(`${role.padEnd(8)} ${path}  serial ${serial}`)
    print(
      `seed ${options.seed}\n\n# table.yaml\n${tableYaml({ ...played, name: 'bj07', speed: options.speed, devices: table.configs })}\n# end of table.yaml`,
    )
    for (const device of Object.values(table.devices)) {
      device.notes$.subscribe(({ role, what, text }) => {
        if (what === 'fault' || what === 'heard-bad') print(`            ${role.padEnd(7)} ${what}: ${text}`)
      })
    }
    await play(options, played.rounds, table, stop.signal)
  } finally {
    await table.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`simulate: ${reasonOf(error)}\n`)
  process.exitCode = EXIT_FAILED
})
