/** Works a theory out in a thread of its own: it takes a second or two, in which a running book has records to take and readers to answer. */
import { Worker } from 'node:worker_threads'
import type { HouseRules } from '../../rules/house/rules.ts'
import { type Theory, theoryOf } from './theory.ts'

/** An installed book has no sources that a thread could load: there it is worked out here, which takes as long. */
export const workedOut = (rules: HouseRules): Promise<Theory> => inThread(rules).catch(() => theoryOf(rules))

/** Rejects if the thread fails. */
const inThread = (rules: HouseRules): Promise<Theory> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./theory-start.mjs', import.meta.url), { workerData: rules })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread that works out what bets are worth ended with code ${code}`)))
  })
