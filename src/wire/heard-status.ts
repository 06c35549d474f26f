/** Messages on a table's status topic, from any sender: hostile until they are decoded. */
import { z } from 'zod'

/** A status has some 400 bytes. */
const BYTES_MAX = 4096

const heardStatus = z.object({
  type: z.literal('status'),
  data: z.object({
    state: z.enum(['ready', 'lost', 'stopped']),
    instance: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .default('unnamed'),
    conn: z.int().min(0).default(0),
  }),
})

/** `instance`: `unnamed` if it gives none. `conn`: 0 if it gives none. */
export type HeardStatus = z.infer<typeof heardStatus>['data']

/** null: it is not a status. */
export const readStatus = (payload: Uint8Array): HeardStatus | null => {
  if (payload.length > BYTES_MAX) return null
  try {
    return heardStatus.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))).data?.data ?? null
  } catch {
    return null
  }
}
