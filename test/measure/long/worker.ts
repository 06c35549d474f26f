/** A process of the pool: does one job after the other with the module it was started for, and ends with its parent. */
import type { Answer, Order } from './pool.ts'

const { work } = (await import(process.argv[2] ?? '')) as { work: (job: unknown) => unknown }
process.on('message', async ({ index, job }: Order) => {
  const answer: Answer = { index, result: await work(job) }
  // The parent may have ended meanwhile.
  process.send?.(answer, undefined, undefined, (error) => {
    if (error) process.exit()
  })
})
process.on('disconnect', () => process.exit())
