/** What was thrown, in words and as a code. */

/** One line for a person from whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The disk, or a user's share of it. */
const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT']
export const isNoRoom = (error: unknown): boolean => NO_ROOM.includes(codeOf(error))

/** Node's error code (`ENOSPC`), or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
