/** Whether a name and a password are right: the broker decides, as for every other client. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { readUsers } from '../../base/config/users.ts'
import { isSaid } from '../../words/text.ts'
import type { Session, Standing } from './sessions.ts'
import { type BrokerAddress, dial } from './tunnel.ts'
import { CONNACK_BYTES, DISCONNECT, loginAnswer, loginPacket } from './words.ts'

/** `away`: nobody decided; the broker is busy, or cannot be reached. */
export type Checked = 'right' | 'wrong' | 'away'

/** A broker with many logins to check takes seconds. */
const ANSWER_MS_MAX = 8000
/** A broker elsewhere tells nobody that a login has changed, so it is asked again. */
const ASKED_AGAIN_MS = 60_000
/** A person who is removed from the file is out after this long. */
const READ_AGAIN_MS = 1000

/** Never rejects. */
export async function askBroker(broker: BrokerAddress, { user, password }: Session): Promise<Checked> {
  try {
    const far = await dial(broker)
    try {
      far.on('error', () => undefined)
      far.write(loginPacket(`display-login-${randomBytes(6).toString('hex')}`, user, password))
      const signal = AbortSignal.timeout(ANSWER_MS_MAX)
      let said = Buffer.alloc(0)
      while (said.length < CONNACK_BYTES) {
        const ended = once(far, 'close', { signal }).then(() => null)
        const data: unknown[] | null = await Promise.race([once(far, 'data', { signal }), ended])
        if (data === null) return 'away'
        said = Buffer.concat([said, data[0] as Buffer])
      }
      far.write(DISCONNECT)
      return loginAnswer(said)
    } finally {
      far.destroy()
    }
  } catch {
    return 'away'
  }
}

/** Of a broker elsewhere. */
export const standingAt = (broker: BrokerAddress): Standing => ({
  everyMs: ASKED_AGAIN_MS,
  markOf: async () => '',
  holds: async (session) => (await askBroker(broker, session)) !== 'wrong',
})

/** Of the embedded broker, whose users are in a file: a session ends with every change of the person's line. */
export function standingIn(file: string): Standing {
  const markOf = async (user: string): Promise<string> => {
    const users = await readFile(file, 'utf8').then(readUsers, () => null)
    return (users === null || isSaid(users) ? undefined : users.get(user)) ?? ''
  }
  return { everyMs: READ_AGAIN_MS, markOf, holds: async ({ user }, mark) => mark !== '' && (await markOf(user)) === mark }
}
