/** `npm run houses`: prints the rules of a house as a card, or the differences between two houses. */
import { EXIT_USAGE } from '../base/process/exit-codes.ts'
import { formatCard, formatDiff } from '../rules/house/card.ts'
import type { House } from '../rules/house/house.ts'
import { HOUSE_IDS, HOUSES, houseById } from '../rules/house/index.ts'
import { nearest } from '../rules/house/nearest.ts'

const HELP = `Usage: npm run houses                        list the houses
       npm run houses -- HOUSE...            print the rules of each
       npm run houses -- --diff HOUSE HOUSE  print the rules in which two houses differ

Prints the rules of a house, each with the clause it comes from.

      --diff          print only the rules in which the two named houses differ
  -h, --help          show this text

Examples
  npm run houses -- gld
  npm run -s houses -- gld ingo > rules.txt
  npm run houses -- --diff free-bet-european gld

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage, or no such house
Houses: ${HOUSE_IDS.join(', ')}
`

type Answer = { readonly out: string } | { readonly wrong: string }

function answer(words: readonly string[]): Answer {
  if (words.includes('--help') || words.includes('-h')) return { out: HELP }
  const option = words.find((word) => word.startsWith('-') && word !== '--diff')
  if (option !== undefined) return { wrong: `there is no option ${option}` }
  const names = words.filter((word) => word !== '--diff')
  const houses: House[] = []
  for (const name of names) {
    const house = houseById(name)
    const meant = nearest(name, HOUSE_IDS)
    if (house === null) return { wrong: `there is no house ${name}${meant === null ? '' : `; did you mean ${meant}?`}` }
    houses.push(house)
  }
  if (!words.includes('--diff')) return { out: houses.length > 0 ? houses.map(formatCard).join('\n') : overview() }
  const [a, b] = houses
  return a !== undefined && b !== undefined && houses.length === 2 ? { out: formatDiff(a, b) } : { wrong: '--diff takes two houses' }
}

function overview(): string {
  const width = Math.max(...HOUSE_IDS.map((id) => id.length))
  return `${HOUSE_IDS.map((id) => `${id.padEnd(width)}  ${HOUSES[id].title} (rule document ${HOUSES[id].document})`).join('\n')}\n`
}

// A reader that closes early (`| head`) has all it wants.
process.stdout.on('error', () => process.exit(0))
const said = answer(process.argv.slice(2))
if ('out' in said) process.stdout.write(said.out)
else {
  process.stderr.write(`houses: ${said.wrong}\n\n${HELP}`)
  process.exitCode = EXIT_USAGE
}
