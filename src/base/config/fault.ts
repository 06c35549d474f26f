/** What every check of a configuration shares: its surroundings, faults, and raw data of any type. */
import type { Traits } from '../../../devices/traits.ts'
import type { Said } from '../../words/text.ts'
import { allowed } from './allowed.ts'
import type { FileKind, NamedFile } from './files.ts'

/** A problem before its line is known; `at` is the path from the file's root. */
export interface Fault {
  readonly at: readonly PropertyKey[]
  readonly value: unknown
  readonly problem: Said
  readonly allowed: Said
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
  readonly fileFault: (file: NamedFile) => Said | null
  readonly folderFault: (path: string) => Said | null
  /** How an amount in minor units is told. @default as the file has it */
  readonly amountText?: (minor: number) => string
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
  problem: Said,
  allowed: Said,
): readonly Fault[] {
  return list.flatMap((value, i) => (value !== undefined && list.indexOf(value) < i ? [{ at: at(i), value, problem, allowed }] : []))
}

/** What a file must be. */
export const formOf = (kind: FileKind): Said => allowed(`file-${kind}`)
