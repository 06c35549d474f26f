/**
 * Processor time of processes and of all that they started, in seconds, as Linux counts it. What has ended and was waited for is counted with
 * its parent; what was left to init is looked for by a mark in its environment.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** In the environment of whatever a process of the runner starts; its value is the process's own. */
export const MARK = 'TESTS_PROCESS'
const TICKS_A_SECOND = 100
const LOOK_MS = 1000
/** A process ends when it sees that whoever started it has: so long that takes at most. */
const END_MS_MAX = 3000
const END_LOOK_MS = 100

const read = (path) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // It has ended.
    return ''
  }
}

/** null: there is no such process. `seconds`: its own and those of the children that it has waited for. */
const statOf = (pid) => {
  const text = read(`/proc/${pid}/stat`)
  if (text === '') return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
  return { parent: Number(fields[1]), startedAt: fields[19], isZombie: fields[0] === 'Z', seconds: ticks / TICKS_A_SECOND }
}

/** Of this process and whatever it started and waited for. */
export const ownSeconds = () => statOf('self')?.seconds ?? 0

const marksOf = (pid) => new RegExp(`(?:^|\\0)${MARK}=([^\\0]*)`).exec(read(`/proc/${pid}/environ`))?.[1]

/** Follows the marked processes that were left to init. */
export function watchOrphans() {
  /** By process: its mark and what it has taken so far. A process keeps its mark, so that each is asked once. */
  const marks = new Map()
  const orphans = new Map()
  const look = () => {
    const seen = new Set()
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const stat = statOf(name)
      if (stat === null) continue
      const key = `${name}/${stat.startedAt}`
      seen.add(key)
      if (!marks.has(key)) marks.set(key, marksOf(name))
      const mark = marks.get(key)
      if (mark !== undefined && stat.parent === 1)
        orphans.set(key, { pid: Number(name), mark, seconds: stat.seconds, isZombie: stat.isZombie })
    }
    for (const key of marks.keys()) if (!seen.has(key)) marks.delete(key)
    return seen
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    /** What the orphans of a process have taken. */
    secondsOf: (mark) => {
      look()
      return [...orphans.values()].reduce((sum, orphan) => sum + (orphan.mark === mark ? orphan.seconds : 0), 0)
    },
    /** Those that do not end by themselves within a moment are ended: what they are. */
    endAll: async (mark) => {
      const running = () => {
        const seen = look()
        return [...orphans].filter(([key, orphan]) => orphan.mark === mark && seen.has(key) && !orphan.isZombie)
      }
      for (let waitedMs = 0; waitedMs < END_MS_MAX && running().length > 0; waitedMs += END_LOOK_MS)
        await new Promise((resolve) => setTimeout(resolve, END_LOOK_MS))
      return running().map(([, { pid }]) => {
        const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has just ended.
        }
        return command
      })
    },
    close: () => clearInterval(timer),
  }
}
