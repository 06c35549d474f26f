/** A table that runs has its ports and its journal to itself: set-up neither begins nor writes while it does. */
import { dirname, resolve } from 'node:path'
import { journalOf } from '../../base/config/checks.ts'
import { rawRecord } from '../../base/config/fault.ts'
import { dataDirOf } from '../../base/config/load.ts'
import type { Said } from '../../words/text.ts'
import { JournalError } from '../journal/errors.ts'
import { diskFiles } from '../journal/files.ts'
import { lockHolder, systemProcesses } from '../journal/lock.ts'
import { plainOf } from './draft.ts'
import { refusal } from './refusals.ts'

/** Where the table of that configuration keeps its journal, however much of the text is still missing. */
export function journalIn(text: string, path: string): string {
  const dir = dirname(resolve(path))
  return journalOf(rawRecord(plainOf(text)) ?? {}, { dir, dataDir: dataDirOf(dir) }, false)
}

/** Which process runs the table; null: none. */
export async function runningHere(journal: string): Promise<Said | null> {
  // A lock that cannot be read lies in a folder that cannot be written, which set-up tells in its own words.
  const daemon = await lockHolder(journal, diskFiles, systemProcesses).catch(() => null)
  return daemon === null ? null : refusal('running', { pid: daemon, journal })
}

/** @throws JournalError `locked` that names the process */
export async function refuseRunning(journal: string): Promise<void> {
  const running = await runningHere(journal)
  if (running !== null) throw new JournalError('locked', running.en)
}
