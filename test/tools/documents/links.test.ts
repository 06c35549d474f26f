/** Every page, picture and heading that a page of the documentation leads to is there. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

const ROOT = new URL('../../../', import.meta.url)
const foldersIn = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, ROOT), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
const rooms = foldersIn('src/')
/** What is written for those who change the sources: they are told files. */
const SOURCE_PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'DECISIONS.md',
  'test/README.md',
  'simulators/recorded/README.md',
  ...rooms
    .flatMap((room) => ['README.md', 'DECISIONS.md'].map((name) => `src/${room}/${name}`))
    .filter((name) => existsSync(new URL(name, ROOT))),
]
const pages = [...SOURCE_PAGES, 'CHANGELOG.md', ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
)

/** As GitHub names a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (file: URL): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

for (const name of pages) {
  test(`${name}: its links lead somewhere`, () => {
    const text = readFileSync(new URL(name, ROOT), 'utf8').replace(/```[\s\S]*?```/g, '')
    for (const [, to = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (to.includes('://')) continue
      const [path = '', anchor] = to.split('#')
      const target = path === '' ? new URL(name, ROOT) : new URL(path, new URL(name, ROOT))
      assert.ok(existsSync(target), to)
      if (anchor !== undefined && !statSync(target).isDirectory()) assert.ok(anchorsIn(target).includes(anchor), to)
    }
  })
}

/** Made when the program is built, or by the person who runs it. */
const MADE = ['dist/']
const isPath = (word: string): boolean =>
  /^[\w.-]+(\/[\w.*-]+)*(\/|\.(tsx?|mjs|cjs|css|html|md))$/.test(word) ||
  /^(src|test|simulators|devices|firmware-bridge)\/[\w./*-]+$/.test(word)

/** A path counts from the root or from the page's own folder; `*` stands for a part of a name. */
const leads = (path: string, page: string): boolean =>
  [ROOT, new URL(page, ROOT)].some((base) => {
    if (!path.includes('*')) return existsSync(new URL(path, base))
    const folder = new URL(path.slice(0, path.lastIndexOf('/') + 1) || '.', base)
    const [head = '', tail = ''] = path.slice(path.lastIndexOf('/') + 1).split('*')
    return (
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((name) => basename(`${name}`).startsWith(head) && `${name}`.endsWith(tail))
    )
  })

for (const name of SOURCE_PAGES) {
  test(`${name}: every file and folder it names is there`, () => {
    const text = readFileSync(new URL(name, ROOT), 'utf8')
    const quoted = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word).filter(isPath)
    const drawn = [...text.matchAll(/```[\s\S]*?```/g)].flatMap(
      ([block]) => block.match(/(?:src|firmware-bridge|simulators|test)\/[\w./-]+\.\w+/g) ?? [],
    )
    const lost = [...quoted, ...drawn].filter((path) => !leads(path, name) && !MADE.some((folder) => path.startsWith(folder)))
    assert.deepEqual(lost, [])
  })
}

const pageText = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8')

test('every room of the sources has a page, and test/README.md a line for each folder that mirrors none', () => {
  assert.equal(rooms.length, 10, rooms.join(' '))
  for (const room of rooms) assert.ok(existsSync(new URL(`src/${room}/README.md`, ROOT)), `src/${room} has no page`)
  const mirrored = [...rooms, 'firmware-bridge', 'devices', 'simulators']
  const map = pageText('test/README.md')
  assert.deepEqual(
    foldersIn('test/').filter((name) => !mirrored.includes(name) && !map.includes(`\`${name}/\``)),
    [],
  )
})

test('README: every figure it boasts of is one that a page measures or counts', () => {
  const [, boasts = ''] = pageText('README.md').match(/## What it knows, and how sure it is\n([\s\S]*?)\n## /) ?? []
  const figures = boasts.match(/\d[\d,.]*\d/g) ?? []
  assert.ok(figures.length > 10, boasts)
  const measured = pageText('docs/measured.md') + pageText('docs/findings.md')
  assert.deepEqual(
    figures.filter((figure) => !measured.includes(figure)),
    [],
  )
})

test('README: every command it names is one of the package', () => {
  const { scripts } = JSON.parse(pageText('package.json'))
  const named = [...pageText('README.md').matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length >= 7, named.join(' '))
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  )
})

test('README: it names every package of the lock file that has an install script, and no other', () => {
  const { packages } = JSON.parse(pageText('package-lock.json')) as {
    readonly packages: { readonly [path: string]: { readonly hasInstallScript?: true } }
  }
  const scripted = Object.entries(packages).flatMap(([path, row]) => (row.hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : []))
  const [, named = ''] = /packages, ([^.]+), have an install script/.exec(pageText('README.md')) ?? []
  assert.deepEqual([...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort(), scripted.sort())
})

test('the pages were found', () => assert.ok(pages.length >= 10, pages.join(' ')))
