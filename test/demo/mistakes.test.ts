/** What was done wrong at the simulated table, beside what the table said of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMistakes, type Mistakes } from '../../simulators/demo/mistakes.ts'
import type { Mistake } from '../../simulators/table/errors/erring.ts'
import { laidOut, lineText } from '../../src/base/terminal/line.ts'
import type { AnyEnvelope } from '../../src/wire/receive.ts'

const DONE: Mistake = {
  code: 'PAY-SHORT',
  does: 'the dealer pays too little',
  box: 2,
  hand: 1,
  spot: '2.main',
  due: 3000,
  moved: 2000,
  atMs: 0,
}

type Grade = 'proven' | 'one-of' | 'likely'
const said = (
  type: 'finding.raised' | 'finding.withdrawn',
  finding: string,
  code = '',
  box = 2,
  grade: Grade = 'proven',
  rivals: readonly string[] = [],
  group: string | null = null,
) => ({ type, data: { finding, code, box, grade, severity: 'money', group, rivals } }) as unknown as AnyEnvelope

const told = (mistakes: Mistakes, mistake: Mistake = DONE): string => {
  const lines = mistakes.lines(mistake).flatMap((entry) => laidOut(entry, 200))
  return lines
    .map((line) => lineText(line, false, 200))
    .join(' ')
    .replace(/^.*\): /, '')
}

test('an error is told as found by its own name on its box, else by what follows from it, else as not noticed', () => {
  const mistakes = createMistakes()
  mistakes.heard(said('finding.raised', 'PAY-SHORT-1', 'PAY-SHORT'))
  mistakes.played(DONE)
  assert.equal(told(mistakes), 'not noticed', 'what was told before it was done is not of it')
  mistakes.heard(said('finding.raised', 'PAY-SHORT-2', 'PAY-SHORT', 3))
  assert.equal(told(mistakes), 'not noticed', 'on another box it accuses somebody else')
  mistakes.heard(said('finding.raised', 'FB-WIN-UNPAID-1', 'FB-WIN-UNPAID', 2, 'one-of'))
  assert.equal(told(mistakes), 'found, one of several, by what follows from it: FB-WIN-UNPAID')
  mistakes.heard(said('finding.raised', 'PAY-SHORT-3', 'PAY-SHORT', 2, 'likely'))
  assert.equal(told(mistakes), 'found, likely')
  mistakes.heard(said('finding.withdrawn', 'PAY-SHORT-3'))
  mistakes.heard(said('finding.withdrawn', 'PAY-SHORT-2'))
  mistakes.heard(said('finding.withdrawn', 'FB-WIN-UNPAID-1'))
  assert.equal(told(mistakes), 'not noticed', 'what is withdrawn was never said')
})

test('a long evening is counted, and an error of the same kind later does not find an earlier one', () => {
  const mistakes = createMistakes()
  assert.equal(mistakes.summary(), null)
  for (let at = 0; at < 500; at++) {
    const mistake = { ...DONE, atMs: at }
    mistakes.played(mistake)
    if (at % 5 === 0) mistakes.heard(said('finding.raised', `PAY-SHORT-${at}`, 'PAY-SHORT'))
    for (let each = 0; each < 3; each++) mistakes.played(null)
  }
  assert.equal(mistakes.summary(), '500 mistakes: 100 proven, 0 one of several, 0 likely, 400 not noticed')
})

test('a finding of what nobody did is named as a wrong accusation; of what was done, what follows from it and a group with it, none is', () => {
  const mistakes = createMistakes()
  assert.equal(mistakes.accusations().text, '0 wrong accusations')
  mistakes.played(DONE)
  mistakes.heard(said('finding.raised', 'PAY-SHORT-1', 'PAY-SHORT'))
  mistakes.heard(said('finding.raised', 'FB-WIN-UNPAID-1', 'FB-WIN-UNPAID', 2, 'likely'))
  assert.equal(mistakes.accusations().text, '0 wrong accusations', 'it was done, or follows from it')
  mistakes.heard(said('finding.raised', 'TOOK-PUSH-1', 'TOOK-PUSH', 3, 'one-of', ['PAY-SHORT-1']))
  assert.equal(mistakes.accusations().text, '0 wrong accusations', 'what was done is in its group')
  mistakes.heard(said('finding.raised', 'PAY-OVER-1', 'PAY-OVER', 2, 'proven'))
  mistakes.heard(said('finding.raised', 'PAY-SHORT-2', 'PAY-SHORT', 4, 'likely'))
  const two = '2 wrong accusations: PAY-OVER-1 (proven), PAY-SHORT-2 (likely)'
  assert.equal(mistakes.accusations().text, two)
  for (let round = 0; round < 50; round++) mistakes.played(null)
  assert.equal(mistakes.accusations().text, two, 'nothing is counted twice, and what was explained stays so')
  mistakes.heard(said('finding.raised', 'BJ-SHORT-1', 'BJ-SHORT', 1, 'likely'))
  mistakes.heard(said('finding.withdrawn', 'BJ-SHORT-1'))
  assert.equal(mistakes.accusations().count, 2, 'what is withdrawn accuses nobody')
})

test('a group of what nobody did is one wrong accusation, and what another mistake is found by is not counted for this one', () => {
  const mistakes = createMistakes()
  mistakes.heard(said('finding.raised', 'PAY-OVER-1', 'PAY-OVER', 1, 'one-of', ['TOOK-PUSH-1'], 'PAY-OVER-1'))
  mistakes.heard(said('finding.raised', 'TOOK-PUSH-1', 'TOOK-PUSH', 1, 'one-of', ['PAY-OVER-1'], 'PAY-OVER-1'))
  const one = '1 wrong accusation: PAY-OVER-1 (one of several)'
  assert.equal(mistakes.accusations().text, one)
  for (let round = 0; round < 50; round++) mistakes.played(null)
  assert.equal(mistakes.accusations().text, one, 'judged at the end of its time, it is still one')
  const lost: Mistake = { ...DONE, code: 'BET-LEFT-OVER', box: 1 }
  const next: Mistake = { ...DONE, code: 'LOSER-NOT-TAKEN', box: 2 }
  mistakes.played(lost)
  mistakes.played(next)
  mistakes.heard(said('finding.raised', 'LOSER-NOT-TAKEN-1', 'LOSER-NOT-TAKEN', 2))
  assert.deepEqual([told(mistakes, next), told(mistakes, lost)], ['found, proven', 'not noticed'])
})

test('of a run that is stopped only what was over is judged', () => {
  const inRound = (round: string, envelope: AnyEnvelope): AnyEnvelope => ({ ...envelope, round })
  const mistakes = createMistakes()
  const over: Mistake = { ...DONE, code: 'BET-OVER-MAX', box: 1 }
  mistakes.played(over)
  mistakes.heard(inRound('1-1', { type: 'round.closed', data: {} } as unknown as AnyEnvelope))
  mistakes.lines(over)
  mistakes.heard(inRound('1-1', said('finding.raised', 'PAY-OVER-1', 'PAY-OVER', 4)))
  mistakes.played(DONE)
  mistakes.heard(inRound('1-2', said('finding.raised', 'BET-LATE-1', 'BET-LATE', 3)))
  assert.equal(mistakes.accusations().count, 2)
  assert.equal(mistakes.summary(), '2 mistakes: 0 proven, 0 one of several, 0 likely, 2 not noticed')
  mistakes.stopped()
  assert.equal(mistakes.accusations().text, '1 wrong accusation: PAY-OVER-1 (proven)')
  assert.equal(mistakes.summary(), '1 mistake: 0 proven, 0 one of several, 0 likely, 1 not noticed')
})
