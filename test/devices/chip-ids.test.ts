/** Readers of chips hand on the ids of the chips that they name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TALKERS } from '../../devices/registry.ts'
import { latenessOf } from '../../devices/traits.ts'
import { asSeen, type Bench, bench, toldOf } from './chips-conforming.ts'

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

for (const talker of TALKERS.filter(({ traits, name }) => traits.chipFile === 'required' && name !== 'twn4')) {
  const { name, traits } = talker
  const late = (own: Bench): number => latenessOf(traits, own.antennas.size)

  test(`${name}: an id that it tells from its other end is the same one`, () => {
    const own = bench(talker, SEED)
    const backwards = (tag: string): string => (tag.match(/../g) ?? []).reverse().join('')
    own.distort = (_antenna, tags) => asSeen(tags.map(backwards))
    own.tray.lay('1.main', [{ value: 500, count: 2 }])
    own.pass(2 * late(own))
    assert.equal(toldOf(own).find(({ spot }) => spot === '1.main')?.level, '500x2')
  })

  // It keeps the tags of a quarter of a second, not a list.
  if (name === 'thingmagic') continue
  test(`${name}: an id twice in one inventory is told twice with its level, and no round rests on it`, () => {
    const own = bench(talker, SEED)
    own.tray.lay('1.main', [{ value: 500, count: 2 }])
    own.distort = (_antenna, tags) => asSeen([...tags, ...tags.slice(0, 1)])
    own.pass(12_000)
    const levels = own.reports.flatMap((each) =>
      each.kind === 'line' && each.message.kind === 'spot' && each.message.amount > 0 ? [each.message.ids] : [],
    )
    const [copy, other] = own.tray.at('1.main')
    assert.deepEqual(
      levels.map((ids) => [...(ids ?? [])].sort()),
      [[copy, copy, other].sort()],
    )
    assert.ok(own.reports.filter(({ kind }) => kind === 'missing').length >= 3, 'it is lost again and again')
  })
}
