/** What every check of a configuration shares: its surroundings, faults, and raw data of any type. */
import type { Traits } from '../../../devices/traits.ts'
import type { FileKind, NamedFile } from './files.ts'

/** A problem before its line is known; `at` is the path from the file's root. */
export interface Fault {
  readonly at: readonly PropertyKey[]
  readonly value: unknown
  readonly problem: string
  readonly allowed: string
}

export interface DriverName {
  readonly name: string
  readonly role: string
  /** @default those of a native device */
  readonly traits?: Pick<Traits, 'identity' | 'cardFile' | 'chipFile' | 'antennas' | 'badgeFile'>
}

export interface Surroundings {
  /** Directory that relative paths start from. */
  readonly dir: string
  /** Directory in which data is kept for which no path is given. @default dir */
  readonly dataDir?: string
  /** What is wrong with a named file, or with the folder of a journal; null: nothing. */
  readonly fileFault: (file: NamedFile) => string | null
  readonly folderFault: (path: string) => string | null
  /** The known drivers, each for one role. */
  readonly drivers: readonly DriverName[]
  /** A replay opens no device, broker or journal, so those may be missing then. */
  readonly purpose: 'run' | 'replay'
}

export type Raw = Readonly<Record<string, unknown>>
export const rawRecord = (value: unknown): Raw | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : null
export const rawList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A fault for each value that occurs earlier in the list. */
export function twice(
  list: readonly unknown[],
  at: (index: number) => readonly PropertyKey[],
  problem: string,
  allowed: string,
): readonly Fault[] {
  return list.flatMap((value, i) => (value !== undefined && list.indexOf(value) < i ? [{ at: at(i), value, problem, allowed }] : []))
}

/** What a file must be. */
export const FILE_FORMS: { readonly [kind in FileKind]: string } = {
  password: 'a file that contains the password',
  authority: "a file with the authority's certificate, in PEM format",
  certificate: "a file with the table's certificate, in PEM format",
  key: "a file with the certificate's private key, in PEM format, not protected by a password",
  users: 'a file written by npm run users',
  cards: 'a file with a line for each card, `KS: [04a1b2c3d4, 04a1b2c3d5]`, and each tag or code once',
  chips: 'a file with a line for each value of chips in minor units, `500: [E004010012345678, E004010012345679]`, and each tag once',
  badges:
    'a file with a line for each dealer, `d-17: [0A0012D687]`: his id (1 to 64 letters, digits, _ . -) and the numbers of his badges, each once',
  'device-key': 'a file with 64 hexadecimal digits that only its owner may read (openssl rand -hex 32; chmod 600)',
  kept: 'a file that only its owner may change, and only he and his group may read (mode 600 or 640)',
}
