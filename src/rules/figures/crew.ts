/**
 * Distributes blocks among threads. The counts of a game are whole numbers, so they add up to the same in whatever order the blocks come
 * back.
 */
import { Worker } from 'node:worker_threads'
import { blocksOf } from './block.ts'
import { addCounts, type Counts, noCounts } from './counts.ts'
import { GAMES, type Game } from './games.ts'
import type { Done, Job } from './worker.ts'

/** The rounds played of a game. */
export interface Played {
  readonly game: Game
  readonly counts: Counts
  /** What the strategy promises for an infinite shoe, in bets, prizes included; null if no strategy plays. */
  readonly promised: number | null
  /** Of all threads together, for the rounds alone. */
  readonly ms: number
}

export interface Task {
  readonly games: readonly Game[]
  /** For each game. */
  readonly rounds: number
  readonly seed: number
  readonly workers: number
  /** Called after each block: rounds played so far in all games, and the game of the block. */
  readonly onProgress: (rounds: number, game: Game) => void
}

/** Rejects if a thread fails; leaves no thread running. */
export async function playGames({ games, rounds, seed, workers, onProgress }: Task): Promise<readonly Played[]> {
  const played = games.map((game) => ({ game, counts: noCounts(), promised: null as number | null, ms: 0 }))
  const blocks = blocksOf(rounds)
  const jobs = jobsOf(games, blocks, seed)
  let finished = 0
  const take = ({ job, counts, promised, ms }: Done): void => {
    const sums = played.find(({ game }) => GAMES.indexOf(game) === job.game)
    if (sums === undefined) return
    addCounts(sums.counts, counts)
    sums.promised = promised
    sums.ms += ms
    finished += job.rounds
    onProgress(finished, sums.game)
  }
  const size = Math.min(workers, games.length * blocks.length)
  const threads = Array.from({ length: size }, () => new Worker(new URL('./worker-start.mjs', import.meta.url)))
  try {
    await Promise.all(threads.map((thread) => work(thread, jobs, take)))
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
  return played
}

function* jobsOf(games: readonly Game[], blocks: readonly number[], seed: number): Generator<Job, undefined> {
  for (const game of games) {
    for (const [block, rounds] of blocks.entries()) yield { seed, game: GAMES.indexOf(game), block, rounds }
  }
}

/** Gives a thread one job after another until there are no more. */
const work = (thread: Worker, jobs: Generator<Job, undefined>, take: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveNext = (): void => {
      const { value: job } = jobs.next()
      if (job === undefined) resolve()
      else thread.postMessage(job)
    }
    thread.on('message', (done: Done) => {
      take(done)
      giveNext()
    })
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`a thread ended with code ${code}`)))
    giveNext()
  })
