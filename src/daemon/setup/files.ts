/** The files that set-up finds, and the one that it is to make. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The text of a file; null: there is none. @throws Error if it cannot be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Why set-up cannot make that file; null: it can. */
export function cannotMake(file: string): string | null {
  const folder = dirname(resolve(file))
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return `this user cannot write into ${folder} (${(error as NodeJS.ErrnoException).code})`
  }
}
