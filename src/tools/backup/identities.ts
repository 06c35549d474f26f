/** Whose tables a back-up holds, and whose are in its place. */

import { readText } from '../../base/config/load.ts'
import { fingerprintOf } from '../../base/records/seal.ts'
import { acting, type Owner } from '../../daemon/archive/owners.ts'
import { type Identity, identityOf } from '../../daemon/archive/put-back.ts'
import { readRegular } from '../../daemon/journal/files.ts'
import type { HeadBody } from '../../wire/record.ts'
import { type JournalPlace, type Places, placesOf } from './places.ts'

/** What a journal says of itself. */
export const identityOfHead = ({ property, pit, table, publicKey }: Omit<HeadBody, 'kind'>): Identity => ({
  name: `${property}/${pit}/${table}`,
  key: publicKey === undefined ? null : fingerprintOf(publicKey),
})

/** What lies there now: the tables of the configuration, or, without one, whoever's keys are where those of `coming` will be. */
export const identitiesThere = (config: string, coming: Places, service: Owner): Promise<readonly Identity[]> =>
  acting(service, async () => {
    const there = placesThere(config)
    const found = await Promise.all((there ?? coming).journals.map(async (journal) => identityOf(journal.name, await readKey(journal))))
    return there === null ? found.filter(({ key }) => key !== null) : found
  })

function placesThere(config: string): Places | null {
  const read = readText(config)
  try {
    return read.ok ? placesOf(config, read.text) : null
  } catch {
    return null
  }
}

const readKey = ({ key }: JournalPlace): Promise<string | null> => readRegular(key.path).catch(() => null)
