/** What every command does alike: read its arguments, print, and end with an exit code. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Ending, EXIT_USAGE } from './exit-codes.ts'
import { reasonOf } from './reason.ts'

/**
 * Parses a command's arguments by these options.
 * @throws Ending, with the reason and the help, if they are wrong
 */
export const readArgs = <C extends ParseArgsConfig>(config: C, help: string): ReturnType<typeof parseArgs<C>> => {
  try {
    return parseArgs(config)
  } catch (error) {
    // It explains at length how to pass a positional argument; only its first sentence is of use here.
    const [first] = reasonOf(error).split('. ')
    throw new Ending(EXIT_USAGE, `${first}\n\n${help}`)
  }
}

/** Prints, and waits if the reader of the pipe is slower. */
export const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Runs a command to its exit code. If the reader has seen enough (`| head`), the command ends; that is no error. */
export const runCommand = async (command: (args: readonly string[]) => Promise<number>): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  // Nobody reads the notices any more: the book, which prints nothing else, goes on.
  process.stderr.on('error', () => undefined)
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Ending)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.code
  }
}
