/**
 * Every code that the readings of a round prove: a scenario that must raise it, and its nearest legal twin that stays silent. The scenarios of
 * codes the engine does not search for yet wait here; that their twins are legal is looked at for all. They take turns.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SEARCHED } from '../../src/engine/deviation.ts'
import { CATALOGUE, severityFor } from '../../src/procedure/catalogue/index.ts'
import { remediesOf, templatesOf } from '../../src/procedure/catalogue/words.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import { moneyText } from '../../src/procedure/money.ts'
import { FINDING_CODES, type FindingCode } from '../../src/rules/house/finding-code.ts'
import { todays } from '../runner/rotation.ts'
import type { ReadingScenario } from './reading-scenario.ts'
import { READINGS } from './readings.ts'
import { type Told, teller } from './scene.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const AMOUNTS: ReadonlySet<string> = new Set(['due', 'moved', 'more', 'base'])
const told = (name: string, value: number | string): string =>
  typeof value === 'number' && AMOUNTS.has(name) ? moneyText(value, 2) : String(value)

/** What a template may become: its known figures as they are, the others anything; what stands in `[ ]` may be left out. */
const patternOf = (template: string, figures: ReadingScenario['figures'] = {}): RegExp => {
  const filled = (part: string): string =>
    part
      .split(/(\{\w+\})/)
      .map((each) => {
        if (!each.startsWith('{')) return escaped(each)
        const name = each.slice(1, -1)
        const figure = figures[name]
        return figure === undefined ? '.+' : escaped(told(name, figure))
      })
      .join('')
  const parts = template.split(/(\[[^\]]*\])/)
  return new RegExp(`^${parts.map((part) => (part.startsWith('[') ? `(?:${filled(part.slice(1, -1))})?` : filled(part))).join('')}$`)
}

const aboveInfo = ({ findings }: Told): readonly FindingData[] => findings.filter(({ severity }) => severity !== 'info')
const codesOf = (findings: readonly FindingData[]): readonly string[] => findings.map(({ code }) => code).sort()

/** What still stands at the end: a finding may be told otherwise, or taken back, as the evidence grows. */
const standing = ({ said }: Told): readonly FindingData[] => {
  const found = new Map<string, FindingData>()
  for (const each of said) {
    if (each.type === 'finding.raised' || each.type === 'finding.changed') found.set(each.data.finding, each.data)
    if (each.type === 'finding.withdrawn') found.delete(each.data.finding)
  }
  return [...found.values()]
}

const evenings = new Map<string, Told>()

/** The same words of the same scenario are asked several things, and come to the same. */
const tell = (scenario: ReadingScenario, words: string): Told => {
  const key = JSON.stringify([scenario, words])
  const found = evenings.get(key) ?? teller(scenario).tell(words)
  evenings.set(key, found)
  return found
}

/** Spots of rounds that closed and were not settled as due. */
const unsettled = ({ said }: Told): readonly string[] =>
  said.flatMap((each) => {
    if (each.type !== 'round.closed') return []
    const { boxes, complete, round } = each.data
    if (!complete) return [`${round} is incomplete`]
    return boxes.flatMap(({ box, spots }) =>
      Object.entries(spots).flatMap(
        ([
          area,
          {
            best: { due, moved },
          },
        ]) => (due === null || moved === null || due === moved ? [] : [`${round} ${box}.${area}: due ${due}, moved ${moved}`]),
      ),
    )
  })

/** Another part of them each day. */
const SCENARIOS = todays(Object.entries(READINGS) as readonly (readonly [FindingCode, ReadingScenario])[], 12)

describe('what the readings of a round prove', () => {
  it('has a scenario and a twin for every such code of the catalogue, and for no other', () => {
    const codes = FINDING_CODES.filter((code) => CATALOGUE[code].raised === 'readings')
    assert.deepEqual(Object.keys(READINGS).sort(), [...codes].sort())
  })

  it('searches for every such code and no other', () => {
    assert.deepEqual([...SEARCHED].sort(), Object.keys(READINGS).sort())
  })

  it('says nothing untrue of them where players collect as soon as their box is settled', () => {
    for (const [code, { collectAfter, ...scenario }] of SCENARIOS) {
      if (collectAfter === undefined) continue
      assert.deepEqual(codesOf(aboveInfo(tell(scenario, scenario.twin))), [], `${code}: ${scenario.twin}`)
      const proven = standing(tell(scenario, scenario.words)).filter(({ grade }) => grade === 'proven')
      assert.deepEqual(proven, [], `${code}: ${scenario.words}`)
    }
  })

  it('has legal twins: nothing above info, and every round is settled as due', () => {
    for (const [code, scenario] of SCENARIOS) {
      const told = tell(scenario, scenario.twin)
      assert.deepEqual([codesOf(aboveInfo(told)), unsettled(told)], [[], []], `${code}: ${scenario.twin}`)
    }
  })

  it('has scenarios of which single events raise nothing but what is so as well', () => {
    for (const [code, scenario] of SCENARIOS) {
      const byEvents = aboveInfo(tell(scenario, scenario.words)).filter((each) => CATALOGUE[each.code].raised === 'events')
      assert.deepEqual(codesOf(byEvents), [...(scenario.also ?? []), ...(scenario.first ?? [])].sort(), `${code}: ${scenario.words}`)
    }
  })

  for (const [code, scenario] of SCENARIOS.filter(([each]) => SEARCHED.has(each))) {
    it(`${code} is raised, ${scenario.rivals ? 'one of a group' : (scenario.grade ?? 'proven')}, with its figures`, () => {
      const { words, box, hand, spot, figures, also = [], rivals = [] } = scenario
      const row = templatesOf(CATALOGUE[code], scenario.case)
      const found = standing(tell(scenario, words)).filter(
        ({ severity }) => severity !== 'info' || severityFor(code, scenario.house) === 'info',
      )
      assert.deepEqual(codesOf(found), [code, ...also, ...rivals].sort(), words)
      const finding = found.find((each) => each.code === code) ?? assert.fail(code)
      assert.equal(finding.grade, rivals.length > 0 ? 'one-of' : (scenario.grade ?? 'proven'))
      const inGroup = found.filter(({ group }) => group !== null && group === finding.group)
      assert.deepEqual(codesOf(inGroup), rivals.length > 0 ? [code, ...rivals].sort() : [])
      assert.deepEqual([finding.box, finding.spot], [box, spot])
      if (hand !== undefined) assert.equal(finding.hand, hand)
      assert.equal(finding.amount !== null, CATALOGUE[code].amount !== undefined, `${code}: ${finding.amount} is wrong`)
      assert.ok(finding.evidence.length > 0, 'it names the lines it rests on')
      assert.match(finding.seen ?? '', patternOf(row.seen.en, figures))
      assert.match(finding.expected ?? '', patternOf(row.expected.en, figures))
      const remedies = remediesOf(row).map((remedy) => patternOf(remedy.en, figures))
      assert.ok(
        remedies.some((pattern) => pattern.test(finding.remedy ?? '')),
        finding.remedy ?? '',
      )
      assert.ok(![finding.seen, finding.expected, finding.remedy].some((text) => text?.includes('?')), JSON.stringify(finding))
    })

    it(`${code}: its legal twin stays silent`, () => {
      const told = tell(scenario, scenario.twin)
      assert.deepEqual(codesOf(aboveInfo(told)), [], scenario.twin)
    })
  }
})
