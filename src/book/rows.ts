/**
 * The book's tables, one interface per table: `records` is what the tables at the casino sent, word for word; everything else is derived
 * from it and can be rebuilt. The embedded store and PostgreSQL have the same columns: integers (amounts in minor units, times in Unix ms,
 * 0 or 1 for no or yes) and text, so that one query serves both. Lists and whole results are stored as JSON text.
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
  /** ISO 4217, and the digits of its minor unit; null until a `describe` was received. */
  readonly currency: string | null
  readonly exponent: number | null
}

/** What a table told of itself from a time on, until the next row. Key: table_id, from_at. */
export interface DescriptionRow {
  readonly table_id: number
  /** Unix ms by the table's clock. */
  readonly from_at: number
  /** Digest of its rules as it names it, 64 hexadecimal digits; null: it names none. */
  readonly rules_sha256: string | null
  readonly house: string | null
  /** The `describe`, JSON. */
  readonly described: string
}

/** One journal of a table. A table that begins a new journal gets another stream; the older stream is kept and closed. */
export interface StreamRow {
  readonly id: number
  readonly table_id: number
  /** The journal's name in ids. */
  readonly stream: string
  /** The book holds every record from 1 up to this one. Records after a gap are held as well, but not counted here. */
  readonly complete_to: number
  /** The highest record heard of. */
  readonly heard_to: number
  /** Hash of the chain at `complete_to`, 64 hexadecimal digits; empty: unknown, because earlier records are gone for good. */
  readonly hash: string
  /** The start of the daemon that `complete_to` belongs to. */
  readonly boot: number
  /** The records were folded into the derived tables up to this one. */
  readonly derived_to: number
  /** What later records need to know of those up to `derived_to`, JSON. */
  readonly derive_state: string
  /** Ed25519 public key of the journal, base64 DER, that was the table's when the journal named it; null: it has none yet. */
  readonly public_key: string | null
  /** Another key that the journal has named since, and nobody has confirmed; empty: it names none any more; null: there is no such key. */
  readonly strange_key: string | null
  /** The table's seals have proven every record up to this one, or the record is gone for good. None of them is ever replaced. */
  readonly proven_to: number
  /** Hash of the chain there, in the form of `hash`. */
  readonly proven_hash: string
  /** Record of the seal that contradicts those held between `proven_to` and it, which are requested again; null: none does. */
  readonly doubted_by: number | null
  /** From this record on the book countersigns nothing: nobody can tell that it continues what the book had signed; null: there is none. */
  readonly unsigned_from: number | null
  /**
   * Who vouches that this is a journal of the table. `new`: nobody yet; `first`: the first that a confirmed key of the table sealed;
   * `before`: known since before the book asked; `person`: a person named it; `rejected`: a person said that it is none of the table's.
   */
  readonly standing: 'new' | 'first' | 'before' | 'person' | 'rejected'
  /** Record of the first seal that is valid by the key of the table; null: there is none. Before it, nothing is derived or countersigned. */
  readonly first_seal: number | null
  /** The earliest and the latest `heard_at` of its records; null: none is known. */
  readonly heard_from: number | null
  readonly heard_until: number | null
  readonly first_at: number
  readonly last_at: number
}

/** Key: stream_id, n. */
export interface RecordRow {
  readonly stream_id: number
  readonly n: number
  /**
   * When it was written, as far as the book can tell, Unix ms: its own time of receipt for what came live, the table's clock for what it
   * asked for. null: it came before the book noted this.
   */
  readonly heard_at: number | null
  /** Wall clock of the table, Unix ms. */
  readonly t: number
  readonly kind: string
  /** The record as `log` carried it, JSON. */
  readonly body: string
}

/**
 * Another version of a record than the one that `records` holds: the first that arrived, or the one that the table's seal proves. Nothing is
 * ever derived from it. Key: stream_id, n.
 */
