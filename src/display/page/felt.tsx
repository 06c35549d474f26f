/**
 * The table from the dealer's point of view: a picture of the round on the felt, and the same in words for screen readers. Whatever is not
 * in every reading is drawn as open: dashed and hatched.
 */

import { signal } from '@preact/signals'
import type { Area } from '../../../devices/scan.ts'
import { type Account, type BoxAccount, facesOf, type HandAccount } from '../../wire/account/account.ts'
import { Card } from './card.tsx'
import { type BoxPlace, CARD, type FeltLayout, fanStep, fanWidth, halfMoon, handSpots, type Point } from './geometry.ts'
import { horseshoe } from './horseshoe.ts'
import { exponentOf, type House } from './messages.ts'
import { amount, cardWords, say } from './say.ts'
import { dealerBelow } from './settings.ts'
import type { Key } from './strings.ts'

const query = matchMedia('(max-width: 600px)')
const isPhone = signal(query.matches)
query.addEventListener('change', ({ matches }) => {
  isPhone.value = matches
})

export interface FeltProps {
  readonly account: Account | null
  readonly house: House | null
  /** Number of boxes on the layout. */
  readonly boxes: number
  /** Decimals of the currency. @default the house's */
  readonly exponent?: number
}

export function Felt({ account, house, boxes, exponent = exponentOf(house) }: FeltProps) {
  const below = dealerBelow.value
  const layout = (isPhone.value ? horseshoe : halfMoon)(boxes, below)
  return (
    <figure class="felt" aria-label={say('table.felt')}>
      <svg viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
        <FeltCloth house={house} below={below} layout={layout} />
        {layout.places.map((place) => (
          <Box key={place.box} place={place} box={boxAt(account, place.box)} account={account} exponent={exponent} />
        ))}
        {hasBurned(account, house) ? <BurnedCard at={layout.burned} /> : null}
        <Dealer account={account} at={layout.dealer} />
        <path class="stale-hatch" d={layout.outline()} />
      </svg>
      {account === null ? <p class="felt-empty">{say('table.noRound')}</p> : null}
      <FeltInWords account={account} boxes={boxes} exponent={exponent} />
    </figure>
  )
}

/** From the shoe's first round on, the card burned after the shuffle lies in the discard rack. */
const hasBurned = (account: Account | null, house: House | null): boolean => account !== null && (house?.burn ?? 0) > 0

/** A burned card, face down because nobody at the table has seen it. */
const BurnedCard = ({ at }: { readonly at: Point }) => (
  <g class="burned card-back" transform={`translate(${at.x} ${at.y}) scale(0.6)`}>
    <rect class="card-lattice" x={-CARD.width / 2} y={-CARD.height / 2} width={CARD.width} height={CARD.height} rx="7" />
  </g>
)

interface ClothProps {
  readonly house: House | null
  readonly below: boolean
  readonly layout: FeltLayout
}

function FeltCloth({ house, below, layout }: ClothProps) {
  const [profit, stake] = house?.blackjackPay ?? []
  const soft17 = house?.dealerSoft17 === 'hit' ? 'felt.soft17.hit' : house?.dealerSoft17 === 'stand' ? 'felt.soft17.stand' : null
  return (
    <g>
      <defs>
        <radialGradient id="cloth" cx="50%" cy={below ? '100%' : '0%'} r="105%">
          <stop offset="0%" class="cloth-near" />
          <stop offset="62%" class="cloth-mid" />
          <stop offset="100%" class="cloth-far" />
        </radialGradient>
        <linearGradient id="rail" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0%" class="rail-top" />
          <stop offset="100%" class="rail-bottom" />
        </linearGradient>
        <pattern id="open-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="9" height="9" />
          <rect class="hatch-line" width="3" height="9" />
        </pattern>
        <pattern id="lattice" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="lattice-ground" width="8" height="8" />
          <path class="lattice-line" d="M0 0H8M0 0V8" />
        </pattern>
        <pattern id="stale-lines" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="stale-line" width="15" height="34" />
        </pattern>
        <path id="line-pays" d={layout.pays} />
        {layout.draws === null ? null : <path id="line-draws" d={layout.draws} />}
      </defs>
      <path class="rail" d={layout.outline(22)} />
      <path class="cloth" d={layout.outline()} />
      <path class="cloth-line" d={layout.outline(-12)} />
      <Tray {...layout.tray} />
      {profit !== undefined && stake !== undefined ? (
        <text class="cloth-pays">
          <textPath href="#line-pays" startOffset="50%">
            {say('felt.pays', { pays: say('felt.payTo', { gain: profit, stake }) })}
          </textPath>
        </text>
      ) : null}
      {soft17 !== null && layout.draws !== null ? (
        <text class="cloth-draws">
          <textPath href="#line-draws" startOffset="50%">
            {say(soft17)}
          </textPath>
        </text>
      ) : null}
    </g>
  )
}

