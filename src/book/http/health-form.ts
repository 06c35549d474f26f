/** The answer of `/healthz`, as the OpenAPI document describes it. */
import { z } from 'zod'
import type { Health } from '../../daemon/process/health.ts'

const check = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
  text: z.string().nullable().describe('For a person: what is wrong, and what to do; null: nothing.'),
})

export const healthForm: z.ZodType<Health> = z.strictObject({
  ok: z.boolean().describe('All of `checks` are well.'),
  software: z.string(),
  checks: z.array(check),
})
