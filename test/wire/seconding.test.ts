/** Where the configuration asks for it, what silences a verdict needs two people with logins of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerBook } from '../../src/wire/answer-book.ts'
import { answerCommand, type CommandResult } from '../../src/wire/commands.ts'
import { seconding } from '../../src/wire/seconding.ts'

const TABLE = { property: 'demo', pit: 'p1', table: 'bj07' }
const DEAD = { box: 3, hand: 1 }

const desk = () => {
  const [book, second] = [answerBook(), seconding()]
  let count = 0
  return (user: string, name: string, args: object, nowMs = 1000): CommandResult & { readonly correlation: string } => {
    const correlation = `${user}${++count}`
    const payload = Buffer.from(JSON.stringify({ correlation, replyTo: `casino/v1/demo/reply/${user}/c`, ...args }))
    const raw = { topic: `casino/v1/demo/p1/bj07/cmd/${user}/${name}`, payload, retain: false }
    return { ...answerCommand(raw, { table: TABLE, nowMs, seconding: second }, book), correlation }
  }
}

const errorOf = (result: CommandResult): string => (result.kind === 'answered' ? JSON.parse(result.reply?.payload ?? '{}').error : '')

test('the first only offers it; another who gives the same has it carried out, on record with both', () => {
  const give = desk()
  const first = give('ann', 'hand-dead', DEAD)
  assert.match(errorOf(first), /^offered: another person/)
  const second = give('bob', 'hand-dead', DEAD)
  assert.equal(second.kind, 'waiting')
  assert.deepEqual(second.kind === 'waiting' && second.journal?.args, { ...DEAD, second: { user: 'ann', correlation: first.correlation } })
  assert.match(errorOf(give('bob', 'hand-dead', DEAD)), /^offered/, 'it counts once')
})

test('the second person may name the first and his command, and no other', () => {
  const give = desk()
  const { correlation } = give('ann', 'round-void', {})
  assert.match(errorOf(give('bob', 'round-void', { second: { user: 'eve', correlation } })), /^refused: nobody has offered/)
  assert.match(errorOf(give('bob', 'round-void', { second: 'ann' })), /^refused: nobody has offered/)
  assert.match(errorOf(give('ann', 'round-void', { second: { user: 'ann', correlation } })), /^refused: .* another login/)
  assert.equal(give('bob', 'round-void', { second: { user: 'ann', correlation } }).kind, 'waiting')
})

test('the same person twice, another command, or a minute later is no second person', () => {
  const give = desk()
  for (const [user, args, nowMs] of [
    ['ann', DEAD, 1000],
    ['ann', DEAD, 2000],
    ['bob', { ...DEAD, box: 4 }, 3000],
    ['bob', { ...DEAD, round: '1-217' }, 3000],
    ['bob', DEAD, 62_001],
  ] as const)
    assert.match(errorOf(give(user, 'hand-dead', args, nowMs)), /^offered/, `${user} ${JSON.stringify(args)}`)
})

test('what silences nothing is carried out at once, and offers are bounded', () => {
  const give = desk()
  assert.equal(give('ann', 'dealer', { id: 'd-17' }).kind, 'waiting')
  assert.equal(give('ann', 'ruling-undo', { ruling: '1-1/1' }).kind, 'waiting')
  for (let at = 0; at < 200; at++) give('ann', 'card-burn', { n: (at % 99) + 1, round: `1-${at}` })
  assert.match(errorOf(give('bob', 'card-burn', { n: 1, round: '1-0' })), /^offered/, 'the oldest is forgotten')
  assert.equal(give('bob', 'card-burn', { n: (199 % 99) + 1, round: '1-199' }).kind, 'waiting', 'the newest is not')
})