const TRAY_SLOTS = 14

function Tray({ x, y, width, height }: FeltLayout['tray']) {
  const slot = (width - 16) / TRAY_SLOTS
  return (
    <g class="tray">
      <rect class="tray-edge" x={x} y={y} width={width} height={height} rx="8" />
      {Array.from({ length: TRAY_SLOTS }, (_, index) => (
        <rect
          key={index}
          class={`tray-slot slot-${index % 4}`}
          x={x + 8 + index * slot + 2}
          y={y + 6}
          width={slot - 4}
          height={height - 12}
          rx="4"
        />
      ))}
    </g>
  )
}

type ActiveAt = 'none' | 'certain' | 'maybe'

const activeOf = ({ active }: HandAccount, account: Account | null): ActiveAt =>
  !active ? 'none' : account?.active.certain ? 'certain' : 'maybe'

const boxAt = (account: Account | null, number: number): BoxAccount | null => account?.boxes.find(({ box }) => box === number) ?? null
const isSplit = (box: BoxAccount | null): boolean => box !== null && box.hands.length > 1

interface BoxProps {
  readonly place: BoxPlace
  readonly box: BoxAccount | null
  /** Decimals of the currency. */
  readonly exponent: number
}

function Box({ place, box, exponent, account }: BoxProps & { readonly account: Account | null }) {
  const hands = box?.hands ?? []
  // Split hands of two adjacent boxes share the space between them.
  const isNarrow = isSplit(box) && [place.box - 1, place.box + 1].some((beside) => isSplit(boxAt(account, beside)))
  const spots = handSpots(hands.length, isNarrow)
  const isActive = hands.some(({ active }) => active)
  return (
    <g class={`box ${box === null ? 'box-empty' : ''} ${isActive ? 'box-active' : ''}`}>
      <Bets place={place} box={box} exponent={exponent} />
      {hands.map((hand, index) => {
        const spot = spots[index]
        if (spot === undefined) return null
        const scale = spot.scale * place.scale
        const at = `translate(${place.cards.x + spot.x * place.scale} ${place.cards.y + spot.y * place.scale}) scale(${scale})`
        return (
          <g key={hand.hand} transform={at}>
            <Hand hand={hand} active={activeOf(hand, account)} isNarrow={isNarrow} />
          </g>
        )
      })}
    </g>
  )
}

interface HandProps {
  readonly hand: HandAccount
  readonly active: ActiveAt
  readonly isNarrow: boolean
}

function Hand({ hand, active, isNarrow }: HandProps) {
  const { cards } = hand
  const step = fanStep(cards.length, isNarrow)
  const wide = fanWidth(cards.length, isNarrow)
  const first = -wide / 2 + CARD.width / 2
  return (
    <g class={`hand ${active === 'none' ? '' : `hand-${active}`}`}>
      {active === 'none' ? null : (
        <rect class="hand-ring" x={-wide / 2 - 9} y={-CARD.height / 2 - 9} width={wide + 18} height={CARD.height + 18} rx="13" />
      )}
      {cards.map(({ card, footing }, index) => (
        <Card
          key={index}
          card={card}
          x={first + index * step}
          y={0}
          footing={footing}
          seen={index < cards.length - 1 ? Math.min(step, CARD.width) : CARD.width}
        />
      ))}
      <Verdict total={hand.total} isSoft={hand.soft} isCertain={hand.certain} outcome={hand.outcome} y={CARD.height / 2 + 8} />
    </g>
  )
}

const PILL = { height: 34, letter: 13.2, padding: 28 }

