/** The broker of a latency run, a process of its own, so that the bare script and the daemon have the same one. Says its port: the one it is given, or a free one. */
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

const aedes = await Aedes.createBroker()
const server = createServer({ noDelay: true }, aedes.handle)
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
// The bench that started it is gone.
process.stdin.on('end', () => process.exit(0)).resume()
