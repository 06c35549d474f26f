/** A broker without walls: a stand-in for one elsewhere, whose access rules let the test do everything. */
import type { Visitor } from '../src/daemon/broker/access.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../src/daemon/broker/embedded.ts'

const ANYTHING: Visitor = { isTable: true, mayPublish: () => 'yes', maySubscribe: () => true, mayHear: () => true, login: 'anybody' }

interface OpenBrokerOptions {
  readonly port?: number
  /** Called with the user of each connection, at its login. */
  readonly entered?: (user: string | undefined) => void
}

export const startOpenBroker = ({ port = 0, entered = () => {} }: OpenBrokerOptions = {}): Promise<EmbeddedBroker> => {
  const enter = async (user: string | undefined): Promise<Visitor> => {
    entered(user)
    return ANYTHING
  }
  return startEmbeddedBroker({ port, access: { enter } })
}
