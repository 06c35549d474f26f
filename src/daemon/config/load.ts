import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DRIVERS } from '../../../devices/registry.ts'
import type { Surroundings } from './fault.ts'
import { fileFault, folderFault } from './files.ts'
import { type ConfigRead, parseConfig } from './parse.ts'
import type { ConfigProblem } from './problems.ts'
import { TABLE_EXAMPLE, TEXT_BYTES_MAX } from './yaml-source.ts'

/**
 * Reads a configuration file. `options.drivers`: the known device drivers, by default those of the registry. `options.purpose`: with
 * `replay` devices and TLS files may be missing. `options.fileFault`: what is wrong with a named file. A file that cannot be read is a problem like any other; nothing is thrown.
 */
export function loadConfig(file: string, options: Partial<Pick<Surroundings, 'drivers' | 'purpose' | 'fileFault'>> = {}): ConfigRead {
  const read = readText(file)
  if (!read.ok) return read
  const dir = dirname(resolve(file))
  const around = { dir, dataDir: dataDirOf(dir), fileFault, folderFault, drivers: DRIVERS, purpose: 'run' } as const
  return parseConfig(read.text, { ...around, ...options })
}

/**
 * Where a program whose configuration lies in that directory keeps its data: beside it; but services may not write to /etc, so what is
 * configured in /etc/NAME is kept in /var/lib/NAME. It follows from the path alone, so the doctor and the service agree.
 */
export const dataDirOf = (dir: string): string => dir.replace(/\/etc\/([^/]+)$/, '/var/lib/$1')

type TextRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

/** The text of a configuration file, limited in size. `example`: the file to begin with. */
export function readText(file: string, example = TABLE_EXAMPLE): TextRead {
  const bytes = readBounded(file, example)
  if ('problem' in bytes) return unreadable(bytes.problem, bytes.allowed)
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.read) }
  } catch {
    return unreadable('is not UTF-8 text', 'a text file in UTF-8')
  }
}

const unreadable = (problem: string, allowed: string) => ({
  ok: false as const,
  problems: [{ path: '', value: undefined, problem, allowed, line: null }],
})

/** Reads at most one byte more than allowed; the parser then refuses the text because of its size. */
function readBounded(
  file: string,
  example: string,
): { readonly read: Uint8Array } | { readonly problem: string; readonly allowed: string } {
  try {
    const handle = openSync(file, 'r')
    try {
      const buffer = Buffer.alloc(TEXT_BYTES_MAX + 1)
      let length = 0
      for (;;) {
        const count = readSync(handle, buffer, length, buffer.length - length, null)
        length += count
        if (count === 0 || length === buffer.length) return { read: buffer.subarray(0, length) }
      }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    const why = UNREADABLE[code]
    return {
      problem: `cannot be read (${code})${why === undefined ? '' : `: ${why}`}`,
      allowed:
        code === 'ENOENT'
          ? `a configuration file. Name yours with --config FILE, or begin with the example: cp ${example} ${file}`
          : 'a configuration file that this user may read',
    }
  }
}

const UNREADABLE: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}
