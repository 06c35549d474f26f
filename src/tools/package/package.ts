/**
 * `npm run package`: the Debian packages of the table and of the book.
 *
 *   sources --bundles--+
 *   node_modules ------+--> dist/packages/staged/NAME_ARCH --dpkg-deb--> dist/packages/NAME_VERSION_ARCH.deb
 *   npm's registry ----+    (Node and, for the book, libsql, each as it is pinned)
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print, readArgs, runCommand } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { bundleCommands } from './bundles.ts'
import { ARCHITECTURES, type Architecture, NODE_VERSION, PACKAGES, type Package } from './contents.ts'
import { changelog, gzip, pack, write } from './debian.ts'
import { fetched, unpack } from './fetched.ts'
import { copyrightText } from './licences.ts'
import { starter, sysusers, tmpfiles } from './maintainer-scripts.ts'
import { helpsOf, manualPage } from './manual.ts'
import { copyModules } from './modules.ts'
import { installedPage } from './pages.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const OUT = join(ROOT, 'dist/packages')
const PAGE = 'dist/display'
const MB = 1_000_000

const HELP = `Usage: npm run package -- [options] [NAME ...]

Builds the Debian packages ${PACKAGES.map(({ name }) => name).join(' and ')} (or only those named) in dist/packages, for ${ARCHITECTURES.map(({ debian }) => debian).join(' and ')}. Each
holds its bundle, its native code and Node ${NODE_VERSION}, which npm fetches once into dist/fetched and which is checked against the digest in
src/tools/package/contents.ts.
Needs dpkg-deb and tar.

  --architecture ARCH  only this one
  --version VERSION    the version of the packages (default that of package.json)
  -h, --help           show this text

SOURCE_DATE_EPOCH dates the files (default: the time of the commit).

Examples
  npm run package
  npm run package -- --architecture arm64 blackjack-table

Exit codes: 0 built; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} something cannot be fetched, or is not what was pinned
`

/** The same sources have the same time. */
function dateMs(): number {
  const told = process.env.SOURCE_DATE_EPOCH
  if (told !== undefined && told !== '') return Number(told) * 1000
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' })) * 1000
}

interface Made {
  readonly version: string
  readonly dateMs: number
}

/** What is alike for all architectures, in a folder to be copied: bundles, page, documents. `places`: of the packages of npm in it. */
async function common(own: Package, folder: string, { version, dateMs }: Made) {
  const { name, files, beside, hasDisplay } = own
  const library = join(folder, 'usr/lib', name)
  const { outside, inside } = await bundleCommands(ROOT, own, join(library, 'dist'), version)
  write(join(library, 'package.json'), '{ "type": "module" }\n')
  for (const file of beside) write(join(library, file), readFileSync(join(ROOT, file)))
  if (hasDisplay) {
    execFileSync(process.execPath, [join(ROOT, 'src/launch.mjs'), '--build', 'display'], { stdio: 'inherit' })
    for (const file of readdirSync(join(ROOT, PAGE))) write(join(library, PAGE, file), readFileSync(join(ROOT, PAGE, file)))
  }
  write(join(folder, 'usr/bin', name), starter(ROOT, own), 0o755)
  write(join(folder, `usr/lib/systemd/system/${name}.service`), readFileSync(join(ROOT, `src/tools/package/${name}.service`)))
  write(join(folder, `usr/lib/sysusers.d/${name}.conf`), sysusers(own))
  write(join(folder, `usr/lib/tmpfiles.d/${name}.conf`), tmpfiles(own))
  write(join(folder, `usr/share/lintian/overrides/${name}`), readFileSync(join(ROOT, 'src/tools/package/lintian-overrides')))
  for (const [from, to] of files) {
    const contents = readFileSync(join(ROOT, from))
    write(join(folder, to), from.endsWith('.md') ? installedPage(own, from, contents.toString()) : contents)
  }
  write(join(folder, `usr/share/doc/${name}/changelog.gz`), gzip(changelog(own, version, dateMs)))
  return { outside, inside }
}

/** Asked of this machine's own Node, which has what the bundles load. */
function addManual(own: Package, folder: string, { version, dateMs }: Made): void {
  const helps = helpsOf(own, join(folder, 'usr/lib', own.name, 'dist'))
  write(join(folder, `usr/share/man/man1/${own.name}.1.gz`), gzip(manualPage(own, helps, version, dateMs)))
}

/** Packs each architecture from the common folder. */
async function packageOf(own: Package, architectures: readonly Architecture[], made: Made): Promise<readonly string[]> {
  const shared = join(OUT, 'staged', own.name)
  rmSync(shared, { recursive: true, force: true })
  const { outside, inside } = await common(own, shared, made)
  addManual(own, shared, made)
  const packed = architectures.map((architecture) => {
    const folder = `${shared}_${architecture.debian}`
    rmSync(folder, { recursive: true, force: true })
    cpSync(shared, folder, { recursive: true })
    const library = join(folder, 'usr/lib', own.name)
    const modules = copyModules(ROOT, library, outside, architecture)
    const node = join(OUT, 'staged', `node-${architecture.node}`)
    unpack(fetched(ROOT, `node-linux-${architecture.node}@${NODE_VERSION}`, architecture.integrity), node, ['bin/node', 'LICENSE'])
    mkdirSync(join(library, 'bin'))
    cpSync(join(node, 'bin/node'), join(library, 'bin/node'))
    chmodSync(join(library, 'bin/node'), 0o755)
    const copyright = copyrightText(ROOT, [...inside, ...modules], join(node, 'LICENSE'))
    write(join(folder, `usr/share/doc/${own.name}/copyright`), copyright)
    return pack(own, folder, OUT, { ...made, architecture: architecture.debian })
  })
  return packed
}

const sizeLine = (deb: string): string => {
  const kb = Number(execFileSync('dpkg-deb', ['--field', deb, 'Installed-Size'], { encoding: 'utf8' }))
  return `${relative(ROOT, deb).padEnd(52)} ${(statSync(deb).size / MB).toFixed(1).padStart(6)} MB, installed ${((kb * 1024) / MB).toFixed(0)} MB\n`
}

await runCommand(async (args) => {
  const { values, positionals } = readArgs(
    {
      args: [...args],
      allowPositionals: true,
      options: { architecture: { type: 'string' }, version: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    },
    HELP,
  )
  if (values.help) {
    await print(HELP)
    return 0
  }
  const architectures = ARCHITECTURES.filter(({ debian }) => values.architecture === undefined || values.architecture === debian)
  if (architectures.length === 0) throw new Ending(EXIT_USAGE, `there is no architecture ${values.architecture}\n\n${HELP}`)
  const strange = positionals.filter((word) => !PACKAGES.some(({ name }) => name === word))
  if (strange.length > 0) throw new Ending(EXIT_USAGE, `there is no package ${strange.join(', ')}\n\n${HELP}`)
  const asked = PACKAGES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
  const made = { version: values.version ?? version, dateMs: dateMs() }
  const built: string[] = []
  for (const own of asked) built.push(...(await packageOf(own, architectures, made)))
  rmSync(join(OUT, 'staged'), { recursive: true, force: true })
  await print(built.map(sizeLine).join(''))
  return 0
})
