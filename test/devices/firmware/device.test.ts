/** The core of our firmware, compiled for this machine: against the simulated device, against noise, and against the power. */
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatLine, parseLine } from '../../../firmware-bridge/line.ts'
import { decodeBody, encodeBody, type TlpHostMessage } from '../../../firmware-bridge/tlp.ts'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { between, oneOf, seededRandom } from '../../../simulators/table/random.ts'
import { builtForHost, CARDS, SERIAL, tagOfCard, withoutCompiler } from './built.ts'
import { answersTo, type Board, ownFolder, startBoard } from './host.ts'

const SEED = Number(process.env.SEED ?? 11)
const skip = withoutCompiler
const program = skip === false ? await builtForHost('shoe') : ''

/** Its own clock is not the other's. */
const withoutTime = (body: string): string =>
  body
    .replace(/^(C|SH) (\d+) \d+/, '$1 $2')
    .replace(/^(HI .*) t=\d+$/, '$1')
    .replace(/^(TS \d+) \d+$/, '$1')

/** Deals a card and returns the body that tells it. */
async function deal(board: Board, card: (typeof CARDS)[number], known: number): Promise<string> {
  await board.world(`tags ${tagOfCard(card)}`)
  return board.until((body) => body.startsWith(`C ${known + 1} `))
}

const last = (board: Board): string => board.bodies.at(-1) ?? ''

test(`it answers as the simulated device does (SEED=${SEED})`, { skip }, async (t) => {
  const random = seededRandom(SEED)
  const board = startBoard(t, program, { memory: join(ownFolder(t), 'memory') })
  const hello = await board.until((body) => body.startsWith('HI '))
  const cap = Number(/cap=(\d+)/.exec(hello)?.[1])
  const twin = tlpDevice({ role: 'shoe', serial: SERIAL, firmware: '1.0.0', cap, clock: { nowMs: () => 0 } })
  assert.equal(withoutTime(hello), withoutTime(encodeBody(twin.hello())))
  const whole = (most: number): number => Math.floor(between(random, 0, most + 1))
  let [dealt, answers] = [0, 0]
  for (let step = 0; step < 400; step++) {
    const { hi } = twin.memory
    if (random() < 0.3 && twin.hasRoom) {
      // Never a card that may still lie there.
      const card = CARDS[dealt++ % CARDS.length] ?? 'AS'
      const [event] = twin.sense({ kind: 'card', card }) ?? []
      assert.ok(event !== undefined, 'the twin has room')
      assert.equal(withoutTime(await deal(board, card, hi)), withoutTime(encodeBody(event)))
      continue
    }
    const from = whole(hi + 3)
    const body = oneOf(random, [
      ...['?ID', 'SNAP', `ACK ${whole(hi)}`, `ACK ${whole(hi + 2)}`, `RS ${from} ${from + whole(17)}`, `RS ${from} ${whole(hi)}`],
      ...[`TS ${whole(1e9)} 1732150000123`, 'CF led=off', 'TEMP 3', 'ACK', 'ACK 01', 'ACK x', 'RS 1', 'RS 2 1', 'TS 1', '?ID 1', 'SNAP 1'],
      ...[
        `RS ${2 ** 31} ${2 ** 31 + 3}`,
        `RS ${2 ** 32 - 1} ${2 ** 32 - 1}`,
        `RS 1 ${2 ** 32 - 1}`,
        `CH ${'0'.repeat(32)}`,
        'RS 1 2 3 4 5 6',
        ' ',
        'ACK ',
      ],
      ...['TS 123456789012345 1', 'TS 1 2 ', `CF long=${'x'.repeat(200)}`],
    ])
    const message = decodeBody(body)
    const expected =
      message.kind === 'malformed'
        ? [{ kind: 'refusal' as const, reason: 'fields', args: [message.verb] }]
        : message.kind === 'unknown-verb'
          ? []
          : twin.hear(message as TlpHostMessage)
    const said = await answersTo(board, body)
    // CF is not configured here, and what it refuses of it neither is.
    if (body.startsWith('CF')) assert.deepEqual(said, [])
    else
      assert.deepEqual(
        said.map(withoutTime),
        expected.map((each) => withoutTime(encodeBody(each))),
        `${step}: ${body}`,
      )
    answers += said.length
  }
  assert.ok(dealt > 50 && answers > 100, `${dealt} cards, ${answers} answers`)
})

