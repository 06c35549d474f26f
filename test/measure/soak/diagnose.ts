/** Where a table's fold lost the truth of a round: the first observation after which no reading had it. */

import type { PlayedRound, RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import { isDealt, type Round, type RoundCard } from '../../../src/engine/evidence/round.ts'
import type { Reader } from '../../../src/engine/lattice/question.ts'
import { AT_ALL, readOn } from '../../../src/engine/lattice/rungs.ts'
import { roundsIn } from '../../../src/engine/state/open-round.ts'
import type { TableState } from '../../../src/engine/state/table-state.ts'
import { BASE_MS, foldActions } from '../../engine/table-play.ts'
import { storyKey, trueStory } from '../../engine/true-round.ts'
import { contextOf, type Scene, toldIn } from './scene.ts'

const actionText = ({ atMs, scan }: TableAction, openedAtMs: number): string => {
  const after = `${((atMs - openedAtMs) / 1000).toFixed(2)} s after the first card`
  if (scan.kind === 'card') return `the card ${scan.card}, ${after}`
  if (scan.kind === 'spot') return `${scan.spot} = ${scan.amount}, ${after}`
  return `${JSON.stringify(scan)}, ${after}`
}

/** Says it in one sentence; `number` counts the table's rounds from 1. */
export const firstMisfit = (scene: Scene, rounds: readonly PlayedRound[], number: number): string => {
  const context = contextOf(scene)
  const played = rounds[number - 1]
  if (played === undefined) return 'no such round'
  const { truth } = played
  const endMs = rounds[number]?.actions[0]?.atMs ?? Number.POSITIVE_INFINITY
  const told = toldIn(scene, rounds).filter(({ atMs, again }) => !again && atMs < endMs)
  const own = new Set(told.filter(({ atMs }) => atMs >= truth.openedAtMs))
  const openedAt = BASE_MS + truth.openedAtMs
  const cards = truth.cards.filter(({ to }) => to !== 'burn')
  const last = cards.at(-1)?.atMs ?? truth.openedAtMs
  let misfit: string | null = null
  let read: readonly RoundCard[] = []
  // Two folds: one learns how the cards were read, the other finds what each observation left of the truth.
  const fold = (seen: (held: Round | undefined, action: TableAction, state: TableState) => void): void => {
    foldActions(told, context, (state, _, action) => {
      const { current } = state
      const held = current ? roundsIn(current).find((round) => round.openedAt === openedAt) : undefined
      if (own.has(action) && misfit === null) seen(held, action, state)
    })
  }
  fold((held, action) => {
    if (held === undefined && action.atMs <= last) {
      misfit = `no round that began with its first card is open after ${actionText(action, truth.openedAtMs)}`
    }
    if (held && held.cards.length === cards.length) read = held.cards
  })
  if (misfit !== null || read.length === 0) return misfit ?? 'its cards were never one round'
  fold((held, action, { now }) => {
    if (held === undefined || held.cards.length > cards.length || keepsTruth(held, truth, now, context)) return
    misfit = `what was played is lost with ${actionText(action, truth.openedAtMs)}`
  })
  return misfit ?? 'what was played is lost with the observation that closed the round'
}

/** Whether some reading of the round so far still leads to what was played. */
const keepsTruth = (round: Round, truth: RoundTruth, now: number, context: TableContext): boolean => {
  if (!isDealt(round, context)) return true
  const only = leadingToTruth(round, truth, context)
  const reader = { context, now, asked: 'any' } as const
  const rung = readOn(round, reader, AT_ALL)?.rung
  return rung === undefined || readOn(round, { ...reader, only }, [rung]) !== null
}

/** Hands that are true, or may still become so. */
const leadingToTruth = (round: Round, truth: RoundTruth, { chipEvidence }: TableContext): NonNullable<Reader['only']> => {
  const keys = round.boxes.map((number) => {
    const box = truth.boxes.find((other) => other.box === number)
    return box ? trueStory(truth, box, chipEvidence).split('|') : []
  })
  const decisions = (key: string): string => key.split(':')[1] ?? ''
  return ({ box, handIndex, hand, over }) => {
    const wanted = keys[box]?.[handIndex]
    const key = storyKey([hand], chipEvidence)
    return wanted !== undefined && (over ? key === wanted : decisions(wanted).startsWith(decisions(key)))
  }
}
