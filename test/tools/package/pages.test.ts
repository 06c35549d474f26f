/** The pages in a package lead to nothing that is not in it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { PACKAGES } from '../../../src/tools/package/contents.ts'
import { installedPage } from '../../../src/tools/package/pages.ts'

const ROOT = new URL('../../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

for (const own of PACKAGES) {
  const { name, files } = own
  const places = new Set(files.map(([, to]) => to))
  test(`${name}: its files are there, and every link and picture of its pages leads to one of them`, () => {
    assert.equal(places.size, files.length, 'no file has the place of another')
    for (const [from] of files) assert.ok(existsSync(new URL(from, ROOT)), from)
    const pages = files.filter(([from]) => from.endsWith('.md'))
    assert.ok(pages.length > 1, 'pages were found')
    for (const [from, to] of pages) {
      const text = installedPage(own, from, read(from))
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)) {
        if (target.includes('://')) continue
        assert.ok(places.has(posix.join(posix.dirname(to), target)), `${to} leads to ${target}`)
      }
    }
  })
}

test('a link to what is elsewhere becomes its words; one to an example finds its place; a picture must be there', () => {
  const [table] = PACKAGES
  assert.ok(table !== undefined, 'the package of the table')
  const page = (text: string): string => installedPage(table, 'docs/neighbours.md', text)
  assert.equal(page('see [the book](book.md#where) and [the tests](../test/README.md).'), 'see the book and the tests.')
  assert.equal(
    page('[rules](install/mosquitto.acl), [keys](configuration.md#keys)'),
    '[rules](examples/mosquitto.acl), [keys](configuration.md#keys)',
  )
  assert.equal(page('[Node](https://nodejs.org) and [below](#below)'), '[Node](https://nodejs.org) and [below](#below)')
  assert.throws(() => page('![no picture](pictures/terminal.svg)'), /docs\/neighbours\.md shows pictures\/terminal\.svg/)
})
