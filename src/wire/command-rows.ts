/** Every command of a table: the form of its arguments, and a description for people. */
import { z } from 'zod'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { NOTE_KINDS } from '../engine/evidence/rulings.ts'
import { SHELVED_MINUTES_MAX } from '../procedure/alarms.ts'
import { SHUFFLERS } from '../rules/house/shuffler.ts'
import { askedSpan, REPLAY_RECORDS_MAX } from './replay.ts'

const rev = z.int().min(0)
const alarm = { alarm: z.string().regex(/^[a-z0-9-]{1,64}$/), rev, note: z.string().max(400).exactOptional() }
/** `round`: the command is about this round, and no other. */
const onRound = {
  rev: rev.exactOptional(),
  round: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .exactOptional(),
}
const seq = z.int().min(0)
const oneCard = { seq: seq.exactOptional(), n: z.int().min(1).max(999).exactOptional() }
const isOneCard = ({ seq, n }: { readonly seq?: number; readonly n?: number }): boolean => (seq === undefined) !== (n === undefined)
const ONE_CARD = 'either seq or n says which card'
const CARD_ARGS = '`seq` of its device line or `n` in the round'
const box = z.int().min(1).max(99)
const hand = z.int().min(1).max(4)
/** The limit of the configuration's amounts: 10 million major units. */
const AMOUNT_MAX = 1_000_000_000
const stake = z.int().min(1).max(AMOUNT_MAX)
const card = z.enum(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const)))

interface CommandRow {
  /** The arguments it takes; others are ignored. */
  readonly form: z.ZodType
  /** It may leave an error without a verdict, so a table may ask for a second person. */
  readonly silences?: true
  /** The arguments as the documentation lists them. */
  readonly args: string
  readonly means: string
}

export const COMMANDS: { readonly [name: string]: CommandRow } = {
  snapshot: { form: z.object({}), args: '', means: 'Publishes status, describe and all retained state again.' },
  replay: {
    form: askedSpan,
    args: '`fromSeq`, `toSeq`',
    means: `Sends these records of the journal again, at most ${REPLAY_RECORDS_MAX.toLocaleString('en')} at a time: see Replay. For an audit sink only.`,
  },
  'alarm-ack': { form: z.object(alarm), args: '`alarm`, `rev`, `note`?', means: 'Acknowledges the alarm: somebody has seen it.' },
  'alarm-shelve': {
    form: z.object({ ...alarm, minutes: z.int().min(1).max(SHELVED_MINUTES_MAX) }),
    args: `\`alarm\`, \`rev\`, \`minutes\` 1-${SHELVED_MINUTES_MAX}, \`note\`?`,
    means: 'Shelves the alarm; it returns by itself when the time is up.',
  },
  'alarm-close': {
    form: z.object(alarm),
    args: '`alarm`, `rev`, `note`?',
    means: 'Closes the alarm, unless it is a fault that still persists.',
  },
  'round-void': {
    form: z.object(onRound),
    silences: true,
    args: '`rev`?, `round`?',
    means: 'Declares the open round void: all bets are returned.',
  },
  'card-name': {
    form: z.object({ card, ...oneCard, ...onRound }).refine(isOneCard, ONE_CARD),
    args: `\`card\` as \`KS\`, ${CARD_ARGS}, \`rev\`?, \`round\`?`,
    means: 'Names a card of the open round that could not be read; the round stays incomplete.',
  },
  'card-move': {
    form: z.object({ ...oneCard, box, hand, ...onRound }).refine(isOneCard, ONE_CARD),
    silences: true,
    args: `${CARD_ARGS}, \`box\`, \`hand\` 1-4, \`rev\`?, \`round\`?`,
    means: 'Assigns a card of the open round to a hand. Refused if the card cannot be there in any reading of the round.',
  },
  'card-burn': {
    form: z.object({ ...oneCard, ...onRound }).refine(isOneCard, ONE_CARD),
    silences: true,
    args: `${CARD_ARGS}, \`rev\`?, \`round\`?`,
    means: 'Records that a card of the open round was burned, so it belongs to no hand.',
  },
  'bet-note': {
    form: z.object({ box, kind: z.enum(NOTE_KINDS), amount: z.int().min(1).max(AMOUNT_MAX), ...onRound }),
    args: `\`box\`, \`kind\` ${NOTE_KINDS.join(' or ')}, \`amount\` in minor units, \`rev\`?, \`round\`?`,
    means:
      'Records money that is in play on a box although no sensor sees it. The note counts for the open round. If that round is already being settled or has closed, the note counts for the round in which the box got cards without a bet, or else for the next round. `command.answered` names the round, or none if it is the next one. In that round the chips of the box are not followed.',
  },
  'hand-dead': {
    form: z.object({ box, hand, ...onRound }),
    silences: true,
    args: '`box`, `hand` 1-4, `rev`?, `round`?',
    means: "Declares a hand of the open round dead. What happens to the box's chips in that round is no longer judged.",
  },
  'ruling-undo': {
    form: z.object({ ruling: z.string().regex(/^[\w/-]{1,64}$/), note: z.string().max(400).exactOptional(), ...onRound }),
    args: '`ruling`, `note`?, `rev`?, `round`?',
    means:
      'Takes back a ruling on the open round: `card-move`, `card-burn`, `bet-note` or `hand-dead`, by the id that its answer gave (`ruling`). Both stay on record.',
  },
  limits: {
    form: z.object({ min: stake, max: stake, unit: stake, keep: z.array(box).max(99).default([]), ...onRound }),
    args: '`min`, `max`, `unit` in minor units, `keep`? boxes that may keep the earlier limits, `rev`?, `round`?',
    means: 'Changes the limits of the main bets from the next round on.',
  },
  shuffler: {
    form: z.object({ mode: z.enum(SHUFFLERS), ...onRound }),
    args: `\`mode\` ${SHUFFLERS.join(' or ')}, \`rev\`?, \`round\`?`,
    means: 'Sets what deals the cards from now on. With `continuous`, cards are not counted and there is no cut card.',
  },
  absent: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?, `round`?',
    means: "Marks the box's player as absent from now on, like the key at the table.",
  },
  present: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?, `round`?',
    means: "Marks the box's player as present again, like the key at the table.",
  },
  dealer: {
    form: z.object({ id: z.string().regex(/^[\w.-]{1,64}$/), ...onRound }),
    args: '`id`, 1-64 letters, digits, `_` `.` `-`, `rev`?, `round`?',
    means:
      'Names the dealer who deals from now on. He deals the open round too, unless it is already being settled. The key for a change of dealer says only that there is another one: until this command names him, nobody is named.',
  },
  'device-confirm': {
    form: z.object({ device: z.string().regex(/^[a-z0-9-]{1,32}$/) }),
    args: '`device`, its name in the configuration',
    means:
      'Confirms that the device still plugged in is the genuine one, after two devices had the same serial number (alarm `cloned-serial`). Unplug the other one first: as long as it answers, neither is believed.',
  },
}
