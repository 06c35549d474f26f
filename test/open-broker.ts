/** A broker without walls: a stand-in for one elsewhere, whose access rules let the test do everything. */
import type { Visitor } from '../src/broker/access.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../src/broker/embedded.ts'

const ANYTHING: Visitor = { isTable: true, mayPublish: () => 'yes', maySubscribe: () => true, mayHear: () => true }

export const startOpenBroker = ({ port = 0 }: { readonly port?: number } = {}): Promise<EmbeddedBroker> =>
  startEmbeddedBroker({ port, access: { enter: async () => ANYTHING } })
