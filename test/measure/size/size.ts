/** `npm run measure -- size`: how much there is to read in every folder of the sources, here and at another commit. */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { runCommand } from '../long/command.ts'
import { commitGiven } from '../long/git.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { sizePage, sizesOf } from './sizes.ts'
import { sourcesAt, sourcesHere } from './sources.ts'

const OPTIONS: OptionTable = { against: { value: 'COMMIT', does: 'the commit to compare with: a hash, a branch, a tag, HEAD~3' } }

const HELP = `Usage: npm run measure -- size [--against COMMIT]

Prints how much there is to read in each folder of src: the lines of its own files, and the tokens of their code without comments. The last row adds
up engine and procedure. With --against, it prints each figure as it was at COMMIT, as it is here, and the difference.

${optionLines(OPTIONS)}

Examples
  npm run measure -- size
  npm run measure -- size --against HEAD~20

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage
`

function printSizes({ of }: Said): number {
  const [against] = of('against')
  const there = against === undefined ? null : sizesOf(sourcesAt(commitGiven(against)))
  process.stdout.write(sizePage(sizesOf(sourcesHere()), there))
  return 0
}

process.exitCode = await runCommand({ name: 'size', options: OPTIONS, help: HELP, run: printSizes }, process.argv.slice(2))
