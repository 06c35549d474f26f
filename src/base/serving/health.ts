/** Whether a process can do its work, for the monitoring: one row per thing that must be well. */
import type { ServerResponse } from 'node:http'

export interface HealthCheck {
  readonly name: string
  readonly ok: boolean
  /** For a person: what is wrong and what to do; null: nothing is wrong. */
  readonly text: string | null
}

export interface Health {
  /** All of `checks` are well. */
  readonly ok: boolean
  readonly software: string
  readonly checks: readonly HealthCheck[]
}

export const HEALTH_PATH = '/healthz'

export const healthOf = (software: string, checks: readonly HealthCheck[]): Health => ({
  ok: checks.every(({ ok }) => ok),
  software,
  checks,
})

export const statusOf = ({ ok }: Health): 200 | 503 => (ok ? 200 : 503)

export function answerHealth(response: ServerResponse, health: Health): void {
  response.writeHead(statusOf(health), { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${JSON.stringify(health)}\n`)
}
