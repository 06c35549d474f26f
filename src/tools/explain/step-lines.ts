/**
 * The observations of a round as lines: when, which device, its report, the readings; below that what was ruled out and what became
 * certain.
 */

import { flowed, type Line, laidOut, padded, piece, type Tone, widthOf, wrapped } from '../../base/terminal/line.ts'
import { findingEntry } from '../../display/terminal/notices.ts'
import { cardsLine } from '../../display/terminal/pieces.ts'
import type { TableContext } from '../../engine/context.ts'
import type { EndReason } from '../../engine/event.ts'
import type { Round } from '../../engine/evidence/round.ts'
import { textAt } from '../../engine/evidence/round.ts'
import { holePosition } from '../../rules/game/deal.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import { endedText, placeText } from '../../wire/account/text.ts'
import type { Account, RivalNote, Step } from './account.ts'
import { affirmations, listText, whereText } from './claim-text.ts'
import { type Denial, denialsOf } from './denials.ts'
import type { Fallen } from './fallen.ts'
import { observedLine, sourceText } from './observed.ts'

const TIME_COLUMNS = 10
const SOURCE_COLUMNS = 13
const LABEL_COLUMNS = 11
const INDENT = TIME_COLUMNS
/** Ruled-out stories shown for one observation; `full` shows all. */
const DENIALS_MAX = 4
const PLACES_MAX = 4

export interface Telling {
  readonly columns: number
  /** Show every ruled-out story, not only the most common. */
  readonly full: boolean
}

/** What every line of a round's steps needs. */
interface Page extends Telling {
  readonly round: Round
  readonly rules: HouseRules
  readonly context: TableContext
  /** Position of the hole card; -1 if the house deals none. */
  readonly hole: number
  /** Why it is over; null: it is still open. */
  readonly ended: EndReason | null
}

export const timeText = (ms: number): string => `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(1)} s`

/** An observation that means nothing to a person: time passed and nothing came of it. */
export const isQuiet = (step: Step): boolean =>
  step.observation?.kind === 'tick' &&
  step.closes === null &&
  step.rival === null &&
  step.before === step.after &&
  step.fallen.length === 0 &&
  step.certain.claims.length + step.certain.results.length === 0 &&
  step.findings.length === 0 &&
  step.incomplete === null

/** A card of the initial deal with nothing else to report. */
const isPlainDeal = (step: Step): boolean =>
  step.owner !== null &&
  step.incomplete === null &&
  step.findings.length === 0 &&
  step.rival === null &&
  step.certain.claims.length + step.certain.results.length === 0 &&
  step.observation?.late !== true

export const stepsLines = ({ steps, round, context, end, result }: Account, telling: Telling): Line[] => {
  const { rules } = context
  const page: Page = { ...telling, round, rules, context, hole: holePosition(rules, round.boxes.length), ended: result?.ended ?? null }
  const lines: Line[] = []
  let deal: Step[] = []
  const flush = () => {
    if (deal.length > 0) lines.push(...dealLines(deal, page))
    deal = []
  }
  for (const step of steps.filter((each) => !isQuiet(each))) {
    const opens =
      typeof step.owner?.box === 'number' && deal.some(({ owner }) => owner?.box !== 'dealer' && owner?.pass !== step.owner?.pass)
    if (!isPlainDeal(step) || opens) flush()
    if (isPlainDeal(step)) deal.push(step)
    else lines.push(...stepLines(step, page))
  }
  flush()
  return end === 'unseen' ? [...lines, ...flowed([piece(' '.repeat(INDENT))], UNSEEN, telling.columns)] : lines
}

const UNSEEN: Line = [
  piece('the following cards belong to the next round: this one was over, although no chip movement showed it', 'strong'),
]

const headOf = (time: string, source: string): Line => [
  ...padded([piece(time)], TIME_COLUMNS - 1, 'before'),
  piece(' '),
  ...padded([piece(source, 'faint')], SOURCE_COLUMNS),
  piece(' '),
]

/** One pass of the initial deal on one line. */
const dealLines = (steps: readonly Step[], { round, hole, columns }: Page): Line[] => {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return []
  const [device = '', from] = sourceText(first.observation).split(' ')
  const to = sourceText(last.observation).split(' ')[1]
  const items = steps.map(({ owner, position }): Line => {
    const card = position === hole ? 'hidden' : textAt(round, position ?? 0)
    return [piece(owner?.box === 'dealer' ? 'dealer ' : `box ${round.boxes[Number(owner?.box)]} `, 'faint'), ...cardsLine([card])]
  })
  const source = from === undefined ? device : `${device} ${from === to ? from : `${from}-${to}`}`
  return wrapped(headOf(timeText(first.sinceMs), source), items, piece('  '), columns)
}

const stepLines = (step: Step, page: Page): Line[] => {
  const { round, hole, columns, context } = page
  const isHidden = step.position === hole && hole >= 0
  const counts = countsLine(step)
  const room = columns - widthOf(counts) - 1
  const [head = [], ...more] = flowed(
    headOf(timeText(step.sinceMs), sourceText(step.observation)),
    observedLine(step, round, isHidden, context),
    room,
  )
  return [
    [...padded(head, room), piece(' '), ...counts],
    ...more,
    ...waitedLines(step, page),
    ...noteLines(step, page),
    ...labelled('ruled out', 'loss', deniedLine(step.fallen, reasonOf(step), page), page),
    ...certainLines(step, page),
    ...openLines(step, page),
    ...step.findings.flatMap(({ type, data }) =>
      laidOut(findingEntry(type, data), columns - INDENT).map((line) => [piece(' '.repeat(INDENT)), ...line]),
    ),
  ]
}

