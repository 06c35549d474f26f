/** A real mosquitto, where there is one: with the sample of access rules, or as the test wants it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LOGINS } from '../../../src/wire/access-rules.ts'
import { freePort } from '../../free-port.ts'

const ACL = fileURLToPath(new URL('../../../docs/install/mosquitto.acl', import.meta.url))
const CONF = fileURLToPath(new URL('../../../docs/install/mosquitto.conf', import.meta.url))
const PATH = `${process.env.PATH}:/usr/sbin`
const hasMosquitto = spawnSync('mosquitto', ['-h'], { env: { ...process.env, PATH } }).error === undefined

/** What a test that needs it is skipped for; false: it is there. */
export const withoutMosquitto = hasMosquitto ? false : 'NOT TESTED: the access rules need mosquitto (apt-get install mosquitto)'
/** Of every login. */
export const PASSWORD = 'secret'

/** The lines of the sample configuration. */
export const SAMPLE_SETTINGS: readonly string[] = readFileSync(CONF, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** With the sample as its rules, or what `rules` makes of it; the overseer may read everything. `settings`: further lines of its configuration. */
export async function startMosquitto(
  t: Pick<TestContext, 'after'>,
  rules: (sample: string) => string = (sample) => sample,
  settings: readonly string[] = [],
): Promise<string> {
  const { port } = await runMosquitto(t, (folder) => {
    const path = (name: string): string => join(folder, name)
    writeFileSync(path('users'), [...Object.values(LOGINS), 'overseer'].map((login) => `${login}:${PASSWORD}\n`).join(''))
    spawnSync('mosquitto_passwd', ['-U', path('users')], { env: { ...process.env, PATH } })
    writeFileSync(path('acl'), `${rules(readFileSync(ACL, 'utf8'))}\nuser overseer\ntopic readwrite #\n`)
    for (const name of ['users', 'acl']) chmodSync(path(name), 0o644)
    return ['allow_anonymous false', `password_file ${path('users')}`, `acl_file ${path('acl')}`, ...settings]
  })
  return `mqtt://127.0.0.1:${port}`
}

export interface Mosquitto {
  readonly port: number
  readonly stop: () => Promise<void>
  /** Ends it without warning, and with all that it had not sent. */
  readonly kill: () => Promise<void>
  /** Starts it again, on the same port. */
  readonly again: () => Promise<void>
}

/** On a free port, until the test ends or `stop`. `settings`: the lines of its configuration behind the listener's; they may name files in `folder`. */
export async function runMosquitto(t: Pick<TestContext, 'after'>, settings: (folder: string) => readonly string[]): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const file = join(folder, 'conf')
  writeFileSync(file, `${[`listener ${port} 127.0.0.1`, ...settings(folder)].join('\n')}\n`)
  chmodSync(folder, 0o755)
  let end: (signal: NodeJS.Signals) => Promise<void> = async () => {}
  const again = async () => {
    const broker = spawn('mosquitto', ['-c', file], { env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
    const exited = once(broker, 'exit')
    end = async (signal) => {
      broker.kill(signal)
      await exited
    }
    let said = ''
    await new Promise<void>((resolve, reject) => {
      broker.stderr.on('data', (bytes: Buffer) => {
        said += bytes.toString()
        if (said.includes('running')) resolve()
      })
      broker.once('exit', () => reject(new Error(said)))
    })
  }
  const stop = () => end('SIGTERM')
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await again()
  return { port, stop, kill: () => end('SIGKILL'), again }
}
