/** The findings that stand, the place of each in its group, and what is reported of them. */
import type { Deviation } from '../engine/deviation.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { AlarmFacts, Asked, Stage } from './facts.ts'
import type { AlarmGroup, AlarmLine, FindingData, FindingEvent } from './finding.ts'

/** What a finding says about the group it is in. */
export interface GroupPlace extends Pick<FindingData, 'group' | 'rivals'> {
  readonly asked: Asked | null
  /** 0: it comes first. */
  readonly rank: number
  /** It is at least a third as likely as the likeliest, so its severity counts. */
  readonly isNear: boolean
}

export const NO_GROUP: GroupPlace = { group: null, rivals: [], asked: null, rank: 0, isNear: true }

/** Who dealt a round, and when. */
export interface Dealt {
  /** null: nobody reported it, or nothing is known about the round any more. */
  readonly dealerId: string | null
  /** Unix ms; null: it is no round, or nothing is known about it any more. */
  readonly begunAt: number | null
}

/** What people read, by how far its round is: the whole text, what to do, and the facts of both. `facts` null: other software wrote it, and said none. */
export type SaidAt = { readonly [S in Stage]: { readonly text: string; readonly remedy: string; readonly facts: AlarmFacts | null } }

export interface ForPeople {
  readonly said: SaidAt
  /** As one line of its group. */
  readonly line: Pick<AlarmLine, 'text' | 'facts'>
}

/** A finding's event, and what becomes of its alarm. */
export interface SaidFinding {
  readonly event: FindingEvent
  readonly alarm: FindingAlarm | null
}

export interface Standing {
  readonly by: 'events' | 'readings'
  /** The id under which it is shown as an alarm: its own, or that of the group it is in or came from. */
  readonly alarm: string
  readonly place: GroupPlace
  /** Alarms that told of the same fact of this round before it was taken back. */
  readonly former: readonly string[]
  readonly words: ForPeople
  /** When its round began or, if it belongs to none, when it was raised; Unix ms. */
  readonly since: number
  /** The figures by which the next round recognises what puts it right. */
  readonly figures: Pick<Deviation, 'expected' | 'seen'>
  /** What the event proved, if the readings may doubt it. */
  readonly objection?: Deviation
  readonly round: string | null
  readonly key: string
  readonly finding: FindingData
}

/** A finding that stands no more. */
export type Withdrawn = Pick<FindingData, 'code' | 'round' | 'box' | 'spot'> & Pick<Standing, 'alarm'>

export interface Findings {
  /** How many findings were raised in the journal's life, by code: the running number in their ids. */
  readonly raised: { readonly [C in FindingCode]?: number }
  readonly standing: readonly Standing[]
  /** What was withdrawn last: the same fact may be found again. */
  readonly withdrawn: readonly Withdrawn[]
  /** The rounds closed last: late evidence may still change what was found in them. */
  readonly closed: readonly string[]
  /** Rounds closed before those in which the readings contained errors: whatever is told of them again is not raised again. */
  readonly forgotten: readonly string[]
  /** The newest round in which an error of the one before was put right; null: none. */
  readonly putRightIn: string | null
}

export interface FindingAlarm {
  readonly id: string
  /** Nothing was shown under this name before. */
  readonly isNew: boolean
  /** Alarms that were shown by themselves before: they are lines of this one now, or showed the same fact, which was taken back since. */
  readonly ends: readonly string[]
  /** null: nothing is left to show. */
  readonly shown: {
    readonly finding: FindingData
    readonly said: SaidAt
    readonly stage: Stage
    readonly severity: FindingData['severity']
    readonly group: AlarmGroup | null
    /** It is only likely, and another error that is only likely explains the same box of the round: most such errors go again. */
    readonly isRivalled: boolean
  } | null
}
