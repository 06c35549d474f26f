/**
 * Files of tags: which card has which, `KS: [04a1b2c3d4, "04 A1 B2 C3 D5"]`, or what which chip is worth in minor units, `500: [E004010012345678]`, with
 * `FB` for the lammer; or which dealer has which badge, `d-17: [0A0012D687]`.
 */
import { type BadgeFile, type CardFile, type ChipFile, tagOf } from '../../../devices/driver.ts'
import { type Card, type ChipStack, RANKS, SUITS } from '../../../devices/scan.ts'
import { DEALER_ID } from '../../../firmware-bridge/tlp.ts'
import { catalog } from '../../words/catalog.ts'
import type { Said, Text } from '../../words/text.ts'
import type { ConfigProblem } from './problems.ts'
import { wrongFile } from './wrong.ts'
import { readYaml } from './yaml-source.ts'

interface TagFileForm<Value> {
  /** What its names are, in messages. */
  readonly noun: Text
  /** What a name means, and as it is written, `0412` for 412; null: it is none. */
  readonly meaningOf: (name: string, written: string) => Value | null
  readonly nameHint: Said
  /** How one is written. */
  readonly example: (name: string) => string
  readonly tagsMax: number
  /** It is of use without any tag: the reader shows those that lack. @default false */
  readonly mayLackAll?: boolean
}

/** A problem of the file's text, with its line. */
const lineText = ({ line, said: { problem } }: ConfigProblem): Text => (line === null ? problem : wrongFile('at-line', { line, problem }))

const TAG = /^[0-9A-Z]{3,64}$/

/** The values by their tags; or what is wrong with the text. Of several problems the first. */
function tagsIn<Value extends string | number>(text: string, form: TagFileForm<Value>): ReadonlyMap<string, Value> | Said {
  const { noun, meaningOf, nameHint, example, tagsMax } = form
  const read = readYaml(text)
  if (!read.ok) {
    const [first] = read.problems
    return wrongFile('tags-yaml', { noun, why: first === undefined ? '' : lineText(first) })
  }
  const { value, writtenAt, keyWritten, lineOf } = read.source
  const line = (path: readonly PropertyKey[]): number => lineOf(path) ?? 0
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongFile('tags-none', { noun })
  const found = new Map<string, Value>()
  for (const [name, own] of Object.entries(value)) {
    const meant = meaningOf(name, keyWritten(name))
    if (meant === null) return wrongFile('tags-name', { noun, name: JSON.stringify(name.slice(0, 16)), line: line([name]), hint: nameHint })
    if (!Array.isArray(own)) return wrongFile('tags-list', { name, line: line([name]), example: example(name) })
    for (const [at, each] of own.entries()) {
      // A tag of digits alone is no number: 0412 would lose its zero.
      const tag = tagOf(writtenAt([name, at]) ?? String(each))
      if (!TAG.test(tag)) return wrongFile('tags-tag', { name, line: line([name, at]) })
      const other = found.get(tag)
      if (other !== undefined) return wrongFile('tags-twice', { tag, other, name, line: line([name, at]) })
      found.set(tag, meant)
    }
  }
  if (found.size === 0 && form.mayLackAll !== true) return wrongFile('tags-none', { noun })
  return found.size > tagsMax ? wrongFile('tags-many', { most: tagsMax }) : found
}

const NOUNS = {
  card: { en: 'card', de: 'Karte' },
  chip: { en: 'chip', de: 'Jeton' },
  dealer: { en: 'dealer', de: 'Croupier' },
} as const
catalog('config-noun', NOUNS)

const CARDS: ReadonlySet<string> = new Set(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)))
const example = (name: string): string => `${name}: [TAG, TAG]`

const CARD_FORM: TagFileForm<Card> = {
  noun: NOUNS.card,
  meaningOf: (name) => (CARDS.has(name) ? (name as Card) : null),
  nameHint: wrongFile('hint-card'),
  example,
  // Sixteen decks.
  tagsMax: 832,
}

const VALUE = /^[1-9]\d{0,8}$/

const CHIP_FORM: TagFileForm<ChipStack['value']> = {
  noun: NOUNS.chip,
  meaningOf: (name) => (name === 'FB' ? 'FB' : VALUE.test(name) ? Number(name) : null),
  nameHint: wrongFile('hint-chip'),
  example,
  // The file has at most a megabyte.
  tagsMax: 40_000,
}

const BADGE_FORM: TagFileForm<string> = {
  noun: NOUNS.dealer,
  meaningOf: (_name, written) => (DEALER_ID.test(written) ? written : null),
  nameHint: wrongFile('hint-dealer'),
  example,
  // Every dealer of a large property, with a spare badge.
  tagsMax: 10_000,
  mayLackAll: true,
}

export const cardsIn = (text: string): CardFile | Said => tagsIn(text, CARD_FORM)
export const chipsIn = (text: string): ChipFile | Said => tagsIn(text, CHIP_FORM)
export const badgesIn = (text: string): BadgeFile | Said => tagsIn(text, BADGE_FORM)

/** The dealers of a badge file that is one, also those without a badge. */
export function dealersIn(text: string): readonly string[] {
  const read = readYaml(text)
  return read.ok ? Object.keys(read.source.value ?? {}).map(read.source.keyWritten) : []
}