/** `87 → 78`. */
const countsLine = ({ before, after, closes }: Step): Line => {
  if (after === null) return []
  if (before === null || before === after) return [piece(`${after}${closes === null ? '' : ' left'}`, before === after ? 'faint' : 'plain')]
  return [piece(`${before} → `, 'faint'), piece(`${after}`, after < before ? 'gain' : 'plain')]
}

/** Without a sentence there is no line. */
const labelled = (label: string, tone: Tone, sentence: Line, { columns }: Page): Line[] =>
  sentence.length === 0 ? [] : flowed([piece(' '.repeat(INDENT)), ...padded([piece(label, tone)], LABEL_COLUMNS)], sentence, columns)

const separated = (lines: readonly Line[], between = '; '): Line =>
  lines.flatMap((line, at) => (at === 0 ? [...line] : [piece(between), ...line]))

const waitedLines = ({ waited }: Step, page: Page): Line[] => {
  if (waited === null) return []
  const { fallen, pointer } = waited
  const denied = deniedLine(fallen, waitedReason, page)
  const isPointed = pointer !== null && pointer !== 'none' && denied.length > 0
  const stayed = isPointed ? [piece(`the pointer stayed at ${placeText(pointer)}, so `)] : []
  return labelled('meanwhile', 'loss', [...stayed, ...denied], page)
}

/** What would have been seen by now. */
const waitedReason = ({ claims, common }: Denial): string | null => {
  if (claims.every(({ kind }) => kind === 'double' || kind === 'split') || common === 'double' || common === 'split')
    return 'no stake was added'
  return common === 'bust' ? 'no losing bet was taken' : null
}

const deniedLine = (fallen: readonly Fallen[], reason: (denial: Denial) => string | null, page: Page): Line => {
  const denials = denialsOf(page.round, fallen, page.rules)
  const told = page.full ? denials : denials.slice(0, DENIALS_MAX)
  const rest = denials.length - told.length
  const said = told.map((denial): Line => {
    const why = reason(denial)
    return why === null ? denial.line : [...denial.line, piece(`: ${why}`)]
  })
  return separated(rest > 0 ? [...said, [piece(`and ${rest} more`, 'faint')]] : said)
}

/** Why a claim of this kind was ruled out, if the observation itself says so. */
const reasonOf =
  ({ observation, level }: Step) =>
  ({ claims }: Denial): string | null => {
    if (!observation) return null
    if (observation.kind === 'card') return claims.every(({ kind }) => kind === 'finished') ? 'another card followed' : null
    if (observation.kind !== 'spot' || !claims.every(({ box }) => observation.spot === `${box}.main`)) return null
    if (observation.amount < (level?.amount ?? 0)) return 'its chips were taken'
    return observation.amount > (level?.amount ?? 0) ? 'chips were added' : null
  }

const certainLines = ({ certain }: Step, page: Page): Line[] =>
  labelled('certain', 'gain', separated(affirmations(page.round, certain)), page)

/** The likeliest place of the card, and the others it may have gone to. */
const openLines = ({ places, after, position }: Step, page: Page): Line[] => {
  const { round } = page
  if (position === null || after === null || places.length < 2) return []
  const told = page.full ? places : places.slice(0, PLACES_MAX)
  const rest = places.length - told.length
  const [first = '', ...others] = told.map((place) => whereText(round, place))
  const more = [...others, ...(rest > 0 ? [`${rest} other${rest === 1 ? '' : 's'}`] : [])]
  const where = places[0]?.best
    ? `most likely went to ${first}, otherwise to ${listText(more, 'or')}`
    : `went to ${listText([first, ...more], 'or')}`
  return labelled('open', 'faint', [piece('the '), ...cardsLine([textAt(round, position)]), piece(` ${where}`)], page)
}

const WAYS: { readonly [way in NonNullable<Step['way']>]: string } = {
  all: 'all the evidence fits again',
  'late-pointer': 'no reading fits if the pointer was moved in time: it is assumed to have been late',
  'without-settlement': 'no reading fits the chip movements after play: they are ignored',
  'without-chips': 'no reading fits the chip movements: only the cards are used',
}

const RIVALS: { readonly [note in RivalNote]: string } = {
  'may-be-next': 'the round may already be over and this card part of the next: both accounts are kept',
  'goes-on': 'the round is still going on: the next one has not begun',
  'may-be-before': 'this card may also belong to the previous round: both accounts are kept',
  'before-ended': 'the previous round was over, although nothing showed it',
}

/** Fewer readings of the same stories: they differ in where the settlement ended, or in which stories go together. */
const isMuteLoss = ({ before, after, fallen, waited }: Step): boolean =>
  before !== null && after !== null && after < before && fallen.length === 0 && waited === null

const noteLines = (step: Step, { round, hole, ended, columns }: Page): Line[] => {
  const notes: Line[] = []
  const turned = (): Line => cardsLine([textAt(round, hole)])
  if (step.turnsHole) notes.push([piece('the hole card is turned: '), ...turned(), piece('; from here on it is used')])
  if (step.way !== null) notes.push([piece(WAYS[step.way], 'alarm')])
  if (step.rival !== null) notes.push([piece(RIVALS[step.rival])])
  if (isMuteLoss(step)) notes.push([piece('every hand may still have gone as before, but in fewer combinations', 'faint')])
  if (step.incomplete !== null) notes.push([piece(`the round can no longer be judged completely: ${step.incomplete}`, 'alarm')])
  if (step.closes === 'void') notes.push([piece('the round is void: all stakes are returned', 'strong')])
  if (step.closes === 'closed') notes.push([piece(`the round is closed${ended === null ? '' : endedText(ended)}`, 'strong')])
  return notes.flatMap((note) => flowed([piece(' '.repeat(INDENT))], note, columns))
}
