/** Readers of chips hand on the ids of the chips that they name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TALKERS } from '../../devices/registry.ts'
import { latenessOf } from '../../devices/traits.ts'
import { bench } from './chips-conforming.ts'

const SEED = Number(process.env.SEED ?? 1)

for (const talker of TALKERS.filter(({ traits }) => traits.chipFile === 'required')) {
  const { name, traits } = talker
  test(`${name}: a level comes with the ids of its chips, in the order of the chips`, () => {
    const own = bench(talker, SEED)
    const isOneTag = name === 'twn4'
    own.tray.lay(
      '1.main',
      isOneTag
        ? [{ value: 500, count: 1 }]
        : [
            { value: 100, count: 1 },
            { value: 'FB', count: 1 },
            { value: 500, count: 2 },
          ],
    )
    own.pass(2 * latenessOf(traits, own.antennas.size))
    const [level] = own.reports.flatMap(({ ...each }) =>
      each.kind === 'line' && each.message.kind === 'spot' && each.message.amount > 0 ? [each] : [],
    )
    const ids = level?.message.kind === 'spot' ? level.message.ids : undefined
    const worthOf = (id: string) => [...own.tray.tags].find(([, tags]) => tags.includes(id))?.[0]
    assert.deepEqual(ids?.map(worthOf), isOneTag ? [500] : [500, 500, 100, 'FB'])
    assert.match(level?.body ?? '', / ids=\w+[\w,]* < /)
  })
}
