/**
 * Whatever devices and people say, the judge goes on: it never throws, what it says fits its schema, a finding that is withdrawn or changed was
 * raised, a round names only what stands, alarms stay bounded, and the state can be kept at any moment. Two houses take their turn each day, with
 * the day's seed. SEED repeats a run, EVENINGS lengthens it (6 take half a minute).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { oneOf, seededRandom } from '../../simulators/table/random.ts'
import { parseState, stateText } from '../../src/daemon/pipeline/state-text.ts'
import { endTable, stepTable } from '../../src/engine/fold/table.ts'
import type { Observation } from '../../src/engine/observation.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { OPEN_MAX } from '../../src/procedure/alarms.ts'
import { initialJudge, type JudgeState, judge, type Said } from '../../src/procedure/judge.ts'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { alarmData } from '../../src/wire/alarm.ts'
import { inWords } from '../../src/wire/envelope.ts'
import { DATA_SCHEMAS } from '../../src/wire/schemas.ts'
import { CAPTURE_STREAM, keyed } from '../../src/wire/stream.ts'
import { anyEvening, settingOf, spendEvening } from '../engine/play/evening.ts'
import { heard, spoiled } from '../engine/play/spoiled.ts'
import { isAll, TODAY, todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? TODAY)
const EVENINGS = Number(process.env.EVENINGS ?? (isAll ? 2 : 1))
const FAULTS_MOST = 40

const NAMES = ['round-void', 'absent', 'dealer', 'card-name', 'card-move', 'alarm-ack', 'alarm-shelve', 'alarm-close', 'snapshot', 'fly']

/** Arguments as a person, or a machine, may send them: right by chance, or nothing of the kind. */
const anyArgs = (random: () => number, { alarms }: JudgeState): unknown => {
  const alarm = alarms.open[Math.floor(random() * alarms.open.length)]
  const number = () => oneOf(random, [0, 1, 2, 3, 7, -1, 1.5, Number.MAX_SAFE_INTEGER])
  const right = { alarm: alarm?.alarm ?? 'none-1', minutes: 30, note: 'x', seq: number(), box: number(), hand: 1, card: 'KS', id: 'd-1' }
  const rev = random() < 0.3 ? {} : { rev: random() < 0.7 ? (alarm?.rev ?? 0) : number() }
  return oneOf(random, [{ ...right, ...rev }, { ...right, ...rev }, null, 'text', [], { box: {}, card: [], seq: '1', alarm: 7, rev: null }])
}

const command = (random: () => number, state: JudgeState, at: number): Observation => ({
  kind: 'command',
  user: 'ann',
  name: oneOf(random, NAMES),
  correlation: 'c',
  args: anyArgs(random, state),
  error: random() < 0.1 ? 'malformed' : null,
  at,
  cause: '',
})

const check = (said: readonly Said[], raised: Set<string>, state: JudgeState): void => {
  for (const each of said) {
    const { type, data } = each
    const read = DATA_SCHEMAS[type].safeParse(keyed(CAPTURE_STREAM, inWords(each)))
    assert.ok(read.success, `${type} ${JSON.stringify(data)}: ${read.error?.message}`)
    if (type === 'finding.raised') {
      assert.ok(!raised.has(data.finding), `${data.finding} is raised twice`)
      raised.add(data.finding)
    } else if (type === 'finding.changed' || type === 'finding.withdrawn')
      assert.ok(raised.has(data.finding), `${data.finding} was never raised`)
    else if (type === 'round.closed') for (const id of data.findings) assert.ok(raised.has(id), `${id} was never raised`)
  }
  assert.ok(state.alarms.open.length <= OPEN_MAX && state.findings.standing.length < 1000, 'what is kept is bounded')
}

describe(`the judge goes on whatever is said (SEED=${SEED} EVENINGS=${EVENINGS})`, () => {
  for (const house of todays(HOUSE_IDS, 3)) {
    it(house, () => {
      const spoil = (drawn: Parameters<typeof settingOf>[1]) => {
        const setting = settingOf(house, drawn)
        const random = seededRandom(drawn.seed ^ 0x5bd1e995)
        const context = { ...setting.context, limits: setting.limits, overridden: [], devices: [{ name: 'shoe', role: 'shoe' } as const] }
        const lines = heard(spendEvening(setting).rounds.flatMap(({ played }) => played.actions))
        let [table, state] = [initialTable(), initialJudge()]
        const raised = new Set<string>()
        const take = (observation: Observation) => {
          const [after, events] = stepTable(table, observation, setting.context)
          const [next, said] = judge(state, { observation, events, before: table, after }, context)
          table = after
          state = next
          check(said, raised, state)
        }
        for (const line of spoiled(lines, 1 + Math.floor(random() ** 2 * FAULTS_MOST), random)) {
          take(line)
          if (random() < 0.1) take(command(random, state, line.at))
        }
        const [after, events] = endTable(table, setting.context)
        const [next, said] = judge(state, { observation: null, events, before: table, after }, context)
        check(said, raised, next)
        assert.deepEqual(parseState(stateText(next)), next)
        for (const alarm of next.alarms.open) DATA_SCHEMAS.alarm.parse(keyed(CAPTURE_STREAM, alarmData(alarm)))
      }
      fc.assert(fc.property(anyEvening, spoil), { seed: SEED * 16 + HOUSE_IDS.indexOf(house), numRuns: EVENINGS })
    })
  }
})
