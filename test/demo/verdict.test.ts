import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helpText, parseOptions } from '../../simulators/demo/options.ts'
import { actionsOf, stagesOf } from '../../simulators/demo/stages.ts'
import { type ClosedRound, matchingTruth, playedTally, recordedTally } from '../../simulators/demo/verdict.ts'
import { recordedResults, recordedRounds } from '../../simulators/recorded/recorded.ts'
import type { RoundTruth } from '../../simulators/table/types.ts'

const options = (...args: string[]) => {
  const parsed = parseOptions(args)
  assert.ok(typeof parsed === 'object' && 'house' in parsed, JSON.stringify(parsed))
  return parsed
}

const truths = recordedRounds().map(({ truth }) => truth)
const closedAs = ({ shoe, complete, dealer, boxes }: RoundTruth): ClosedRound => ({ shoe, complete, dealer, boxes })

test('rounds published as they were played have all fifty-three recorded results', () => {
  const results = recordedResults()
  const tallies = truths.map((truth) => recordedTally(closedAs(truth), results))
  assert.deepEqual(
    tallies.map(({ right, of }) => `${right} of ${of}`),
    ['7 of 7', '7 of 7', '7 of 7', '6 of 6', '6 of 6', '5 of 5', '7 of 7', '0 of 0', '8 of 8', '0 of 0'],
  )
})

test('a hand published otherwise is named with what was played', () => {
  const [truth] = truths
  assert.ok(truth, 'the round has its truth')
  const [first, ...others] = truth.boxes
  assert.ok(first, 'there is a first one')
  const hands = first.hands.map((hand) => ({ ...hand, total: 17, outcome: 'push' as const }))
  const published = { ...closedAs(truth), boxes: [{ box: 1, hands }, ...others] }
  const wrong = ['box 1 hand 1: played 18 win against 17, published 17 push against 17']
  assert.deepEqual(recordedTally(published, recordedResults()), { right: 6, of: 7, wrong })
  assert.deepEqual(playedTally(published, truth), { right: 6, of: 7, wrong })
  const missing = { ...closedAs(truth), boxes: others }
  assert.deepEqual(playedTally(missing, truth).wrong, ['box 1 hand 1: played 18 win against 17, published nothing'])
})

test('a closed round is compared with the round of its shoe that has the most of its hands', () => {
  const [one, two] = truths
  assert.ok(one && two, 'there are two rounds')
  const sameShoe = [one, { ...two, shoe: one.shoe }]
  assert.equal(matchingTruth({ ...closedAs(two), shoe: one.shoe }, sameShoe), sameShoe[1])
  assert.equal(matchingTruth(closedAs(one), sameShoe), sameShoe[0])
  assert.equal(matchingTruth({ ...closedAs(one), shoe: 99 }, sameShoe), null)
})

test('above the speed the devices can tell apart, silences shrink instead and the order stays', () => {
  const [slow] = stagesOf(options('--speed', '10', '--rounds', '0'))
  const [fast] = stagesOf(options('--speed', '1000', '--rounds', '0'))
  assert.ok(slow && fast, 'there are two stages')
  const [slowActions, fastActions] = [slow, fast].map((stage) => [...actionsOf(stage, () => undefined)])
  assert.ok(slowActions && fastActions, 'both have actions')
  assert.deepEqual(
    fastActions.map(({ scan }) => scan),
    slowActions.map(({ scan }) => scan),
  )
  const gaps = fastActions.slice(1).map(({ atMs }, at) => atMs - (fastActions[at]?.atMs ?? 0))
  assert.ok(Math.max(...gaps) <= fast.gapMsMax && Math.min(...gaps) >= 0, `${gaps} ms between actions`)
  assert.deepEqual(slowActions.at(-1)?.scan, { kind: 'shoe', what: 'close' })
})

test('the stages are those asked for', () => {
  const names = (...args: string[]) => stagesOf(options(...args)).map(({ name }) => name)
  assert.deepEqual(names(), ['opening', 'recorded', 'simulated'])
  assert.deepEqual(names('--errors', 'none'), ['recorded', 'simulated'])
  assert.deepEqual(names('--rounds', '0'), ['recorded'])
  assert.deepEqual(names('--skip-recorded', '--house', 'ingo'), ['simulated'])
  assert.deepEqual(names('--skip-recorded', '--rounds', '0'), [])
  assert.equal([...(stagesOf(options('--rounds', '3')).at(-1)?.rounds ?? [])].length, 3)
})

test('a table whose devices have no clock is played in real time, with a reader of chips without haste', () => {
  const stageOf = (...args: string[]) => {
    const stage = stagesOf(options('--skip-recorded', '--speed', '20', ...args))[0]
    return [stage?.shoe, stage?.reader, stage?.speed, stage?.gapMsMax, stage?.table.spots.includes('ins'), stage?.overrides]
  }
  assert.deepEqual(stageOf(), ['tlp', 'tlp', 15, 15_000, true, {}])
  assert.deepEqual(stageOf('--shoe', 'bee-tek'), ['bee-tek', 'tlp', 1, 4000, true, { burn: 0 }])
  assert.deepEqual(stageOf('--spots', 'feig'), ['tlp', 'feig', 1, Number.POSITIVE_INFINITY, false, {}])
})

test('every wrong option is named at once with what is allowed', () => {
  const wrong = parseOptions([
    '--errors',
    'PAY-SHRT',
    '--house',
    'x',
    '--speed',
    '0',
    '--rounds',
    '1.5',
    '--boxes',
    '13',
    '--port',
    '65536',
    '--shoe',
    'abacus',
    '--spots',
    'main',
    '--keep',
    '',
  ])
  assert.ok(typeof wrong === 'object' && 'problems' in wrong, 'wrong options have problems')
  assert.deepEqual(
    wrong.problems.map((each) => each.replace(/; there are tlp, .*/, '; there are tlp, ...')),
    [
      '--house x: no such house; houses are free-bet-european, free-bet-pot-of-gold, sevens-prizes, gld, ingo',
      '--shoe abacus: no such device; there are tlp, ...',
      '--spots main: no such device; there are tlp, ...',
      '--errors: no error "PAY-SHRT" is made here; docs/findings.md lists the codes',
      '--keep: must name a folder',
      '--rounds 1.5: must be a whole number 0..1000000',
      '--boxes 13: must be a whole number 1..12',
      '--speed 0: must be a number 0.1..1000',
      '--port 65536: must be a whole number 0..65535',
    ],
  )
  assert.deepEqual(parseOptions(['--house', 'gld', '--errors', 'FB-CHARGED']), {
    problems: ['--errors FB-CHARGED: no such error can be made at this table, which lacks the rule or the spot'],
  })
  assert.equal(parseOptions(['--demo-help']), 'help')
  for (const line of helpText().split('\n')) assert.ok(line.length <= 110, line)
})
