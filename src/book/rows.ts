/**
 * The book's tables, one interface a table: `records` is what the tables at the casino sent, word for word; everything else is derived
 * from it and can be rebuilt. The same columns in the embedded store and in PostgreSQL: integers (amounts in minor units, times in Unix
 * ms, 0 or 1 for no or yes) and text, so that one query serves both. Lists and whole results stand as JSON text.
 */
type Flag = 0 | 1

/** A table of the casino, by the name it publishes under. */
export interface TableRow {
  readonly id: number
  readonly property: string
  readonly pit: string
  readonly name: string
  readonly house: string | null
  readonly software: string | null
  /** ISO 4217, and how many digits its minor unit has; null until a `describe` was heard. */
  readonly currency: string | null
  readonly exponent: number | null
  /** The last `describe` it published, JSON; null: none was heard. */
  readonly described: string | null
}

/** One journal of a table. A table that begins its journal anew has another stream; the older one is kept and closed. */
export interface StreamRow {
  readonly id: number
  readonly table_id: number
  /** The journal's name in ids. */
  readonly stream: string
  /** Every record from 1 up to it is held; what lies behind a gap is held as well, but not counted here. */
  readonly complete_to: number
  /** The highest record heard of. */
  readonly heard_to: number
  /** Hash of the chain at `complete_to`, 64 hexadecimal digits; empty: not known, because records before it are gone for good. */
  readonly hash: string
  /** The daemon's start `complete_to` is of. */
  readonly boot: number
  /** The records were folded into the derived tables up to here. */
  readonly derived_to: number
  /** What is remembered of the records up to there for those that follow, JSON. */
  readonly derive_state: string
  /** Ed25519 public key of the journal, base64 DER; null: it has none yet. */
  readonly public_key: string | null
  /** The table's seals have proven every record up to here, or it is gone for good: no record up to it is ever replaced. */
  readonly proven_to: number
  /** Hash of the chain there, as `hash`. */
  readonly proven_hash: string
  /** Record of the seal that contradicts those held between `proven_to` and it, which are asked for again; null: none does. */
  readonly doubted_by: number | null
  readonly first_at: number
  readonly last_at: number
}

/** Key: stream_id, n. */
export interface RecordRow {
  readonly stream_id: number
  readonly n: number
  /** Wall clock of the table, Unix ms. */
  readonly t: number
  readonly kind: string
  /** The record as `log` carried it, JSON. */
  readonly body: string
}

/** Something about the records that a person should know: a gap that stays, an altered record, two tables with one name. */
export interface IncidentRow {
  readonly id: number
  readonly stream_id: number | null
  readonly table_id: number | null
  readonly at: number
  readonly code: string
  readonly text: string
}

/** Key: stream_id, shoe. */
export interface ShoeRow {
  readonly stream_id: number
  readonly shoe: number
  readonly loaded_at: number
  readonly ended_at: number | null
  readonly cut_card_at: number | null
  /** Cards out of it; null: none has come yet. */
  readonly cards_out: number | null
}

/** Key: stream_id, round. */
export interface RoundRow {
  readonly stream_id: number
  readonly round: string
  readonly shoe: number
  /** Of the round within its stream, 1, 2, 3, ... in the order in which rounds opened. */
  readonly number: number
  readonly opened_at: number
  readonly closed_at: number | null
  /** Records of its first event and of its last one, revisions included. */
  readonly first_n: number
  readonly last_n: number
  /** The dealer named then; null: nobody was. */
  readonly dealer_id: string | null
  readonly boxes: number
  readonly hands: number
  /** `open` `closed` `void` `incomplete` */
  readonly state: string
  readonly ended: string | null
  readonly readings: number
  /** Every reading has the same hands, outcomes and money. */
  readonly certain: Flag
  /** The house's net result: as `net` of `round.closed`. */
  readonly net: number | null
  readonly net_best: number | null
  readonly net_from: number | null
  readonly net_to: number | null
  /** Main stakes and side stakes by the likeliest reading; null where unknown. */
  readonly staked: number | null
  readonly staked_sides: number | null
  readonly revised: Flag
  /** `data` of the last `round.closed` or `round.revised`; null while it is open. */
  readonly result: string | null
}

/** Key: stream_id, round, box, hand. */
export interface HandRow {
  readonly stream_id: number
  readonly round: string
  readonly box: number
  readonly hand: number
  /** Space-joined, `??` for an unread one. */
  readonly cards: string
  readonly total: number | null
  /** Space-joined. */
  readonly actions: string
  readonly outcome: string | null
  readonly certain: Flag
  /** 0 to 1000: thousandths of the readings' weight; null where nobody counted. */
  readonly share: number | null
}

