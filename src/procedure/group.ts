/** Findings of which one is right: the id they share, their order, and the question that separates them. */
import type { Deviation } from '../engine/deviation.ts'
import { CATALOGUE } from './catalogue/index.ts'
import { questionAlone, questionOf } from './catalogue/questions.ts'
import type { FindingData } from './finding.ts'
import { type GroupPlace, NO_GROUP, type Standing } from './standing.ts'

/** What is to be reported, with the finding that reports it already, and the id it has or will have; null: it cannot be reported here. */
interface Named {
  readonly deviation: Deviation
  readonly standing: Standing | null
  readonly id: string | null
}

interface Member extends Named {
  readonly id: string
  readonly weight: number
}

/** An error counts for the severity if it is at least this share as likely as the likeliest. */
const NEAR = 1 / 3

/** By deviation, without those of no group and those of groups with a member that cannot be reported. `standing`: as it was before. */
export const placesOf = (named: readonly Named[], standing: readonly Standing[]): ReadonlyMap<Deviation, GroupPlace> => {
  const keys = new Set(named.flatMap(({ deviation: { oneOf } }) => oneOf?.group ?? []))
  const places = [...keys].flatMap((key) => {
    const group = named.filter(({ deviation }) => deviation.oneOf?.group === key)
    const members = group.flatMap((each) => (each.id === null ? [] : [{ ...each, id: each.id, weight: each.deviation.oneOf?.weight ?? 0 }]))
    return members.length < 2 || members.length < group.length ? [] : placesIn(members, standing)
  })
  return new Map(places)
}

/** The place of a finding of no group; if a story without an error is left, with the question that tells the finding from that. */
export const aloneWith = (deviation: Deviation): GroupPlace => {
  const asked = deviation.grade === 'likely' ? questionAlone(deviation) : null
  return asked === null ? NO_GROUP : { ...NO_GROUP, asked }
}

const placesIn = (members: readonly Member[], standing: readonly Standing[]): readonly (readonly [Deviation, GroupPlace])[] => {
  const most = Math.max(...members.map(({ weight }) => weight))
  const isNear = ({ weight }: Member): boolean => weight >= most * NEAR
  // An error that stops the game is looked at first, unless it is far less likely than another.
  const stops = (member: Member): number => (isNear(member) && severityOf(member.deviation) === 'stop' ? 1 : 0)
  const inOrder = members.toSorted((one, other) => stops(other) - stops(one) || other.weight - one.weight)
  const group = groupId(inOrder, standing)
  const asked = questionOf(inOrder.map(({ deviation }) => deviation))
  return inOrder.map((member, rank) => {
    const rivals = inOrder.flatMap(({ id }) => (id === member.id ? [] : [id]))
    return [member.deviation, { group, rivals, asked, rank, isNear: isNear(member) }]
  })
}

const severityOf = ({ code }: Deviation): FindingData['severity'] => CATALOGUE[code].severity

/** The name under which one of them is shown already, the one raised first; else the id of the first. */
const groupId = (members: readonly Member[], standing: readonly Standing[]): string => {
  const isMember = (each: Standing): boolean => members.some((member) => member.standing === each)
  const isOthers = (name: string): boolean =>
    standing.some((each) => !isMember(each) && (each.alarm === name || each.finding.finding === name))
  const names = standing.filter(isMember).map(({ alarm }) => alarm)
  return names.find((name) => !isOthers(name)) ?? members.map(({ id }) => id)[0] ?? ''
}
