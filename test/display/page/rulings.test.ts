/** Every ruling of a person can be given on the display, and what the form sends is what the table takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argsOf, CHOICES, cardsOf, type Entries, FIELDS, RULINGS } from '../../../src/display/page/rulings.ts'
import { COMMANDS } from '../../../src/wire/command-rows.ts'

/** Asked for by programs, or given where the alarm is. */
const ELSEWHERE = /^(snapshot|replay|alarm-\w+)$/

const ENTRIES: Entries = {
  n: 5,
  unread: 3,
  card: 'KS',
  box: 2,
  hand: 1,
  kind: 'cash',
  amount: 12.5,
  min: 10,
  max: 500,
  unit: 5,
  keep: [1, 2],
  mode: 'shoe',
  id: 'ann-smith',
  device: 'shoe',
  ruling: '1-217/3',
}

test('each command of a person has its row, with words in every language', () => {
  const commands = Object.keys(COMMANDS).filter((name) => !ELSEWHERE.test(name))
  assert.deepEqual(RULINGS.map(({ command }) => command).sort(), commands.sort())
  const words = [
    ...RULINGS.flatMap(({ name, when }) => [name, when]),
    ...Object.values(FIELDS).map(({ label }) => label),
    ...Object.values(CHOICES).flatMap((values) => Object.values(values)),
  ]
  for (const row of words) assert.deepEqual(Object.keys(row).sort(), ['en', 'de'].sort(), JSON.stringify(row))
})

test('what is entered becomes the arguments that the command asks for', () => {
  for (const ruling of RULINGS) {
    const args = argsOf(ruling, ENTRIES, { exponent: 2, round: '1-217' })
    const read = COMMANDS[ruling.command]?.form.safeParse(args)
    assert.ok(read?.success, `${ruling.command}: ${JSON.stringify(read?.error?.issues)}`)
    assert.deepEqual(read.data, args, `${ruling.command} takes all of it`)
    assert.equal('round' in args, ruling.of === 'round', ruling.command)
  }
  const note = RULINGS.find(({ command }) => command === 'bet-note')
  assert.ok(note, 'there is a note')
  assert.equal(argsOf(note, ENTRIES, { exponent: 2, round: null }).amount, 1250)
  assert.equal(argsOf(note, { ...ENTRIES, amount: 1200 }, { exponent: 0, round: null }).amount, 1200)
  assert.equal(argsOf(note, { ...ENTRIES, amount: 1.15 }, { exponent: 2, round: null }).amount, 115, 'no fraction of a minor unit')
})

test('the cards to choose from, the newest first, each with the places where one like it lies', () => {
  const hands = (...each: readonly (readonly string[])[]) => each.map((own, at) => ({ hand: at + 1, cards: own }))
  const cards = cardsOf({
    cards: ['8S', '9S', '8D', 'hidden', 'TH', '8S'],
    boxes: [
      { box: 1, hands: hands(['8S', 'TH'], ['8D']) },
      { box: 2, hands: hands(['8S']) },
    ],
    dealer: { cards: ['9S', 'hidden'] },
  } as never)
  assert.deepEqual(
    cards.map(({ n, card, places }) => [n, card, places]),
    [
      [
        6,
        '8S',
        [
          { box: 1, hand: 1 },
          { box: 2, hand: 1 },
        ],
      ],
      [5, 'TH', [{ box: 1, hand: 1 }]],
      [4, 'hidden', ['dealer']],
      [3, '8D', [{ box: 1, hand: 2 }]],
      [2, '9S', ['dealer']],
      [
        1,
        '8S',
        [
          { box: 1, hand: 1 },
          { box: 2, hand: 1 },
        ],
      ],
    ],
  )
})
