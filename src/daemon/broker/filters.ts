/** Topic filters of MQTT 3.1.1, 4.7: `+` is one level, `#` all that follow. */

/** Does the filter match the topic? */
export function hears(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false
  }
  return wanted.length === levels.length
}

/** Is there a topic that both filters match? */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  for (let at = 0; ; at++) {
    const [x, y] = [a[at], b[at]]
    // `a/#` also matches `a`.
    if (x === '#' || y === '#') return true
    if (x === undefined || y === undefined) return x === y
    if (x !== y && x !== '+' && y !== '+') return false
  }
}
