/** What must hold of many evenings together, and what takes more than one of them to show: a row each, beside those of `judges.ts`. */
import type { Moved } from '../../simulators/table/types.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { inWords } from '../../src/wire/envelope.ts'
import { DATA_SCHEMAS } from '../../src/wire/schemas.ts'
import { CAPTURE_STREAM, keyed } from '../../src/wire/stream.ts'
import { isCertain, isCounted, isTold } from '../engine/true-round.ts'
import { sceneText } from '../measure/soak/scene.ts'
import type { Evening } from './evening.ts'

export interface AllJudge {
  /** What must hold, as the title of a test. */
  readonly holds: string
  /** A sentence for each thing that does not. */
  readonly faults: (evenings: readonly Evening[]) => readonly string[]
}

/** Where the pointer moves in time and payments are sensed, chips alone have two meanings now and then. */
const AMBIGUOUS_MAX = 0.02
/** Of words about chips and of the dealer's movements where payments are sensed. */
const WRONG_WORDS_MAX = 0.005
/** Of all words so many may say for certain that chips were paid which a player laid himself: on what he left for the next round, without a rack. */
const LAID_AS_PAID_MAX = 0.001
const SILENT_MAX = 0.05

const inTime = ({ scene }: Evening): boolean => scene.faults.length === 0
const isWholeSensed = (evening: Evening): boolean =>
  inTime(evening) && evening.scene.pointer && evening.scene.pointerLateMs === 0 && evening.scene.chipEvidence === 'payouts'

/** Play without side bets, second bettors and people who do odd things: nothing of it has two meanings. */
const isPlain = ({ scene }: Evening): boolean => scene.odd === 0 && scene.features.length <= 2 && scene.spots.length === 1

type Word = Extract<TableEvent, { type: 'chips.paid' | 'chips.taken' | 'insurance.placed' }>
const isWord = (event: TableEvent): event is Word =>
  event.type === 'chips.paid' || event.type === 'chips.taken' || event.type === 'insurance.placed'

const isTrueOf = ({ type, data }: Word, { dealer, player }: Moved): boolean => {
  if (type === 'insurance.placed') return data.amount === player
  return data.amount === (type === 'chips.paid' ? dealer : -dealer)
}

interface Movement {
  readonly line: string
  readonly moved: Moved
  readonly words: readonly Word[]
}

/** Every movement of chips that the devices reported, with what the table reported then. */
const movementsIn = ({ scene, actions, heard }: Evening): readonly Movement[] => {
  const words = new Map<number, Word[]>()
  for (const { line, events } of heard) words.set(line, [...(words.get(line) ?? []), ...events.filter(isWord)])
  return actions.flatMap(({ scan, moved }, at) =>
    scan.kind === 'spot' && scan.spot !== 'rack' && moved
      ? [{ line: `${sceneText(scene)}, line ${at}: ${scan.spot} ${scan.amount}`, moved, words: words.get(at) ?? [] }]
      : [],
  )
}

/** What was reported of hands as certain first and then as uncertain. */
const takenBackIn = ({ scene, events }: Evening): readonly string[] => {
  const certain = new Set<string>()
  return events.flatMap(({ type, round, data }) => {
    if (!type.startsWith('hand.')) return []
    const { certain: isCertainly, ...said } = data as { readonly certain: boolean }
    const what = `${round} ${type} ${JSON.stringify(said)}`
    if (isCertainly) certain.add(what)
    return !isCertainly && certain.delete(what) ? [`${sceneText(scene)}: ${what}`] : []
  })
}

export const ALL_JUDGES: readonly AllJudge[] = [
  {
    holds: 'plain play has one reading where it is all sensed, and that is the truth with all its numbers',
    faults: (evenings) =>
      evenings
        .filter((evening) => isPlain(evening) && isWholeSensed(evening))
        .flatMap(({ scene, compared }) =>
          compared.flatMap((each) => {
            const { closed, truth } = each
            const isSo =
              closed?.readings === 1 && closed.complete && isTold(each) && isCounted(each) && isCertain(closed) && closed.dealer.certain
            return isSo ? [] : [`${sceneText(scene)}, round ${truth.number}: ${closed?.readings} readings`]
          }),
        ),
  },
  {
    holds: 'where all is sensed few rounds have two readings, and the others are told as they were played',
    faults: (evenings) => {
      const rounds = evenings.filter(isWholeSensed).flatMap(({ scene, compared }) => compared.map((each) => ({ scene, each })))
      const several = rounds.filter(({ each }) => each.closed?.readings !== 1)
      const wrong = rounds.filter(({ each }) => each.closed?.readings === 1 && !isTold(each))
      const most = AMBIGUOUS_MAX * rounds.length + 1
      return [
        ...(rounds.length === 0 ? ['nothing was played'] : []),
        ...(several.length > most ? [`${several.length} of ${rounds.length} rounds have several readings`] : []),
        ...wrong.map(({ scene, each }) => `${sceneText(scene)}, round ${each.truth.number} is told otherwise`),
      ]
    },
  },
  {
    holds: 'nothing certain of a hand is taken back',
    faults: (evenings) => evenings.filter(inTime).flatMap(takenBackIn),
  },
  {
    holds: 'what is said of chips that moved is true where it is certain, and little goes unreported',
    faults: (evenings) => {
      const told = evenings.filter((evening) => inTime(evening) && evening.scene.chipEvidence === 'payouts').flatMap(movementsIn)
      const said = told.flatMap(({ line, moved, words }) => words.map((word) => ({ line, word, moved, isSo: isTrueOf(word, moved) })))
      const dealers = told.filter(({ moved }) => moved.dealer !== 0)
      const silent = dealers.filter(({ words }) => words.length === 0)
      const wrong = said.filter(({ isSo }) => !isSo)
      const certain = wrong.filter(({ word }) => word.data.certain)
      const laid = certain.filter(
        ({ word, moved }) => word.type === 'chips.paid' && moved.dealer === 0 && moved.player === word.data.amount,
      )
      const falsehoods =
        laid.length > Math.max(1, LAID_AS_PAID_MAX * said.length) ? certain : certain.filter((each) => !laid.includes(each))
      return [
        ...falsehoods.map(({ line, word }) => `${line}: ${word.type} ${word.data.amount}`),
        ...(wrong.length > WRONG_WORDS_MAX * said.length ? [`${wrong.length} of ${said.length} words are wrong`] : []),
        ...(silent.length > SILENT_MAX * dealers.length ? [`of ${silent.length} of ${dealers.length} movements nothing is said`] : []),
      ]
    },
  },
  {
    holds: 'every word keeps to its schema',
    faults: (evenings) =>
      evenings.flatMap(({ scene, heard }) =>
        heard.flatMap(({ said }) =>
          said.flatMap((each) => {
            const { type, data } = each
            const read = DATA_SCHEMAS[type].safeParse(keyed(CAPTURE_STREAM, inWords(each)))
            return read.success ? [] : [`${sceneText(scene)}: ${type} ${JSON.stringify(data)}: ${read.error.message}`]
          }),
        ),
      ),
  },
]
