/** A folder as a Debian package: control, checksums, changelog, and dpkg-deb, which packs it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Package } from './contents.ts'
import { maintainerScripts } from './maintainer-scripts.ts'

const MAINTAINER = 'Blackjack table controller <packages@pit.example>'
/** Of glibc 2.28 and the compiler of that time, which the Node in the package asks for; systemd makes the user and hears the watchdog. */
const DEPENDS = ['libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6 (>= 8)', 'systemd', 'passwd']
const KB = 1024
/** xz takes ten times as long and saves a third. */
const PACKED = ['-Zgzip', '-z6']

export const write = (path: string, contents: string | Buffer, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
  chmodSync(path, mode)
}

/** As `gzip -9n`. */
export const gzip = (text: string): Buffer => gzipSync(text, { level: 9 })

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

export const changelog = ({ name }: Package, version: string, dateMs: number): string =>
  `${name} (${version}) stable; urgency=medium

  * What has changed is in CHANGELOG.md of the sources.

 -- ${MAINTAINER}  ${new Date(dateMs).toUTCString().replace('GMT', '+0000')}
`

function control({ name, summary, about }: Package, version: string, architecture: string, kb: number): string {
  return `Package: ${name}
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kb}
Depends: ${DEPENDS.join(', ')}
Recommends: udev
Section: misc
Priority: optional
Description: ${summary}
${about.replaceAll(/(.{1,76})(?: |$)/g, ' $1\n')}`
}

/** Packs `folder` into a file below `into`, and resolves to it. Times are those of `dateMs`, so that the same sources give the same bytes. */
export function pack(own: Package, folder: string, into: string, made: { version: string; architecture: string; dateMs: number }): string {
  const files = filesBelow(folder)
  const sizes = files.map((file) => Math.ceil(statSync(join(folder, file)).size / KB))
  const sums = files.map(
    (file) =>
      `${createHash('md5')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  )
  const size = sizes.reduce((sum, kb) => sum + kb, 0)
  write(join(folder, 'DEBIAN/control'), control(own, made.version, made.architecture, size))
  write(join(folder, 'DEBIAN/md5sums'), sums.join(''))
  for (const [file, text] of Object.entries(maintainerScripts(own))) write(join(folder, 'DEBIAN', file), text, 0o755)
  mkdirSync(into, { recursive: true })
  const deb = join(into, `${own.name}_${made.version}_${made.architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', ...PACKED, '--build', folder, deb], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(made.dateMs / 1000)) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return deb
}
