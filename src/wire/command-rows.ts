/** Every command of a table: the form of its arguments, and a description for people. */
import { z } from 'zod'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { NOTE_KINDS } from '../engine/evidence/rulings.ts'
import { SHUFFLERS } from '../house/shuffler.ts'
import { SHELVED_MINUTES_MAX } from '../procedure/alarms.ts'
import { askedSpan, REPLAY_RECORDS_MAX } from './replay.ts'

const rev = z.int().min(0)
const alarm = { alarm: z.string().regex(/^[a-z0-9-]{1,64}$/), rev, note: z.string().max(400).exactOptional() }
const onRound = { rev: rev.exactOptional() }
const seq = z.int().min(0)
const box = z.int().min(1).max(99)
const hand = z.int().min(1).max(4)
/** The limit of the configuration's amounts: 10 million major units. */
const AMOUNT_MAX = 1_000_000_000
const stake = z.int().min(1).max(AMOUNT_MAX)
const card = z.enum(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const)))

interface CommandRow {
  /** The arguments it takes; others are ignored. */
  readonly form: z.ZodType
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
  'round-void': { form: z.object(onRound), args: '`rev`?', means: 'Declares the open round void: all bets are returned.' },
  'card-name': {
    form: z.object({ card, seq, ...onRound }),
    args: '`card` as `KS`, `seq` of its device line, `rev`?',
    means: 'Names a card of the open round that could not be read; the round stays incomplete.',
  },
  'card-move': {
    form: z.object({ seq, box, hand, ...onRound }),
    args: '`seq` of its device line, `box`, `hand` 1-4, `rev`?',
    means: 'Assigns a card of the open round to a hand. Refused if the card cannot be there in any reading of the round.',
  },
  'card-burn': {
    form: z.object({ seq, ...onRound }),
    args: '`seq` of its device line, `rev`?',
    means: 'Records that a card of the open round was burned, so it belongs to no hand.',
  },
  'bet-note': {
    form: z.object({ box, kind: z.enum(NOTE_KINDS), amount: z.int().min(1).max(AMOUNT_MAX), ...onRound }),
    args: `\`box\`, \`kind\` ${NOTE_KINDS.join(' or ')}, \`amount\` in minor units, \`rev\`?`,
    means:
      'Records money that is in play on a box although no sensor sees it. The note counts for the open round. If that round is already being settled or has closed, the note counts for the round in which the box got cards without a bet, or else for the next round. `command.answered` names the round, or none if it is the next one. In that round the chips of the box are not followed.',
  },
  'hand-dead': {
    form: z.object({ box, hand, ...onRound }),
    args: '`box`, `hand` 1-4, `rev`?',
    means: "Declares a hand of the open round dead. What happens to the box's chips in that round is no longer judged.",
  },
  limits: {
    form: z.object({ min: stake, max: stake, unit: stake, keep: z.array(box).max(99).default([]), ...onRound }),
    args: '`min`, `max`, `unit` in minor units, `keep`? boxes that may keep the earlier limits, `rev`?',
    means: 'Changes the limits of the main bets from the next round on.',
  },
  shuffler: {
    form: z.object({ mode: z.enum(SHUFFLERS), ...onRound }),
    args: `\`mode\` ${SHUFFLERS.join(' or ')}, \`rev\`?`,
    means: 'Sets what deals the cards from now on. With `continuous`, cards are not counted and there is no cut card.',
  },
  absent: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?',
    means: "Marks the box's player as absent from now on, like the key at the table.",
  },
  present: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?',
    means: "Marks the box's player as present again, like the key at the table.",
  },
  dealer: {
    form: z.object({ id: z.string().regex(/^[\w.-]{1,64}$/), ...onRound }),
    args: '`id`, 1-64 letters, digits, `_` `.` `-`, `rev`?',
    means: 'Names the dealer who deals from now on, like the key for a change of dealer.',
  },
  'device-confirm': {
    form: z.object({ device: z.string().regex(/^[a-z0-9-]{1,32}$/) }),
    args: '`device`, its name in the configuration',
    means:
      'Confirms that the device still plugged in is the genuine one, after two devices had the same serial number (alarm `cloned-serial`). Unplug the other one first: as long as it answers, neither is believed.',
  },
}
