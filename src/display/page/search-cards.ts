/** Cards as people write them: `K♠`, `KS`, `♠K`, `10h`, `king of spades`, `Pik König`, `ace`. Pure. */

const RANKS: { readonly [name: string]: string } = {
  ...Object.fromEntries([...'23456789TJQKA'].map((rank) => [rank.toLowerCase(), rank])),
  ...{ 10: 'T', ten: 'T', zehn: 'T', jack: 'J', bube: 'J', queen: 'Q', dame: 'Q', king: 'K', konig: 'K', ace: 'A', ass: 'A' },
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
  ...{ zwei: '2', drei: '3', vier: '4', funf: '5', sechs: '6', sieben: '7', acht: '8', neun: '9' },
}
const SUITS: { readonly [name: string]: string } = {
  ...{ '♠': 'S', '♤': 'S', spades: 'S', spade: 'S', pik: 'S' },
  ...{ '♥': 'H', '♡': 'H', hearts: 'H', heart: 'H', herz: 'H' },
  ...{ '♦': 'D', '♢': 'D', diamonds: 'D', diamond: 'D', karo: 'D' },
  ...{ '♣': 'C', '♧': 'C', clubs: 'C', club: 'C', kreuz: 'C', treff: 'C' },
}
/** Their names alone say which rank is meant; a letter or a number alone may be anything. */
const RANK_ALONE = /^(aces?|kings?|queens?|jacks?|asse?|konige?|damen?|buben?)$/
const LETTERS = /^(10|[2-9tjqka])([shdc])$/
const RANK_FIRST = /^(10|[2-9tjqka]|[a-z]{3,6}) ?(?:of |-)?([♠♤♥♡♦♢♣♧]|[a-z]{3,8})$/
const SUIT_FIRST = /^([♠♤♥♡♦♢♣♧]|[a-z]{3,8})[ -]?(10|[2-9tjqka]|[a-z]{3,6})$/

const own = (names: { readonly [name: string]: string }, name = ''): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

/**
 * `KS`, or `K` for that rank in any suit; null: it is no card.
 * @param words in lower case, without accents
 */
export function cardOf(words: string): string | null {
  const [, letter, suitLetter] = LETTERS.exec(words) ?? []
  // An English word.
  if (letter !== undefined && words !== 'as') return `${own(RANKS, letter)}${suitLetter?.toUpperCase()}`
  const [, rankBefore, suitAfter] = RANK_FIRST.exec(words) ?? []
  const [, suitBefore, rankAfter] = SUIT_FIRST.exec(words) ?? []
  for (const [rankName, suitName] of [
    [rankBefore, suitAfter],
    [rankAfter, suitBefore],
  ]) {
    const [rank, suit] = [own(RANKS, rankName), own(SUITS, suitName)]
    if (rank !== undefined && suit !== undefined) return `${rank}${suit}`
  }
  const [alone] = RANK_ALONE.exec(words) ?? []
  if (alone === undefined) return null
  return own(RANKS, alone) ?? own(RANKS, alone.slice(0, -1)) ?? null
}
