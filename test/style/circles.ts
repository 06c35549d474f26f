/** Circles among the rooms of `src`, or among the parts of a room, by the imports that are really there. */
import { importsOf, type SourceFile } from './source.ts'

/** How many names of a path are looked at: a part is a folder of a room, or a file beside the folders. */
export const DEPTHS = { room: 2, part: 3 } as const

/** The imports that lead from a place back to it, one for each step, types included; empty: there is no circle. */
export function circleIn(files: readonly SourceFile[], depth: number): readonly string[] {
  const arrows = arrowsOf(files, depth)
  // Who imports nobody that is left is on no circle.
  for (let before = -1; before !== arrows.size; ) {
    before = arrows.size
    for (const [from, into] of arrows) if (![...into.keys()].some((to) => arrows.has(to))) arrows.delete(from)
  }
  const steps = new Map<string, string>()
  let [place] = arrows.keys()
  while (place !== undefined && !steps.has(place)) {
    const [to, drawn]: readonly [string?, string?] = [...(arrows.get(place) ?? [])].find(([into]) => arrows.has(into)) ?? []
    steps.set(place, drawn ?? '')
    place = to
  }
  return [...steps.values()].slice([...steps.keys()].indexOf(place ?? ''))
}

/** From place to place, each with an import that draws it. */
function arrowsOf(files: readonly SourceFile[], depth: number): Map<string, Map<string, string>> {
  const placeOf = (path: string): string => path.split('/').slice(0, depth).join('/')
  const arrows = new Map<string, Map<string, string>>()
  for (const file of files.filter(({ path }) => path.startsWith('src/'))) {
    const from = placeOf(file.path)
    const into = arrows.get(from) ?? new Map<string, string>()
    for (const { to } of importsOf(file)) if (to.startsWith('src/') && placeOf(to) !== from) into.set(placeOf(to), `${file.path} -> ${to}`)
    arrows.set(from, into)
  }
  return arrows
}
