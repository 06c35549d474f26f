/** The messages that an account is made of. */
import type { RoundResult } from '../../engine/event.ts'
import type { FindingEventData } from '../../procedure/finding.ts'
import type { Heard, StatusData, ToldEventData } from '../payloads.ts'

/** A message as its receiver checked it. Whoever receives more types than an account needs may pass them all. */
export interface Message {
  readonly type: string
  readonly data: unknown
}

/** Older tables do not say why a round ended. */
export type ToldResult = Omit<RoundResult, 'ended'> & { readonly ended: RoundResult['ended'] | null }

interface Told extends Omit<ToldEventData, 'round.closed' | 'round.revised'>, FindingEventData {
  'round.closed': ToldResult
  'round.revised': ToldResult
  status: StatusData
}
export type ToldType = keyof Told
export type ToldData = { readonly [T in ToldType]: Heard<Told[T]> }

/** The messages that an account knows, by type; any other changes nothing. */
export type RoundMessage = { [T in ToldType]: { readonly type: T; readonly data: ToldData[T] } }[ToldType]

/** Whoever received it has checked its data against its type. */
export const known = (message: Message): RoundMessage => message as RoundMessage

/** The last result that the table told of the round; null: it told none. */
export const resultIn = (messages: readonly Message[]): ToldResult | null => {
  const last = messages.map(known).findLast(({ type }) => type === 'round.closed' || type === 'round.revised')
  return last?.type === 'round.closed' || last?.type === 'round.revised' ? last.data : null
}
