/** The card file: which card has which tags or codes. `KS: [04a1b2c3d4, "04 A1 B2 C3 D5"]` */
import { type CardFile, tagOf } from '../../../devices/driver.ts'
import { type Card, RANKS, SUITS } from '../../../devices/scan.ts'
import { readYaml } from './yaml-source.ts'

const CARDS: ReadonlySet<string> = new Set(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)))
/** Sixteen decks. */
const TAGS_MAX = 832
const TAG = /^[0-9A-Z]{3,48}$/
const isCard = (name: string): name is Card => CARDS.has(name)

/** The cards by their tags; or what is wrong with the text. Of several problems the first. */
export function cardsIn(text: string): CardFile | string {
  const read = readYaml(text)
  if (!read.ok) {
    const [first] = read.problems
    return `is no card file: ${first?.line ? `line ${first.line} ` : ''}${first?.problem ?? 'it cannot be read'}`
  }
  const { value, writtenAt, lineOf } = read.source
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'has no cards'
  const cards = new Map<string, Card>()
  for (const [name, own] of Object.entries(value)) {
    if (!isCard(name))
      return `names a card ${JSON.stringify(name.slice(0, 16))} in line ${lineOf([name])}: write rank and suit, such as KS or TH`
    if (!Array.isArray(own)) return `has no list of tags for ${name} in line ${lineOf([name])}: write ${name}: [TAG, TAG]`
    for (const [at, each] of own.entries()) {
      // A tag of digits alone is no number: 0412 would lose its zero.
      const tag = tagOf(writtenAt([name, at]) ?? String(each))
      if (!TAG.test(tag)) return `has something that is no tag for ${name} in line ${lineOf([name, at])}: 3 to 48 letters and digits`
      const other = cards.get(tag)
      if (other !== undefined) return `has the tag ${tag} twice, for ${other} and for ${name}, in line ${lineOf([name, at])}`
      cards.set(tag, name)
    }
  }
  if (cards.size === 0) return 'has no cards'
  return cards.size > TAGS_MAX ? `has more than ${TAGS_MAX} tags` : cards
}
