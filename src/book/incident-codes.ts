/** What the book reports about the records that it receives, each with what it means and what to do about it. */

const ASK_THE_TABLE = "Compare with the table's journal: run `npm run verify` there."

export const INCIDENTS = {
  ALTERED: [
    'A record was altered on the way: it came twice with different contents, or the records do not have the hash that the table gives.',
    `If a seal contradicts them, the book asks the table for the records again; wait for \`PUT-RIGHT\` or \`NOT-PUT-RIGHT\`. ${ASK_THE_TABLE} Look at the broker's logins.`,
  ],
  'PUT-RIGHT': [
    'The table sent the altered records again, and its seal proves them. The book now holds these; the text names the records and the fields that differed.',
    'The book is right again. Find out who altered the records on the way.',
  ],
  'NOT-PUT-RIGHT': [
    'Nothing that the table sent has the sealed hash, so the records stay as they were received.',
    `Do not rely on what the book says of that time. ${ASK_THE_TABLE}`,
  ],
  'FALSE-SEAL': [
    'A seal was not signed with the key that the journal names: it was altered on the way, or another key is in use.',
    ASK_THE_TABLE,
  ],
  'NEW-JOURNAL': [
    'The table has begun a new journal.',
    'If somebody started a new journal on purpose, nothing. Otherwise find out what became of the one before.',
  ],
  'TWO-TABLES': [
    'Two journals are being written under one name: two tables have the same name, or an old copy of a table is running.',
    'Stop the one that does not belong there, or give it another name.',
  ],
  'GAP-STAYS': [
    'Records are missing for good, because the table no longer keeps them.',
    "What the book says of that time is incomplete. If a backup of the table's journal has the records, keep it.",
  ],
  GAP: [
    'The table does not send records that the book asked for; the text says why. The book keeps asking, at longer intervals.',
    'Check whether the table is running, and whether its login may read the commands of the book.',
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
} as const satisfies { readonly [code: string]: readonly [means: string, act: string] }

export type BookIncident = keyof typeof INCIDENTS
