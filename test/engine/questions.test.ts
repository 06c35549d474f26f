/**
 * The answer to a question does not depend on what was asked before it, although answers share lattices and what was worked out of the
 * evidence. SEED repeats a run, PLAYS lengthens it.
 */
import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { inject } from '../../simulators/table/errors/inject.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { KINDS } from '../../src/engine/errors/ways-to-err.ts'
import { isDealt, type Round } from '../../src/engine/evidence/round.ts'
import { questionKey, type Reader, readRound } from '../../src/engine/lattice/question.ts'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { ONE_ERROR } from '../../src/rules/house/rarity.ts'
import { daemonOf, playOptions } from '../measure/accuracy/errors-table.ts'
import { todays } from '../runner/rotation.ts'
import { foldActions, playedRounds } from './table-play.ts'

const SEED = Number(process.env.SEED ?? 1)
const PLAYS = Number(process.env.PLAYS ?? 1)
/** Errors whose ways to err differ only in what comes after the last card, or in the play of one box, or in nothing that is followed. */
const CODES = ['PAY-SHORT', 'FB-TOKEN-NOT-REMOVED', 'BET-CAPPED', 'DOUBLE-AMOUNT', 'DEALER-HIT-17'] as const
/** One in this many lines of the round with the error is asked about. */
const EVERY = 7

const ASKED = ['any', 'over', 'resolved'] as const

/** The open round as some lines of a play leave it. */
const openRounds = (actions: readonly TableAction[], table: TableContext) => {
  const open: { readonly round: Round; readonly now: number }[] = []
  let line = 0
  foldActions(actions, table, ({ current, now }) => {
    const isAsked = line++ % EVERY === 0 && current !== null && current.round.incomplete === null && isDealt(current.round, table)
    if (isAsked && current) open.push({ round: current.round, now })
  })
  return open
}

/** The number of readings of every question about this evidence, asked forwards or backwards. */
const counts = (round: Round, reader: Omit<Reader, 'asked'>, backwards: boolean): readonly string[] => {
  const questions = ASKED.flatMap((asked) => {
    const errors = KINDS.filter(({ rarity }) => rarity <= ONE_ERROR).flatMap(({ ask }) => ask(round, { ...reader, asked }))
    return errors.flatMap((error) => ('misdeal' in error ? [] : [{ asked, error }]))
  })
  const order = backwards ? questions.toReversed() : questions
  const told = order.map(({ asked, error }) => `${asked} ${JSON.stringify(error)}: ${readRound(round, { ...reader, asked, error }).count}`)
  return backwards ? told.toReversed() : told
}

describe(`answers do not depend on what was asked before (SEED=${SEED} PLAYS=${PLAYS})`, () => {
  for (const code of todays(CODES, CODES.length)) {
    it(code, () => {
      let asked = 0
      for (const house of HOUSE_IDS) {
        const cell = { house, boxes: 2, sensors: 'payouts', play: 'main', prompt: false } as const
        const { table } = daemonOf(cell).context
        for (let seed = SEED * 1000, plays = 0; plays < PLAYS && seed < SEED * 1000 + 200; seed++) {
          const play = inject(code, playOptions(cell, code), seed)
          if (play === null) continue
          plays++
          const actions = play.rounds.flatMap((round) => round.actions)
          for (const { round, now } of openRounds(actions, table)) {
            const reader = { context: table, now }
            // A copy shares no cached answers.
            const forwards = counts(structuredClone(round), reader, false)
            assert.deepEqual(counts(structuredClone(round), reader, true), forwards, `${house}, seed ${seed}`)
            asked += forwards.length
          }
        }
      }
      assert.ok(asked > 100, `${asked} questions were asked`)
    })
  }
})

test('every part of a question tells it from others', () => {
  /** All parts but the moment, and those with which a question is asked anew each time. */
  const other: Omit<Required<Reader>, 'context' | 'now' | 'error' | 'only'> = {
    asked: 'over',
    strict: true,
    lateReading: true,
    chips: 'none',
    asMisdealt: true,
    sides: true,
    asToldSince: 1,
    tolerated: 'none',
  }
  const cell = { house: 'free-bet-european', boxes: 2, sensors: 'payouts', play: 'main', prompt: false } as const
  const { table: context } = daemonOf(cell).context
  const [first] = playedRounds(1, SEED, context.rules, { boxes: 2, pointer: true })
  const [open] = openRounds(first?.actions ?? [], context)
  assert.ok(open, 'no round was asked about')
  const reader: Reader = { context, now: open.now, asked: 'any' }
  const usual = questionKey(open.round, reader)
  for (const [part, value] of Object.entries(other)) assert.notEqual(questionKey(open.round, { ...reader, [part]: value }), usual, part)
})
