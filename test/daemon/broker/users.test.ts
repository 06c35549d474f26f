/** `npm run users`, as somebody who sets up a table uses it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readTokens, tokenHash } from '../../../src/base/config/tokens.ts'
import { usersText } from '../../../src/base/config/users.ts'
import { hashOf } from '../../../src/daemon/broker/passwords.ts'
import { passwordCheck } from '../../../src/daemon/broker/users.ts'
import { bundled } from '../../runner/bundled.ts'

const COMMAND = await bundled('src/tools/users.ts')

test('a user is added with a password from standard input, listed, let in and removed; the file holds no password', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'users-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'users.yaml')
  const users = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [COMMAND, ...args, '--file', file], { input, encoding: 'utf8' })
  assert.equal(users(['add', 'mary'], 'correct horse\n').status, 0)
  assert.doesNotMatch(readFileSync(file, 'utf8'), /correct horse/)
  assert.equal(statSync(file).mode & 0o077, 0, 'nobody else reads it')
  assert.equal(users(['list']).stdout, 'mary\n')
  const check = passwordCheck(file, assert.fail)
  assert.deepEqual([await check('mary', 'correct horse'), await check('mary', 'wrong horse')], ['right', 'wrong'])
  assert.equal(users(['add', 'Mary Jones'], 'correct horse\n').status, 64)
  assert.equal(users(['add', 'john'], 'short\n').status, 64)
  assert.equal(users(['remove', 'mary']).status, 0)
  assert.equal(await check('mary', 'correct horse'), 'wrong', 'out at once')
})

test('whoever has logged in before gets in at once while others guess, until the file says otherwise', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'users-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'users.yaml')
  const hash = await hashOf('correct horse')
  writeFileSync(file, usersText(new Map([['mary', hash]])))
  const check = passwordCheck(file, assert.fail)
  assert.equal(await check('mary', 'correct horse'), 'right')
  const guesses = Promise.all(Array.from({ length: 40 }, (_, n) => check('mary', `guess ${n}`)))
  assert.equal(await check('john', 'a first login'), 'busy')
  assert.equal(await check('mary', 'correct horse'), 'right')
  writeFileSync(file, usersText(new Map()))
  assert.equal(await check('mary', 'correct horse'), 'busy', 'she is no longer among the users, so she waits as everybody')
  assert.ok(!(await guesses).includes('right'), 'no guess is right')
})

test('a token is printed once and kept as a hash; made anew it replaces the old one, and it is removed by name', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tokens.yaml')
  const users = (...args: readonly string[]) => spawnSync(process.execPath, [COMMAND, ...args, '--file', file], { encoding: 'utf8' })
  const kept = () => readFileSync(file, 'utf8')
  const [first, second] = [users('token', 'prometheus'), users('token', 'prometheus')].map(({ stdout }) => stdout.trim())
  assert.ok(first !== undefined && second !== undefined && first !== second, 'each is another')
  assert.deepEqual(readTokens(kept()), new Map([['prometheus', tokenHash(second)]]))
  assert.ok(!kept().includes(second), 'the token itself is not kept')
  assert.equal(users('list', '--tokens').stdout, 'prometheus\n')
  assert.equal(users('list').status, 78, 'a file of tokens is no file of users')
  assert.equal(users('remove', 'prometheus', '--tokens').status, 0)
  assert.deepEqual(readTokens(kept()), new Map())
})
