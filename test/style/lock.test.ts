/** `npm ci` installs only what the lock vouches for: every package that is fetched has an integrity, and no registry is named. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  /** It is a folder of this tree. */
  readonly link?: true
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> }
const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)

test('every package in the lock has an integrity, also those for other machines', () => {
  assert.ok(fetched.length > 100, 'the lock was read')
  const without = fetched.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
  assert.deepEqual(
    without.map(([path, { version }]) => `${path} ${version}`),
    [],
  )
})

test('the lock names no registry', () => {
  assert.deepEqual(
    fetched.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
})
