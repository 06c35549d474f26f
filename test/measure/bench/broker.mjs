/**
 * The broker of a latency run, in its own process, so that the bare script and the daemon share one. Prints its port: the one it was given,
 * or a free one.
 */
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

const aedes = await Aedes.createBroker()
const server = createServer({ noDelay: true }, aedes.handle)
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
// The bench that started this process is gone.
process.stdin.on('end', () => process.exit(0)).resume()
