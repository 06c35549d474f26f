/** What the set-up takes: from a person, whose form is checked here because it comes from outside, and from the acts it asked for. */
import * as z from 'zod'
import type { SpotId } from '../../../devices/scan.ts'
import { id, path, text } from '../../base/config/schema.ts'
import type { Said, Text } from '../../words/text.ts'
import { PASSWORD_CHARS } from '../broker/passwords.ts'
import type { TableWalks } from '../doctor/page.ts'
import type { PortList } from '../doctor/ports.ts'
import type { Step } from '../doctor/rung.ts'

const FIELDS_MAX = 32
const words = z.string().max(1024)

/** As a person has typed them. */
export const typedFields = z.array(z.strictObject({ key: text, text: words })).max(FIELDS_MAX)
export type Fields = z.output<typeof typedFields>

/** By their `do`. */
export const personInput = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['ports', 'touched', 'skip', 'embedded', 'try-broker', 'walk', 'afresh']) }),
  /** `despite`: a person was told what speaks against it. */
  z.strictObject({ do: z.literal('write'), despite: z.boolean().default(false) }),
  z.strictObject({ do: z.literal('set'), fields: typedFields }),
  z.strictObject({ do: z.literal('listen'), path, driver: text }),
  z.strictObject({ do: z.literal('bind'), path, serial: words, cardFile: words }),
  z.strictObject({ do: z.literal('unbind'), name: words }),
  z.strictObject({ do: z.literal('touch'), device: words }),
  z.strictObject({ do: z.literal('confirm'), questions: z.array(words).max(FIELDS_MAX) }),
  z.strictObject({ do: z.literal('password'), password: z.string().max(PASSWORD_CHARS.max) }),
  z.strictObject({
    do: z.literal('user'),
    name: id,
    password: z.string().min(PASSWORD_CHARS.min).max(PASSWORD_CHARS.max),
    /** A person knows that the name has a password. */
    replace: z.boolean().default(false),
  }),
  z.strictObject({ do: z.literal('no-user'), name: id }),
])

export type End =
  | { readonly kind: 'writing' | 'starting' }
  /** `display`: its address; null: none is served. */
  | { readonly kind: 'running'; readonly display: string | null }
  | { readonly kind: 'failed'; readonly problem: string }

export type Input =
  | z.output<typeof personInput>
  | { readonly got: 'ports'; readonly list: PortList }
  | { readonly got: 'hearing'; readonly path: string; readonly what: Text | null }
  | {
      readonly got: 'heard'
      readonly path: string
      /** What that path leads to: two paths may lead to one port. */
      readonly port: string
      readonly steps: readonly Step[]
      readonly serial: string | null
      readonly role: string | null
    }
  /** What chips a spot holds now, by their values in minor units; a board names all spots when it is asked. */
  | { readonly got: 'scan'; readonly spot: SpotId; readonly values: readonly number[] }
  | { readonly got: 'untouched'; readonly problem: Said | null }
  | { readonly got: 'tried'; readonly steps: readonly Step[] }
  | { readonly got: 'hashed'; readonly name: string; readonly hash: string }
  | { readonly got: 'walked'; readonly walks: TableWalks }
  | { readonly got: 'refused'; readonly problem: Said }
  /** `former`: where the file lies that was there before; null: there was none. */
  | { readonly got: 'wrote'; readonly former: string | null }
  | { readonly got: 'end'; readonly end: End }
