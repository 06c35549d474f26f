/**
 * `npm run measure -- drivers`: the long form of `test/devices/conformance.test.ts`. Any number of cards and levels with the faults of their devices, and any
 * number of bytes that are not the driver's, for every driver of another maker's device.
 */
import { writeFileSync } from 'node:fs'
import { TALKERS } from '../../../devices/registry.ts'
import type { Talker } from '../../../devices/talker.ts'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { conformChips, withstandChips } from '../../devices/chips-conforming.ts'
import { conform, withstand } from '../../devices/conforming.ts'
import { costOf, worstOf } from '../../devices/worst.ts'
import { EXIT_FAILED, runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'

/** Read by `npm run docs` for docs/devices.md. */
const FIGURES = new URL('../../../src/tools/documents/driver-figures.json', import.meta.url)
const RUN_CARDS = 1000
const RUN_LEVELS = 50
const MEGABYTE = 1_000_000
/** Of each text whose cost is measured, and what a byte and a read may cost. */
const [COST_BYTES, BYTE_US_MAX, TURN_MS_MAX] = [500_000, 5, 50]
/** Seeds of one run lie so far from those of the next. */
const SEED_STEP = 100_000

interface Extent {
  readonly cards: number
  readonly levels: number
  readonly megabytes: number
  readonly readerMegabytes: number
  readonly seed: number
}

const OPTIONS: OptionTable = {
  cards: { value: 'N', range: [RUN_CARDS, 10_000_000], usual: '100000', does: 'cards dealt to each driver, a tenth of them with a fault' },
  levels: { value: 'N', range: [RUN_LEVELS, 1_000_000], usual: '400', does: 'levels laid before each reader of chips, with faults' },
  megabytes: {
    value: 'N',
    range: [1, 10_000],
    usual: '100',
    does: "noise, other devices' messages and TLP for the driver of each shoe, million bytes",
  },
  'reader-megabytes': { value: 'N', range: [1, 10_000], usual: '20', does: 'the same for each reader of chips, which is asked meanwhile' },
  seed: { value: 'S', range: [0, 1000], usual: '1', does: 'seed of all of it' },
  write: { does: 'keep the figures for docs/devices.md' },
}

const HELP = `Usage: npm run measure -- drivers [options]

Deals cards to the drivers of devices that only talk, through their simulated twins with the faults that such devices are known for, and compares what is
told with what was dealt: no card twice, none made up, every loss told that the device lets one see. Readers of chips get levels to read: each that
rests must be told, and none that was not there. Then each driver gets bytes that are not its own, and those that cost it the most: a byte
may cost ${BYTE_US_MAX} us, a read ${TURN_MS_MAX} ms.

${optionLines(OPTIONS)}

Examples
  npm run measure -- drivers
  npm run measure -- drivers --cards 5000 --megabytes 2 --seed 7

Exit codes: 0 all as it must be; ${EXIT_FAILED} a card was made up, doubled or lost in silence, or a byte costs too much; ${EXIT_USAGE} wrong usage
`

function measureShoe(talker: Talker, { cards, megabytes, seed }: Extent) {
  const sum = { driver: talker.name, cards: 0, faults: 0, heard: 0, unread: 0, lost: 0, unseen: 0, toldForNothing: 0, wrong: 0 }
  const wrong: string[] = []
  for (let run = 0; run < cards / RUN_CARDS; run++) {
    const found = conform(talker, RUN_CARDS, seed * SEED_STEP + run)
    for (const name of ['cards', 'faults', 'heard', 'unread', 'lost', 'unseen', 'toldForNothing'] as const) sum[name] += found[name]
    wrong.push(...found.wrong)
  }
  const noise = withstand(talker, megabytes * MEGABYTE, seed)
  return tell({ ...sum, wrong: wrong.length, noiseBytes: noise.bytes, noiseCards: noise.events, heardAgain: noise.isHeardAgain }, wrong)
}

function measureReader(talker: Talker, { levels, readerMegabytes, seed }: Extent) {
  const sum = { driver: talker.name, levels: 0, faults: 0, late: 0, toldForNothing: 0, wrong: 0 }
  const wrong: string[] = []
  for (let run = 0; run < levels / RUN_LEVELS; run++) {
    const found = conformChips(talker, RUN_LEVELS, seed * SEED_STEP + run)
    for (const name of ['levels', 'faults', 'late', 'toldForNothing'] as const) sum[name] += found[name]
    wrong.push(...found.wrong)
  }
  const noise = withstandChips(talker, readerMegabytes * MEGABYTE, seed)
  return tell({ ...sum, wrong: wrong.length, noiseBytes: noise.bytes, noiseLevels: noise.events, heardAgain: noise.isHeardAgain }, wrong)
}

/** What the bytes that cost it the most cost: microseconds a byte, and the longest read, ms. Each is timed when it has run before. */
function measureCost(talker: Talker, seed: number) {
  const costs = [...worstOf(talker), { seed }].map((text) => {
    costOf(talker, text, COST_BYTES)
    const { bytes, ms, readMs } = costOf(talker, text, COST_BYTES)
    return { text: JSON.stringify(text), us: (ms * 1000) / bytes, readMs }
  })
  const dearest = costs.reduce((one, other) => (other.us > one.us ? other : one))
  const readMs = Math.max(...costs.map((each) => each.readMs))
  const row = { driver: talker.name, usPerByte: Math.round(dearest.us * 100) / 100, of: dearest.text, readMs: Math.round(readMs * 10) / 10 }
  const isDear = row.usPerByte > BYTE_US_MAX || row.readMs > TURN_MS_MAX
  return tell(row, isDear ? [`${talker.name}: more than ${BYTE_US_MAX} us a byte or ${TURN_MS_MAX} ms a read`] : [])
}

function tell<Row extends object>(row: Row, wrong: readonly string[]): Row {
  for (const text of wrong.slice(0, 5)) process.stderr.write(`${text}\n`)
  process.stdout.write(`${JSON.stringify(row)}\n`)
  return row
}

function measure({ number, has }: Said): number {
  const extent = {
    cards: number('cards'),
    levels: number('levels'),
    megabytes: number('megabytes'),
    readerMegabytes: number('reader-megabytes'),
    seed: number('seed'),
  }
  const drivers = TALKERS.filter(({ role }) => role === 'shoe').map((talker) => measureShoe(talker, extent))
  const chips = TALKERS.filter(({ role }) => role === 'spots').map((talker) => measureReader(talker, extent))
  const isCheap = TALKERS.map((talker) => measureCost(talker, extent.seed)).every(
    ({ usPerByte, readMs }) => usPerByte <= BYTE_US_MAX && readMs <= TURN_MS_MAX,
  )
  if (has('write')) writeFileSync(FIGURES, `${JSON.stringify({ seed: extent.seed, drivers, chips }, null, 2)}\n`)
  const isGood = ({ wrong, heardAgain }: { readonly wrong: number; readonly heardAgain: boolean }): boolean => wrong === 0 && heardAgain
  const isQuiet = drivers.every(({ noiseCards }) => noiseCards === 0) && chips.every(({ noiseLevels }) => noiseLevels === 0)
  return isCheap && isQuiet && [...drivers, ...chips].every(isGood) ? 0 : EXIT_FAILED
}

process.exitCode = await runCommand({ name: 'drivers', options: OPTIONS, help: HELP, run: measure }, process.argv.slice(2))
