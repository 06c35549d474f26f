import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DRIVERS } from '../../../devices/registry.ts'
import { catalog } from '../../words/catalog.ts'
import type { Text } from '../../words/text.ts'
import { allowed } from './allowed.ts'
import type { Surroundings } from './fault.ts'
import { fileFault, folderFault } from './files.ts'
import { type ConfigRead, parseConfig } from './parse.ts'
import { type ConfigProblem, problemOfFile } from './problems.ts'
import { wrong } from './wrong.ts'
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
  if ('problem' in bytes) return { ok: false, problems: [bytes] }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.read) }
  } catch {
    return { ok: false, problems: [problemOfFile(wrong('not-utf8'), allowed('utf8'))] }
  }
}

/** Reads at most one byte more than allowed; the parser then refuses the text because of its size. */
function readBounded(file: string, example: string): { readonly read: Uint8Array } | ConfigProblem {
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
    return problemOfFile(
      why === undefined ? wrong('unreadable', { code }) : wrong('unreadable-because', { code, why }),
      code === 'ENOENT' ? allowed('some-file', { example, file }) : allowed('readable-file'),
    )
  }
}

const UNREADABLE: { readonly [code: string]: Text } = {
  ENOENT: { en: 'there is no such file', de: 'es gibt keine solche Datei' },
  EACCES: { en: 'this user may not read it', de: 'dieser Benutzer darf sie nicht lesen' },
  EISDIR: { en: 'it is a folder', de: 'es ist ein Ordner' },
}
catalog('config-file', UNREADABLE)
