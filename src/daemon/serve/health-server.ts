/**
 * Tells the monitoring how the daemon is, on a port of its own if no display serves it.
 *
 *   GET /healthz   200 if all is well, 503 if not, with a list of what is wrong
 *   GET /metrics   the same for Prometheus
 *
 * It reveals no secrets, so it needs no login. The tables never depend on it: if the port is in use, that is reported, and it tries again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { Gauge, Registry } from 'prom-client'
import type { HealthConfig } from '../../base/config/table-config.ts'
import { answerHealth, HEALTH_PATH, type Health } from '../../base/serving/health.ts'
import { listenFault } from '../../base/serving/listening.ts'
import { limitSockets } from '../../base/serving/sockets.ts'

export interface HealthServerOptions extends HealthConfig {
  readonly health: () => Health
  readonly notice: (text: string) => void
  /** @default 5000 */
  readonly againMs?: number
}

export interface HealthServer {
  close(): Promise<void>
}

const METRICS_PATH = '/metrics'
const AGAIN_MS = 5000
/** One or two connections for each monitoring system; beyond this the oldest connection is closed. */
const SOCKETS_MAX = 32
/** A monitoring system opens a new connection when it asks again. */
const IDLE_MS_MAX = 10_000
const HEADER_BYTES_MAX = 4096

/** Listens now, or as soon as the port is free; `close` ends either. */
export function serveHealth({ host, port, health, notice, againMs = AGAIN_MS }: HealthServerOptions): HealthServer {
  const answer = answerBy(health)
  const server = createServer(
    { requestTimeout: IDLE_MS_MAX, headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: HEADER_BYTES_MAX },
    (request, response) => void answer(request, response),
  )
  server.timeout = IDLE_MS_MAX
  limitSockets(server, SOCKETS_MAX)
  const retry: { timer: NodeJS.Timeout | undefined } = { timer: undefined }
  let told = ''
  const tryIt = () => server.listen(port, host)
  server.on('listening', () => notice(`health: ${urlOf(server)}`))
  server.on('error', (error) => {
    const { code, why } = listenFault(error, host, port)
    // Report the same reason only once, not every five seconds.
    if (code !== told)
      notice(`health: cannot listen on ${host}:${port} (${code}); the tables run without it, and the daemon keeps trying${why}`)
    told = code
    retry.timer = setTimeout(tryIt, againMs)
  })
  tryIt()
  return {
    async close() {
      clearTimeout(retry.timer)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const urlOf = (server: Server): string | null => {
  const at = server.address() as AddressInfo | null
  return at === null ? null : `http://${isIP(at.address) === 6 ? `[${at.address}]` : at.address}:${at.port}/`
}

const answerBy = (health: () => Health) => {
  const metrics = healthMetrics(health)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === HEALTH_PATH) return answerHealth(response, health())
    if (request.method !== 'GET' || request.url !== METRICS_PATH)
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`ask for ${HEALTH_PATH} or ${METRICS_PATH}\n`)
    const text = await metrics.text()
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text)
  }
}

/** One gauge for the whole, and one per check, labelled with its name, such as `bj07/journal`. */
function healthMetrics(health: () => Health) {
  const registry = new Registry()
  const registers = [registry]
  const all = new Gauge({ name: 'daemon_ok', help: '1: all checks are well.', registers })
  const each = new Gauge({ name: 'daemon_check_ok', help: '1: the check is well.', labelNames: ['check'] as const, registers })
  return {
    contentType: registry.contentType,
    text(): Promise<string> {
      const { ok, checks } = health()
      all.set(Number(ok))
      each.reset()
      for (const check of checks) each.set({ check: check.name }, Number(check.ok))
      return registry.metrics()
    },
  }
}
