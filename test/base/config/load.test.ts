import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadConfig } from '../../../src/base/config/load.ts'
import { rulesSha256 } from '../../../src/base/config/rules-hash.ts'
import { EXIT_CONFIG } from '../../../src/base/process/exit-codes.ts'
import { canonicalRules } from '../../../src/rules/house/describe.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import { configurationPage } from '../../../src/tools/documents/configuration-page.ts'
import { selfSigned } from '../../tools/doctor/certificate.ts'

const dir = mkdtempSync(join(tmpdir(), 'table-config-'))
after(() => rmSync(dir, { recursive: true }))
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(dir, name), content, { mode: 0o600 })
  return join(dir, name)
}
const EXAMPLE = readFileSync(new URL('../../../table.example.yaml', import.meta.url), 'utf8')

test('a file is read, and its paths are relative to it', () => {
  const read = loadConfig(write('bj07.yaml', EXAMPLE))
  assert.ok(read.ok, 'the configuration is read')
  assert.equal(read.tables[0]?.journal, join(dir, 'journal'))
})

test('the journal of a configuration in /etc is kept in /var/lib, unless the file names another folder', () => {
  const entry = `- ${EXAMPLE.replace(/^#.*$/gm, '').trim().replaceAll('\n', '\n  ')}\n`
  const two = `tables:\n${entry}${entry.replace('bj07', 'bj08').replaceAll('/dev/table/', '/dev/other/')}`
  for (const [folder, text, journals] of [
    ['etc/blackjack-table', EXAMPLE, ['var/lib/blackjack-table/journal']],
    ['etc/casino', two, ['var/lib/casino/journal/bj07', 'var/lib/casino/journal/bj08']],
    ['etc/blackjack-table', `${EXAMPLE}\njournal: ./mine\n`, ['etc/blackjack-table/mine']],
    ['etc/deeper/down', EXAMPLE, ['etc/deeper/down/journal']],
  ] as const) {
    mkdirSync(join(dir, folder), { recursive: true })
    const read = loadConfig(write(`${folder}/table.yaml`, text))
    assert.deepEqual(
      read.ok ? read.tables.map(({ journal }) => journal) : read.problems,
      journals.map((each) => join(dir, each)),
    )
  }
})

test('TLS files are looked for beside the file', () => {
  const file = write('tls.yaml', `${EXAMPLE}\nmqtt: { url: mqtts://b, ca: ca.pem }\n`)
  const missing = loadConfig(file)
  assert.ok(!missing.ok, 'a certificate that is not there is refused')
  assert.equal(missing.problems[0]?.path, 'mqtt.ca')
  assert.ok(missing.problems[0]?.problem.includes(join(dir, 'ca.pem')), 'the problem names the file')
  write('ca.pem', selfSigned({ name: 'b', dns: ['b'], ...YEARS }).cert)
  assert.ok(loadConfig(file).ok, 'it is read once the certificate is there')
})

const YEARS = { from: new Date('2020-01-01'), until: new Date('2049-01-01') }

test('every file it names is opened, and told by its name where it is of no use', () => {
  const [one, other] = ['one', 'other'].map((name) => selfSigned({ name, dns: [name], ...YEARS }))
  mkdirSync(join(dir, 'folder'), { recursive: true })
  for (const [name, text] of Object.entries({ 'noise.pem': 'no certificate', empty: '', 'one.pem': one?.cert, 'other.key': other?.key })) {
    write(name, text ?? '')
  }
  const secure = (key: string, file: string) => `mqtt: { url: mqtts://b, username: u, ${key}: ${file} }`
  const rows = [
    [secure('passwordFile', 'folder'), 'mqtt.passwordFile', /is not a file/],
    [secure('passwordFile', 'empty'), 'mqtt.passwordFile', /is empty/],
    [secure('ca', 'noise.pem'), 'mqtt.ca', /contains no certificate/],
    [secure('ca', 'folder'), 'mqtt.ca', /is not a file/],
    [secure('cert', 'one.pem, key: other.key'), 'mqtt.key', /does not belong to the certificate/],
    [secure('cert', 'one.pem, key: noise.pem'), 'mqtt.key', /no private key/],
    ['broker: { users: noise.pem }', 'broker.users', /is not a list of users/],
    ['broker: { users: nowhere.yaml }', 'broker.users', /does not exist/],
    ['mqtt: { url: mqtt://b, username: u, passwordFile: one.pem }', 'mqtt.passwordFile', /everybody on the network/],
  ] as const
  for (const [text, path, problem] of rows) {
    const read = loadConfig(write('files.yaml', `${EXAMPLE}\n${text}\n`))
    assert.deepEqual(read.ok ? [] : read.problems.map((each) => each.path), [path], text)
    assert.match(read.ok ? '' : (read.problems[0]?.problem ?? ''), problem, text)
  }
  for (const text of [
    'mqtt: { url: mqtt://b, username: u, passwordFile: one.pem, allowPlainPassword: true }',
    'mqtt: { url: mqtt://localhost, username: u, passwordFile: one.pem }',
  ]) {
    assert.ok(loadConfig(write('files.yaml', `${EXAMPLE}\n${text}\n`)).ok, text)
  }
  const journal = loadConfig(write('files.yaml', `${EXAMPLE}\njournal: ./empty\n`))
  assert.match(journal.ok ? '' : (journal.problems[0]?.problem ?? ''), /is not a folder/)
})

test('a file that is missing, a directory, not text or endless is a problem, not an exception', () => {
  const says = (file: string) => {
    const read = loadConfig(file)
    return read.ok ? 'accepted' : read.problems[0]?.problem
  }
  assert.match(says(join(dir, 'nowhere.yaml')) ?? '', /ENOENT/)
  assert.match(says(dir) ?? '', /EISDIR/)
  assert.match(says(write('utf16.yaml', Buffer.from(EXAMPLE, 'utf16le'))) ?? '', /not UTF-8|not valid YAML|not a group/)
  assert.match(says(write('noise.yaml', Uint8Array.from([0xff, 0xfe, 0x80]))) ?? '', /not UTF-8/)
  assert.match(says('/dev/zero') ?? '', /too large/)
})

test('drivers are those the caller knows', () => {
  assert.ok(
    !loadConfig(write('driver.yaml', EXAMPLE), { drivers: [{ name: 'other', role: 'shoe' }] }).ok,
    'a driver that there is not is refused',
  )
})

test('the exit code for a bad configuration is 78', () => assert.equal(EXIT_CONFIG, 78))

test('the hash of the rules depends on every value and on nothing else', () => {
  const hashes = HOUSE_IDS.map((id) => rulesSha256(HOUSES[id].rules))
  assert.equal(new Set(hashes).size, HOUSE_IDS.length)
  for (const hash of hashes) assert.match(hash, /^[0-9a-f]{64}$/)
  const { rules } = HOUSES.gld
  const turned = Object.fromEntries(Object.entries(rules).reverse()) as unknown as typeof rules
  assert.equal(canonicalRules(turned), canonicalRules(rules))
  assert.deepEqual(JSON.parse(canonicalRules(rules)), rules)
  const changed = applyOverrides(HOUSES.gld, { insurance: { exact: false } })
  assert.ok(changed.ok, 'the changed configuration is read')
  assert.notEqual(rulesSha256(changed.rules), rulesSha256(rules))
})

test('docs/configuration.md is up to date', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  assert.equal(page, configurationPage(), 'run npm run docs')
})
