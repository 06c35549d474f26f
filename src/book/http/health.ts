/** Whether a process can do its work, for whoever watches over it: one row a thing that has to be well. */
import { z } from 'zod'

export const health = z.strictObject({
  ok: z.boolean().describe('All of `checks` are well.'),
  software: z.string(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      text: z.string().nullable().describe('For a person: what is wrong, and what to do; null: nothing.'),
    }),
  ),
})

export type Health = z.output<typeof health>
export type HealthCheck = Health['checks'][number]

export const healthOf = (software: string, checks: HealthCheck[]): Health => ({ ok: checks.every(({ ok }) => ok), software, checks })