test(`noise is counted as the host counts it, and never obeyed (SEED=${SEED})`, { skip }, async (t) => {
  const random = seededRandom(SEED)
  const board = startBoard(t, program, { memory: join(ownFolder(t), 'memory') })
  const garbage = (most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => String.fromCharCode(Math.floor(random() * 256))).join('')
  const good = () => formatLine(oneOf(random, ['RS 5 6', 'ACK 9', 'TS 1 2', `CF x=${'y'.repeat(Math.floor(random() * 220))}`])).trimEnd()
  const makers: readonly (() => string)[] = [
    () => garbage(60),
    () => garbage(700),
    () => garbage(200) + good(),
    () => good() + garbage(20),
    () => good().slice(0, Math.floor(random() * 20)),
    () => good().replace('*', '**'),
    () => good().toLowerCase(),
    () => `$${'x'.repeat(Math.floor(between(random, 220, 260)))}`,
    () => good().replace(/.$/, 'G'),
    () => `$*${'0'.repeat(8)}`,
    good,
    () => `${good()}\r`,
  ]
  let [bad, long, goods] = [0, 0, 0]
  for (let line = 0; line < 3000; line++) {
    const text = oneOf(random, makers)().replaceAll('\n', '')
    board.hear(Buffer.from(`${text}\n`, 'latin1'))
    if (text === '') continue
    const parsed = parseLine(text)
    if (parsed.kind === 'line') goods++
    else if (parsed.why === 'too-long' || parsed.why === 'endless') long++
    else bad++
  }
  // Without an end, and then a line end.
  board.hear(Buffer.alloc(100_000, 'x'))
  board.hear('\n')
  long++
  const [hello] = await answersTo(board, '?ID')
  assert.match(String(hello), /^HI v=1 dev=shoe .* boot=1 lo=1 hi=0 /)
  await board.world('wait 1000')
  const beat = await board.until((body) => body.startsWith('HB ') && board.bodies.indexOf(body) > board.bodies.lastIndexOf(String(hello)))
  const [, crc, tooLong] = /crc=(\d+) long=(\d+) /.exec(beat) ?? []
  assert.ok(goods > 300 && bad > 1000 && long > 100, `${goods} good, ${bad} bad, ${long} long`)
  // A long line without a frame is one thing for the host and another for the board; it is counted by both.
  assert.equal(Number(crc) + Number(tooLong), bad + long)
  assert.ok(Number(tooLong) > 0, beat)
})

test('the power goes in the middle of any write: no number is used twice, no card is changed, and none that was told is lost', {
  skip,
}, async (t) => {
  const folder = ownFolder(t)
  const [memory, before] = [join(folder, 'memory'), join(folder, 'before')]
  // A ring of five, which has gone round: the one in which the write lies has been used.
  const memoryBytes = 10 + 5 * 11
  const first = startBoard(t, program, { memory: before, memoryBytes })
  for (let dealt = 0; dealt < 7; dealt++) {
    await deal(first, CARDS[dealt] ?? 'AS', dealt)
    assert.deepEqual(await answersTo(first, `ACK ${dealt + 1}`), [])
  }
  await first.cut()
  let [cuts, isOver] = [0, false]
  for (let writesMax = 0; !isOver; writesMax++) {
    copyFileSync(before, memory)
    const told = new Map<number, string>()
    const board = startBoard(t, program, { memory, memoryBytes, writesMax })
    const play = async (): Promise<boolean> => {
      await board.until((body) => body.startsWith('HI '))
      for (let dealt = 7; dealt < 10; dealt++) {
        told.set(dealt + 1, await deal(board, CARDS[dealt] ?? 'AS', dealt))
        if (dealt === 8) await answersTo(board, 'ACK 8')
      }
      await answersTo(board, 'ACK 10')
      return true
    }
    isOver = await Promise.race([play().catch(() => false), board.ended.then(() => false)])
    await board.cut()
    if (!isOver) cuts++
    for (const body of board.bodies) {
      const [, seq] = /^C (\d+) /.exec(body) ?? []
      if (seq !== undefined) told.set(Number(seq), body)
    }
    const again = startBoard(t, program, { memory, memoryBytes })
    const hello = await again.until((body) => body.startsWith('HI '))
    const [boot, lo, hi] = ['boot', 'lo', 'hi'].map((name) => Number(new RegExp(` ${name}=(\\d+)`).exec(hello)?.[1]))
    const at = `cut in write ${writesMax}: ${hello}`
    assert.ok(boot === 2 || boot === 3, at)
    if (board.bodies.some((body) => body.includes('boot=2'))) assert.equal(boot, 3, at)
    const newest = Math.max(7, ...told.keys())
    // One that was kept and not told any more is told now.
    assert.ok(hi === newest || hi === newest + 1, at)
    assert.ok(lo !== undefined && lo >= 8 && lo <= newest + 1, at)
    for (const [seq, body] of told) if (seq >= lo) assert.deepEqual(await answersTo(again, `RS ${seq} ${seq}`), [body], at)
    if (hi === newest + 1) {
      const [kept] = await answersTo(again, `RS ${hi} ${hi}`)
      assert.match(String(kept), new RegExp(`^C ${hi} \\d+ ${CARDS[hi - 1]}$`), at)
    }
    await again.cut()
  }
  assert.ok(cuts > 30, `${cuts} cuts`)
})

