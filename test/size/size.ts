/** `npm run size`: how much there is to read in every folder of the sources, here and at another commit. */
import { EXIT_USAGE } from '../../src/ending.ts'
import { hashOf } from '../long/git.ts'
import { type OptionTable, optionLines, readWords } from '../long/options.ts'
import { sizePage, sizesOf } from './sizes.ts'
import { sourcesAt, sourcesHere } from './sources.ts'

const OPTIONS: OptionTable = { against: { value: 'COMMIT', does: 'the commit to compare with: a hash, a branch, a tag, HEAD~3' } }

const HELP = `Usage: npm run size [-- --against COMMIT]

Prints how much there is to read in each folder of src: the lines of its own files, and the tokens of their code without comments. Engine and
procedure stand together in the last row. With --against each figure is printed as it was at COMMIT, as it is here, and the difference.

${optionLines(OPTIONS)}

Examples
  npm run size
  npm run size -- --against HEAD~20

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage
`

function main(): number {
  const read = readWords(OPTIONS, process.argv.slice(2))
  if (read.what === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  const wrong = (why: string): number => {
    process.stderr.write(`size: ${why}\n\n${HELP}`)
    return EXIT_USAGE
  }
  if (read.what === 'wrong') return wrong(read.why)
  const [against] = read.of('against')
  let hash: string | null = null
  try {
    hash = against === undefined ? null : hashOf(against)
  } catch {
    return wrong(`--against ${against}: no such commit here`)
  }
  process.stdout.write(sizePage(sizesOf(sourcesHere()), hash === null ? null : sizesOf(sourcesAt(hash))))
  return 0
}

process.exitCode = main()