export interface OtherVersionRow {
  readonly stream_id: number
  readonly n: number
  /** As `log` carried it, JSON. */
  readonly body: string
  /** When the book heard it first, Unix ms. */
  readonly heard_at: number
  /** Record of the seal with which the table signed it; null: no seal proves it. */
  readonly sealed_by: number | null
  /** How often a version arrived that was neither the one held nor one that was kept here already. */
  readonly versions: number
}

/** Which key is the table's: the row with the highest number. Earlier rows stay. Key: table_id, number. */
export interface TableKeyRow {
  readonly table_id: number
  /** 1, 2, 3, ... */
  readonly number: number
  /** Of the public key, as `npm run verify` prints it. */
  readonly fingerprint: string
  /** Unix ms. */
  readonly at: number
  /**
   * `first`: the first key that the table named, unconfirmed; `known`: the book knew it before it kept keys; `person`: confirmed by a person
   * (`book trust-key`); `config`: by a row of `tables:` in the book's configuration; `owner`: by the process that runs both table and book.
   */
  readonly how: 'first' | 'known' | 'person' | 'config' | 'owner'
}

/** What a person said of a table's journals; earlier words stay, and the last one counts. Key: table_id, number. */
export interface JournalWordRow {
  readonly table_id: number
  /** 1, 2, 3, ... */
  readonly number: number
  /** The journal's name. */
  readonly stream: string
  /** `ours`: it is the table's; `rejected`: it is not; `counts`: it is the one that counts for the time it shares with `other`. */
  readonly word: 'ours' | 'rejected' | 'counts'
  readonly other: string | null
  /** Unix ms. */
  readonly at: number
}

/** Something about the records that a person should know: a gap that stays, an altered record, two tables with one name. */
export interface IncidentRow {
  readonly id: number
  readonly stream_id: number | null
  readonly table_id: number | null
  readonly at: number
  readonly code: string
  readonly text: string
  /** When a person decided it, or it settled itself, Unix ms; null: it stands. */
  readonly closed_at: number | null
  /** The user of the machine who closed it; null: it settled itself, or stands. */
  readonly closed_by: string | null
}

/** Key: stream_id, shoe. */
export interface ShoeRow {
  readonly stream_id: number
  readonly shoe: number
  readonly loaded_at: number
  readonly ended_at: number | null
  readonly cut_card_at: number | null
  /** Cards dealt from it; null: none has been dealt yet. */
  readonly cards_out: number | null
}

/** Key: stream_id, round. */
export interface RoundRow {
  readonly stream_id: number
  readonly round: string
  readonly shoe: number
  /** Number of the round within its stream, 1, 2, 3, ... in the order in which rounds opened. */
  readonly number: number
  readonly opened_at: number
  readonly closed_at: number | null
  /** The records of its first and last event, including revisions. */
  readonly first_n: number
  readonly last_n: number
  /** The dealer named at the time; null: no dealer was named. */
  readonly dealer_id: string | null
  /** Digest of the rules under which it was played, as the table's start names it; null: that record is missing, or older software derived it. */
  readonly rules_sha256: string | null
  readonly boxes: number
  readonly hands: number
  /** `open` `closed` `void` `incomplete` */
  readonly state: string
  readonly ended: string | null
  readonly readings: number
  /** Every reading has the same hands, outcomes and money. */
  readonly certain: Flag
  /** The table was more than 2 s behind its devices when it reported the result: searches for errors were cut short. */
  readonly lagging: Flag
  /** No sum counts it: its journal shares this time with another one of its table (TWO-TABLES), and no person has named it for that time. */
  readonly left_out: Flag
  /** What the house won: chips of all bets that were seen to move, by the likeliest reading. null: none was, or it is open or void. */
  readonly house_won: number | null
  /** The same number if every bet was seen and every reading has it; otherwise null. */
  readonly house_won_certain: number | null
  /** Bets that have no part in `house_won`, because nobody saw their chips move, and their stakes. Of a void round nothing is counted. */
  readonly bets_not_seen: number
  readonly staked_not_seen: number
  /** What the house should have won by the rules at the bets whose result is known, by the likeliest reading; null: at none it is. */
  readonly by_the_rules: number | null
  readonly bets_not_known: number
  /** The same over all bets, as `net` of `round.closed` has it. */
  readonly net: number | null
  readonly net_best: number | null
  readonly net_from: number | null
  readonly net_to: number | null
  /** Main and side stakes in the likeliest reading; null if unknown. */
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
  /** 0 to 1000: thousandths of the readings' weight; null if the readings were not counted. */
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
  /** What was paid wrongly, taken wrongly or is missing; 0 once it is put right; null if no amount is at stake or it is unknown. */
  readonly amount: number | null
  /** The same, before it was put right; null also if that is not known any more. */
  readonly amount_wrong: number | null
  readonly group_id: string | null
  /** Place in its group, 0 the likeliest; null: no group, or it was derived by older software. */
  readonly group_rank: number | null
  readonly dealer_id: string | null
  /** When it was raised; if that record is missing, when the first thing was heard of it. */
  readonly raised_at: number
  readonly changed_at: number | null
  readonly withdrawn_at: number | null
  /** The dealer or the floor put it right. */
  readonly corrected: Flag
  /**
   * Judged under other rules: a start under other rules, or of newer software, raised, changed or withdrew it, although its round was over
   * by then. Not counted for any dealer.
   */
  readonly other_rules: Flag
  /** Its newest `data`, JSON. */
  readonly data: string
}

