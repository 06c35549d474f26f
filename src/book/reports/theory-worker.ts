/** The thread of `theory-thread.ts`: works out the theory of the rules that it is given, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { HouseRules } from '../../rules/house/rules.ts'
import { theoryOf } from './theory.ts'

parentPort?.postMessage(theoryOf(workerData as HouseRules))
