/** `npm run words`: what a translator needs: every sentence by its key, and what a language file has too few or too many of. */
import { readFileSync } from 'node:fs'
import { print, readArgs, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { sentences } from '../words/catalog.ts'
import { languageIn, missingIn, sentenceFaults } from '../words/file.ts'
import { isSaid } from '../words/text.ts'
import './words/tables.ts'

const HELP = `Usage: npm run -s words > fr.json    print a language file to fill in
       npm run words -- FILE         tell what is wrong with a language file, and what it lacks

A language file has the language (fr), its name (Français), its decimal mark and its sentences by their keys. In the printed file each key has its
English sentence, to be replaced; under "german" it has the German one as a second hint, which nobody reads. Remove what you do not translate:
what a file leaves out is said in English. {name} stands for a figure; a part in [ ] is left out if its figure is missing.

  -h, --help          show this text

Examples
  npm run -s words > fr.json
  npm run words -- fr.json

Exit codes: 0 printed, or the file can be used, whether or not it is complete; ${EXIT_USAGE} wrong usage; ${EXIT_CONFIG} the file cannot be used
`

/** Each row once, by its first key. */
function template(): string {
  const rows = missingIn({ sentences: {} }).flatMap((key) => {
    const row = sentences().get(key)
    return row === undefined ? [] : [[key, row] as const]
  })
  const column = (language: 'en' | 'de') => Object.fromEntries(rows.map(([key, row]) => [key, row[language]]))
  const file = { language: 'xx', name: 'its name', decimal: ',', sentences: column('en'), german: column('de') }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Faults of which there may be more. */
const IN_SENTENCES: ReadonlySet<string> = new Set(['key', 'sentence', 'figure'])

/** What a person is told of a file that can be used. @throws Ending if it cannot */
function report(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Ending(EXIT_CONFIG, `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const read = languageIn(text)
  if (isSaid(read)) {
    const faults = IN_SENTENCES.has(read.code) ? sentenceFaults(JSON.parse(text).sentences) : [read]
    throw new Ending(EXIT_CONFIG, faults.map(({ en }) => `${file}: it ${en}`).join('\n'))
  }
  const missing = missingIn(read)
  const same = [...sentences()].filter(([key, { en }]) => read.sentences[key] === en).length
  return [
    ...missing.map((key) => `missing: ${key}`),
    `${file}: ${read.name} (${read.language}): ${missing.length} sentences are missing, ${same} are as in English`,
    '',
  ].join('\n')
}

void runCommand(async (args) => {
  const { values, positionals } = readArgs(
    { args: [...args], allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } },
    HELP,
  )
  const [file, ...more] = positionals
  if (more.length > 0) throw new Ending(EXIT_USAGE, HELP)
  await print(values.help ? HELP : file === undefined ? template() : report(file))
  return 0
})
