/** What the book remembers of a stream's records to derive later ones. Plain JSON, bounded, kept in the stream's row. */
import { z } from 'zod'
import { UNKNOWN_DAY } from './days.ts'

const recentRound = z.object({
  round: z.string(),
  number: z.int(),
  isVoid: z.boolean(),
  /** Its result was told. */
  isClosed: z.boolean().default(false),
  /** The day on which the round opened, as in `SearchDayRow`. Memories written by older software lack it. */
  day: z.int().default(UNKNOWN_DAY),
})
const pendingCommand = z.object({
  key: z.string(),
  n: z.int(),
  name: z.string(),
  alarm: z.string().nullable(),
  note: z.string().nullable(),
})

/** A group of findings, one of which is right. Memories written by older software have its id alone. */
const group = z.union([
  z.string().transform((id) => ({ id, order: [] as string[], isRaised: true })),
  z.object({
    id: z.string(),
    /** Its findings, the likeliest first. */
    order: z.array(z.string()),
    /** The alarm that they share was raised. */
    isRaised: z.boolean(),
  }),
])

const memory = z.object({
  /** Number of rounds that have opened. */
  rounds: z.int(),
  /** Rounds that later records may still refer to, newest last. */
  recent: z.array(recentRound),
  shoe: z.int().nullable(),
  /** Cards out of the shoe before this round, and in it. */
  cardsBefore: z.int(),
  cardsOfRound: z.object({ round: z.string().nullable(), cards: z.int() }),
  /** `isNew`: he has dealt no card yet, so the key for a relief is about the dealer before him. */
  dealer: z.object({ id: z.string(), fromN: z.int(), isNew: z.boolean().default(false) }).nullable(),
  /** Digest of the rules that the newest start names; null: none was named. */
  rules: z.string().nullable().default(null),
  /** The daemon has started, and nothing has come from the table since. */
  isStarting: z.boolean().default(false),
  /** The table is behind its devices (`LAGGING`). Memories written by older software lack it. */
  isLagging: z.boolean().default(false),
  /** Commands that have not been answered yet. */
  pending: z.array(pendingCommand),
  groups: z.array(group),
})

export type Memory = z.output<typeof memory>
export type Group = z.output<typeof group>
export type PendingCommand = z.output<typeof pendingCommand>

export const NO_MEMORY: Memory = {
  rounds: 0,
  recent: [],
  shoe: null,
  cardsBefore: 0,
  cardsOfRound: { round: null, cards: 0 },
  dealer: null,
  rules: null,
  isStarting: false,
  isLagging: false,
  pending: [],
  groups: [],
}

/**
 * A round is revised within a few rounds, a command is answered at once, and a group lives as long as its round. Beyond this number the
 * oldest entry is forgotten.
 */
export const RECENT_MAX = 16
export const PENDING_MAX = 256
export const GROUPS_MAX = 64

/** null: it is not what this version writes. */
export const readMemory = (text: string): Memory | null => memory.safeParse(JSON.parse(text)).data ?? null
export const writeMemory = (value: Memory): string => JSON.stringify(value)
