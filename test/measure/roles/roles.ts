/** `npm run measure -- roles`: what a device beside shoe, spots and pointer adds, with it and without. */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { collected, FAULTS } from './collected.ts'

const OPTIONS: OptionTable = {
  rounds: {
    value: 'N',
    range: [5, 100_000],
    usual: '200',
    does: 'rounds for each house, a fifth of them with a card that the shoe does not tell',
  },
  boxes: { value: 'N', range: [1, 7], usual: '3', does: 'boxes on the table' },
  seed: { value: 'S', range: [0, 0xffff_ffff], usual: '1', does: 'seed of all of it' },
}

const HELP = `Usage: npm run measure -- roles [options]

Plays rounds without an error in which the shoe cannot read a card, or loses one without a trace, with a reader of the discards and without it. Prints a
line for each house as JSON: spoiled rounds, rounds whose card was told, wrong cards told, rounds in which somebody stands accused.

${optionLines(OPTIONS)}

Examples
  npm run measure -- roles
  npm run measure -- roles --rounds 1000 --boxes 7

Exit codes: 0 measured; ${EXIT_USAGE} wrong usage
`

function measure({ number }: Said): number {
  const extent = { rounds: number('rounds'), boxes: number('boxes'), seed: number('seed') }
  for (const fault of FAULTS) {
    for (const discards of [false, true]) {
      for (const house of HOUSE_IDS) process.stdout.write(`${JSON.stringify(collected({ house, ...extent }, fault, discards))}\n`)
    }
  }
  return 0
}

process.exitCode = await runCommand({ name: 'roles', options: OPTIONS, help: HELP, run: measure }, process.argv.slice(2))
