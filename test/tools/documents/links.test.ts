/** Every page, picture and heading that a page of the documentation leads to is there. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'

const ROOT = new URL('../../../', import.meta.url)
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'DECISIONS.md',
  'CHANGELOG.md',
  'src/engine/README.md',
  'test/README.md',
  ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

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

const pageText = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8')

test('test/README.md: every folder and file of test/ has its line', () => {
  const map = pageText('test/README.md')
  const there = readdirSync(new URL('test/', ROOT), { withFileTypes: true }).map((each) =>
    each.isDirectory() ? `${each.name}/` : each.name,
  )
  assert.ok(there.length > 40, 'the folder was found')
  assert.deepEqual(
    there.filter((name) => name !== 'README.md' && !map.includes(`\`${name}\``)),
    [],
  )
})

test('README: every figure it boasts of is one that a page measures or counts', () => {
  const [, boasts = ''] = pageText('README.md').match(/## What it knows, and how sure it is\n([\s\S]*?)\n## /) ?? []
  const figures = boasts.match(/\d[\d,.]*\d/g) ?? []
  assert.ok(figures.length > 10, boasts)
  const measured = pageText('docs/measured.md') + pageText('docs/pit.md')
  assert.deepEqual(
    figures.filter((figure) => !measured.includes(figure)),
    [],
  )
})

test('README: every command it names is one of the package', () => {
  const { scripts } = JSON.parse(pageText('package.json'))
  const named = [...pageText('README.md').matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 10, named.join(' '))
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  )
})

test('the pages were found', () => assert.ok(pages.length >= 10, pages.join(' ')))
