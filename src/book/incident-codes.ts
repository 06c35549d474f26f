/** What the book reports about the records that it receives, each with what it means and what to do about it. */

const ASK_THE_TABLE = "Compare with the table's journal: run `npm run verify` there."

export const INCIDENTS = {
  ALTERED: [
    'A record came twice with different contents, or the records do not have the hash that the table signs. Suspect both: who can publish as the table, and who holds its key.',
    `If a seal contradicts them, the book asks the table for the records again; wait for \`PUT-RIGHT\` or \`NOT-PUT-RIGHT\`. ${ASK_THE_TABLE}`,
  ],
  'PUT-RIGHT': [
    'The table sent records again that no seal had covered yet, and its seal proves them. The book now holds these, with the other version beside each; the text names the records and the fields that differed. What the book had signed as received stays signed.',
    'The book has what the table sealed. Find out who sent the other version: somebody with the login of the table at the broker, or with its key.',
  ],
  'NOT-PUT-RIGHT': [
    'The records stay as the book received them: nothing that the table sent has the sealed hash, or the table no longer keeps them. If the book had signed any of this journal, it countersigns and acknowledges no more of it in the second case.',
    `${ASK_THE_TABLE} Suspect whoever can publish as the table, and whoever holds its key: secure table and journal, give the table a new key, and begin a new journal.`,
  ],
  'FALSE-SEAL': [
    'A seal was not signed with the key that the journal names: another key signs for this table, or somebody made the seal up.',
    ASK_THE_TABLE,
  ],
  'KEY-CHANGED': [
    'A journal names or uses a key other than that of its table, and no person has confirmed it at the book. What it signs proves nothing, and the book countersigns and acknowledges nothing of it.',
    'If the table was given another key on purpose, compare the fingerprint with the one that the table prints, and confirm it: `npm run book -- trust-key`. Otherwise somebody writes in the name of the table: look at the table and at its login.',
  ],
  UNSEALED: [
    'A table has sent records for two minutes without a seal; it seals at least once a minute. Whoever holds its key may be withholding seals, to sign other records later, or somebody else publishes as the table. What came is signed as received, and yields to what a seal proves.',
    `Look at the table: is the program the one that was installed? ${ASK_THE_TABLE}`,
  ],
  'NO-PLACE': [
    'All places of the book are taken, so what the tables that the text names send is dropped. Tables whose key was confirmed never lose their place.',
    'Give a table of yours a place: `npm run book -- trust-key p1/bj07 FINGERPRINT`. If nobody knows the names, somebody makes up tables: look at the logins of the broker.',
  ],
  'NEW-JOURNAL': [
    'A journal came under the name of a table, and nobody has vouched for it; or records of an unknown journal came as historical, and nobody had asked for them. Its records are stored and marked, but nothing of them is derived, countersigned or acknowledged.',
    "If somebody began a new journal at the table on purpose, name it: `npm run book -- trust-key p1/bj07 --journal NAME`. Otherwise somebody who can publish as the table, or who holds its key, writes in its name: `--not-journal NAME`, then look at the table and at the broker's logins.",
  ],
  'TWO-TABLES': [
    'Two journals of one table, both sealed with its confirmed key, share time: two tables have the same name, an old copy of a table is running, or somebody with its key wrote another evening. Neither counts for the time they share; the report says how much is left out.',
    'Find out which one is the evening that was played, and name it: `npm run book -- trust-key p1/bj07 --journal NAME`, or reject the other one: `--not-journal NAME`.',
  ],
  'GAP-STAYS': [
    'Records are missing for good, because the table no longer keeps them.',
    "What the book says of that time is incomplete. If a backup of the table's journal has the records, keep it.",
  ],
  GAP: [
    'Records have been missing for more than a minute, or the table does not send those that the book asked for; the text says which. Nothing behind the gap is derived or countersigned. The book keeps asking, at longer intervals.',
    'Check whether the table is running, and whether its login may read the commands of the book.',
  ],
  DENIED: [
    'The table said that it had no such record, although the book holds a later one of the same journal. A table sends nothing that it has not written, so either its journal was put back to an older copy, or somebody answers in its name. If the record comes after that, it may be another than the one that was lost.',
    `Find out whether the table was put back to an older copy, and who can publish as the table or holds its key. ${ASK_THE_TABLE}`,
  ],
  MALFORMED: [
    'A message could not be read and was refused.',
    'If there are more: check that tables and book have the same version, and who may write to the topics of the tables.',
  ],
  'NOT-UNDERSTOOD': [
    'The book holds a record, but could not derive anything from it.',
    'Update the book, then run `npm run book -- rebuild`; if that does not help, report the record.',
  ],
  'TABLE-NEWER': [
    'A table sends records that this version of the book does not know. The book keeps them as they came.',
    'Update the book, then run `npm run book -- rebuild`.',
  ],
  SILENCED: [
    'Within an hour a person gave more than two commands after which something of a round is not judged any more (`hand-dead`, `round-void`, `card-move`, `card-burn`) where a finding stood, or more than six in all. Told once an hour for each person.',
    'Look at the rounds on tape, and ask who uses this login. The report lists the commands of each person.',
  ],
  'STORE-DAMAGED': [
    'A part of the store cannot be read any more: the nightly check or a query found it. The disk fails, or somebody altered the file.',
    'Put the last back-up in its place (`npm run book -- restore FILE --replace`), or move the store aside: the book requests from the tables what its store lacks. Look at the disk first.',
  ],
} as const satisfies { readonly [code: string]: readonly [means: string, act: string] }

export type BookIncident = keyof typeof INCIDENTS
