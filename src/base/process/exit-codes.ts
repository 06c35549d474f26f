/** The exit codes of all commands, from sysexits(3), and a reason for those that need an explanation. */

/** Wrong use of the command. */
export const EXIT_USAGE = 64
/** A record of the input is bad. */
export const EXIT_BAD_RECORD = 65
/** The input cannot be read. */
export const EXIT_NO_INPUT = 66
/** The embedded broker's port is taken. */
export const EXIT_BROKER = 69
/** It cannot continue at present; starting it again may succeed. */
export const EXIT_FAILED = 70
/** The journal cannot be used. */
export const EXIT_JOURNAL = 73
/** Another one of its kind is at work in its place, as a journal that another one has cannot be used. Started again, it would be the same. */
export const EXIT_SECOND = 73
/** Something is wrong with the configuration. */
export const EXIT_CONFIG = 78
/** Ended by Ctrl-C; as in shells, 128 plus the number of SIGINT. */
export const EXIT_INTERRUPTED = 130

/** A reason to end, for standard error, with its exit code. */
export class Ending extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}
