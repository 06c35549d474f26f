/** Retained messages are a short cut, not the only way: a table that lives but did not tell its state is asked for it. */
import { topicName } from '../wire/topics.ts'
import { type Floor, keyOf } from './floor.ts'
import type { Link } from './link.ts'
import { user } from './settings.ts'
import { userIdOf } from './user-name.ts'

/** What is retained comes at once; what is not there by then was kept elsewhere. */
const WAIT_MS = 3000
/** Where nobody has a name. */
const ANYBODY = 'display'

export function askForMissing(floor: Floor, link: Link): void {
  let wait: ReturnType<typeof setTimeout> | undefined
  link.connection.subscribe((connection) => {
    clearTimeout(wait)
    if (connection > 0) wait = setTimeout(ask, WAIT_MS)
  })
  const ask = (): void => {
    for (const { name, status, house, table } of floor.cells.peek().values()) {
      if (status.peek() !== null && house.peek() !== null && table.peek() !== null) continue
      const who = link.login.peek()?.user ?? (user.peek() === '' ? ANYBODY : userIdOf(user.peek()))
      const topic = topicName(name, 'cmd/{user}/{name}', who, 'snapshot')
      if (topic !== null) link.publish(topic, JSON.stringify({ correlation: `${link.clientId}-${keyOf(name)}`.slice(-64) }))
    }
  }
}
