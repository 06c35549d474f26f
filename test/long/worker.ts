/** A process of the pool: does one job after the other with the module it was started for, and ends with its parent. */
import type { Answer, Order } from './pool.ts'

const { work } = (await import(process.argv[2] ?? '')) as { work: (job: unknown) => unknown }
process.on('message', ({ index, job }: Order) => process.send?.({ index, result: work(job) } satisfies Answer))
process.on('disconnect', () => process.exit())
