/**
 * Protects the other clients of the embedded broker from each client: limits for everybody but the tables, and the permissions of each
 * role. A client that exceeds a limit or writes without permission loses its connection; a subscription without permission is refused
 * (0x80).
 */
import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import { COMMAND_BYTES_MAX } from '../../wire/commands.ts'
import type { Access, Visitor } from './access.ts'
import { allowance } from './allowance.ts'
import type { Places } from './places.ts'

/** Messages of a client, subscriptions and publications together: a display begins with some dozens, then sends when a key is pressed. */
const BURST_MAX = 300
const PER_SECOND_MAX = 50
/** Filters of one client: a display of 32 tables has some dozens. */
const FILTERS_MAX = 256
const TOPIC_BYTES_MAX = 256
const CLIENT_ID_BYTES_MAX = 128

interface Guest {
  readonly visitor: Visitor
  readonly mayAct: () => boolean
  readonly filters: Set<string>
}

type Walls = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
> & {
  /** No longer connected. */
  leave(client: Client): void
}

export interface Surroundings {
  readonly access: Access
  readonly places: Places<Client>
  /** A connection turns out to be a table's. */
  readonly admitTable: (client: Client) => void
  /** Somebody else tried to connect with the client id of a table. */
  readonly tellImitated: (clientId: string) => void
  /** Monotonic. */
  readonly nowMs: () => number
}

export function wallsOf({ access, places, admitTable, tellImitated, nowMs }: Surroundings): Walls {
  const guests = new Map<Client, Guest>()
  const gone = new WeakSet<Client>()
  /** Whose connection with this client id only he himself may take over; null: there is none. */
  const ownerOf = (client: Client, { login }: Visitor): Visitor | null => {
    const same = [...guests].find(([other]) => other !== client && other.id === client.id)?.[1].visitor
    return same === undefined || same.login === null || same.login === login ? null : same
  }

  return {
    preConnect: (client, packet, done) => {
      places.speak(client)
      // There is no limit on what would be kept for an absent client, so every session ends with its connection.
      packet.clean = true
      done(null, packet.clientId.length <= CLIENT_ID_BYTES_MAX)
    },
    authenticate: (client, username, password, done) => {
      void access.enter(username, password).then((visitor) => {
        // It left while its password was checked: nobody would ever give its place back.
        if (gone.has(client)) return done(refusal(UNAVAILABLE), null)
        // A display that is told of a wrong password asks for another one; one that finds the broker unavailable tries again.
        if (visitor === 'busy') return done(refusal(UNAVAILABLE), null)
        if (visitor === null) return done(refusal(BAD_LOGIN), null)
        const owner = ownerOf(client, visitor)
        if (owner?.isTable) tellImitated(client.id)
        if (owner !== null) return done(refusal(BAD_ID), null)
        if (visitor.isTable) places.leave(client)
        else if (!places.enter(client, visitor.login)) return done(refusal(UNAVAILABLE), null)
        if (visitor.isTable) admitTable(client)
        else dropWill(client)
        guests.set(client, {
          visitor,
          mayAct: visitor.isTable ? () => true : allowance(BURST_MAX, PER_SECOND_MAX, nowMs),
          filters: new Set(),
        })
        done(null, true)
      })
    },
    authorizePublish: (client, packet, done) => done(client === null ? null : publishFault(guests.get(client), packet)),
    authorizeSubscribe: (client, subscription, done) => {
      const guest = client === null ? undefined : guests.get(client)
      if (guest === undefined) done(new Error('not allowed'))
      else if (!guest.visitor.isTable && isTooMuch(guest, subscription.topic)) done(new Error('too many subscriptions'))
      else done(null, guest.visitor.maySubscribe(subscription.topic) ? subscription : null)
    },
    authorizeForward: (client, packet) => (guests.get(client)?.visitor.mayHear(packet.topic) ? packet : null),
    leave: (client) => {
      gone.add(client)
      guests.delete(client)
      places.leave(client)
    },
  }
}

/** A topic that nobody may hear is exchanged for one that nobody subscribes to. */
function publishFault(guest: Guest | undefined, packet: Parameters<Walls['authorizePublish']>[1]): Error | null {
  if (guest?.visitor.isTable) return null
  const right = guest?.mayAct() ? guest.visitor.mayPublish(packet.topic) : 'no'
  const isSmall = packet.payload.length <= COMMAND_BYTES_MAX && packet.topic.length <= TOPIC_BYTES_MAX
  if (right === 'no' || packet.retain || packet.qos === 2 || !isSmall) return new Error('not allowed')
  if (right === 'unheard') packet.topic = NOWHERE
  return null
}

function isTooMuch({ filters, mayAct }: Guest, topic: string): boolean {
  filters.add(topic)
  return !mayAct() || filters.size > FILTERS_MAX || topic.length > TOPIC_BYTES_MAX
}

/** Nobody subscribes to it: the broker's own topics belong to no table. */
const NOWHERE = '$SYS/unheard'

// MQTT 3.1.1, 3.2.2.3
const BAD_ID = 2
const UNAVAILABLE = 3
const BAD_LOGIN = 4

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode }) as AuthenticateError
}

/**
 * A will is a message like any other, but nobody is there to lose the connection for it. Only tables have something to publish when they
 * go.
 */
function dropWill(client: Client): void {
  Object.assign(client, { _will: undefined })
}
