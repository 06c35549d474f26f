/** Single values of a configuration are changed, and all that a person wrote around them stays. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Change, changed } from '../../../src/base/config/edit.ts'
import { readYaml } from '../../../src/base/config/yaml-source.ts'

const EXAMPLE = readFileSync(new URL('../../../table.example.yaml', import.meta.url), 'utf8')
const plain = (text: string) => {
  const read = readYaml(text)
  return read.ok ? (read.source.value as Record<string, unknown>) : assert.fail(text)
}
/** The lines that one text has and the other has not. */
const lost = (one: string, other: string): string[] => one.split('\n').filter((line) => !other.split('\n').includes(line))

test('a value is replaced where it stands: its line changes and no other', () => {
  const text = changed(EXAMPLE, [{ at: ['limits', 'max'], value: 60000 }])
  assert.deepEqual(lost(EXAMPLE, text), ['  max: 50000'])
  assert.deepEqual(lost(text, EXAMPLE), ['  max: 60000'])
  const path = changed(EXAMPLE, [{ at: ['devices', 0, 'path'], value: 'tcp://10.0.0.7:4001' }])
  assert.equal(lost(EXAMPLE, path).length, 1)
  assert.match(path, /path: tcp:\/\/10\.0\.0\.7:4001, serial: SH-00412/)
})

test('groups and lists grow and shrink; what is remarked before, between and behind them stays', () => {
  const changes: readonly Change[] = [
    { at: ['devices', 2], value: undefined },
    { at: ['devices', 2], value: { name: 'spots2', driver: 'tlp', role: 'spots', path: '/dev/a, b', serial: 'SP-2' } },
    { at: ['chips'], value: [100, 200] },
    { at: ['mqtt', 'url'], value: 'mqtts://a:8883' },
    { at: ['limits', 'sideMin'], value: undefined },
  ]
  const text = changed(EXAMPLE, changes)
  const comments = (of: string): string[] => of.split('\n').filter((line) => line.trim().startsWith('#'))
  assert.deepEqual(comments(text), comments(EXAMPLE))
  const { devices, chips, mqtt, limits } = plain(text) as { devices: unknown[]; chips: unknown; mqtt: unknown; limits: object }
  assert.deepEqual([chips, mqtt], [[100, 200], { url: 'mqtts://a:8883' }])
  assert.deepEqual(devices[2], { name: 'spots2', driver: 'tlp', role: 'spots', path: '/dev/a, b', serial: 'SP-2' })
  assert.deepEqual(Object.keys(limits), ['min', 'max', 'unit', 'boxMax', 'sideMax', 'sideUnit'])
})

test('the last key of a group takes the group with it, and what is set in an empty file can be read', () => {
  const text = changed('# mine\ntable: bj01\n', [{ at: ['broker', 'users'], value: 'users.yaml' }])
  assert.equal(text, '# mine\ntable: bj01\nbroker: { users: users.yaml }\n')
  assert.equal(changed(text, [{ at: ['broker', 'users'], value: undefined }]), '# mine\ntable: bj01\n')
  assert.equal(changed(text, [{ at: ['mqtt', 'url'], value: undefined }]), text)
})

test('a value is read back as it was set, whatever it looks like', () => {
  for (const value of ['true', '00412', 'a: b', 'x # y', '[1]', "it's", '"', 'a, b }', '', ' ', 5, true, 'ü'])
    for (const text of ['a: { b: 1, c: 2 }\n', 'a:\n  b: 1 # mine\n  c: 2\n', 'c: 2\n'])
      assert.deepEqual((plain(changed(text, [{ at: ['a', 'b'], value }])) as { a: { b: unknown } }).a.b, value, `${text} ${value}`)
})
