/** Incidents that stand, and a person's word that he has looked at one, from outside: the shipped command while the book runs. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { EXIT_FAILED, EXIT_USAGE } from '../../src/base/process/exit-codes.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { todays } from '../runner/rotation.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { codesOf, openScene, placeOf, until, WORD } from './scene.ts'

let folder: string
let postgres: Postgres | null
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'incidents-'))
  postgres = await startPostgres()
})
after(async () => {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

for (const where of todays(['embedded', 'PostgreSQL'] as const, 2))
  test(`an incident stands until somebody has looked at it: ${where}`, { timeout: 120_000 }, async (t) => {
    const place = await placeOf(t, where, { folder, postgres })
    if (place === null) return
    const scene = await openScene(t, { folder, place, isConfirmed: false })
    const { ask, incidents, publish, table } = scene
    const standing = async (): Promise<readonly string[]> => {
      const { code, stdout, stderr } = await ask('incidents')
      assert.equal(code, 0, stderr)
      return stdout.trimEnd().split('\n')
    }
    assert.deepEqual(await standing(), ['No incident stands.'])

    await table.status('ready')
    const [first, second] = playRecords('gld', 3, 1, 1).records as readonly [JournalRecord, JournalRecord]
    await table.say([first, second])
    await until(t, async () => codesOf(await incidents()).includes('NEW-JOURNAL'))
    await publish('log', [{ ...second, t: second.t + 1 }], 'q3kf9abc')
    await until(t, async () => codesOf(await incidents()).includes('ALTERED'))

    const lines = await standing()
    assert.equal(lines.length, (await incidents()).length)
    const numberOf = (code: string) => {
      const [, number = ''] =
        new RegExp(`^(\\d+)  \\S+  ${WORD}  ${code}: `).exec(lines.find((line) => line.includes(` ${code}: `)) ?? '') ?? []
      assert.notEqual(number, '', `${code} is among ${lines.join('\n')}`)
      return number
    }
    const [altered, journal] = [numberOf('ALTERED'), numberOf('NEW-JOURNAL')]

    const waiting = await ask('incidents', '--close', `${altered},${journal}`)
    assert.equal(waiting.code, EXIT_FAILED)
    assert.match(waiting.stderr, new RegExp(`incident ${journal} \\(NEW-JOURNAL\\) stands until somebody says whose journal`))
    assert.deepEqual(await standing(), lines, 'all are closed, or none is')

    const closed = await ask('incidents', '--close', altered)
    assert.deepEqual([closed.code, closed.stdout], [0, `closed by ${userInfo().username}: ${altered}\n`])
    assert.deepEqual(
      await standing(),
      lines.filter((line) => !line.startsWith(`${altered} `)),
    )
    const kept = await scene.book.store.selectFrom('incidents').select(['code', 'closed_by']).where('id', '=', Number(altered)).execute()
    assert.deepEqual(kept, [{ code: 'ALTERED', closed_by: userInfo().username }])

    for (const [given, code, why] of [
      [altered, EXIT_FAILED, /was closed at .* already/],
      ['999', EXIT_FAILED, /there is no incident 999/],
      ['12;13', EXIT_USAGE, /takes the numbers of incidents/],
    ] as const) {
      const refused = await ask('incidents', '--close', given)
      assert.equal(refused.code, code)
      assert.match(refused.stderr, why)
    }
  })