/**
 * The days on which a box was played, or an amount was staked, due, moved or at stake in a finding. A search skips all other days. If a
 * round is later reported differently, its days stay as they are. Key: stream_id, what, value, day.
 */
export interface SearchDayRow {
  readonly stream_id: number
  /** `box` `amount` */
  readonly what: string
  /** An amount is stored without its sign. */
  readonly value: number
  /** The day on which the round opened, days since 1970 in UTC; -1: unknown. */
  readonly day: number
}

/** The steps of an alarm's life. Key: stream_id, n. */
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
  /** The round that it is about; null: none, or it was refused before that was known. */
  readonly round: string | null
  readonly ok: Flag
  readonly error: string | null
}

/**
 * Key: stream_id, n. Links up and down, identities, incidents, gaps of cards, conditions of the host, a changed configuration, a journal
 * accepted in spite of doubts.
 */
export interface DeviceEventRow {
  readonly stream_id: number
  readonly n: number
  readonly at: number
  /** null: the machine itself. */
  readonly device: string | null
  readonly kind: string
  /** For a link: 1 up, 0 down. */
  readonly up: Flag | null
  readonly code: string | null
  readonly text: string | null
}

/** Which dealer dealt when. Key: stream_id, from_n. */
export interface DealerSpellRow {
  readonly stream_id: number
  readonly from_n: number
  readonly dealer_id: string
  readonly from_at: number
  readonly to_at: number | null
}

/** What bets are worth under one set of rules, computed once. Key: rules_sha256, version. */
export interface TheoryRow {
  /** 64 hexadecimal digits. */
  readonly rules_sha256: string
  /** The version of the computation: `THEORY_VERSION`. */
  readonly version: number
  /** JSON. */
  readonly theory: string
}

/** The book's signatures over a journal that it holds (`src/base/records/book-head.ts`). None is changed or removed. Key: stream_id, seq, key. */
export interface BookHeadRow {
  readonly stream_id: number
  readonly boot: number
  /** The last record that the signature covers, and the hash over all records up to it. */
  readonly seq: number
  readonly hash: string
  /** When it was signed, ISO 8601 in UTC. */
  readonly at: string
  /** Public key and signature, base64. */
  readonly key: string
  readonly sig: string
  /** The table's seals proved the records up to this one, with the hash there, and the book's signature over both figures; null: an older book signed. */
  readonly sealed_to: number | null
  readonly sealed_hash: string | null
  readonly sealed_sig: string | null
}

/** Name of a table of the store -> its rows. */
export interface BookTables {
  readonly tables: TableRow
  readonly descriptions: DescriptionRow
  readonly streams: StreamRow
  readonly records: RecordRow
  readonly other_versions: OtherVersionRow
  readonly table_keys: TableKeyRow
  readonly journal_words: JournalWordRow
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
