/** What a device reported, in plain words. */

import { isState, type ShoeState, type SpotId, stateType } from '../../../devices/scan.ts'
import { clean, type Line, piece } from '../../base/terminal/line.ts'
import { cardsLine } from '../../display/terminal/pieces.ts'
import type { TableContext } from '../../engine/context.ts'
import { type Round, textAt } from '../../engine/evidence/round.ts'
import { deviceOf, type Observation } from '../../engine/observation.ts'
import { moneyText } from '../../procedure/money.ts'
import type { ToldType } from '../../wire/account/message.ts'
import { phraseOf } from '../../wire/account/phrase.ts'
import { areaText, phraseText, placeText, plainVoice } from '../../wire/account/text.ts'
import { type Level, lammersOf, type Moved, type Step } from './account.ts'

const SHOE: { readonly [what in ShoeState]: string } = {
  load: 'a new shoe was loaded',
  open: 'the shoe was opened',
  close: 'the shoe was closed',
  empty: 'the shoe is empty',
  jam: 'a card is stuck in the shoe',
  clear: 'the stuck card was freed',
  reverse: 'a card was pushed back into the shoe',
}

const MOVED: { readonly [moved in Moved]: string } = {
  stake: 'a stake',
  take: 'taken',
  pay: 'paid',
  lammer: 'lammers taken',
  player: 'by the player',
}

const LATE = ' (arrived late, after it had been reported missing)'

/** `10.00 and 2 lammers`, `empty`. */
const levelText = ({ amount, lammers }: Level, exponent: number): string => {
  const beside = lammers === 0 ? '' : lammers === 1 ? 'a lammer' : `${lammers} lammers`
  if (amount === 0) return beside === '' ? 'empty' : beside
  const money = moneyText(amount, exponent)
  return beside === '' ? money : `${money} and ${beside}`
}

/** `box 3`, `box 3 insurance`, `the rack`. */
const spotText = (spot: SpotId): string => {
  if (spot === 'rack') return 'the rack'
  const [box, area] = spot.split('.')
  return `${placeText({ box: Number(box), hand: null })}${area === 'main' ? '' : ` ${areaText(area as 'ins')}`}`
}

/** `isHidden`: the card lies face down and is not named. */
export const observedLine = (step: Step, round: Round, isHidden: boolean, { exponent }: TableContext): Line => {
  const { observation, position, owner, level } = step
  if (!observation) return [piece('the capture ended')]
  switch (observation.kind) {
    case 'card': {
      const card = cardsLine([isHidden ? 'hidden' : position === null ? observation.card : textAt(round, position)])
      return [...card, piece(`${owner === null ? '' : ` ${ownerText(round, owner, isHidden)}`}${observation.late ? LATE : ''}`)]
    }
    case 'spot':
      return [
        piece(`${spotText(observation.spot)}: `),
        piece(levelChange(level, { amount: observation.amount, lammers: lammersOf(observation) }, exponent)),
        piece(step.moved === null ? '' : `, ${MOVED[step.moved]}`, 'faint'),
        piece(observation.foreign === undefined ? '' : `, not in the chip file: ${observation.foreign.map(clean).join(', ')}`),
        piece(observation.late ? LATE : ''),
      ]
    default:
      return [piece(otherText(observation))]
  }
}

const ownerText = (round: Round, owner: NonNullable<Step['owner']>, isHidden: boolean): string =>
  owner.box === 'dealer' ? `the dealer${isHidden ? ', face down' : ''}` : `box ${round.boxes[owner.box]}`

const levelChange = (before: Level | null, after: Level, exponent: number): string =>
  before === null || (before.amount === after.amount && before.lammers === after.lammers)
    ? `${levelText(after, exponent)}, as before`
    : `${levelText(before, exponent)} → ${levelText(after, exponent)}`

const otherText = (observation: Exclude<Observation, { kind: 'card' | 'spot' }>): string => {
  if (isState(observation)) return saidOf(stateType(observation.kind), observation)
  switch (observation.kind) {
    case 'cut-card':
      return 'the cut card: this is the last round of the shoe'
    case 'shoe':
      return SHOE[observation.what]
    case 'pointer':
      return observation.place === 'none' ? 'the pointer was removed' : `the pointer moved to ${placeText(observation.place)}`
    case 'badge':
      return `the badge of ${clean(observation.dealer)} was shown`
    case 'peek':
      return saidOf('dealer.peeked', { device: deviceOf(observation) })
    case 'discard':
      return observation.card === null
        ? 'the next hand with the discards'
        : saidOf('card.discarded', { device: deviceOf(observation), card: observation.card })
    case 'key':
      return saidOf('key.pressed', { key: observation.press.key, box: 'box' in observation.press ? observation.press.box : null })
    case 'missing':
      return saidOf('cards.missing', observation)
    case 'identity':
      return `${observation.device} is ${clean(observation.serial)}, boot ${observation.deviceBoot}${observation.continued ? '' : ': its numbering started again, and events it had not sent are lost'}`
    case 'incident':
      return saidOf('device.incident', observation)
    case 'link':
      return saidOf('device.link', observation)
    case 'host':
      return saidOf('host.condition', { alarm: observation.alarm, text: observation.words?.text ?? null })
    case 'start':
      return `the controller started, ${clean(observation.software)}`
    case 'command':
      return `${clean(observation.user)} sent the command ${clean(observation.name)}${observation.error === null ? '' : `: ${clean(observation.error)}`}`
    case 'rejected':
      return saidOf('device.rejected', observation)
    case 'tick':
      return 'no further events'
  }
}

/** As the table itself tells of it. */
const saidOf = (type: ToldType, data: object): string => {
  const phrase = phraseOf({ type, data }, 'pit')
  return phrase === null ? type : clean(phraseText(phrase, plainVoice(0)))
}

/** `spots 41`: the device and the number of its line; empty if no device reported it. */
export const sourceText = (observation: Observation | null): string => {
  const [first = '', ...rest] = observation?.cause.split(' ') ?? []
  const [device, line] = [first.slice(0, first.indexOf(':')), first.slice(first.lastIndexOf('/') + 1)]
  if (device === '') return observation !== null && 'device' in observation ? observation.device : ''
  const last = rest.at(-1)?.replace(/^.*\//, '') ?? line
  return `${device} ${line}${last === line ? '' : `-${last}`}`
}
