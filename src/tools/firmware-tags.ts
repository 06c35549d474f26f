/** `node src/run.mjs src/tools/firmware-tags.ts FILE`: a card or chip file as a table for the firmware of `devices/firmware`. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { cardsIn, chipsIn } from '../base/config/tag-file.ts'
import { print, readArgs, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_NO_INPUT, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { reasonOf } from '../base/process/reason.ts'
import { isSaid, type Said } from '../words/text.ts'

const HELP = `Usage: node src/run.mjs src/tools/firmware-tags.ts FILE > TABLE.h

Prints a card file (KS: [04A1B2C3D4E5F6]) or a chip file (500: [...]) as a table for the firmware of devices/firmware, which knows cards
and chips by it: make shoe TAGS=TABLE.h

  -h, --help          show this text

Example
  node src/run.mjs src/tools/firmware-tags.ts cards.yaml > cards.h

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage; ${EXIT_NO_INPUT} the file cannot be read; ${EXIT_CONFIG} it is no such file, or more than the firmware can hold
`

/** A number of 4 bytes, or of 7. */
const UID = /^(?:[0-9A-F]{8}|[0-9A-F]{14})$/
const UID_BYTES = 7
/** 8 bytes each; the rest of a Nano's 30 kB is the program. */
const TAGS_MAX = 2000
/** What a level has room for (`CHIP_KINDS_MAX`). */
const KINDS_MAX = 8
/** Twenty chips, as many as a reader can see, must not exceed what the firmware counts with. */
const VALUE_MAX = 200_000_000

/** Which card, or which kind of chip, by the bytes of the tag. */
type Rows = readonly (readonly [uid: string, meaning: number])[]

/** What names a chip; the names of cards have a suit. */
const HAS_CHIPS = /^\s*["']?(?:FB|\d+)["']?\s*:/m

interface Table {
  readonly rows: Rows
  /** The values of the kinds, 0 for the lammer. */
  readonly chips: readonly number[]
}

/** The table, or what is wrong with the file. */
function tableOf(text: string): Table | string {
  const found: ReadonlyMap<string, string | number> | Said = HAS_CHIPS.test(text) ? chipsIn(text) : cardsIn(text)
  if (isSaid(found)) return found.en
  const strange = [...found.keys()].find((tag) => !UID.test(tag))
  if (strange !== undefined)
    return `has the tag ${strange}: the firmware reads tags with a number of 4 or 7 bytes, 8 or 14 hexadecimal digits`
  if (found.size > TAGS_MAX) return `has ${found.size} tags; the firmware has room for ${TAGS_MAX}`
  const values = [...new Set(found.values())]
  const chips = values.flatMap((value) => (typeof value === 'number' ? [value] : value === 'FB' ? [0] : [])).sort((a, b) => b - a)
  if (chips.length > KINDS_MAX) return `has chips of ${chips.length} values; the firmware counts ${KINDS_MAX}`
  if ((chips[0] ?? 0) > VALUE_MAX) return `has chips of ${chips[0]}; the firmware counts with ${VALUE_MAX} at most`
  const meaningOf = (value: string | number): number =>
    typeof value === 'number' || value === 'FB' ? chips.indexOf(value === 'FB' ? 0 : value) : cardNumber(value)
  const rows = [...found]
    .map(([tag, value]) => [tag.padEnd(UID_BYTES * 2, '0'), meaningOf(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const twin = rows.find(([uid], at) => uid === rows[at + 1]?.[0])
  return twin === undefined
    ? { rows, chips }
    : `has two tags that the firmware cannot tell apart: ${twin[0]}, with and without zeros at its end`
}

/** Rank by rank, as the firmware counts them. */
const cardNumber = ([rank, suit]: string): number =>
  (RANKS as readonly unknown[]).indexOf(rank) * SUITS.length + (SUITS as readonly unknown[]).indexOf(suit)

function textOf(name: string, { rows, chips }: Table): string {
  const bytes = (uid: string): string => (uid.match(/../g) ?? []).map((byte) => `0x${byte}`).join(', ')
  return `// Made from ${name} by src/tools/firmware-tags.ts.
const uint16_t TAG_COUNT = ${rows.length};
const KnownTag TAGS[] PROGMEM = {
${rows.map(([uid, meaning]) => `    {{${bytes(uid)}}, ${meaning}},\n`).join('')}};
const uint8_t CHIP_COUNT = ${chips.length};
const uint32_t CHIPS[] PROGMEM = {${chips.length === 0 ? '0' : chips.join(', ')}};
`
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Ending(EXIT_NO_INPUT, `${path} cannot be read: ${reasonOf(error)}`)
  }
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(
    { args: [...args], options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true } as const,
    HELP,
  )
  const [path, ...others] = positionals
  if (values.help === true) await print(HELP)
  else if (path === undefined || others.length > 0) throw new Ending(EXIT_USAGE, `name one file\n\n${HELP}`)
  else {
    const table = tableOf(read(path))
    if (typeof table === 'string') throw new Ending(EXIT_CONFIG, `${path} ${table}`)
    await print(textOf(basename(path), table))
  }
  return 0
}

await runCommand(main)
