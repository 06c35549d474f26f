/** What a shoe and a spot make of what their reader sees: a card that is not read is told, and a level that is not sure is not. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { builtForHost, type Sketch, SPOT, tagOfCard, tagOfChip, withoutCompiler } from './built.ts'
import { answersTo, type Board, ownFolder, startBoard } from './host.ts'

const options = { skip: withoutCompiler, timeout: 60_000 }
const isBuilt = withoutCompiler === false
const programs: Readonly<Record<Sketch, string>> = isBuilt
  ? { shoe: await builtForHost('shoe'), spot: await builtForHost('spot') }
  : { shoe: '', spot: '' }

async function boardOf(t: TestContext, sketch: Sketch): Promise<Board> {
  const board = startBoard(t, programs[sketch], { memory: join(ownFolder(t), 'memory') })
  await board.until((body) => body.startsWith('HI '))
  return board
}

/** What its events say, without number and time; a number without an event is `gap`. */
async function told(board: Board): Promise<readonly string[]> {
  const [hello] = await answersTo(board, '?ID')
  const hi = Number(/ hi=(\d+)/.exec(String(hello))?.[1])
  const events = new Map(board.bodies.flatMap((body) => (/^(C|SH|S) \d/.test(body) ? [[Number(body.split(' ')[1]), body] as const] : [])))
  return Array.from({ length: hi }, (_, at) => events.get(at + 1)?.replace(/^(\w+) \d+ \d+/, '$1') ?? 'gap')
}

const [KH, AS, TC, STRANGE] = [tagOfCard('KH'), tagOfCard('AS'), tagOfCard('TC'), '04FFFFFFFFFFFF']

test('a card in the field is one card, however long it lies there and however often the reader misses it', options, async (t) => {
  const board = await boardOf(t, 'shoe')
  await board.world(`tags ${KH}`, 'tags', `tags ${KH}`, 'unsure', `unsure ${KH}`, 'tags', 'wait 50', `tags ${KH}`)
  assert.deepEqual(await told(board), ['C KH'])
  await board.world('tags', 'wait 400', `tags ${KH}`)
  assert.deepEqual(await told(board), ['C KH', 'C KH'])
})

test('two cards that come together are two, and a tag that no file names is a card that was not read', options, async (t) => {
  const board = await boardOf(t, 'shoe')
  await board.world(`tags ${KH} ${AS}`, `tags ${AS} ${STRANGE}`)
  assert.deepEqual(await told(board), ['C KH', 'C AS', 'C ??'])
})

test('the barrier tells of a card that the reader did not see, and of no card twice', options, async (t) => {
  const board = await boardOf(t, 'shoe')
  // Read in the middle of its passage, then before it, then after it.
  await board.world('cover', `tags ${KH}`, 'tags', 'uncover', 'wait 200')
  assert.deepEqual(await told(board), ['C KH'])
  await board.world(`tags ${AS}`, 'cover', 'wait 300', 'tags', 'uncover', 'wait 200')
  await board.world('cover', 'uncover', `tags ${TC}`, 'tags', 'wait 200')
  assert.deepEqual(await told(board), ['C KH', 'C AS', 'C TC'])
  await board.world('cover', 'uncover', 'wait 200', 'cover', 'wait 20', 'uncover', 'wait 200')
  assert.deepEqual(await told(board), ['C KH', 'C AS', 'C TC', 'C ??', 'C ??'])
  await board.world('cover', 'uncover', 'wait 20', 'cover', 'uncover', 'wait 200')
  assert.deepEqual((await told(board)).slice(5), ['C ??', 'C ??'])
})

test('a reader that does not answer leaves a gap, when it begins and when it is over', options, async (t) => {
  const board = await boardOf(t, 'shoe')
  await board.world(`tags ${KH}`, 'deaf', 'wait 1100')
  assert.ok(board.isLit, 'the light is on')
  assert.deepEqual(await told(board), ['C KH', 'gap'])
  await board.world('cover', 'uncover', 'wait 200', 'tags')
  assert.deepEqual(await told(board), ['C KH', 'gap', 'C ??', 'gap'])
  assert.ok(!board.isLit, 'the light is off')
  const [answer] = await answersTo(board, 'RS 2 2')
  assert.equal(answer, 'NK range 2 2')
})

test('the button says that a new shoe is loaded, once', options, async (t) => {
  const board = await boardOf(t, 'shoe')
  await board.world('press', 'release', 'press', 'wait 100', 'release')
  assert.deepEqual(await told(board), ['SH load'])
})

test('a card that lies in the field when the power comes back is not told a second time', options, async (t) => {
  const memory = join(ownFolder(t), 'memory')
  const first = startBoard(t, programs.shoe, { memory })
  await first.world(`tags ${KH}`)
  assert.deepEqual(await told(first), ['C KH'])
  await first.cut()
  const second = startBoard(t, programs.shoe, { memory })
  second.hear('')
  await second.world(`unsure ${KH}`, `tags ${KH}`, `tags ${KH} ${AS}`)
  assert.deepEqual((await told(second)).slice(1), ['C AS'])
})

test('a spot is told when inventories agree for a while, and every chip of it once', options, async (t) => {
  const board = await boardOf(t, 'spot')
  const [a, b, c] = [tagOfChip(500, 1), tagOfChip(500, 2), tagOfChip(2500, 1)]
  await board.world('wait 400')
  assert.deepEqual(await told(board), [`S ${SPOT} 0 - 0`])
  // While a hand is there no two agree for long, and one of them sees too little.
  await board.world(
    `tags ${a}`,
    'wait 100',
    `tags ${a} ${b}`,
    'wait 100',
    `unsure ${a}`,
    `tags ${b} ${a}`,
    'wait 100',
    `tags ${a} ${b} ${c}`,
  )
  assert.equal((await told(board)).length, 1)
  await board.world(`tags ${c} ${b} ${a}`, 'wait 400')
  assert.deepEqual((await told(board)).slice(1), [`S ${SPOT} 1 2500x1,500x2 3500`])
  // One chip for another of the same value is the same level.
  await board.world(`tags ${c} ${b} ${tagOfChip(500, 7)}`, 'wait 400')
  await board.world('tags', 'wait 400')
  assert.deepEqual((await told(board)).slice(2), [`S ${SPOT} 2 - 0`])
  board.hear('$SNAP*00F1F02A\n')
  assert.match(await board.until((body) => body.startsWith('S 4 ')), / 2 - 0$/)
})

test('a chip that no file names has no level: the host misses a number, and is told the level when there is one', options, async (t) => {
  const board = await boardOf(t, 'spot')
  await board.world(`tags ${tagOfChip(500, 1)}`, 'wait 400', `tags ${tagOfChip(500, 1)} ${STRANGE}`, 'wait 400')
  assert.ok(board.isLit, 'the light is on')
  assert.deepEqual(await told(board), [`S ${SPOT} 1 500x1 500`, 'gap'])
  await board.world(`tags ${tagOfChip(500, 1)} ${tagOfChip('FB', 1)}`, 'wait 400')
  assert.deepEqual((await told(board)).slice(2), [`S ${SPOT} 2 500x1,FBx1 500`])
  assert.ok(!board.isLit, 'the light is off')
  await board.world('unsure', 'wait 3200')
  assert.deepEqual((await told(board)).slice(3), ['gap'])
})