test('a full ring stops nothing and overwrites nothing: the light shows it, and the card that found no room is a number that is missing', {
  skip,
}, async (t) => {
  const memory = join(ownFolder(t), 'memory')
  const board = startBoard(t, program, { memory, memoryBytes: 10 + 5 * 11 })
  for (let dealt = 0; dealt < 5; dealt++) await deal(board, CARDS[dealt] ?? 'AS', dealt)
  await board.world(`tags ${tagOfCard('KC')}`, 'tags')
  assert.ok(board.isLit, 'the light is on')
  assert.match(last(board), / KC$|^C 5 |^HB /)
  const [nothing] = await answersTo(board, 'RS 6 6')
  assert.equal(nothing, 'NK range 6 6')
  await board.world('wait 1000')
  assert.match(await board.until((body) => /^HB .* over=1$/.test(body)), / 5 0 crc=0/)
  assert.deepEqual(await answersTo(board, 'ACK 2'), [])
  // Its number stands for the card that is gone.
  assert.match(String(await answersTo(board, '?ID')), /lo=3 hi=6 /)
  assert.deepEqual(await answersTo(board, 'RS 6 6'), ['NK range 6 6'])
  assert.match(await deal(board, 'QD', 6), /^C 7 \d+ QD$/)
  await board.cut()
  // The memory is full now: nobody knows whether something found no room before the power went.
  const again = startBoard(t, program, { memory, memoryBytes: 10 + 5 * 11 })
  assert.match(await again.until((body) => body.startsWith('HI ')), /boot=2 lo=3 hi=7 cap=5 /)
  assert.deepEqual(await answersTo(again, 'ACK 7'), [])
  assert.match(String(await answersTo(again, '?ID')), /lo=8 hi=8 /)
})

test(`damage of any byte of the memory makes up no card and changes none (SEED=${SEED})`, { skip }, async (t) => {
  const folder = ownFolder(t)
  const memory = join(folder, 'memory')
  const random = seededRandom(SEED)
  const memoryBytes = 10 + 5 * 11
  const first = startBoard(t, program, { memory, memoryBytes })
  const told: string[] = []
  for (let dealt = 0; dealt < 4; dealt++) told.push(await deal(first, CARDS[dealt] ?? 'AS', dealt))
  await first.cut()
  const sound = readFileSync(memory)
  for (let at = 0; at < memoryBytes; at++) {
    const damaged = Buffer.from(sound)
    damaged[at] = (sound[at] ?? 0) ^ Math.floor(between(random, 1, 256))
    writeFileSync(memory, damaged)
    const board = startBoard(t, program, { memory, memoryBytes })
    const hello = await board.until((body) => body.startsWith('HI '))
    assert.match(hello, /^HI .* boot=[12] lo=\d hi=[345] /, `byte ${at}`)
    const all = await answersTo(board, 'RS 1 5')
    const strange = all.filter((body) => !body.startsWith('NK range ') && !told.includes(body))
    assert.deepEqual(strange, [], `byte ${at}`)
    assert.ok(all.filter((body) => told.includes(body)).length >= 3, `byte ${at}: ${all.join(', ')}`)
    await board.cut()
  }
})

test('memory that never was this firmware’s is no numbering', { skip }, async (t) => {
  const memory = join(ownFolder(t), 'memory')
  for (const fill of [0x00, 0xff, 0xa5, 0x5a]) {
    writeFileSync(memory, Buffer.alloc(1024, fill))
    const board = startBoard(t, program, { memory })
    assert.match(await board.until((body) => body.startsWith('HI ')), / boot=1 lo=1 hi=0 /, `full of ${fill}`)
    await board.cut()
  }
})
