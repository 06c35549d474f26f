/** What a device reported, in plain words. */

import type { PointerPlace, ShoeState, SpotId } from '../../../devices/scan.ts'
import { clean, type Line, piece } from '../../display/terminal/line.ts'
import { cardsLine } from '../../display/terminal/pieces.ts'
import type { TableContext } from '../../engine/context.ts'
import { type Round, textAt } from '../../engine/evidence/round.ts'
import type { Observation } from '../../engine/observation.ts'
import { moneyText } from '../../procedure/money.ts'
import { areaText, placeText } from '../../wire/account/text.ts'
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
  return `box ${box}${area === 'main' ? '' : ` ${areaText(area as 'ins')}`}`
}

/** `box 2 hand 1`, `the dealer`. */
export const pointedText = (place: Exclude<PointerPlace, 'none'>): string => placeText(place)

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
  switch (observation.kind) {
    case 'cut-card':
      return 'the cut card: this is the last round of the shoe'
    case 'shoe':
      return SHOE[observation.what]
    case 'pointer':
      return observation.place === 'none' ? 'the pointer was removed' : `the pointer moved to ${pointedText(observation.place)}`
    case 'key':
      return `key ${observation.press.key}${'box' in observation.press ? `, box ${observation.press.box}` : ''}`
    case 'missing':
      return observation.from === observation.to
        ? `event ${observation.from} of ${observation.device} is missing`
        : `events ${observation.from} to ${observation.to} of ${observation.device} are missing`
    case 'identity':
      return `${observation.device} is ${clean(observation.serial)}, boot ${observation.deviceBoot}${observation.continued ? '' : ': its numbering started again, and events it had not sent are lost'}`
    case 'incident':
      return `${observation.device}: ${clean(observation.code)}: ${clean(observation.text)}`
    case 'link':
      return `${observation.device} ${observation.up ? 'connected' : 'disconnected'}: ${clean(observation.reason)}`
    case 'host':
      return observation.words === null ? `${observation.alarm}: normal again` : clean(observation.words.text)
    case 'start':
      return `the controller started, ${clean(observation.software)}`
    case 'command':
      return `${clean(observation.user)} sent the command ${clean(observation.name)}${observation.error === null ? '' : `: ${clean(observation.error)}`}`
    case 'rejected':
      return `a line was rejected: ${clean(observation.reason)}`
    case 'tick':
      return 'no further events'
  }
}

/** `spots 41`: the device and the number of its line; empty if no device reported it. */
export const sourceText = (observation: Observation | null): string => {
  const [first = '', ...rest] = observation?.cause.split(' ') ?? []
  const [device, line] = [first.slice(0, first.indexOf(':')), first.slice(first.lastIndexOf('/') + 1)]
  if (device === '') return observation !== null && 'device' in observation ? observation.device : ''
  const last = rest.at(-1)?.replace(/^.*\//, '') ?? line
  return `${device} ${line}${last === line ? '' : `-${last}`}`
}
