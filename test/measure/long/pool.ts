/**
 * Shares the jobs of a long measurement among processes. A job is plain data and its result depends on nothing else, so every worker would
 * get the same result. Results are passed on as they come, with the number of their job.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { bundled } from '../../runner/bundled.ts'

/** What a worker receives and what it replies. */
export interface Order {
  readonly index: number
  readonly job: unknown
}
export interface Answer {
  readonly index: number
  readonly result: unknown
}

export interface Work<Job, Result> {
  /** Module that exports `work(job)`; a string is the file of a module that is already bundled. */
  readonly module: URL | string
  readonly jobs: readonly Job[]
  readonly workers: number
  readonly onResult: (result: Result, index: number) => void
}

/** Two, or fewer if there are fewer cores. */
export const WORKERS_DEFAULT = Math.min(2, availableParallelism())
export const WORKERS_MAX = 64

/** Every core has a worker, so V8's helper threads would only compete with them. A larger young generation does a tenth more work. */
const WORKER_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=64', '--min-semi-space-size=64']

/** Rejects when a worker fails; leaves no worker behind. */
export async function share<Job, Result>({ module, jobs, workers, onResult }: Work<Job, Result>): Promise<void> {
  const queue = jobs.entries()
  const [worker, work] = await Promise.all([
    bundled(new URL('./worker.ts', import.meta.url)),
    typeof module === 'string' ? module : bundled(module),
  ])
  const children = Array.from({ length: Math.min(workers, jobs.length) }, () =>
    fork(worker, [pathToFileURL(work).href], { execArgv: WORKER_FLAGS }),
  )
  try {
    await Promise.all(children.map((child) => employ(child, queue, onResult)))
  } finally {
    for (const child of children) child.kill()
  }
}

const employ = <Job, Result>(
  child: ChildProcess,
  queue: IterableIterator<readonly [number, Job]>,
  onResult: (result: Result, index: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveNext = (): void => {
      const next = queue.next()
      if (next.done) {
        resolve()
        return
      }
      const [index, job] = next.value
      child.send({ index, job } satisfies Order)
    }
    child.on('message', ({ index, result }: Answer) => {
      onResult(result as Result, index)
      giveNext()
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`a worker ended with ${signal ?? `code ${code}`}`)))
    giveNext()
  })
