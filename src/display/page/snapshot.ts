/** Retained messages are a short cut, not the only way: if a live table's state is missing, the display asks the table for it. */
import { topicName } from '../../wire/topics.ts'
import { type Floor, keyOf } from './floor.ts'
import type { Link } from './link.ts'
import { user } from './settings.ts'
import { userIdOf } from './user-name.ts'

/** Retained messages arrive at once. One that is missing by then was kept on another node. */
const WAIT_MS = 3000
/** Stands in if nobody has given a name. */
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
