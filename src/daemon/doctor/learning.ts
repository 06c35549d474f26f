/** What `--learn` asks for, and what becomes of a tag that is shown. Pure: the file's content in, its next content out. */
import { tagOf } from '../../../devices/driver.ts'
import { RANKS, SUITS } from '../../../devices/scan.ts'

/** Tags by the name under which the file has them, in its order. */
export type Learned = ReadonlyMap<string, readonly string[]>

export interface Lesson {
  readonly noun: 'card' | 'chip'
  /** What is asked for, in this order. */
  readonly names: readonly string[]
  /** Tags of each name; null: as many as are shown, until a person goes on. */
  readonly each: number | null
}

/** Every card of so many decks. */
export const cardLesson = (decks: number): Lesson => ({
  noun: 'card',
  names: SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`)),
  each: decks,
})

export const chipLesson = (values: readonly number[]): Lesson => ({ noun: 'chip', names: [...values.map(String), 'FB'], each: null })

export interface Place {
  /** Which of the names is asked for. */
  readonly at: number
  /** Which deck, from 1. */
  readonly round: number
}

export const BEGINNING: Place = { at: 0, round: 1 }

/** The next place at or behind this one at which something lacks; null: nothing does. */
export function lacking({ names, each }: Lesson, learned: Learned, from: Place): Place | null {
  let { at, round } = from
  for (; round <= (each ?? 1); round++, at = 0) {
    for (; at < names.length; at++) {
      const has = learned.get(names[at] ?? '')?.length ?? 0
      if (each === null || has < round) return { at, round }
    }
  }
  return null
}

export const following = ({ at, round }: Place): Place => ({ at: at + 1, round })

/** The file with one tag more; or the name that has it already. */
export function learn(learned: Learned, name: string, shown: string): Learned | string {
  const tag = tagOf(shown)
  const known = [...learned].find(([, tags]) => tags.includes(tag))
  return known === undefined ? new Map(learned).set(name, [...(learned.get(name) ?? []), tag]) : known[0]
}

/** The file without a tag. */
export const unlearn = (learned: Learned, tag: string): Learned =>
  new Map([...learned].map(([name, tags]) => [name, tags.filter((each) => each !== tag)] as const).filter(([, tags]) => tags.length > 0))

/** In the lesson's order; what else the file has comes last. */
export function fileText({ names }: Lesson, learned: Learned): string {
  const others = [...learned.keys()].filter((name) => !names.includes(name))
  return [...names, ...others].flatMap((name) => (learned.has(name) ? [`${name}: [${learned.get(name)?.join(', ')}]\n`] : [])).join('')
}
