/**
 * Files of tags: which card has which, `KS: [04a1b2c3d4, "04 A1 B2 C3 D5"]`, or what which chip is worth in minor units, `500: [E004010012345678]`, with
 * `FB` for the lammer; or which dealer has which badge, `d-17: [0A0012D687]`.
 */
import { type BadgeFile, type CardFile, type ChipFile, tagOf } from '../../../devices/driver.ts'
import { type Card, type ChipStack, RANKS, SUITS } from '../../../devices/scan.ts'
import { DEALER_ID } from '../../../firmware-bridge/tlp.ts'
import { readYaml } from './yaml-source.ts'

interface TagFileForm<Value> {
  /** What its names are, in messages. */
  readonly noun: string
  /** What a name means, and as it is written, `0412` for 412; null: it is none. */
  readonly meaningOf: (name: string, written: string) => Value | null
  readonly nameHint: string
  /** How one is written. */
  readonly example: (name: string) => string
  readonly tagsMax: number
  /** It is of use without any tag: the reader shows those that lack. @default false */
  readonly mayLackAll?: boolean
}

const TAG = /^[0-9A-Z]{3,64}$/

/** The values by their tags; or what is wrong with the text. Of several problems the first. */
function tagsIn<Value extends string | number>(text: string, form: TagFileForm<Value>): ReadonlyMap<string, Value> | string {
  const { noun, meaningOf, nameHint, example, tagsMax } = form
  const read = readYaml(text)
  if (!read.ok) {
    const [first] = read.problems
    return `is no ${noun} file: ${first?.line ? `line ${first.line} ` : ''}${first?.problem ?? 'it cannot be read'}`
  }
  const { value, writtenAt, keyWritten, lineOf } = read.source
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `has no ${noun}s`
  const found = new Map<string, Value>()
  for (const [name, own] of Object.entries(value)) {
    const meant = meaningOf(name, keyWritten(name))
    if (meant === null) return `names a ${noun} ${JSON.stringify(name.slice(0, 16))} in line ${lineOf([name])}: ${nameHint}`
    if (!Array.isArray(own)) return `has no list of tags for ${name} in line ${lineOf([name])}: write ${example(name)}`
    for (const [at, each] of own.entries()) {
      // A tag of digits alone is no number: 0412 would lose its zero.
      const tag = tagOf(writtenAt([name, at]) ?? String(each))
      if (!TAG.test(tag)) return `has something that is no tag for ${name} in line ${lineOf([name, at])}: 3 to 64 letters and digits`
      const other = found.get(tag)
      if (other !== undefined) return `has the tag ${tag} twice, for ${other} and for ${name}, in line ${lineOf([name, at])}`
      found.set(tag, meant)
    }
  }
  if (found.size === 0 && form.mayLackAll !== true) return `has no ${noun}s`
  return found.size > tagsMax ? `has more than ${tagsMax} tags` : found
}

const CARDS: ReadonlySet<string> = new Set(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)))
const example = (name: string): string => `${name}: [TAG, TAG]`

const CARD_FORM: TagFileForm<Card> = {
  noun: 'card',
  meaningOf: (name) => (CARDS.has(name) ? (name as Card) : null),
  nameHint: 'write rank and suit, such as KS or TH',
  example,
  // Sixteen decks.
  tagsMax: 832,
}

const VALUE = /^[1-9]\d{0,8}$/

const CHIP_FORM: TagFileForm<ChipStack['value']> = {
  noun: 'chip',
  meaningOf: (name) => (name === 'FB' ? 'FB' : VALUE.test(name) ? Number(name) : null),
  nameHint: 'write its value in minor units, such as 500 for 5.00, or FB for the lammer',
  example,
  // The file has at most a megabyte.
  tagsMax: 40_000,
}

const BADGE_FORM: TagFileForm<string> = {
  noun: 'dealer',
  meaningOf: (_name, written) => (DEALER_ID.test(written) ? written : null),
  nameHint: 'write the id of a dealer, 1 to 64 letters, digits, _ . -',
  example,
  // Every dealer of a large property, with a spare badge.
  tagsMax: 10_000,
  mayLackAll: true,
}

export const cardsIn = (text: string): CardFile | string => tagsIn(text, CARD_FORM)
export const chipsIn = (text: string): ChipFile | string => tagsIn(text, CHIP_FORM)
export const badgesIn = (text: string): BadgeFile | string => tagsIn(text, BADGE_FORM)

/** The dealers of a badge file that is one, also those without a badge. */
export function dealersIn(text: string): readonly string[] {
  const read = readYaml(text)
  return read.ok ? Object.keys(read.source.value ?? {}).map(read.source.keyWritten) : []
}
