/** Every page, picture and heading that a page of the documentation leads to is there. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'

const ROOT = new URL('../../', import.meta.url)
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'DECISIONS.md',
  'CHANGELOG.md',
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

test('the pages were found', () => assert.ok(pages.length >= 10, pages.join(' ')))
