/** Works a theory out in a thread of its own: it takes a second or two, in which a running book has records to take and readers to answer. */
import { Worker } from 'node:worker_threads'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Theory } from './theory.ts'

/** Rejects if the thread fails. */
export const theoryInThread = (rules: HouseRules): Promise<Theory> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./theory-start.mjs', import.meta.url), { workerData: rules })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread that works out what bets are worth ended with code ${code}`)))
  })
