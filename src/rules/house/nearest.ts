/** Edits (insert, delete, replace, swap of neighbours) between two words; both are cut at 64 characters to bound the cost. */
function distance(a: string, b: string): number {
  const [s, t] = [a.slice(0, 64).toLowerCase(), b.slice(0, 64).toLowerCase()]
  const rows: number[][] = Array.from({ length: s.length + 1 }, (_, i) => [i])
  const at = (i: number, j: number) => rows[i]?.[j] ?? Math.max(i, j)
  for (let j = 1; j <= t.length; j++) (rows[0] as number[])[j] = j
  for (let i = 1; i <= s.length; i++) {
    for (let j = 1; j <= t.length; j++) {
      const same = s[i - 1] === t[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      if (i > 1 && j > 1 && s[i - 1] === t[j - 2] && s[i - 2] === t[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = best
    }
  }
  return at(s.length, t.length)
}

/** The known name nearest to a mistyped one, or null if none is near enough (at most a third of its letters may differ). */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const name of known) {
    const edits = distance(word, name)
    if (edits < fewest) [best, fewest] = [name, edits]
  }
  return best !== null && fewest <= Math.max(1, Math.floor(Math.max(best.length, word.length) / 3)) ? best : null
}
