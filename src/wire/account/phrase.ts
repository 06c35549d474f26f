/** What a message says, as a key of the table of phrases and the values to fill in. Pure. */
import { type Area, STATE_KINDS, type StateKind, type StateWords, stateType } from '../../../devices/scan.ts'
import type { SeenCard } from '../../engine/view.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { SaidAlarm, SaidFinding } from '../said.ts'
import { known, type Message, type ToldData, type ToldType } from './message.ts'
import type { PhraseKey } from './phrases.ts'

/** `hand` null: the whole box; null: nobody knows. */
export type PlaceName = null | 'dealer' | { readonly box: number; readonly hand: number | null }

/** What a face writes in its own way: minor units, what somebody gained by them (null: not known), a card, a place, a bet, a finding, its words. */
export type Value =
  | string
  | number
  | { readonly money: number }
  | { readonly gain: number | null }
  | { readonly card: SeenCard }
  | { readonly place: PlaceName }
  | { readonly area: Area }
  | { readonly finding: string; readonly code: string }
  | { readonly seen: string; readonly of: SaidFinding }
  | { readonly alarm: SaidAlarm }
  | { readonly reason: string; readonly why: Reason | undefined }
  | { readonly phrase: Phrase | null }

export interface Phrase {
  readonly key: PhraseKey
  readonly values: { readonly [name: string]: Value }
  /** Later evidence may still change it. */
  readonly open?: true
}

/** `pit`: people at the table and before its displays, who know no card that lies face down. `all`: whoever may read the journal. */
export type Sight = 'pit' | 'all'

const phrase = (key: PhraseKey, values: Phrase['values'] = {}, certain = true): Phrase => ({
  key,
  values,
  ...(certain ? {} : { open: true }),
})

/** The first hand of a box needs no number. */
const at = ({ box, hand }: { readonly box: number; readonly hand: number }): Value => ({ place: { box, hand: hand === 1 ? null : hand } })
const atBox = (box: number): Value => ({ place: { box, hand: null } })

const readingsPhrase = (count: number): Phrase => phrase(count === 1 ? 'readings.one' : 'readings.several', { count })

const moved = (key: 'chips.paid' | 'chips.taken', { box, area, amount, certain }: ToldData['chips.paid']): Phrase =>
  phrase(area === 'main' ? `event.${key}` : `event.${key}.side`, { place: atBox(box), area: { area }, amount: { money: amount } }, certain)

const ended = (key: 'event.round.closed' | 'event.round.revised', { round, ended: why, readings, net }: ToldData['round.closed']): Phrase =>
  phrase(key, {
    round,
    ended: { phrase: why === null ? null : phrase(`ended.${why}`) },
    readings: { phrase: readingsPhrase(readings) },
    net: { gain: net.house },
  })

const found = (type: 'raised' | 'changed' | 'withdrawn', { finding, code, seen, corrected, facts }: ToldData['finding.raised']): Phrase =>
  phrase(`event.finding.${type === 'changed' && corrected ? 'corrected' : type}`, {
    finding: { finding, code },
    text: seen === null ? code : { seen, of: { code, facts } },
  })

const dealt = ({ n, card, to, certain }: ToldData['card.dealt'], sight: Sight): Phrase => {
  // A burned card goes face down into the discard rack.
  if (to === 'burn' && sight === 'pit') return phrase('event.card.dealt.burn.hidden')
  if (to === 'burn') return phrase('event.card.dealt.burn', { card: { card } }, certain)
  if (to === null) return phrase('event.card.dealt.nowhere', { n, card: { card } }, certain)
  return phrase('event.card.dealt', { n, card: { card }, place: to === 'dealer' ? { place: to } : at(to) }, certain)
}

const unfinished = (key: 'event.round.void' | 'event.round.incomplete', { round, reason, why }: ToldData['round.void']): Phrase =>
  phrase(key, { round, reason: { reason, why } })

type StatePhrase = { readonly [K in StateKind]: `event.${K}.${StateWords<K>['state']}` }[StateKind]
const stateRows = Object.fromEntries(
  STATE_KINDS.map((kind) => [stateType(kind), ({ state }: StateWords<StateKind>) => phrase(`event.${kind}.${state}` as StatePhrase)]),
)

type Rows = { readonly [T in ToldType]?: (data: ToldData[T], sight: Sight) => Phrase }

