/** A table that does not run, with a journal, a key and users. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_PEM, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { playRecords } from '../../daemon/pipeline/records.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, writeConfig } from '../../e2e/table.ts'

export const BACKUP = 'src/tools/backup.ts'
const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const

/** A journal of four rounds, played once. */
const evening = (async () => {
  const folder = temporaryFolder()
  const { config, records } = playRecords('gld', 2, 4, 1)
  const daemon = await startDaemon({ folder, config })
  for (const record of records) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
  return folder
})()

export interface Stopped {
  readonly folder: string
  readonly config: string
  readonly archive: string
}

/** `more`: of its configuration. `data`: where its journal lies without a word about it, if not beside that. */
export async function stopped(more = '', folder = temporaryFolder(), data = folder): Promise<Stopped> {
  const config = writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl: 'mqtt://127.0.0.1:9' })
  const yaml = readFileSync(config, 'utf8').replace(/^mqtt:[\s\S]*?\n(?=\S|$)/m, '')
  const own = data === folder ? yaml : yaml.replace(/^journal: .*$/m, '')
  writeFileSync(config, `${own}\nbroker: { users: users.yaml }\n${more}`)
  writeFileSync(join(folder, 'users.yaml'), '{}\n', { mode: 0o600 })
  cpSync(await evening, join(data, 'journal'), { recursive: true })
  writeFileSync(join(data, 'journal', 'signing.key'), KEY_PEM, { mode: 0o600 })
  return { folder, config, archive: join(folder, 'table.tar') }
}