/** Key: stream_id, round, box, area. */
export interface SpotRow {
  readonly stream_id: number
  readonly round: string
  readonly box: number
  readonly area: string
  readonly staked: number | null
  readonly due: number | null
  readonly moved: number | null
  readonly best_staked: number
  readonly best_due: number | null
  readonly best_moved: number | null
  readonly certain: Flag
}

/** Key: stream_id, finding. */
export interface FindingRow {
  readonly stream_id: number
  readonly finding: string
  readonly code: string
  readonly grade: string
  readonly severity: string
  readonly round: string | null
  readonly box: number | null
  readonly hand: number | null
  readonly spot: string | null
  /** What was paid wrongly, taken wrongly or is missing; null where no amount is at stake or known. */
  readonly amount: number | null
  readonly group_id: string | null
  readonly dealer_id: string | null
  readonly raised_at: number
  readonly changed_at: number | null
  readonly withdrawn_at: number | null
  /** The dealer or the floor put it right. */
  readonly corrected: Flag
  /** The newest `data` of it, JSON. */
  readonly data: string
}

/**
 * On which days a box was played, or an amount was staked, due, moved or at stake in a finding: where a search need not look. A round that was told
 * otherwise later leaves its days as they are. Key: stream_id, what, value, day.
 */
export interface SearchDayRow {
  readonly stream_id: number
  /** `box` `amount` */
  readonly what: string
  /** Of an amount: without its sign. */
  readonly value: number
  /** On which the round opened, days since 1970 in UTC; -1: it is not known. */
  readonly day: number
}

/** What became of an alarm, step by step. Key: stream_id, n. */
export interface AlarmStepRow {
  readonly stream_id: number
  readonly n: number
  readonly alarm: string
  readonly at: number
  /** `raised` `acknowledged` `shelved` `returned` `closed` `withdrawn` */
  readonly step: string
  readonly user: string | null
  readonly note: string | null
}

/** Key: stream_id, n. */
export interface CommandRow {
  readonly stream_id: number
  readonly n: number
  readonly at: number
  readonly user: string
  readonly name: string
  readonly args: string | null
  readonly ok: Flag
  readonly error: string | null
}

/** Key: stream_id, n. Links up and down, identities, incidents, gaps of cards, conditions of the host, a changed configuration, a journal accepted in spite of doubts. */
export interface DeviceEventRow {
  readonly stream_id: number
  readonly n: number
  readonly at: number
  /** null: the machine itself. */
  readonly device: string | null
  readonly kind: string
  /** Of a link: 1 up, 0 down. */
  readonly up: Flag | null
  readonly code: string | null
  readonly text: string | null
}

/** Who dealt when. Key: stream_id, from_n. */
export interface DealerSpellRow {
  readonly stream_id: number
  readonly from_n: number
  readonly dealer_id: string
  readonly from_at: number
  readonly to_at: number | null
}

/** What bets are worth by one set of rules, worked out once. Key: rules_sha256, version. */
export interface TheoryRow {
  /** 64 hexadecimal digits. */
  readonly rules_sha256: string
  /** Of the sums behind it: `THEORY_VERSION`. */
  readonly version: number
  /** JSON. */
  readonly theory: string
}

/** The newest signature of the book over a journal that it holds (`src/journal/book-head.ts`). Key: stream_id. */
export interface BookHeadRow {
  readonly stream_id: number
  readonly boot: number
  /** The last record it is about, and the hash of all up to it. */
  readonly seq: number
  readonly hash: string
  /** When it was signed, ISO 8601 in UTC. */
  readonly at: string
  /** Public key and signature, base64. */
  readonly key: string
  readonly sig: string
}

/** Name of a table of the store -> its rows. */
export interface BookTables {
  readonly tables: TableRow
  readonly streams: StreamRow
  readonly records: RecordRow
  readonly incidents: IncidentRow
  readonly shoes: ShoeRow
  readonly rounds: RoundRow
  readonly hands: HandRow
  readonly spots: SpotRow
  readonly findings: FindingRow
  readonly search_days: SearchDayRow
  readonly alarm_steps: AlarmStepRow
  readonly commands: CommandRow
  readonly device_events: DeviceEventRow
  readonly dealer_spells: DealerSpellRow
  readonly theories: TheoryRow
  readonly book_heads: BookHeadRow
}
