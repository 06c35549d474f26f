/** What happened, in one line. One row per type. */
import type { CardPlace } from '../../engine/event.ts'
import type { Said, SaidOf } from './messages.ts'
import { alarmName, amount, cardText, gain, say, told } from './say.ts'

type Rows = { readonly [T in Said['type']]?: (data: SaidOf<T>['data'], exponent: number) => string }

const place = (box: number, hand: number | null): string =>
  hand === null || hand === 1 ? say('felt.box', { box }) : `${say('felt.box', { box })} ${say('felt.hand', { hand })}`
/** Where a card lies, in words. */
export const cardPlace = (to: Exclude<CardPlace, 'burn'>): string =>
  to === null ? say('event.somewhere') : to === 'dealer' ? say('felt.dealer') : place(to.box, to.hand)
const certainly = (isCertain: boolean, text: string): string => (isCertain ? text : say('event.maybe', { text }))
/** `Winning bet underpaid (PAY-SHORT-3)` */
const findingName = ({ finding, code }: SaidOf<'finding.raised'>['data']): string => {
  const name = alarmName(code)
  return name === null ? finding : `${name} (${finding})`
}
/** What to do about it is a matter of its alarm, which knows whether the next round is dealt. */
const findingText = ({ seen, code }: SaidOf<'finding.raised'>['data']): string => (seen === null ? code : told(code, 'seen', seen).text)

const ROWS: Rows = {
  'shoe.loaded': (data) => say('event.shoe.loaded', data),
  'shoe.cut-card': (data) => say('event.shoe.cut-card', data),
  'round.opened': ({ round }) => say('event.round.opened', { round }),
  'bet.placed': (data, exponent) =>
    say('event.bet.placed', { place: place(data.box, null), area: say(`area.${data.area}`), amount: amount(data.amount, exponent) }),
  'card.dealt': ({ card, to, certain }) =>
    // A burned card goes face down into the discard rack, so nobody at the table has seen it.
    to === 'burn' ? say('event.burned') : certainly(certain, say('event.card.dealt', { place: cardPlace(to), card: cardText(card) })),
  'hand.stood': ({ box, hand, total, certain }) =>
    certainly(certain, say('event.hand.stood', { place: place(box, hand), total: total ?? '?' })),
  'hand.doubled': ({ box, hand, free, certain }) =>
    certainly(certain, say(free ? 'event.hand.doubled.free' : 'event.hand.doubled', { place: place(box, hand) })),
  'hand.split': ({ box, hand, free, certain }) =>
    certainly(certain, say(free ? 'event.hand.split.free' : 'event.hand.split', { place: place(box, hand) })),
  'hand.busted': ({ box, hand, total, certain }) =>
    certainly(certain, say('event.hand.busted', { place: place(box, hand), total: total ?? '?' })),
  'hand.surrendered': ({ box, hand, certain }) => certainly(certain, say('event.hand.surrendered', { place: place(box, hand) })),
  'insurance.placed': (data, exponent) =>
    certainly(data.certain, say('event.insurance.placed', { place: place(data.box, null), amount: amount(data.amount, exponent) })),
  'chips.paid': (data, exponent) =>
    certainly(
      data.certain,
      say('event.chips.paid', { place: place(data.box, null), area: say(`area.${data.area}`), amount: amount(data.amount, exponent) }),
    ),
  'chips.taken': (data, exponent) =>
    certainly(
      data.certain,
      say('event.chips.taken', { place: place(data.box, null), area: say(`area.${data.area}`), amount: amount(data.amount, exponent) }),
    ),
  'round.closed': ({ round, net }, exponent) => say('event.round.closed', { round, net: gain(net.house, exponent) }),
  'round.revised': ({ round, net }, exponent) => say('event.round.revised', { round, net: gain(net.house, exponent) }),
  'round.void': (data) => say('event.round.void', data),
  'round.incomplete': (data) => say('event.round.incomplete', data),
  'finding.raised': (data) => say('event.finding.raised', { finding: findingName(data), text: findingText(data) }),
  'finding.changed': (data) =>
    say(data.corrected ? 'event.finding.corrected' : 'event.finding.changed', { finding: findingName(data), text: findingText(data) }),
  'finding.withdrawn': (data) => say('event.finding.withdrawn', { finding: findingName(data) }),
  'device.link': (data) => say(data.up ? 'event.device.link.up' : 'event.device.link.down', { device: data.device, reason: data.reason }),
  'device.incident': (data) => say('event.device.incident', data),
  'host.condition': ({ alarm, code, text }) =>
    (code !== null && text !== null ? told(code, 'text', text).text : null) ?? say('event.host.over', { alarm }),
  'cards.missing': (data) => say('event.cards.missing', data),
  'key.pressed': ({ key, box }) => `${say('event.key.pressed', { key })}${box === null ? '' : `, ${place(box, null)}`}`,
}

/** `exponent`: decimals of the table's currency. */
export const eventText = (said: Said, exponent: number): string => ROWS[said.type]?.(said.data as never, exponent) ?? said.type

const LOUD: ReadonlySet<Said['type']> = new Set<Said['type']>([
  'finding.raised',
  'finding.changed',
  'round.void',
  'round.incomplete',
  'device.incident',
  'host.condition',
  'cards.missing',
])
export const isLoud = ({ type }: Said): boolean => LOUD.has(type)
