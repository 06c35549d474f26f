/** What `--learn` asks for, and what becomes of a tag that is shown. Pure: the file's content in, its next content out. */
import { tagOf } from '../../../devices/driver.ts'
import { RANKS, SUITS } from '../../../devices/scan.ts'

/** Tags by the name under which the file has them, in its order. */
export type Learned = ReadonlyMap<string, readonly string[]>

export interface Lesson {
  readonly noun: 'card' | 'chip' | 'badge'
  /** What is asked for, in this order. */
  readonly names: readonly string[]
  /** Tags of each name; null: as many as are shown, until a person goes on. */
  readonly each: number | null
  /** A person may add names, and the file keeps those that have no tag. @default false */
  readonly isOpen?: true
}

/** Every card of so many decks. */
export const cardLesson = (decks: number): Lesson => ({
  noun: 'card',
  names: SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`)),
  each: decks,
})

export const chipLesson = (values: readonly number[]): Lesson => ({ noun: 'chip', names: [...values.map(String), 'FB'], each: null })

/** A badge for each dealer whom the file names; a spare one is entered under a name that is typed again. */
export const badgeLesson = (dealers: readonly string[]): Lesson => ({ noun: 'badge', names: dealers, each: 1, isOpen: true })

export interface Place {
  /** Which of the names is asked for. */
  readonly at: number
  /** Which deck, from 1. */
  readonly round: number
}

/** How far a person has come. */
export interface Course {
  readonly lesson: Lesson
  readonly learned: Learned
  /** What is asked for; null: nothing, or whose badge it is. */
  readonly place: Place | null
  /** What was entered last, and for what. */
  readonly last: { readonly tag: string; readonly place: Place } | null
  /** A tag that came before anybody said whose it is. */
  readonly shown: string | null
}

/** What becomes of the course, what a person is told, and whether he is asked again. */
export interface Turn {
  readonly course: Course
  readonly says: string | null
  readonly asks: boolean
}

export const begun = (lesson: Lesson, learned: Learned): Course => ({
  ...{ lesson, learned, last: null, shown: null },
  place: lacking(lesson, learned, { at: 0, round: 1 }),
})

/** The next place at or behind this one at which something lacks; null: nothing does. */
function lacking({ names, each }: Lesson, learned: Learned, from: Place): Place | null {
  let { at, round } = from
  for (; round <= (each ?? 1); round++, at = 0) {
    for (; at < names.length; at++) {
      const has = learned.get(names[at] ?? '')?.length ?? 0
      if (each === null || has < round) return { at, round }
    }
  }
  return null
}

export function questionText({ lesson, learned, place }: Course, file: string): string {
  const { noun, names, each, isOpen } = lesson
  if (place === null)
    return isOpen
      ? 'Type the id of a dealer and lay his badge there, whichever first; q ends'
      : `Done: ${[...learned.values()].flat().length} tags in ${file}.`
  const name = names[place.at] ?? ''
  if (noun === 'chip') return `Lay chips of ${name} on the reader`
  if (noun === 'badge') return `Lay the badge of ${name} there`
  return (each ?? 1) > 1 ? `Show ${name} of pack ${place.round}` : `Show ${name}`
}

/** Nothing is left to be asked for. */
export const isDone = ({ lesson, place }: Course): boolean => place === null && !lesson.isOpen

export function tagShown(course: Course, shown: string): Turn {
  const { lesson, learned, place } = course
  if (place === null) return { course: { ...course, shown }, says: lesson.isOpen ? `${shown}: whose is it?` : null, asks: false }
  const tag = tagOf(shown)
  const known = [...learned].find(([, tags]) => tags.includes(tag))
  if (known !== undefined) return { course, says: `${shown} is ${known[0]} already; it is not entered again`, asks: false }
  const name = lesson.names[place.at] ?? ''
  const next = new Map(learned).set(name, [...(learned.get(name) ?? []), tag])
  const goesOn = lesson.each !== null
  return {
    course: { ...course, learned: next, last: { tag, place }, place: goesOn ? lacking(lesson, next, place) : place },
    says: `${shown} = ${name}`,
    asks: goesOn,
  }
}

export function takenBack(course: Course): Turn {
  const { learned, last } = course
  if (last === null) return { course, says: 'nothing to take back', asks: false }
  const { tag, place } = last
  const without = new Map([...learned].map(([name, tags]) => [name, tags.filter((each) => each !== tag)]))
  return { course: { ...course, learned: without, place, last: null }, says: `${tag} is taken back`, asks: true }
}

/** What is asked for is left out. */
export function goneOn(course: Course): Turn {
  const { lesson, learned, place } = course
  const next = place === null ? null : lacking(lesson, learned, { at: place.at + 1, round: place.round })
  return { course: { ...course, place: next }, says: null, asks: true }
}

/** A person says whose badge comes, or whose the one is that lies there. */
export function named(course: Course, name: string): Turn {
  const { lesson, shown } = course
  const names = lesson.names.includes(name) ? lesson.names : [...lesson.names, name]
  const asked = { ...course, lesson: { ...lesson, names }, place: { at: names.indexOf(name), round: 1 }, shown: null }
  return shown === null ? { course: asked, says: null, asks: true } : tagShown(asked, shown)
}

/** In the lesson's order; what else the file has comes last. */
export function fileText({ names, isOpen }: Lesson, learned: Learned): string {
  const others = [...learned.keys()].filter((name) => !names.includes(name))
  const lines = [...names, ...others].map((name) => ({ name, tags: learned.get(name) ?? [] }))
  return lines.flatMap(({ name, tags }) => (isOpen || tags.length > 0 ? [`${name}: [${tags.join(', ')}]\n`] : [])).join('')
}
