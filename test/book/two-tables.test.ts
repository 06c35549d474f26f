/**
 * TWO-TABLES from outside: two sealed journals of one confirmed key share time. The first page of the report says which time is left out, with
 * the sums and heads of both; neither counts until a person names one.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { JournalRecord } from '../../src/wire/record.ts'
import { KEY, startDaemon } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { todays } from '../runner/rotation.ts'
import { forge, recordsIn } from '../tools/verify/forging.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { codesOf, heldOf, openScene, placeOf, roundsIn, type Scene, STREAM, until, WORD } from './scene.ts'

const OTHER = 'other999'
/** Nothing is dealt before so many records; then comes the first seal. */
const BEGUN = 3

let folder: string
let postgres: Postgres | null
/** The one has the rounds of an evening, and the other the first of them. */
let one: readonly JournalRecord[]
let other: readonly JournalRecord[]

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-tables-'))
  const [first, second] = [join(folder, 'one'), join(folder, 'other')]
  const { config, records } = playRecords('gld', 3, 4, 1)
  const daemon = await startDaemon({ folder: first, config })
  for (const record of records) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
  const last = recordsIn(first).at(-1)
  assert.ok(last?.kind === 'seal', 'it ends with a seal')
  const { end: _end, ...seal } = last
  forge(first, (all) => [...all.slice(0, BEGUN), seal, ...all.slice(BEGUN)], { seals: KEY })
  cpSync(first, second, { recursive: true })
  one = recordsIn(first)
  const isSaid = (type: string) => (each: JournalRecord) => each.kind === 'event' && each.envelope.type === type
  const closed = one.findLastIndex(isSaid('round.closed'))
  const opened = one.slice(0, closed).findLastIndex(isSaid('round.opened'))
  const renamed = (each: JournalRecord): JournalRecord => (each.kind === 'head' ? { ...each, stream: OTHER } : each)
  forge(second, (all) => [...all.slice(0, opened).map(renamed), last], { seals: KEY })
  other = recordsIn(second)
  assert.ok(roundsIn(other) > 0 && roundsIn(other) < roundsIn(one), 'their sums differ')
  postgres = await startPostgres()
})
after(async () => {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

const report = async ({ ask }: Scene, form = 'lines'): Promise<string> => {
  const { code, stdout, stderr } = await ask('report', '--from', '2020-01-01', '--form', form)
  assert.equal(code, 0, stderr)
  return stdout
}
const say = async ({ ask }: Scene, ...words: readonly string[]): Promise<void> => {
  const { code, stderr } = await ask('trust-key', WORD, ...words)
  assert.equal(code, 0, stderr)
}

/** All rounds of both are heard while the other one is. */
const bothPlay = async (t: TestContext, scene: Scene): Promise<void> => {
  const { table, publish } = scene
  await table.status('ready')
  await table.say(one.slice(0, BEGUN + 1))
  await until(t, scene.isAckedTo(BEGUN + 1))
  await publish('log', other.slice(0, BEGUN), OTHER)
  await until(t, async () => (await heldOf(scene, OTHER)) === BEGUN)
  await table.say(one.slice(BEGUN + 1, -1))
  await publish('log', other.slice(BEGUN, -1), OTHER)
  await until(t, async () => (await heldOf(scene, OTHER)) === other.length - 1)
  await publish('log', other.slice(-1), OTHER)
  await table.say(one.slice(-1))
  await until(t, async () => scene.isAckedTo(one.length)() && (await heldOf(scene, OTHER)) === other.length)
}

interface Sums {
  readonly rounds: number
  readonly handle: number
  readonly won: number
}
const NONE: Sums = { rounds: 0, handle: 0, won: 0 }

interface FirstPage {
  readonly notCounted: readonly string[]
  readonly tables: readonly {
    readonly rounds: { readonly dealt: number }
    readonly money: { readonly all: { staked: number; houseWon: number } }
  }[]
}
const pageOf = async (scene: Scene): Promise<FirstPage> => JSON.parse(await report(scene, 'json')) as FirstPage
const sumsOf = ({ tables }: FirstPage): Sums => {
  const { rounds, money } = tables[0] ?? assert.fail('the table is in the report')
  return { rounds: rounds.dealt, handle: money.all.staked, won: money.all.houseWon }
}

const TIME = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'
const money = (text = ''): number => Number(text.replaceAll(',', ''))
/** What the line says is left out of a journal; null: nothing. */
const leftOut = (line: string, stream: string) => {
  const found = new RegExp(
    `${stream}: (\\d+) rounds, handle ([\\d,]+), house won (-?[\\d,]+) \\(the book signed record (\\d+), hash (\\w+)\\)`,
  ).exec(line)
  if (found === null) return null
  const [, rounds, handle, won, seq, hash] = found
  return { sums: { rounds: Number(rounds), handle: money(handle), won: money(won) }, head: { seq: Number(seq), hash } }
}
const headOf = async ({ ask }: Scene, stream: string) => {
  const { stdout } = await ask('export', '--table', WORD, '--head', '--stream', stream)
  const { seq, hash } = JSON.parse(stdout) as { readonly seq: number; readonly hash: string }
  return { seq, hash }
}

/** Rounds that are marked as left out, and those that the table has without them, over HTTP. */
const listed = async ({ url }: Scene): Promise<readonly [number, number]> => {
  const asked = async (path: string) => (await fetch(`${url}${path}`)).json()
  const { rounds } = (await asked(`api/tables/demo/${WORD}/rounds`)) as { readonly rounds: readonly { readonly leftOut: boolean }[] }
  const { tables } = (await asked('api/tables')) as { readonly tables: readonly { readonly rounds: number }[] }
  return [rounds.filter(({ leftOut }) => leftOut).length, tables[0]?.rounds ?? 0]
}

for (const where of todays(['embedded', 'PostgreSQL'] as const, 2))
  test(`of two journals that share time neither counts until a person names one: ${where}`, { timeout: 120_000 }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await openScene(t, { folder, place, isConfirmed: true })
    await bothPlay(t, scene)
    const sums = sumsOf(await pageOf(scene))
    assert.ok(sums.rounds > 1, 'only the first one counts, because nobody has named the other')

    await say(scene, '--journal', OTHER)
    await until(t, async () => codesOf(await scene.incidents()).includes('TWO-TABLES'))
    // The book takes some moments to act on what was said.
    await until(t, async () => sumsOf(await pageOf(scene)).rounds === 0)
    const undecided = await pageOf(scene)
    assert.deepEqual(sumsOf(undecided), NONE)
    const [line = '', ...more] = undecided.notCounted
    assert.deepEqual(more, [])
    assert.match(line, new RegExp(`^${WORD}: journals ${STREAM} and ${OTHER} share the time ${TIME} to ${TIME} UTC; neither counts`))
    assert.deepEqual(leftOut(line, STREAM), { sums, head: await headOf(scene, STREAM) })
    const others = leftOut(line, OTHER) ?? assert.fail(line)
    assert.deepEqual(others.head, await headOf(scene, OTHER))
    assert.equal(others.sums.rounds, sums.rounds - 1)
    assert.equal((await report(scene)).split('\n')[0], `NOT COUNTED ${line}`)
    assert.ok((await report(scene, 'csv')).includes(`not counted,"${line}"`), 'nor is it in the file for other programs')
    assert.deepEqual(await listed(scene), [roundsIn(one) + roundsIn(other), 0])
    const html = await report(scene, 'html')
    assert.ok(html.includes(line) && html.indexOf(line) < html.indexOf('<h2>Table'), 'it stands before every table')

    await say(scene, '--journal', OTHER)
    await until(t, async () => (await scene.incidents()).length === 0)
    const named = await pageOf(scene)
    assert.deepEqual(sumsOf(named), others.sums)
    assert.deepEqual(await listed(scene), [roundsIn(one), roundsIn(other)])
    assert.match(named.notCounted.join('\n'), new RegExp(`a person has named ${OTHER} for it`))
    assert.deepEqual([leftOut(named.notCounted[0] ?? '', STREAM)?.sums, leftOut(named.notCounted[0] ?? '', OTHER)], [sums, null])

    await say(scene, '--journal', STREAM)
    const changed = await pageOf(scene)
    assert.deepEqual(sumsOf(changed), sums, 'his last word decides')
    await say(scene, '--not-journal', OTHER)
    await until(t, async () => (await pageOf(scene)).notCounted.length === 0)
    assert.deepEqual(sumsOf(await pageOf(scene)), sums)
  })
