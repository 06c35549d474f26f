/** Opens a table's journal: its signing key, what others have kept of the journal, and the files. */

import type { MqttConfig, TableConfig } from '../../base/config/table-config.ts'
import { fingerprintOf, type SigningKey } from '../../base/records/seal.ts'
import type { TableName } from '../../wire/topics.ts'
import { diskFiles, type JournalFiles } from '../journal/files.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { headFileOf, SIGNING_KEY_NAME } from '../journal/kept-head.ts'
import type { Processes } from '../journal/lock.ts'
import { openSigningKey } from '../journal/signing-key.ts'
import { heardHeads } from './heard-heads.ts'

export interface OpenOptions {
  readonly mqtt: MqttConfig
  readonly acceptJournal?: string | undefined
  readonly notice: (text: string) => void
  /** @default the disk */
  readonly files?: JournalFiles
  /** The processes that may hold the journal's lock. @default those of this machine */
  readonly processes?: Processes
}

interface OpenedTable {
  readonly journal: Journal
  readonly key: SigningKey
  /** The last record up to which an audit sink holds all records, 0: none. */
  readonly acknowledgedTo: number
}

const MB = 1_000_000

/** @throws JournalError */
export const openTableJournal = async (
  config: TableConfig,
  name: TableName,
  { mqtt, acceptJournal, notice, files = diskFiles, processes }: OpenOptions,
): Promise<OpenedTable> => {
  const keyFile = config.signingKeyFile ?? `${config.journal}/${SIGNING_KEY_NAME}`
  // A broker in this process has only just started and retains nothing.
  const [{ key, isNew }, heard] = await Promise.all([
    openSigningKey(keyFile, files),
    config.mqtt === null ? [] : heardHeads(mqtt, { name, bookKey: config.bookKey }, notice),
  ])
  const journal = await openJournal(config.journal, {
    bytesMax: config.journalMbMax === undefined ? null : config.journalMbMax * MB,
    evidence: { publicKey: key.publicKey, headFile: headFileOf(keyFile), heard },
    acceptsDoubts: acceptJournal !== undefined,
    files,
    ...(processes === undefined ? {} : { processes }),
  })
  if (isNew)
    notice(
      `journal: a signing key was made: ${keyFile}. Keep a copy of it, and give the public key to those who verify the journal: ${key.publicKey} (fingerprint ${fingerprintOf(key.publicKey)}). The book vouches for this journal once it knows the key, by a row of \`tables\` in book.yaml: { table: ${name.pit}/${name.table}, key: ${fingerprintOf(key.publicKey)} }`,
    )
  for (const stranger of journal.opened.doubts.strangers)
    notice(
      `journal: ${stranger}. Only the table's own key can be believed there, so the table starts and raises an alarm. If the journal folder and its key ` +
        'were exchanged, the audit sink or a backup has the true ones; otherwise somebody is publishing as this table',
    )
  if (acceptJournal !== undefined && journal.opened.doubts.texts.length === 0)
    notice('journal: nothing contradicts it, so --accept-journal had no effect; start without it')
  const isDoubted = journal.opened.doubts.texts.length > 0
  const acknowledged = heard.flatMap(({ sealed, seq }) => (sealed === null && !isDoubted ? [seq] : []))
  return { journal, key, acknowledgedTo: Math.max(0, ...acknowledged) }
}
