/** One thread of the crew: plays its blocks one after the other. */
import { parentPort } from 'node:worker_threads'
import { type BlockPlayer, blockPlayer } from './block.ts'
import type { Counts } from './counts.ts'
import { GAMES } from './games.ts'

/** Block number `block` of game number `game` (its index in GAMES). */
export interface Job {
  readonly seed: number
  readonly game: number
  readonly block: number
  readonly rounds: number
}

export interface Done {
  readonly job: Job
  readonly counts: Counts
  /** `BlockPlayer.promised`. */
  readonly promised: number | null
  /** Time spent on the rounds alone. */
  readonly ms: number
}

const players = new Map<number, BlockPlayer>()

function playerOf(at: number): BlockPlayer {
  const game = GAMES[at]
  if (game === undefined) throw new RangeError(`there is no game ${at}`)
  const player = players.get(at) ?? blockPlayer(game)
  players.set(at, player)
  return player
}

parentPort?.on('message', (job: Job) => {
  const { play, promised } = playerOf(job.game)
  const start = performance.now()
  const counts = play(job.seed, job.block, job.rounds)
  const done: Done = { job, counts, promised, ms: performance.now() - start }
  parentPort?.postMessage(done)
})
