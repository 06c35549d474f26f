/** The manual page of a package: what its commands say with --help, as they say it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Package } from './contents.ts'

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
const asTyped = (text: string): string => `.nf\n${escaped(text.trimEnd())}\n.fi`

export interface Help {
  /** What one types before its options. */
  readonly typed: string
  readonly text: string
}

/** Asks each command of the bundles in `folder`. */
export function helpsOf({ name, commands, usual }: Package, folder: string): readonly Help[] {
  return Object.entries(commands).flatMap(([command, { verbs = [] }]) => {
    const typed = command === usual ? name : `${name} ${command}`
    const ask = (words: readonly string[]): Help => ({
      typed: [typed, ...words].join(' '),
      text: execFileSync(process.execPath, [join(folder, `${command}.js`), ...words, '--help'], { encoding: 'utf8' }),
    })
    return [ask([]), ...verbs.map((verb) => ask([verb]))]
  })
}

/** `dateMs`: of the commit. */
export function manualPage(own: Package, helps: readonly Help[], version: string, dateMs: number): string {
  const { name, summary, about, user } = own
  const day = new Date(dateMs).toISOString().slice(0, 10)
  return `${[
    `.TH ${name.toUpperCase()} 1 ${day} "${name} ${version}" "User Commands"`,
    `.SH NAME\n${escaped(name)} \\- ${escaped(summary)}`,
    `.SH SYNOPSIS\n${helps.map(({ typed }) => `.B ${escaped(typed)}\n[options]`).join('\n.br\n')}`,
    `.SH DESCRIPTION\n${escaped(about)}`,
    ...helps.map(({ typed, text }) => `.SH ${escaped(typed.toUpperCase())}\n${asTyped(text)}`),
    `.SH FILES\n${[
      [`/etc/${name}/`, 'configuration, written by people; files made in it belong to the group of the service'],
      [`/var/lib/${name}/`, `what the service keeps, as the user ${user}; removed only when the package is purged`],
      [`/usr/share/doc/${name}/`, 'the guides, and examples'],
    ]
      .map(([path = '', means = '']) => `.TP\n.I ${escaped(path)}\n${escaped(means)}`)
      .join('\n')}`,
    `.SH SEE ALSO\n.BR systemctl (1),\n.BR journalctl (1)`,
  ].join('\n')}\n`
}
