/** What the processes of a run share, started when the first of them asks for it at a socket: a PostgreSQL server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('postgres.mjs', import.meta.url))

/** `folder`: of the run. `env`: by which its processes find them. `close` resolves to the seconds of the processor that they took. */
export function offerServices(folder) {
  const socket = join(folder, 'postgres')
  let started = null
  const server = createServer(async (asking) => {
    asking.on('error', () => undefined)
    started ??= start()
    const { url } = await started
    asking.end(await url)
  }).listen(socket)
  return {
    env: { TESTS_POSTGRES: socket },
    close: async () => {
      server.close()
      return started === null ? 0 : (await started).close()
    },
  }
}

async function start() {
  // Its input ends with this process at the latest.
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const url = lines.next().then(({ value }) => value ?? '')
  const close = async () => {
    await url
    child.stdin.end()
    const { value } = await lines.next()
    if (child.exitCode === null) await once(child, 'exit')
    return Number(value ?? 0)
  }
  return { url, close }
}