interface VerdictProps {
  readonly total: number | null
  readonly isSoft: boolean
  readonly isCertain: boolean
  readonly outcome: HandAccount['outcome']
  readonly y: number
}

/** The hand's total and outcome. */
function Verdict({ total, isSoft, isCertain, outcome, y }: VerdictProps) {
  const isBust = total !== null && total > 21
  const kind = isBust ? 'bust' : outcome
  const points = total === null ? '?' : isSoft && total < 21 ? `${total - 10}/${total}` : `${total}`
  const text = [points, kind === null ? '' : say(`verdict.${kind}`), isCertain ? '' : '?'].filter((part) => part !== '').join(' ')
  const wide = text.length * PILL.letter + PILL.padding
  return (
    <g class={`verdict ${kind ?? 'open'} ${isCertain ? '' : 'verdict-open'}`}>
      <rect x={-wide / 2} y={y - PILL.height / 2} width={wide} height={PILL.height} rx={PILL.height / 2} />
      <text x="0" y={y + 8.5}>
        {text}
      </text>
    </g>
  )
}

const SPOT_LABELS: { readonly [area in Exclude<Area, 'main'>]: string } = { main2: '2', main3: '3', ins: 'INS', p22: '22', pog: 'POG' }

function Bets({ place, box, exponent }: BoxProps) {
  const spots = box?.spots ?? []
  const main = spots.find(({ area }) => area === 'main')
  const { x, y } = place.bet
  const places: { readonly [area in Exclude<Area, 'main'>]: Point } = {
    p22: place.sides[0],
    pog: place.sides[1],
    ins: place.insurance,
    main2: place.behind[0],
    main3: place.behind[1],
  }
  return (
    <g class="bets">
      <circle class="bet-ring" cx={x} cy={y} r={46 * place.scale} />
      {main === undefined || main.amount === 0 ? (
        <text class="box-number" x={x} y={y + 11}>
          {place.box}
        </text>
      ) : (
        <Chip at={place.bet} radius={40 * place.scale} text={amount(main.amount, exponent)} />
      )}
      {main === undefined || main.amount === 0 ? null : <BoxTag place={place} />}
      {main === undefined || main.lammers === 0 ? null : <Lammer at={place.bet} count={main.lammers} scale={place.scale} />}
      {spots.map(({ area, amount: lying, lammers }) => {
        if (area === 'main' || (lying === 0 && lammers === 0)) return null
        const at = places[area]
        return (
          <g key={area} class="side">
            <Chip at={at} radius={27 * place.scale} text={amount(lying, exponent)} />
            <text class="side-label" x={at.x} y={at.y + (at.y < y ? -33 : 45) * place.scale}>
              {SPOT_LABELS[area]}
            </text>
            {lammers === 0 ? null : <Lammer at={at} count={lammers} scale={place.scale * 0.8} />}
          </g>
        )
      })}
    </g>
  )
}

const BoxTag = ({ place: { tag, box } }: { readonly place: BoxPlace }) => (
  <g class="box-tag">
    <circle cx={tag.x} cy={tag.y} r="17" />
    <text x={tag.x} y={tag.y + 7}>
      {box}
    </text>
  </g>
)

function Chip({ at, radius, text }: { readonly at: Point; readonly radius: number; readonly text: string }) {
  const size = Math.min(radius * 0.72, (radius * 2.5) / Math.max(text.length, 2))
  return (
    <g class="chip" transform={`translate(${at.x} ${at.y})`}>
      <ellipse class="chip-shadow" cx="0" cy="5" rx={radius} ry={radius} />
      <circle class="chip-edge" r={radius} />
      <circle class="chip-marks" r={radius - 4} stroke-dasharray={`${radius * 0.33} ${radius * 0.455}`} />
      <circle class="chip-face" r={radius * 0.76} />
      <text y={size * 0.35} style={{ fontSize: `${size}px` }}>
        {text}
      </text>
    </g>
  )
}

function Lammer({ at, count, scale }: { readonly at: Point; readonly count: number; readonly scale: number }) {
  const text = count > 1 ? `${say('felt.lammer')} ×${count}` : say('felt.lammer')
  const wide = text.length * 11 + 16
  return (
    <g class="lammer" transform={`translate(${at.x} ${at.y + 42 * scale}) scale(${scale})`}>
      <rect x={-wide / 2} y="-13" width={wide} height="26" rx="13" />
      <text y="6.500">{text}</text>
    </g>
  )
}

