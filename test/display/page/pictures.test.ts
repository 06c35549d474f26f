/** The pictures show an alarm that the table itself raised, about something on the felt next to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundView } from '../../../src/engine/view.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { PICTURED, SHOWN, tableAt } from './pit.ts'

const dataOf = ({ payload }: Message) => (payload === '' ? null : JSON.parse(payload).data)

test('the pictured table plays to where its own alarm stands for a box of its felt, beside hands that may be otherwise', () => {
  const { rounds } = tableAt(SHOWN.index, true)
  const lines = rounds.flat()
  const told = lines.slice(0, -PICTURED.linesLeft).flat()
  const alarms: (AlarmData | null)[] = told.filter(({ topic }) => topic.includes('/alarm/')).map(dataOf)
  const alarm = alarms.at(-1) ?? assert.fail('there is no open alarm')
  assert.deepEqual([alarm.code, alarm.state, alarm.grounds?.grade], [PICTURED.options.errors[0], 'unacknowledged', 'proven'])
  const round: RoundView = dataOf(told.findLast(({ topic }) => topic.endsWith('/state/round')) ?? assert.fail('there is no felt'))
  assert.equal(round.round, alarm.round)
  const box = round.boxes.find((each) => each.box === alarm.box) ?? assert.fail(`box ${alarm.box} is not on the felt`)
  assert.ok(box.hands.length > 0, JSON.stringify(box))
  const open = round.boxes.flatMap(({ hands }) => hands).filter(({ alternatives }) => alternatives.length > 0)
  assert.ok(open.length >= 2, `${open.length} hands are open`)
})
