/** What all long commands share: they read their options, print their help, reject wrong usage, and end with an exit code. */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { type OptionTable, readWords, type Said } from './options.ts'

/** Exit code of a command that failed, or that measured something bad. */
export const EXIT_FAILED = 1

export interface LongCommand {
  /** The name after `npm run`. */
  readonly name: string
  readonly options: OptionTable
  readonly help: string
  /** Resolves to the exit code. @throws WrongUsage when the options contradict each other */
  readonly run: (said: Said) => number | Promise<number>
}

/** Thrown for options that cannot be carried out. */
export class WrongUsage extends Error {}

/** Resolves to the exit code; throws nothing. */
export async function runCommand({ name, options, help, run }: LongCommand, words: readonly string[]): Promise<number> {
  const wrong = (why: string): number => {
    process.stderr.write(`${name}: ${why}\n\n${help}`)
    return EXIT_USAGE
  }
  const read = readWords(options, words)
  if (read.what === 'wrong') return wrong(read.why)
  if (read.what === 'help') {
    process.stdout.write(help)
    return 0
  }
  try {
    return await run(read)
  } catch (error) {
    if (error instanceof WrongUsage) return wrong(error.message)
    process.stderr.write(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return EXIT_FAILED
  }
}