const ROWS: Rows = {
  'shoe.loaded': ({ shoe }) => phrase('event.shoe.loaded', { shoe }),
  'shoe.cut-card': ({ cardsOut }) => phrase('event.shoe.cut-card', { cardsOut }),
  'round.opened': ({ round, boxes }) => phrase('event.round.opened', { round, boxes: boxes.join(', ') }),
  'bet.placed': ({ box, area, amount }) =>
    phrase(area === 'main' ? 'event.bet.placed' : 'event.bet.placed.side', {
      place: atBox(box),
      area: { area },
      amount: { money: amount },
    }),
  'card.dealt': dealt,
  'hand.stood': (data) =>
    data.total === null
      ? phrase('event.hand.stood', { place: at(data) }, data.certain)
      : phrase('event.hand.stood.on', { place: at(data), total: data.total }, data.certain),
  'hand.doubled': (data) => phrase(data.free ? 'event.hand.doubled.free' : 'event.hand.doubled', { place: at(data) }, data.certain),
  'hand.split': (data) => phrase(data.free ? 'event.hand.split.free' : 'event.hand.split', { place: at(data) }, data.certain),
  'hand.busted': (data) =>
    data.total === null
      ? phrase('event.hand.busted', { place: at(data) }, data.certain)
      : phrase('event.hand.busted.on', { place: at(data), total: data.total }, data.certain),
  'hand.surrendered': (data) => phrase('event.hand.surrendered', { place: at(data) }, data.certain),
  'insurance.placed': ({ box, amount, certain }) =>
    phrase('event.insurance.placed', { place: atBox(box), amount: { money: amount } }, certain),
  'chips.paid': (data) => moved('chips.paid', data),
  'chips.taken': (data) => moved('chips.taken', data),
  'round.closed': (data) => ended('event.round.closed', data),
  'round.revised': (data) => ended('event.round.revised', data),
  'round.void': (data) => unfinished('event.round.void', data),
  'round.incomplete': (data) => unfinished('event.round.incomplete', data),
  'finding.raised': (data) => found('raised', data),
  'finding.changed': (data) => found('changed', data),
  'finding.withdrawn': (data) => found('withdrawn', data),
  status: ({ state }) => phrase('event.status', { state }),
  'system.started': ({ software, boot }) => phrase('event.system.started', { software, boot }),
  'device.link': ({ device, up, reason }) => phrase(up ? 'event.device.link.up' : 'event.device.link.down', { device, reason }),
  'device.identity': ({ device, serial, firmware, boot }) => phrase('event.device.identity', { device, serial, firmware, boot }),
  'device.incident': ({ device, code, text }) => phrase('event.device.incident', { device, code, text }),
  'device.rejected': ({ reason }) => phrase('event.device.rejected', { reason }),
  'host.condition': ({ alarm, code, text, remedy, facts }) =>
    text === null
      ? phrase('event.host.over', { alarm })
      : phrase('event.host.condition', { text: { alarm: { code: code ?? alarm, text, remedy, facts } } }),
  'cards.missing': ({ device, from, to }) => phrase('event.cards.missing', { device, from, to }),
  ...stateRows,
  'dealer.peeked': () => phrase('event.dealer.peeked'),
  // A burned card goes there face down.
  'card.discarded': ({ card }, sight) =>
    sight === 'pit' ? phrase('event.card.discarded') : phrase('event.card.discarded.named', { card: { card } }),
  'key.pressed': ({ key, box }) => {
    if (key === 'round-over' || key === 'hand-over') return phrase(`event.key.${key}`)
    return box === null ? phrase('event.key.pressed', { key }) : phrase('event.key.pressed.box', { key, place: atBox(box) })
  },
}

/** null: it tells a person nothing. */
export const phraseOf = (message: Message, sight: Sight): Phrase | null => {
  const { type, data } = known(message)
  return Object.hasOwn(ROWS, type) ? (ROWS[type]?.(data as never, sight) ?? null) : null
}

/** Types to which somebody may have to react. */
const LOUD: ReadonlySet<string> = new Set<ToldType>([
  ...(['finding.raised', 'finding.changed', 'round.void', 'round.incomplete'] as const),
  ...(['device.incident', 'device.rejected', 'host.condition', 'cards.missing'] as const),
])
/** What is over is not loud. */
export const isLoud = (message: Message): boolean => {
  const told = known(message)
  return LOUD.has(told.type) && !(told.type === 'host.condition' && told.data.text === null)
}
