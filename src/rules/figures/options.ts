/** The options of `npm run measure -- figures`. */
import { parseArgs } from 'node:util'
import { HOUSE_IDS, type HouseId } from '../house/house.ts'
import { houseById } from '../house/index.ts'
import { nearest } from '../house/nearest.ts'
import { ROUNDS_MAX } from './block.ts'

/** For each game: about a minute on two cores. */
export const ROUNDS_DEFAULT = 10_000_000
const ROUNDS_MIN = 1000
const SEED_MAX = 2 ** 32 - 1
const WORKERS_MAX = 256

export interface Options {
  readonly house: HouseId | null
  readonly rounds: number
  readonly seed: number
  readonly workers: number
  readonly json: boolean
}

export type Asked =
  | { readonly what: 'help' }
  | { readonly what: 'chart'; readonly house: HouseId }
  | { readonly what: 'figures'; readonly options: Options }
  | { readonly what: 'wrong'; readonly why: string }

/** `cores`: number of cores of the machine. */
export function readOptions(words: readonly string[], cores: number): Asked {
  try {
    return asked(words, cores)
  } catch (error) {
    return { what: 'wrong', why: error instanceof Error ? error.message : String(error) }
  }
}

function asked(words: readonly string[], cores: number): Asked {
  const { values } = parseArgs({
    args: [...words],
    options: {
      house: { type: 'string' },
      chart: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      workers: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return { what: 'help' }
  if (values.chart !== undefined) return { what: 'chart', house: houseOf(values.chart) }
  const options: Options = {
    house: values.house === undefined ? null : houseOf(values.house),
    rounds: wholeNumber('--rounds', values.rounds, ROUNDS_MIN, ROUNDS_MAX) ?? ROUNDS_DEFAULT,
    seed: wholeNumber('--seed', values.seed, 0, SEED_MAX) ?? 1,
    workers: wholeNumber('--workers', values.workers, 1, WORKERS_MAX) ?? Math.min(2, cores),
    json: values.json ?? false,
  }
  return { what: 'figures', options }
}

function houseOf(name: string): HouseId {
  const house = houseById(name)
  if (house !== null) return house.id
  const meant = nearest(name, HOUSE_IDS)
  throw new RangeError(`there is no house ${name}${meant === null ? '' : `; did you mean ${meant}?`}`)
}

/** null: it is not given. */
function wholeNumber(option: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new RangeError(`${option} ${text}: must be a whole number from ${least} to ${most}`)
}
