/** A journal of the daemon's own pipe with erring play, sealed as the product seals it. */

import { playEvening } from '../../book/fixture.ts'
import { OWN_KINDS, startDaemon } from '../../daemon/pipeline/daemon.ts'

/** Resolves to the table's configuration. */
export const makeJournal = async (folder: string, seed: number, rounds: number, pointer = true) => {
  const { config, records } = playEvening({ seed, rounds, oneIn: 2, pointer })
  const daemon = await startDaemon({ folder, config })
  for (const record of records) {
    if (OWN_KINDS.has(record.kind)) continue
    daemon.hear(record)
    await daemon.quiet()
  }
  daemon.minute()
  await daemon.quiet()
  await daemon.end()
  return config
}