function Dealer({ account, at }: { readonly account: Account | null; readonly at: Point }) {
  const cards = account?.dealer.cards ?? []
  const step = Math.min(70, 420 / Math.max(1, cards.length))
  const wide = CARD.width + Math.max(0, cards.length - 1) * step
  const first = -wide / 2 + CARD.width / 2
  const { active: isActive = false, certain: isCertain = true, total = null } = account?.dealer ?? {}
  return (
    <g class="dealer" transform={`translate(${at.x} ${at.y}) scale(1.12)`}>
      {isActive ? (
        <rect class="hand-ring" x={-wide / 2 - 9} y={-CARD.height / 2 - 9} width={wide + 18} height={CARD.height + 18} rx="13" />
      ) : null}
      {cards.length === 0 ? <text class="dealer-word">{say('felt.dealer')}</text> : null}
      {cards.map(({ card, footing }, index) => (
        <Card
          key={index}
          card={card}
          x={first + index * step}
          y={0}
          footing={footing}
          seen={index < cards.length - 1 ? Math.min(step, CARD.width) : CARD.width}
        />
      ))}
      {cards.length === 0 ? null : <Verdict total={total} isSoft={false} isCertain={isCertain} outcome={null} y={CARD.height / 2 + 8} />}
    </g>
  )
}

/** The same picture for screen readers: a list, box by box. */
interface WordsProps {
  readonly account: Account | null
  readonly boxes: number
  readonly exponent: number
}

function FeltInWords({ account, boxes, exponent }: WordsProps) {
  const numbers = Array.from({ length: boxes }, (_, index) => index + 1)
  return (
    <ul class="unseen">
      <li>{dealerWords(account)}</li>
      {numbers.map((number) => (
        <li key={number}>{boxWords(account, number, exponent)}</li>
      ))}
    </ul>
  )
}

function dealerWords(account: Account | null): string {
  const { cards = [], total = null, active = false, certain = true } = account?.dealer ?? {}
  const parts = [
    ...(cards.length === 0 ? [say('felt.none')] : cards.map(({ card }) => cardWords(card))),
    ...(total === null ? [] : [say('felt.total', { total })]),
    ...(active ? [say('felt.active')] : []),
    ...(certain ? [] : [say('felt.uncertain')]),
  ]
  return `${say('felt.dealer')}: ${parts.join(', ')}`
}

function boxWords(account: Account | null, number: number, exponent: number): string {
  const box = boxAt(account, number)
  const name = say('felt.box', { box: number })
  if (box === null) return `${name}: ${say('felt.boxEmpty')}`
  const stakes = box.spots.flatMap(({ area, amount: lying, lammers }) => {
    if (lying === 0 && lammers === 0) return []
    const laid = lammers === 0 ? [] : [say('felt.lammers', { count: lammers })]
    return [say('felt.stake', { area: say(`area.${area}`), amount: amount(lying, exponent) }), ...laid]
  })
  const hands = box.hands.map((hand) => handWords(hand, activeOf(hand, account), box.hands.length > 1))
  return `${name}: ${[...stakes, ...hands].join('; ')}`
}

function handWords(hand: HandAccount, active: ActiveAt, isOneOfSeveral: boolean): string {
  const outcome: Key | null = hand.bust ? 'outcome.bust' : hand.outcome === null ? null : `outcome.${hand.outcome}`
  const cards = facesOf(hand)
  const parts = [
    ...(isOneOfSeveral ? [say('felt.hand', { hand: hand.hand })] : []),
    ...(cards.length === 0 ? [say('felt.none')] : cards.map(cardWords)),
    ...(hand.total === null ? [] : [say(hand.soft ? 'felt.soft' : 'felt.total', { total: hand.total })]),
    ...(outcome === null ? [] : [say(outcome)]),
    ...(active === 'none' ? [] : [say(active === 'certain' ? 'felt.active' : 'felt.activeMaybe')]),
    ...(hand.certain ? [] : [say('felt.uncertain')]),
  ]
  return parts.join(', ')
}
